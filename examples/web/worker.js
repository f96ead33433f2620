// A desk in its own thread: receives the compiled module first, then messages, and answers them in order.

import { library } from "./library.js";

let ask = null;
let waiting = [];

function answer({ id, message }) {
    try {
        postMessage({ id, answer: ask(message) });
    } catch (error) {
        // The module has crashed; the page starts another one.
        postMessage({ id, broken: String(error) });
    }
}

self.onmessage = async ({ data }) => {
    if (data.module) {
        ask = await library(data.module, (note) => postMessage({ note }));
        waiting.forEach(answer);
        waiting = [];
    } else if (ask) {
        answer(data);
    } else {
        waiting.push(data);
    }
};
