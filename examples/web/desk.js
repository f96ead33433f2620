// A desk: the library in a worker. It answers messages one at a time and can be stopped at any time.

export class Refused extends Error {}
export class Stopped extends Error {}

const NOT_LOADED = new Refused("The games could not be loaded. Check the network, then load the page again.");

/**
 * @typedef {import("./npm/index.js").Message} Message
 *
 * What a worker is told, and what it tells.
 * @typedef {{ module: WebAssembly.Module } | Question} Told
 * @typedef {{ id: number, message: Message }} Question
 * @typedef {{ note: string } | { failed: string } | Reply} Tells
 * @typedef {{ id: number, broken: string } | { id: number, answer: Answer }} Reply
 * @typedef {{ ok: unknown } | { refused: string }} Answer what the library answers
 */

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

// Another file of the same version as this one.
const file = (/** @type {string} */ name) => new URL(name + new URL(import.meta.url).search, import.meta.url);

function compile() {
    const source = file("papergames.wasm");
    return WebAssembly.compileStreaming(fetch(source)).catch(async () => {
        // The server does not know the type of the file.
        const response = await fetch(source);
        return WebAssembly.compile(await response.arrayBuffer());
    });
}

export class Desk {
    constructor() {
        /** @type {Map<number, { resolve: (ok: unknown) => void, reject: (error: Error) => void }>} what is asked */
        this.pending = new Map();
        this.number = 0;
        /** @type {Worker} */
        this.worker = this.open();
        /** @type {(news: string) => void} */
        this.onnote = () => {};
        /** @type {() => void} */
        this.onbroken = () => {};
    }

    open() {
        compiled ??= compile();
        this.failed = false;
        const worker = new Worker(file("worker.js"), { type: "module" });
        /** @param {Told} told */
        const tell = (told) => worker.postMessage(told);
        compiled.then(
            (module) => tell({ module }),
            () => this.fail(NOT_LOADED),
        );
        // The file of the worker itself could not be loaded.
        worker.onerror = () => this.fail(NOT_LOADED);
        worker.onmessage = (/** @type {MessageEvent<Tells>} */ { data }) => this.hear(data);
        return worker;
    }

    /** @param {Tells} data */
    hear(data) {
        if ("note" in data) return this.onnote(data.note);
        if ("failed" in data) return this.fail(NOT_LOADED);
        const wish = this.pending.get(data.id);
        this.pending.delete(data.id);
        if ("broken" in data) {
            this.restart();
            this.onbroken();
            wish?.reject(new Refused(`Something went wrong inside, and it was started again. ${data.broken}`));
        } else if ("refused" in data.answer) {
            wish?.reject(new Refused(data.answer.refused));
        } else {
            wish?.resolve(data.answer.ok);
        }
    }

    /**
     * Refuses all that is asked, and tries to load the library again when something else is asked.
     * @param {Error} error
     */
    fail(error) {
        compiled = null;
        this.failed = true;
        this.refuse(error);
    }

    /**
     * Refuses all that is asked.
     * @param {Error} error
     */
    refuse(error) {
        const left = [...this.pending.values()];
        this.pending.clear();
        left.forEach((wish) => wish.reject(error));
    }

    /**
     * @template {Message} M
     * @param {M} message
     * @returns {Promise<import("./npm/index.js").AnswerTo<M>>}
     */
    ask(message) {
        if (this.failed) this.restart();
        const id = ++this.number;
        /** @type {Question} */
        const question = { id, message };
        return new Promise((resolve, reject) => {
            const answer = (/** @type {unknown} */ ok) =>
                resolve(/** @type {import("./npm/index.js").AnswerTo<M>} */ (ok));
            this.pending.set(id, { resolve: answer, reject });
            this.worker.postMessage(question);
        });
    }

    // Ends the worker for good.
    close() {
        this.worker.terminate();
        this.refuse(new Stopped("closed"));
    }

    // Aborts the current request, if there is one, and starts with an empty desk.
    stop() {
        if (this.pending.size) this.restart();
    }

    restart() {
        this.worker.terminate();
        this.refuse(new Stopped("stopped"));
        this.worker = this.open();
    }
}
