// The card table: the position as rows of stacks of cards. Taps on two stacks of a row join them, and two taps on one
// divide it; the steps of a move are shown as they happen.

import { pace } from "./settings.js";
import { by, element, on, wait } from "./shapes.js";
import { isMoveAfter, isYourTurn, sentence } from "./state.js";

/**
 * @typedef {import("./npm/index.js").Cards["rows"]} Rows
 * @typedef {{ row: number, stack: number, cut: number }} Held a card, by its place; all count from 0
 */

// The milliseconds for which each step of a move is shown.
const STEP = 1_100;
// The number of cards of a spot that is dead.
const DEAD = 3;

const BEGIN = "Tap a card: it comes to the top of its stack. Then tap where the line ends.";
// What each step does, by its number.
const JOINS = [
    "Cut the stacks.",
    "A twin of the first stack's top card goes to its bottom.",
    "A twin of the second stack's top card goes to its bottom.",
    "Two cards of a new value go to the bottoms of both stacks.",
    "The first stack goes on top of the second.",
];
const DIVIDES = [
    "Cut the stack.",
    "A twin of its top card goes to its bottom.",
    "The cards down to the end of the line go to a new row.",
    "A twin of the last of them goes on top of the stack that stays.",
    "Two cards of a new value go on top of both stacks.",
    "Other stacks move to the new row.",
];

export class Cards {
    /** @param {import("./play.js").Play} play */
    constructor(play) {
        this.play = play;
        /** @type {Held[]} the cards where a line begins and ends */
        this.held = [];
        /** @type {Set<number>} the stacks that go to the new row */
        this.moved = new Set();
        /** @type {Rows} the table that is laid out */
        this.rows = [];
        // Counts what is shown: steps of an older move stop.
        this.turn = 0;
        on("cards", "click", ({ target }) => {
            const card = target.closest("button");
            if (card) this.tap(placeOf(card));
        });
        on("divide", "click", () => this.divide());
    }

    /**
     * Shows the table of a view, and first the steps of the move that led to it.
     * @param {import("./types.js").View} view
     * @param {import("./types.js").View} before
     */
    async show(view, before) {
        const turn = ++this.turn;
        this.drop();
        try {
            const { rows, steps, joins } = await this.play.table.ask({ do: "cards" });
            const told = steps.map(({ number, rows }) => ({
                rows,
                words: `${number}. ${(joins ? JOINS : DIVIDES)[number - 1]}`,
            }));
            const last = told[told.length - 1];
            if (last && String(last.rows) !== String(rows)) told.push({ rows, words: "The table is sorted." });
            for (const { rows, words } of isMoveAfter(before, view) ? told : []) {
                if (turn !== this.turn) return;
                this.lay(rows);
                by("cards-say").textContent = words;
                await wait(STEP * pace());
            }
            if (turn !== this.turn) return;
            this.lay(rows);
            by("cards-say").textContent = isYourTurn(this.play.state) ? BEGIN : "";
        } catch (error) {
            by("cards").replaceChildren();
            by("cards-say").textContent = sentence(error instanceof Error ? error.message : String(error));
        }
    }

    drop() {
        this.held = [];
        this.moved.clear();
        by("divide").hidden = true;
    }

    /**
     * Lays out a table. Stacks that the table before did not have are marked.
     * @param {Rows} rows
     */
    lay(rows) {
        const old = new Set(this.rows.flat().map(String));
        this.rows = rows;
        const all = rows.flat(2);
        const isDead = (/** @type {number} */ card) => all.filter((other) => other === card).length === DEAD;
        const laid = rows.flatMap((row, i) => [
            element("h3", {}, `row ${i + 1}`),
            element(
                "ul",
                { class: "felt" },
                ...row.map((stack, k) => {
                    const isNew = old.size > 0 && !old.has(String(stack));
                    return element("li", {}, ...stackOf(stack, i, k, isNew, isDead));
                }),
            ),
        ]);
        by("cards").replaceChildren(...laid);
    }

    // Marks what was tapped.
    mark() {
        for (const card of by("cards").querySelectorAll("button")) {
            const { row, stack, cut } = placeOf(card);
            const isHeld = this.held.some((held) => held.row === row && held.stack === stack && held.cut === cut);
            const isMoved = this.held.length > 1 && this.held[0].row === row && this.moved.has(stack);
            card.setAttribute("aria-pressed", String(isHeld || isMoved));
        }
    }

    /**
     * A card begins a line, ends it, or names a stack that goes to the new row.
     * @param {Held} card
     */
    async tap(card) {
        const { play, held } = this;
        const { row, stack } = card;
        if (!isYourTurn(play.state) || play.state.thinking) return play.idle();
        const [first, second] = held;
        if (second && row === first.row && stack !== first.stack) {
            if (!this.moved.delete(stack)) this.moved.add(stack);
            return this.mark();
        }
        if (!first || second || row !== first.row) {
            this.drop();
            this.held = [card];
            by("cards-say").textContent = BEGIN.replace(/.*Then t/, "T");
            return this.mark();
        }
        if (stack !== first.stack) return this.make(`join ${row + 1} ${named(first)} ${named(card)}`);
        held.push(card);
        if (this.rows[row].length === 1) return this.divide();
        this.mark();
        by("divide").hidden = false;
        by("cards-say").textContent = "Tap the other stacks that go to the new row; then divide.";
    }

    divide() {
        const [first, last] = this.held;
        const n = this.rows[first.row][first.stack].length;
        const take = ((last.cut - first.cut + n) % n) + 1;
        const moved = [...this.moved].sort((a, b) => a - b).map((stack) => ` ${stack + 1}`);
        return this.make(`divide ${first.row + 1} ${named(first)} ${take}${moved.join("")}`);
    }

    /**
     * Makes a move, or says why it cannot be made.
     * @param {string} move
     */
    async make(move) {
        const { play } = this;
        this.drop();
        if (await play.play(move)) return;
        by("cards-say").textContent = play.state.said.text;
        this.mark();
    }
}

/**
 * The place of a card.
 * @param {HTMLButtonElement} card
 * @returns {Held}
 */
function placeOf(card) {
    const [row, stack, cut] = card.value.split(" ").map(Number);
    return { row, stack, cut };
}

/**
 * A stack in a move, counted from 1, with the cards that are cut.
 * @param {Held} held
 */
const named = ({ stack, cut }) => `${stack + 1}${cut ? `.${cut}` : ""}`;

/**
 * A stack, from its top card to its bottom, and its number. Its cards are pressed.
 * @param {number[]} cards
 * @param {number} row
 * @param {number} stack
 * @param {boolean} isNew
 * @param {(card: number) => boolean} isDead
 */
function stackOf(cards, row, stack, isNew, isDead) {
    const buttons = cards.map((card, cut) => {
        const label = `Card ${card}, stack ${stack + 1} of row ${row + 1}`;
        const look = `card${isDead(card) ? " dead" : ""}`;
        const fields = { type: "button", class: look, value: `${row} ${stack} ${cut}`, "aria-label": label };
        return element("li", {}, element("button", fields, String(card)));
    });
    return [
        element("ol", { class: `stack${isNew ? " new" : ""}`, "data-text": cards.join() }, ...buttons),
        element("small", {}, `${stack + 1}`),
    ];
}
