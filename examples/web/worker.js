// A desk in its own thread: receives the compiled module first, then messages, and answers them in order.

let exports = null;
let waiting = [];

const host = {
  note(place, length) {
    postMessage({ note: text(place, length) });
  },
  now() {
    return performance.now();
  },
};

function text(place, length) {
  const bytes = new Uint8Array(exports.memory.buffer, place >>> 0, length >>> 0);
  return new TextDecoder().decode(bytes);
}

function ask(message) {
  const bytes = new TextEncoder().encode(JSON.stringify(message));
  const room = exports.room(bytes.length);
  new Uint8Array(exports.memory.buffer, room >>> 0, bytes.length).set(bytes);
  const handed = BigInt.asUintN(64, exports.ask());
  return JSON.parse(text(Number(handed & 0xffffffffn), Number(handed >> 32n)));
}

function answer({ id, message }) {
  try {
    postMessage({ id, answer: ask(message) });
  } catch (error) {
    // The module has crashed; the page starts another one.
    postMessage({ id, broken: String(error) });
  }
}

onmessage = async ({ data }) => {
  if (data.module) {
    const instance = await WebAssembly.instantiate(data.module, { host });
    exports = instance.exports;
    waiting.forEach(answer);
    waiting = [];
  } else if (exports) {
    answer(data);
  } else {
    waiting.push(data);
  }
};
