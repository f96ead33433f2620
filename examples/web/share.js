// The game as a text: written, copied, saved, and read in every notation.

import { Refused } from "./desk.js";
import { GAMES } from "./games.js";
import { element } from "./shapes.js";

const by = (id) => document.getElementById(id);
const LONGEST_FILE = 1 << 20;

// `page` has: table, the desk; view(); resigned(); begin(view), which puts a game that was read on the table.
export class Share {
    constructor(page) {
        this.page = page;
        const on = (id, event, act) => by(id).addEventListener(event, act);
        on("write", "click", () => this.write());
        on("copy", "click", async () => {
            if (by("text").value || (await this.write())) this.copy(by("text").value);
        });
        on("read", "click", () => this.read(by("text").value));
        on("save", "click", async () => {
            if (by("text").value || (await this.write())) this.save();
        });
        on("link", "click", () => this.copy(location.href));
        on("file", "change", () => this.load(by("file").files[0]));
    }

    say(text) {
        by("text-say").textContent = text;
    }

    refuse(error) {
        this.say(error instanceof Refused ? error.message.charAt(0).toUpperCase() + error.message.slice(1) : error);
    }

    async listNotations() {
        const notations = await this.page.table.ask({ do: "notations" });
        by("format").replaceChildren(
            element("option", { value: "" }, "guess when reading; the library's own when writing"),
            ...notations.map(({ name, about }) => element("option", { value: name }, `${name}: ${about}`)),
        );
    }

    async write() {
        try {
            const format = by("format").value || "text";
            const { text } = await this.page.table.ask({ do: "write", format, resigned: this.page.resigned() });
            by("text").value = text.trimEnd() + "\n";
            this.say("");
            return true;
        } catch (error) {
            this.refuse(error);
            return false;
        }
    }

    // Reads a text as a record of the current game, or else of the first game that accepts it.
    async read(text) {
        const format = by("format").value || null;
        const current = this.page.view().game;
        const others = format ? [] : Object.keys(GAMES).filter((game) => game !== current);
        let first = null;
        for (const game of [current, ...others]) {
            try {
                const next = await this.page.table.ask({ do: "open", game, text, format });
                this.page.begin(next);
                const moves = next.moves.length === 1 ? "move" : "moves";
                this.say(`Read: ${GAMES[game].title}, ${next.moves.length} ${moves}.`);
                return;
            } catch (error) {
                first ??= error;
            }
        }
        this.refuse(first);
    }

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

    async copy(text) {
        try {
            await navigator.clipboard.writeText(text);
            this.say("Copied.");
        } catch {
            this.say("The browser does not let the page copy; select the text and copy it yourself.");
        }
    }

    save() {
        const text = by("text").value;
        const name = `${this.page.view().game}.txt`;
        const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
        element("a", { href: url, download: name }).click();
        setTimeout(() => URL.revokeObjectURL(url), 1000);
    }
}
