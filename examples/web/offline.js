// The service worker: a page that has been opened once also opens without a network. It fetches the newest page if the
// network answers soon, and uses its copy otherwise.

const KEPT = "papergames-2";
// The milliseconds that the network has.
const PATIENCE = 3_000;

// Keeps the page and all files that it names.
async function keep() {
    const cache = await caches.open(KEPT);
    const page = await fetch("./");
    const names = [...(await page.clone().text()).matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, name]) => name);
    await cache.put("./", page);
    await cache.addAll([...new Set(["index.html", ...names])]);
    await self.skipWaiting();
}

async function clear() {
    for (const name of await caches.keys()) {
        if (name !== KEPT) await caches.delete(name);
    }
    await self.clients.claim();
}

async function answer(request) {
    const cache = await caches.open(KEPT);
    const fetched = fetch(request).then(async (response) => {
        if (response.ok) await cache.put(request, response.clone());
        return response;
    });
    const soon = new Promise((_, late) => setTimeout(late, PATIENCE));
    try {
        return await Promise.race([fetched, soon]);
    } catch {
        return (await cache.match(request, { ignoreSearch: true })) ?? fetched.catch(() => Response.error());
    }
}

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(clear()));
self.addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
    event.respondWith(answer(request));
});
