// A desk in its own thread: receives the compiled module first, then messages, and answers them in order.

import { library } from "./library.js";

/** @typedef {import("./desk.js").Question} Question */

/** @type {((message: import("./npm/index.js").Message) => import("./desk.js").Answer) | null} */
let ask = null;
/** @type {Question[]} */
let waiting = [];

/** @param {import("./desk.js").Tells} news */
const tell = (news) => postMessage(news);

/** @param {Question} question */
function answer({ id, message }) {
    if (!ask) return;
    try {
        tell({ id, answer: ask(message) });
    } catch (error) {
        // The module has crashed; the page starts another one.
        tell({ id, broken: String(error) });
    }
}

self.onmessage = async (/** @type {MessageEvent<import("./desk.js").Told>} */ { data }) => {
    if ("module" in data) {
        try {
            ask = await library(data.module, (note) => tell({ note }));
        } catch (error) {
            tell({ failed: String(error) });
            return;
        }
        waiting.forEach(answer);
        waiting = [];
    } else if (ask) {
        answer(data);
    } else {
        waiting.push(data);
    }
};
