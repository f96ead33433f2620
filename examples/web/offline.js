// The service worker: a page that has been opened once also opens without a network, and at once. A version of it is a
// set of files that changes as a whole: each is checked by its sum before the set is used, and what a page asks for
// comes from its own version.

// What the build knows of this version: `version`, its name, and `files`, the sum of each.
/** @typedef {ServiceWorkerGlobalScope & { set?: { version: string, files: Record<string, string> } }} Scope */
const worker = /** @type {Scope} */ (/** @type {unknown} */ (self));
const { version, files } = worker.set ?? { version: "", files: {} };
const KEPT = "papergames-";

const addressOf = (/** @type {string} */ name) => (name === "index.html" ? "./" : name);
const hex = (/** @type {ArrayBuffer} */ bytes) =>
    [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function keep() {
    const fetched = Object.entries(files).map(async ([name, sum]) => {
        const response = await fetch(addressOf(name), { cache: "no-cache" });
        const found = await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer());
        if (hex(found) !== sum) throw new Error(`${name} is of another version of the page`);
        return { address: addressOf(name), response };
    });
    // A set that is not whole leaves nothing behind.
    const whole = await Promise.all(fetched);
    const cache = await caches.open(KEPT + version);
    for (const { address, response } of whole) await cache.put(address, response);
    await worker.skipWaiting();
}

// A page of the version before may still be open.
async function clear() {
    const others = (await caches.keys()).filter((name) => name !== KEPT + version);
    for (const name of others.slice(0, -1)) await caches.delete(name);
    await worker.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
    const { pathname, searchParams } = new URL(request.url);
    const isPage = request.mode === "navigate" && /\/(index\.html)?$/.test(pathname);
    const wanted = (!isPage && searchParams.get("v")) || version;
    const kept = await caches.match(isPage ? "./" : pathname, { cacheName: KEPT + wanted, ignoreVary: true });
    // An answer without an address has that of the request, with its version, which a preload needs.
    if (kept) return new Response(kept.body, kept);
    // The network may have another version by now.
    return wanted === version ? fetch(request) : Response.error();
}

worker.addEventListener("install", (event) => event.waitUntil(keep()));
worker.addEventListener("activate", (event) => event.waitUntil(clear()));
worker.addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
    event.respondWith(answer(request));
});
