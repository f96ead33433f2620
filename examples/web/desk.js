// A desk: the library in a worker. It answers messages one at a time and can be stopped at any time.

export class Refused extends Error {}
export class Stopped extends Error {}

let compiled = null;

// Another file of the same version as this one.
const file = (name) => new URL(name + new URL(import.meta.url).search, import.meta.url);

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
        this.pending = new Map();
        this.number = 0;
        /** @type {(news: string) => void} */
        this.onnote = () => {};
        this.onbroken = () => {};
        this.open();
    }

    open() {
        compiled ??= compile();
        this.failed = false;
        const worker = new Worker(file("worker.js"), { type: "module" });
        this.worker = worker;
        compiled.then(
            (module) => worker.postMessage({ module }),
            () => this.fail(new Refused("The games could not be loaded. Check the network, then load the page again.")),
        );
        worker.onmessage = ({ data }) => {
            if (data.note !== undefined) {
                this.onnote(data.note);
                return;
            }
            const wish = this.pending.get(data.id);
            this.pending.delete(data.id);
            if (data.broken) {
                this.restart();
                this.onbroken();
                wish?.reject(new Refused(`Something went wrong inside, and it was started anew. ${data.broken}`));
            } else if (data.answer.refused !== undefined) {
                wish?.reject(new Refused(data.answer.refused));
            } else {
                wish?.resolve(data.answer.ok);
            }
        };
    }

    // Refuses all that is asked, and tries to load the library again when something else is asked.
    fail(error) {
        compiled = null;
        this.failed = true;
        const left = [...this.pending.values()];
        this.pending.clear();
        left.forEach((wish) => wish.reject(error));
    }

    ask(message) {
        if (this.failed) this.restart();
        const id = ++this.number;
        return new Promise((resolve, reject) => {
            this.pending.set(id, { resolve, reject });
            this.worker.postMessage({ id, message });
        });
    }

    // Ends the worker for good.
    close() {
        this.worker.terminate();
        this.pending.clear();
    }

    // Aborts the current request, if there is one, and starts with an empty desk.
    stop() {
        if (this.pending.size) this.restart();
    }

    restart() {
        this.worker.terminate();
        const left = [...this.pending.values()];
        this.pending.clear();
        this.open();
        left.forEach((wish) => wish.reject(new Stopped("stopped")));
    }
}
