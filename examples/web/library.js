// The library: its WebAssembly module, asked by messages of JSON in the memory that it shares.

// `module` is the compiled module; `tell` receives the news of a long search, as JSON. Returns a function that answers
// messages one at a time, and does not return before it has the answer.
export async function library(module, tell = (_news) => {}) {
    let memory = null;
    const text = (place, length) => new TextDecoder().decode(new Uint8Array(memory.buffer, place >>> 0, length >>> 0));
    const host = {
        note: (place, length) => tell(text(place, length)),
        now: () => performance.now(),
    };
    const instance = await WebAssembly.instantiate(/** @type {WebAssembly.Module} */ (module), { host });
    const exports = /** @type {any} */ (instance.exports);
    memory = exports.memory;
    return (message) => {
        const bytes = new TextEncoder().encode(JSON.stringify(message));
        const room = exports.room(bytes.length);
        new Uint8Array(memory.buffer, room >>> 0, bytes.length).set(bytes);
        const handed = BigInt.asUintN(64, exports.ask());
        return JSON.parse(text(Number(handed & 0xffffffffn), Number(handed >> 32n)));
    };
}
