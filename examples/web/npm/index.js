// The package: the library in a worker, or in this thread.

import { library } from "./library.js";

export { Desk, Refused, Stopped } from "./desk.js";

/**
 * Loads the library into this thread.
 * @param {URL | string | Response | BufferSource | WebAssembly.Module} source
 * @param {(news: import("./index.js").News) => void} tell
 */
export async function load(source = new URL("papergames.wasm", import.meta.url), tell = () => {}) {
    const fetched = source instanceof URL || typeof source === "string" ? await fetch(source) : source;
    const bytes =
        typeof Response !== "undefined" && fetched instanceof Response ? await fetched.arrayBuffer() : fetched;
    const module = bytes instanceof WebAssembly.Module ? bytes : await WebAssembly.compile(bytes);
    const ask = await library(module, (news) => tell(JSON.parse(news)));
    return (message) => {
        const { ok, refused } = ask(message);
        if (refused !== undefined) throw new Error(refused);
        return ok;
    };
}
