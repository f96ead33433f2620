// The library: its WebAssembly module, asked by messages of JSON in the memory that it shares.

/**
 * @typedef {object} Exports what the module has, as `src/host.rs` defines it
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} room
 * @property {() => bigint} ask
 */

/**
 * Runs the compiled module; `tell` receives the news of a long search, as JSON. Returns a function that answers
 * messages one at a time, and does not return before it has the answer.
 * @param {WebAssembly.Module} module
 * @param {(news: string) => void} tell
 */
export async function library(module, tell = () => {}) {
    /** @type {WebAssembly.Memory | null} */
    let memory = null;
    const text = (/** @type {number} */ place, /** @type {number} */ length) =>
        memory ? new TextDecoder().decode(new Uint8Array(memory.buffer, place >>> 0, length >>> 0)) : "";
    const host = {
        note: (/** @type {number} */ place, /** @type {number} */ length) => tell(text(place, length)),
        now: () => performance.now(),
    };
    const instance = await WebAssembly.instantiate(module, { host });
    const exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    memory = exports.memory;
    /**
     * @param {import("./npm/index.js").Message} message
     * @returns {import("./desk.js").Answer}
     */
    return (message) => {
        const bytes = new TextEncoder().encode(JSON.stringify(message));
        const room = exports.room(bytes.length);
        new Uint8Array(exports.memory.buffer, room >>> 0, bytes.length).set(bytes);
        const handed = BigInt.asUintN(64, exports.ask());
        return JSON.parse(text(Number(handed & 0xffffffffn), Number(handed >> 32n)));
    };
}
