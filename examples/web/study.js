// Analysis: the values of the position shown, its moves and the whole game.

import { Stopped } from "./desk.js";
import { counted, GAMES } from "./games.js";
import { by, element, shape } from "./shapes.js";
import { sentence } from "./state.js";

// The most moves that are drawn on the board: the best ones, since more would hide one another.
const SHOWN = 3;
// The sides of the graph of a game, and the room for its marks.
const WIDE = 300;
const HIGH = 96;
const FOOT = 16;

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Candidate} Candidate
 * @typedef {import("./npm/index.js").News} News
 * @typedef {import("./npm/index.js").JudgedClass} JudgedClass
 * @typedef {import("./npm/index.js").Area} Area
 * @typedef {import("./npm/index.js").GameReview} GameReview
 * @typedef {Pick<JudgedClass, "turn" | "worth">} Turn the moves of a turn, and what the position after it is worth
 * @typedef {import("./npm/index.js").ReviewedTurn} ReviewedTurn
 *
 * @typedef {object} Page
 * @property {import("./types.js").Asked} table
 * @property {import("./desk.js").Desk} thinker
 * @property {() => View} view
 * @property {() => import("./types.js").GameBoard | null} board
 * @property {() => string} shown the record up to the position shown
 * @property {(i: number) => string} called the name of a player on the page
 * @property {(text: string) => string} named puts these names for players
 * @property {() => number | null} resigned
 * @property {() => boolean} isOver
 * @property {(at: number) => void} go
 * @property {(resigned: number | null) => void} end shows the end of the game again
 * @property {(move: string) => Promise<void>} explore tries a move in a copy of the game
 * @property {(move: string | null) => void} ghost
 * @property {() => boolean} wait ends what the thinker does for a player and returns whether it is free
 * @property {() => void} changed is called when the review of the game is there
 */

export class Study {
    /** @param {Page} page */
    constructor(page) {
        this.page = page;
        /** @type {GameReview & { record: string, resigned: number | null, isOfEnd: boolean } | null} */
        this.review = null;
        /** @type {object | null} the search that is going on */
        this.running = null;
        this.again = false;
        this.isOpen = false;
        /** @type {Set<string>} the values whose moves are all listed */
        this.opened = new Set();
        /** @type {Candidate[]} the moves to draw on the board, and the lines offered instead */
        this.drawn = [];
        /** @type {Candidate[]} */
        this.offered = [];
        by("analyse").addEventListener("click", () => this.analyse());
        by("review-game").addEventListener("click", () => this.reviewGame());
        by("cancel").addEventListener("click", () => this.stop());
    }

    // Stops a search that is still going on. The thinker is free afterwards.
    stop() {
        if (!this.running) return;
        this.running = null;
        this.page.thinker.stop();
        this.idle("Stopped.");
    }

    /**
     * Forgets what was said of another position, and goes on if moves are being explored.
     * @param {View} view
     */
    clear(view) {
        this.stop();
        by("progress").replaceChildren();
        this.blank();
        this.page.board()?.shade(null);
        this.drawn = [];
        if (this.review && !view.record.startsWith(this.review.record)) this.review = null;
        this.paintReview();
        by("review-game").hidden = view.players > 2;
        by("review-game").disabled = view.moves.length === 0;
        if (!this.again) return;
        this.again = false;
        if (view.turn !== null) this.analyse();
    }

    /**
     * Searches for as long as a person allows; `null` if that was stopped.
     * @template T
     * @param {(milliseconds: number) => Promise<T>} ask
     * @param {(news: News) => void} hear
     * @param {string} what
     */
    async search(ask, hear, what) {
        if (!this.page.wait()) {
            by("progress").textContent = "One moment: looking for a puzzle.";
            return null;
        }
        this.stop();
        const limit = Number(by("limit").value);
        const search = {};
        this.running = search;
        const begun = performance.now();
        const tell = () => {
            const seconds = (performance.now() - begun) / 1000;
            by("meter").value = Math.min(1, seconds / limit);
            by("meter").textContent = `${Math.floor(seconds)} of at most ${limit} seconds`;
        };
        by("analyse").disabled = by("review-game").disabled = true;
        by("cancel").hidden = by("meter").hidden = false;
        by("progress").textContent = `${what} …`;
        tell();
        const clock = setInterval(tell, 200);
        this.page.thinker.onnote = (note) => {
            if (this.running === search) hear(JSON.parse(note));
        };
        try {
            const found = await ask(limit * 1000);
            if (this.running !== search) return null;
            this.running = null;
            this.idle("");
            return found;
        } catch (error) {
            if (this.running === search) {
                this.running = null;
                this.idle(error instanceof Stopped || !(error instanceof Error) ? "Stopped." : error.message);
            }
            return null;
        } finally {
            clearInterval(clock);
        }
    }

    /** @param {string} words */
    idle(words) {
        by("progress").textContent = words;
        by("analyse").disabled = false;
        by("review-game").disabled = this.page.view().moves.length === 0;
        by("cancel").hidden = by("meter").hidden = true;
    }

    // An empty panel.
    blank() {
        for (const id of ["verdict", "nimbers", "lands", "judged"]) by(id).replaceChildren();
        by("expert").hidden = true;
    }

    // The position shown and all its moves.
    async analyse() {
        const { table, view, shown } = this.page;
        this.blank();
        /** @type {Map<string, JudgedClass>} */
        const judged = new Map();
        const hear = (/** @type {News} */ news) => {
            if ("progress" in news) by("progress").textContent = news.progress;
            else if ("worth" in news) this.headline(`${sentence(news.worth.text)} (${news.worth.certainty}).`, []);
            else {
                judged.set(news.judged.text, news.judged);
                this.listMoves([...judged.values()]);
            }
        };
        const lands = await table.ask({ do: "lands" }).catch(() => []);
        this.listLands(lands);
        const [game, text] = [view().game, shown()];
        const ask = (/** @type {number} */ milliseconds) =>
            this.page.thinker.ask({ do: "study", game, text, milliseconds });
        const result = await this.search(ask, hear, "Thinking");
        if (!result) return;
        if (result.nimbers.length) this.listLands(lands, result.nimbers);
        this.headline(result.headline, result.details);
        by("nimbers").replaceChildren(...result.expert.map((words) => element("p", { class: "quiet" }, words)));
        by("expert").hidden = !lands.length && !result.expert.length;
        this.listMoves(result.moves);
        await this.show(result.moves);
    }

    /**
     * Draws the first of the best moves on the board, as long as the analysis is open.
     * @param {Turn[]} moves
     */
    async show(moves) {
        const { table, view } = this.page;
        const { turn, record, at } = view();
        /** @type {Candidate[]} */
        const shown = [];
        for (const { turn: moved, worth } of moves) {
            if (worth.height === null || shown.length >= SHOWN) continue;
            const better = worth.height * (turn === 0 ? 1 : -1);
            const outcome = better > 0 ? "win" : better < 0 ? "loss" : "draw";
            const isLike = (/** @type {Candidate} */ other) =>
                other.outcome === outcome && other.certainty === worth.certainty;
            if (!shown.every(isLike)) break;
            const ghost = await table.ask({ do: "ghost", move: moved.join(" ") }).catch(() => null);
            if (view().record !== record || view().at !== at) return;
            if (ghost && ghost.kind !== "nothing")
                shown.push({ ghost, turn: moved.join(" "), outcome, certainty: worth.certainty });
        }
        this.drawn = shown;
        this.draw();
    }

    draw() {
        this.page.board()?.candidates(this.offered.length ? this.offered : this.isOpen ? this.drawn : []);
    }

    /**
     * Shows on the board the lines that are offered, or else what was found while its panel is open.
     * @param {import("./state.js").State} state
     */
    paint({ panel, offered }) {
        this.isOpen = panel === "analysis";
        this.offered = offered;
        this.draw();
        if (!this.isOpen) this.page.board()?.shade(null);
    }

    /**
     * @param {string} headline
     * @param {string[]} details
     */
    headline(headline, details) {
        by("verdict").replaceChildren(
            element("p", { class: "headline" }, this.page.named(headline)),
            ...details.map((detail) => element("p", { class: "quiet" }, detail)),
        );
    }

    /**
     * The moves by what they are worth: the first few of each value, and the others behind them.
     * @param {JudgedClass[]} moves
     */
    listMoves(moves) {
        const value = (/** @type {JudgedClass} */ { worth }) => `${this.page.named(worth.text)}, ${worth.certainty}`;
        const groups = Map.groupBy(moves, value);
        const items = [...groups].flatMap(([value, group]) => {
            const lines = group.map((move) => element("li", {}, this.judged(move)));
            // A list that grows while it is read keeps what is open.
            const rest = lines.slice(SHOWN);
            if (rest.length < 2) return lines;
            const more = element("summary", {}, `${counted(rest.length, "more kind")} of moves: ${value}`);
            const open = this.opened.has(value);
            const details = element("details", { open }, more, element("ul", {}, ...rest));
            details.addEventListener("toggle", () => this.opened[details.open ? "add" : "delete"](value));
            return [...lines.slice(0, SHOWN), element("li", {}, details)];
        });
        by("judged").replaceChildren(...items);
    }

    /** @param {JudgedClass} move */
    judged({ turn, words, alike, worth, best }) {
        const who = seatOf(worth.height);
        return this.moveButton(
            turn.join(" "),
            { class: best ? "best" : null },
            element("span", {}, `${best ? "★ " : ""}${words}`),
            element("span", { class: "quiet" }, alike > 1 ? ` and ${alike - 1} like it ` : " "),
            element("span", { class: `worth ${worth.certainty} ${who}` }, this.page.named(worth.text)),
        );
    }

    /**
     * Tries the moves of a turn in a copy of the game.
     * @param {string} turn
     */
    async explore(turn) {
        const moves = turn.split(" ");
        for (const [i, move] of moves.entries()) {
            this.again = i + 1 === moves.length;
            await this.page.explore(move);
        }
    }

    /**
     * Returns a button that explores the moves of a turn, and shows them while the pointer or the focus is on it.
     * @param {string} turn
     * @param {import("./shapes.js").Attributes} attributes
     * @param {(Node | string)[]} children
     */
    moveButton(turn, attributes, ...children) {
        const button = element("button", { type: "button", ...attributes }, ...children);
        button.addEventListener("click", () => this.explore(turn));
        for (const event of ["pointerenter", "focus"]) button.addEventListener(event, () => this.page.ghost(turn));
        for (const event of ["pointerleave", "blur"]) button.addEventListener(event, () => this.page.ghost(null));
        return button;
    }

    /**
     * The independent parts of a drawing, each as a small picture that can be marked on the board.
     * @param {Area[]} lands
     * @param {(number | null)[]} nimbers
     */
    listLands(lands, nimbers = []) {
        const board = this.page.board();
        by("lands").replaceChildren(
            ...lands.map((land, i) => {
                const name = lands.length > 1 ? `Land ${i + 1}` : "One land";
                const nimber = Number.isInteger(nimbers[i]) ? `, nimber *${nimbers[i]}` : "";
                const button = element(
                    "button",
                    { type: "button", "aria-pressed": false },
                    board?.thumbnail?.(land) ?? "",
                    element(
                        "span",
                        {},
                        `${name}: ${land.spots.length > 1 ? "spots" : "spot"} ${land.spots.join(", ")}${nimber} `,
                        element("code", {}, land.text),
                    ),
                );
                button.addEventListener("click", () => {
                    const shown = button.getAttribute("aria-pressed") === "true";
                    by("lands")
                        .querySelectorAll("button")
                        .forEach((other) => other.setAttribute("aria-pressed", String(other === button && !shown)));
                    board?.shade(shown ? null : land);
                });
                return element("li", {}, button);
            }),
        );
    }

    // ---- the whole game ----

    async reviewGame() {
        const view = this.page.view();
        const [resigned, isOfEnd] = [this.page.resigned(), this.page.isOver()];
        const ask = (/** @type {number} */ milliseconds) =>
            this.page.thinker.ask({ do: "review", game: view.game, text: view.record, resigned, milliseconds });
        const hear = (/** @type {News} */ news) => {
            if ("progress" in news) by("progress").textContent = news.progress;
        };
        const review = await this.search(ask, hear, "Reviewing the game");
        if (!review) return;
        this.review = { ...review, record: view.record, resigned, isOfEnd };
        this.paintReview();
        this.page.changed();
    }

    /** Once its review is closed, a game that was over is shown at its end again. */
    close() {
        const { review } = this;
        const { record, at, moves } = this.page.view();
        if (review?.isOfEnd && review.record === record && at < moves.length) this.page.end(review.resigned);
    }

    /**
     * The mark of a move of the game in the list of moves: "?" if it gave something away, "✗" if it lost the game.
     * @param {number} i
     */
    mark(i) {
        const turn = this.review?.turns.find(({ at }) => at === i);
        if (!this.review || !turn) return null;
        if (this.review.decisive === i + 1) return "✗";
        return turn.worse ? "?" : null;
    }

    paintReview() {
        const { review } = this;
        by("reviewed").hidden = !review;
        if (!review) return;
        const { called, named } = this.page;
        const view = this.page.view();
        const { joke } = GAMES[view.game];
        const shown = review.turns.filter(({ at }) => this.mark(at));
        by("reviewed").replaceChildren(
            graph(review, view.at, (at) => this.page.go(at)),
            element("p", { class: "quiet" }, `Up is good for ${called(0)}, down for ${called(1)}.`),
            element("p", { class: "headline" }, joke ?? named(review.decision)),
            // Where nobody can do better, nobody is praised.
            ...(joke ? [] : review.players).map((words) => element("p", { class: "quiet" }, named(words))),
            element("ul", { "aria-label": "Blunders" }, ...shown.map((turn) => this.turn(turn))),
        );
        // Better moves are as good as the position was.
        const { better = [] } = shown.find(({ at }) => at === view.at) ?? {};
        if (better.length) this.show(better.map(({ turn }) => ({ turn, worth: review.worths[view.at] })));
    }

    /**
     * A blunder, and better turns.
     * @param {ReviewedTurn} blunder
     */
    turn({ at, words, better }) {
        const view = this.page.view();
        const button = element("button", { type: "button" }, `${this.mark(at)} Move ${at + 1}: ${words}`);
        button.addEventListener("click", () => this.page.go(at));
        const item = element("li", {}, button);
        if (!better.length) return item;
        // They can be tried once the position before the move is shown.
        const tried = better.map(({ turn, words }) =>
            view.at === at ? this.moveButton(turn.join(" "), {}, words) : words,
        );
        const list = element("ul", {}, ...tried.map((words) => element("li", {}, words)));
        item.append(element("span", { class: "quiet" }, " better:"), list);
        return item;
    }
}

/**
 * Whose colour a value has.
 * @param {number | null} height
 */
const seatOf = (height) => (!height ? "" : height > 0 ? "seat0" : "seat1");

/**
 * The graph of a reviewed game: who is ahead after each move, and the move that decided it.
 * @param {GameReview} review
 * @param {number} at the position shown
 * @param {(at: number) => void} go shows another
 */
function graph(review, at, go) {
    const { worths, turns, decisive } = review;
    const step = WIDE / worths.length;
    const x = (/** @type {number} */ i) => (i + 0.5) * step;
    const y = (/** @type {number} */ height) => (HIGH / 2) * (1 - 0.86 * height);
    const svg = shape("svg", {
        viewBox: `0 0 ${WIDE} ${HIGH + FOOT}`,
        class: "graph",
        role: "img",
        "aria-label": `Who is ahead, from the start to move ${worths.length - 1}. ${review.decision}`,
    });
    svg.append(shape("rect", { class: "current", x: at * step, y: 0, width: step, height: HIGH + FOOT }));
    worths.forEach(({ height, certainty }, i) => {
        if (height === null) return;
        const top = Math.min(y(height), HIGH / 2 - 1);
        const who = seatOf(height);
        svg.append(
            shape("rect", {
                class: `bar ${certainty} ${who}`,
                x: x(i) - Math.min(step * 0.42, 7),
                y: height > 0 ? top : HIGH / 2,
                width: Math.min(step * 0.84, 14),
                height: Math.max(1, Math.abs(y(height) - HIGH / 2)),
            }),
        );
    });
    svg.append(shape("path", { class: "axis", d: `M0 ${HIGH / 2}H${WIDE}` }));
    turns.forEach(({ at, moves, worse }) => {
        if (!worse && decisive !== at + 1) return;
        const mark = decisive === at + 1 ? "decisive" : "worse";
        svg.append(
            shape("text", { class: mark, x: x(at + moves), y: HIGH + FOOT - 3 }, mark === "decisive" ? "✗" : "?"),
        );
    });
    worths.forEach(({ text }, i) => {
        const column = shape("rect", { class: "column", x: i * step, y: 0, width: step, height: HIGH + FOOT });
        column.append(shape("title", {}, `${i === 0 ? "start" : `after move ${i}`}: ${text}`));
        column.addEventListener("click", () => go(i));
        svg.append(column);
    });
    return svg;
}
