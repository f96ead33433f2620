// <papergames-board game="sprouts" position="3+" mode="play">: a board for any page.

import { boardOf } from "./board.js";
import { Desk, Refused, Stopped } from "./desk.js";
import { element } from "./shapes.js";
import { Zoom } from "./zoom.js";

/**
 * @typedef {import("./index.js").View} View
 * @typedef {import("./index.js").JudgedClass} JudgedClass
 */

const MODES = ["show", "play", "analyse"];
/** @type {Record<string, string>} */
const USUAL = { sprouts: "3+", brussels: "2+", sos: "5x5", phutball: "15x21" };
const PLAYERS = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"];

export class PapergamesBoard extends HTMLElement {
    static observedAttributes = ["game", "position", "mode", "machine", "limit"];

    /** @type {View | null} */
    #view = null;
    /** @type {import("./types.js").GameBoard | null} */
    #board = null;
    #kind = "";
    /** @type {string[]} */
    #picked = [];
    #parts;
    /** @type {Desk | null} */
    #table = null;
    /** @type {Desk | null} */
    #thinker = null;
    #zoom;
    #turn = 0;
    #thinking = false;
    /** @type {number[] | undefined} the path of the pen */
    #path;

    constructor() {
        super();
        const style = element("link", { rel: "stylesheet", href: new URL("element.css", import.meta.url) });
        const boards = element("link", { rel: "stylesheet", href: new URL("board.css", import.meta.url) });
        const box = element("div", { id: "board" });
        const say = element("p", { id: "say", role: "status", "aria-live": "polite" });
        const button = (/** @type {string} */ name, /** @type {() => unknown} */ act) => {
            const node = element("button", { type: "button" }, name);
            node.addEventListener("click", act);
            return node;
        };
        const undo = button("Undo", () => this.undo());
        const stop = button("Stop here", () => this.play("stop").catch(() => {}));
        const analyse = button("Analyse", () => this.analyse());
        const values = element("ul", { id: "values", "aria-label": "Moves and what they are worth" });
        const tools = element("div", { id: "tools" }, stop, undo, analyse);
        this.#parts = { box, say, undo, stop, analyse, values, tools };
        this.attachShadow({ mode: "open" }).append(boards, style, box, say, tools, values);
        this.#zoom = new Zoom(
            box,
            () => this.#board,
            () => {},
        );
    }

    connectedCallback() {
        this.#table ??= new Desk();
        this.#thinker ??= new Desk();
        this.#open();
    }

    disconnectedCallback() {
        this.#turn += 1;
        this.#table?.close();
        this.#thinker?.close();
        this.#table = this.#thinker = this.#view = null;
    }

    /**
     * @param {string} name
     * @param {string | null} before
     * @param {string | null} after
     */
    attributeChangedCallback(name, before, after) {
        if (!this.#table || before === after) return;
        if (name === "game" || name === "position") this.#open();
        else if (this.#view) this.#show(this.#view);
    }

    /** The whole game as text: the position it began with, and the moves. */
    get record() {
        return this.#view?.record ?? null;
    }

    /** The position shown, as text. */
    get position() {
        return this.#view?.position ?? null;
    }

    set position(text) {
        this.setAttribute("position", text ?? "");
    }

    get game() {
        const game = this.getAttribute("game") ?? "";
        return game in USUAL ? game : "sprouts";
    }

    set game(name) {
        this.setAttribute("game", name);
    }

    get mode() {
        const mode = this.getAttribute("mode") ?? "";
        return MODES.includes(mode) ? mode : "show";
    }

    set mode(name) {
        this.setAttribute("mode", name);
    }

    /**
     * Makes a move; refused with the reason if it is not legal.
     * @param {string} move
     */
    async play(move) {
        if (this.#table) this.#show(await this.#table.ask({ do: "play", move }), true);
    }

    /** Takes back the last move, and that of the machine before it. */
    async undo() {
        if (!this.#view || !this.#table) return;
        const machine = this.#machine();
        let at = this.#view.at - 1;
        while (machine && at > 0 && this.#view.moves[at].player === machine.seat) at -= 1;
        if (at >= 0) this.#show(await this.#table.ask({ do: "go", at }));
    }

    /** Judges all moves of the position shown, and returns what was found. */
    async analyse() {
        const turn = this.#turn;
        const thinker = this.#thinker;
        if (!thinker) return null;
        const limit = Number(this.getAttribute("limit") ?? 5);
        /** @type {Map<string, JudgedClass>} */
        const judged = new Map();
        this.#parts.values.replaceChildren();
        this.#say(`Analysing for at most ${limit} seconds …`);
        thinker.onnote = (note) => {
            /** @type {import("./index.js").News} */
            const news = JSON.parse(note);
            if (!("judged" in news) || turn !== this.#turn) return;
            judged.set(news.judged.text, news.judged);
            this.#list([...judged.values()]);
        };
        try {
            const text = this.#shown();
            const milliseconds = limit * 1000;
            const found = await thinker.ask({ do: "study", game: this.game, text, milliseconds });
            if (turn !== this.#turn) return found;
            this.#say(found.headline);
            this.#list(found.moves);
            this.dispatchEvent(new CustomEvent("analysis", { detail: found }));
            return found;
        } catch (error) {
            if (!(error instanceof Stopped)) this.#refuse(error);
            return null;
        }
    }

    async #open() {
        const turn = ++this.#turn;
        if (!this.#table) return;
        this.#thinker?.stop();
        const text = this.getAttribute("position") || USUAL[this.game];
        try {
            const view = await this.#table.ask({ do: "open", game: this.game, text });
            if (turn !== this.#turn) return;
            this.#zoom.reset();
            this.#show(view);
        } catch (error) {
            if (turn === this.#turn) this.#refuse(error);
        }
    }

    #shown() {
        if (!this.#view) return "";
        const { setup, moves, at } = this.#view;
        return [setup, ...moves.slice(0, at).map((move) => move.text)].join(" ");
    }

    // The machine's seat and level, from `machine="2"` or `machine="first 4"`.
    #machine() {
        const words = this.getAttribute("machine")?.split(/\s+/) ?? [];
        const level = Number(words.find((word) => /^[1-5]$/.test(word)));
        return this.mode === "play" && level ? { level, seat: words.includes("first") ? 0 : 1 } : null;
    }

    #mayPlay() {
        const turn = this.#view?.turn ?? null;
        return this.mode !== "show" && turn !== null && turn !== this.#machine()?.seat;
    }

    /** @param {View} view */
    #show(view, isMove = false) {
        const before = this.#view;
        this.#view = view;
        this.#turn += 1;
        this.#picked = [];
        if (this.#thinking || this.#parts.values.childElementCount) this.#thinker?.stop();
        this.#thinking = false;
        this.#parts.values.replaceChildren();
        if (!this.#board || this.#kind !== view.board.kind) {
            this.#kind = view.board.kind;
            this.#board = boardOf(this.#kind, this.#parts.box, this.#wants, this.#zoom);
        }
        const [old, now] = [before, view].map((view) => (view?.board.kind === "drawing" ? view.board.lines : []));
        const fresh = now.map((_, i) => i).slice(old.length);
        this.#board.show(view.board, isMove ? { fresh, path: this.#path } : null, view.players);
        this.#path = undefined;
        this.#paint(view);
        this.#say(
            view.turn === null ? `${view.status}.` : this.#mayPlay() ? `${view.status}: ${view.task}.` : view.status,
        );
        if (isMove) {
            const { text, words, player } = view.moves[view.at - 1];
            const { position, record } = view;
            this.dispatchEvent(new CustomEvent("move", { detail: { move: text, words, player, position, record } }));
            if (view.turn === null) {
                this.dispatchEvent(new CustomEvent("over", { detail: { winner: view.winner, record } }));
            }
        }
        if (this.mode === "analyse" && view.turn !== null) this.analyse();
        if (this.#machine()?.seat === view.turn) this.#think();
    }

    /** @param {View} view */
    #paint(view) {
        const { undo, stop, analyse, tools } = this.#parts;
        const label = `${this.game}. ${view.status}.`;
        const active = this.#mayPlay();
        this.#board?.state({ label, active, picked: this.#picked, player: view.turn });
        tools.hidden = this.mode === "show";
        stop.hidden = !(view.board.kind === "field" && view.board.stop && active);
        undo.disabled = view.at === 0;
        analyse.hidden = this.mode !== "analyse";
    }

    /** @param {string} text */
    #say(text) {
        this.#parts.say.textContent = text;
    }

    /** @param {unknown} error */
    #refuse(error) {
        const text = error instanceof Refused ? error.message : String(error);
        this.#say(text.charAt(0).toUpperCase() + text.slice(1));
        this.dispatchEvent(new CustomEvent("refused", { detail: text }));
    }

    async #think() {
        const turn = this.#turn;
        const level = this.#machine()?.level;
        if (!level || !this.#thinker) return;
        this.#thinking = true;
        try {
            const seed = Math.floor(Math.random() * 2 ** 32);
            const text = this.#shown();
            const chosen = await this.#thinker.ask({ do: "choose", game: this.game, text, level, seed });
            if (chosen && turn === this.#turn) await this.play(chosen.move);
        } catch (error) {
            if (!(error instanceof Stopped)) this.#refuse(error);
        }
    }

    /** @param {JudgedClass[]} moves */
    #list(moves) {
        const items = moves.map((move) => {
            const height = move.worth.height ?? 0;
            const who = height > 0 ? "seat0" : height < 0 ? "seat1" : "";
            const button = element(
                "button",
                { type: "button", class: move.best ? "best" : null },
                `${move.words} `,
                element("span", { class: `worth ${move.worth.certainty} ${who}` }, move.worth.text),
            );
            button.addEventListener("click", () => this.play(move.text).catch((error) => this.#refuse(error)));
            return element("li", {}, button);
        });
        this.#parts.values.replaceChildren(...items);
    }

    /** @type {import("./types.js").Wants} what the boards ask for */
    #wants = {
        say: (text) => {
            if (text) this.#say(text);
        },
        play: (move) => this.play(move).catch((error) => this.#refuse(error)),
        pick: (name) => void this.#pick(name),
        pen: (message) => {
            if (!this.#table) throw new Stopped("stopped");
            return this.#table.ask(message);
        },
        refused: (error) => this.#refuse(error),
        mayDrawAhead: () => false,
        missed: () => {},
        idle: () => {
            if (!this.#view) return;
            const { turn, status } = this.#view;
            if (turn === null) this.#say(`${status}.`);
            else if (this.mode !== "show") this.#say(`${PLAYERS[turn]} is the machine.`);
        },
        lift: async (reach, path) => {
            if (!this.#table) return;
            const view = await this.#table.ask({ do: "up", reach, spot: true });
            this.#path = path;
            this.#show(view, true);
        },
    };

    /**
     * Two spots one after the other are a line, if only one line joins them.
     * @param {string} name
     */
    async #pick(name) {
        if (!this.#mayPlay() || !this.#table || !this.#view) return;
        this.#picked.push(name);
        const touching = this.#picked;
        if (touching.length === 2) {
            this.#picked = [];
            const { moves } = await this.#table.ask({ do: "choices", touching, take: 2 });
            if (moves.length === 1) return this.play(moves[0].text);
            this.#say(moves.length ? "There are several such lines: draw one." : "No line joins these two.");
        }
        this.#paint(this.#view);
    }
}

if (!customElements.get("papergames-board")) customElements.define("papergames-board", PapergamesBoard);
