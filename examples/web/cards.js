// The card table: the position as rows of stacks of cards. Taps on two stacks of a row join them, and two taps on one
// divide it; the steps of a move are shown as they happen.

import { pace } from "./settings.js";
import { by, element, on, wait } from "./shapes.js";
import { isMoveAfter, isYourTurn, sentence } from "./state.js";

// The milliseconds for which each step of a move is shown.
const STEP = 1_100;

const BEGIN = "Tap a card: it comes to the top of its stack. Then tap where the line ends.";
// What each step does, by its number.
const STEPS = {
    join: [
        "Cut the stacks.",
        "A twin of the first stack's top card goes to its bottom.",
        "A twin of the second stack's top card goes to its bottom.",
        "Two cards of a new value go to the bottoms of both stacks.",
        "The first stack goes on top of the second.",
    ],
    divide: [
        "Cut the stack.",
        "A twin of its top card goes to its bottom.",
        "The cards down to the end of the line go to a new row.",
        "A twin of the last of them goes on top of the stack that stays.",
        "Two cards of a new value go on top of both stacks.",
        "Other stacks move to the new row.",
    ],
};

/**
 * @typedef {{ row: number, stack: number, cut: number }} Held a card, by its place; all count from 0
 */
export class Cards {
    /** @param {import("./play.js").Play} play */
    constructor(play) {
        this.play = play;
        /** @type {Held[]} the cards where a line begins and ends */
        this.held = [];
        /** @type {Set<number>} the stacks that go to the new row */
        this.moved = new Set();
        // The numbers of cards in each stack of each row.
        this.sizes = [];
        // Counts what is shown: steps of an older move stop.
        this.turn = 0;
        on("cards", "click", ({ target }) => {
            const card = target.closest("button");
            if (card) this.tap(card.value.split(" ").map(Number));
        });
        on("divide", "click", () => this.divide());
    }

    /** Shows the table of a view, and first the steps of the move that led to it. */
    async show(view, before) {
        const turn = ++this.turn;
        this.drop();
        const isLate = () => turn !== this.turn;
        try {
            if (isMoveAfter(before, view)) {
                const made = await this.ask({ do: "steps", view: "cards" });
                for (const step of parts(made?.steps ?? "")) {
                    if (isLate()) return;
                    this.lay(step.table);
                    const what = STEPS[made.text.split(" ")[0]]?.[Number(step.number) - 1];
                    by("cards-say").textContent = what ? `${step.number}. ${what}` : "The table is sorted.";
                    await wait(STEP * pace());
                }
            }
            const { text } = await this.ask({ do: "write", format: "cards" });
            if (isLate()) return;
            const dead = new Set(view.board.spots.filter(({ lives }) => lives === 0).map(({ name }) => name));
            this.lay(text.trim().replace(/\d+/g, (value) => (dead.has(value) ? `[${value}]` : value)));
            by("cards-say").textContent = isYourTurn(this.play.state) ? BEGIN : "";
        } catch (error) {
            by("cards").replaceChildren();
            by("cards-say").textContent = sentence(error.message);
        }
    }

    ask(message) {
        return this.play.table.ask(message);
    }

    drop() {
        this.held = [];
        this.moved.clear();
        by("divide").hidden = true;
    }

    // Lays out a table that is written like `1,[3];2/4`, with the cards of dead spots in brackets. Stacks that the
    // table before did not have are marked.
    lay(text) {
        const old = new Set([...by("cards").querySelectorAll(".stack")].map((stack) => stack.dataset.text));
        const rows = text.split("/").map((row) => row.split(";").map((stack) => stack.split(",")));
        this.sizes = rows.map((row) => row.map((stack) => stack.length));
        const laid = rows.flatMap((row, i) => [
            element("h3", {}, `row ${i + 1}`),
            element("ul", { class: "felt" }, ...row.map((stack, k) => element("li", {}, ...stackOf(stack, i, k, old)))),
        ]);
        by("cards").replaceChildren(...laid);
    }

    // Marks what was tapped.
    mark() {
        for (const card of by("cards").querySelectorAll("button")) {
            const [row, stack, cut] = card.value.split(" ").map(Number);
            const isHeld = this.held.some((held) => held.row === row && held.stack === stack && held.cut === cut);
            const isMoved = this.held.length > 1 && this.held[0].row === row && this.moved.has(stack);
            card.setAttribute("aria-pressed", String(isHeld || isMoved));
        }
    }

    // A card begins a line, ends it, or names a stack that goes to the new row.
    async tap([row, stack, cut]) {
        const { play, held } = this;
        if (!isYourTurn(play.state) || play.state.thinking) return play.idle();
        const [first, second] = held;
        if (second && row === first.row && stack !== first.stack) {
            if (!this.moved.delete(stack)) this.moved.add(stack);
            return this.mark();
        }
        if (!first || second || row !== first.row) {
            this.drop();
            this.held = [{ row, stack, cut }];
            by("cards-say").textContent = BEGIN.replace(/.*Then t/, "T");
            return this.mark();
        }
        if (stack !== first.stack) return this.make(`join ${row + 1} ${named(first)} ${named({ row, stack, cut })}`);
        held.push({ row, stack, cut });
        if (this.sizes[row].length === 1) return this.divide();
        this.mark();
        by("divide").hidden = false;
        by("cards-say").textContent = "Tap the other stacks that go to the new row; then divide.";
    }

    divide() {
        const [first, last] = this.held;
        const n = this.sizes[first.row][first.stack];
        const take = ((last.cut - first.cut + n) % n) + 1;
        const moved = [...this.moved].sort((a, b) => a - b).map((stack) => ` ${stack + 1}`);
        return this.make(`divide ${first.row + 1} ${named(first)} ${take}${moved.join("")}`);
    }

    // Makes a move, or says why it cannot be made.
    async make(move) {
        this.drop();
        try {
            await this.ask({ do: "steps", view: "cards", move });
        } catch (error) {
            by("cards-say").textContent = `${sentence(error.message)}.`;
            return this.mark();
        }
        await this.play.play(move);
    }
}

// The steps of a move: `4. 1,3;2,3  5. 1,3,2,3  sorted: 1,3,2,3`.
const parts = (steps) =>
    steps
        .split("  ")
        .filter(Boolean)
        .map((step) => {
            const [number, table] = step.split(/[.:] /);
            return { number, table };
        });

/**
 * A stack in a move, counted from 1, with the cards that are cut.
 * @param {Held} held
 */
const named = ({ stack, cut }) => `${stack + 1}${cut ? `.${cut}` : ""}`;

// A stack, from its top card to its bottom, and its number. Its cards are pressed.
function stackOf(cards, row, stack, old) {
    const text = cards.join();
    const buttons = cards.map((card, cut) => {
        const value = card.replace(/\W/g, "");
        const label = `Card ${value}, stack ${stack + 1} of row ${row + 1}`;
        const look = `card${card === value ? "" : " dead"}`;
        const fields = { type: "button", class: look, value: `${row} ${stack} ${cut}`, "aria-label": label };
        return element("li", {}, element("button", fields, value));
    });
    const isNew = old.size > 0 && !old.has(text);
    return [
        element("ol", { class: `stack${isNew ? " new" : ""}`, "data-text": text }, ...buttons),
        element("small", {}, `${stack + 1}`),
    ];
}
