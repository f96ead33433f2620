// The game as a text: written, copied, saved, and read in every notation.

import { Refused } from "./desk.js";
import { GAMES } from "./games.js";
import { by, element, on } from "./shapes.js";
import { sentence } from "./state.js";

const LONGEST_FILE = 1 << 20;

/**
 * @typedef {object} Page
 * @property {import("./types.js").Asked} table
 * @property {() => import("./types.js").View} view
 * @property {() => number | null} resigned
 * @property {() => string} link the address for others
 * @property {(view: import("./types.js").View) => void} begin puts a game that was read on the table
 */
export class Share {
    /** @param {Page} page */
    constructor(page) {
        this.page = page;
        // What was written into the field, which a person may change.
        this.written = "";
        on("tab-text", "click", () => this.write());
        on("format", "change", () => this.write());
        on("copy", "click", () => this.copy(by("text").value));
        on("read", "click", () => this.read(by("text").value));
        on("save", "click", () => this.save());
        on("link", "click", () => this.send(this.linked(this.page.link()), (words) => this.say(words)));
        on("file", "change", () => this.load(by("file").files?.[0]));
    }

    /** @param {string} text */
    say(text) {
        by("text-say").textContent = text;
    }

    /** @param {unknown} error */
    refuse(error) {
        this.say(error instanceof Refused ? sentence(error.message) : String(error));
    }

    async listNotations() {
        const notations = await this.page.table.ask({ do: "notations" });
        by("format").replaceChildren(
            element("option", { value: "" }, "automatic"),
            ...notations.map(({ name, about }) => element("option", { value: name }, `${name}: ${about}`)),
        );
    }

    /** Writes the game into the field, unless a person has written something else there. */
    async write() {
        const field = by("text");
        const before = field.value;
        if (before && before !== this.written) return;
        this.say("");
        try {
            const format = by("format").value || "text";
            const text = await this.page.table.ask({ do: "write", format, resigned: this.page.resigned() });
            if (field.value !== before) return;
            field.value = this.written = `${text.trimEnd()}\n`;
        } catch (error) {
            this.refuse(error);
        }
    }

    /**
     * Reads a text as a record of the current game, or else of the first game that accepts it.
     * @param {string} text
     */
    async read(text) {
        const format = by("format").value || null;
        const current = this.page.view().game;
        const others = format ? [] : Object.keys(GAMES).filter((game) => game !== current);
        /** @type {unknown} */
        let first = null;
        for (const game of [current, ...others]) {
            try {
                const next = await this.page.table.ask({ do: "open", game, text, format });
                this.page.begin(next);
                const moves = next.moves.length === 1 ? "move" : "moves";
                const notes = next.notes.map((note) => ` Note: ${note}.`).join("");
                this.say(`Read: ${GAMES[game].title}, ${next.moves.length} ${moves}.${notes}`);
                return;
            } catch (error) {
                first ??= error;
            }
        }
        this.refuse(first);
    }

    /** @param {File | undefined} file */
    async load(file) {
        if (!file) return;
        if (file.size > LONGEST_FILE) {
            this.say("The file is larger than a record can be.");
            return;
        }
        by("text").value = await file.text();
        by("file").value = "";
        this.read(by("text").value);
    }

    /**
     * @param {string} text
     * @param {(words: string) => void} say
     */
    async copy(text, say = (words) => this.say(words)) {
        try {
            await navigator.clipboard.writeText(text);
            say("Copied.");
        } catch {
            say("The browser does not let the page copy; select the text and copy it yourself.");
        }
    }

    /**
     * What is handed on with a link to a game.
     * @param {string} url
     */
    linked(url) {
        return { title: GAMES[this.page.view().game].title, url };
    }

    /**
     * Hands a link or a text to the sheet of the system, or else to the clipboard. Returns whether that was possible.
     * @param {{ title?: string, url?: string, text?: string }} what
     * @param {(words: string) => void} say
     */
    async send(what, say) {
        if (navigator.share) {
            // Nothing happens if the sheet is closed again.
            const shared = navigator.share(what);
            return shared.then(
                () => true,
                () => false,
            );
        }
        let isSent = false;
        await this.copy(what.url ?? what.text ?? "", (words) => {
            isSent = words === "Copied.";
            say(isSent ? `${what.url ? "The link" : "The result"} is copied: paste it anywhere.` : words);
        });
        return isSent;
    }

    save() {
        saveAs(`${this.page.view().game}.txt`, new Blob([by("text").value], { type: "text/plain" }));
    }
}

/**
 * @param {string} name
 * @param {Blob} blob
 */
export function saveAs(name, blob) {
    const url = URL.createObjectURL(blob);
    element("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
}
