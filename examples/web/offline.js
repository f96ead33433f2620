// The service worker: a page that has been opened once also opens without a network. It always fetches the newest page
// if there is a network, and uses its copy if there is none.

const KEPT = "papergames-1";
const FILES = [
    "./",
    "index.html",
    "style.css",
    "board.css",
    "page.js",
    "board.js",
    "desk.js",
    "drawing.js",
    "games.js",
    "graph.js",
    "grid.js",
    "library.js",
    "puzzles.js",
    "setup.js",
    "shapes.js",
    "share.js",
    "study.js",
    "worker.js",
    "zoom.js",
    "papergames.wasm",
    "patrick-hand.woff2",
    "icon.svg",
    "papergames.webmanifest",
];

self.addEventListener("install", (event) => {
    event.waitUntil(
        caches
            .open(KEPT)
            .then((cache) => cache.addAll(FILES))
            .then(() => self.skipWaiting()),
    );
});

self.addEventListener("activate", (event) => {
    const drop = async () => {
        for (const name of await caches.keys()) {
            if (name !== KEPT) await caches.delete(name);
        }
        await self.clients.claim();
    };
    event.waitUntil(drop());
});

self.addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
    const answer = async () => {
        const cache = await caches.open(KEPT);
        try {
            const response = await fetch(request);
            if (response.ok) await cache.put(request, response.clone());
            return response;
        } catch {
            return (await cache.match(request, { ignoreSearch: true })) ?? Response.error();
        }
    };
    event.respondWith(answer());
});
