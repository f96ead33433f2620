// The board of SOS: squares, in which letters are written.

import { Cells, closest, grid, replace, TAP } from "./cells.js";
import { Refused } from "./desk.js";
import { readLetter } from "./letter.js";
import {
    bounds,
    calm,
    candidates,
    circled,
    INK_POINTS,
    LETTERS,
    polyline,
    resampled,
    shape,
    spline,
    tapOf,
} from "./shapes.js";

// The side of a square, and the smallest and the largest side of a letter in it.
const SIDE = 40;
const SMALL = 15;
const LARGE = 34;
// The milliseconds in which a letter is written, as in the style sheet.
const WRITTEN = 600;
// The largest scribble that may be meant as a letter, in squares.
const SCRIBBLE = 1.4;

/**
 * @typedef {import("./types.js").Place} Place
 * @typedef {import("./types.js").Path} Path
 * @typedef {import("./types.js").Preview} Preview
 */

/** @type {import("./npm/index.js").Letters} */
const EMPTY = { rows: 0, columns: 0, cells: "", names: [], owners: [], marks: [], last: null, scores: [] };

/**
 * A letter is written by a stroke in its square; a press offers both letters.
 * @extends {Cells<import("./npm/index.js").Letters>}
 */
export class Letters extends Cells {
    /**
     * @param {HTMLElement} box
     * @param {import("./types.js").Wants} wants
     * @param {import("./zoom.js").Zoom} zoom
     */
    constructor(box, wants, zoom) {
        super(box, wants, zoom, EMPTY);
        /** @type {{ id: number, from: Place, points: Path, isDrawn: boolean } | null} */
        this.stroke = null;
        this.writing = 0;
        this.isSquared = true;
        /** @type {import("./types.js").Inks} the ink of letters written by hand in this game */
        this.inks = {};
    }

    /**
     * Shows a board. Of two players, the first circles an S-O-S and the second strikes it through, as on paper.
     * @param {import("./npm/index.js").Board} board
     * @param {import("./types.js").From | null} from
     * @param {number} players
     */
    show(board, from, players) {
        if (board.kind !== "letters") return;
        this.board = board;
        const side = SIDE;
        const margin = 20;
        const [width, height] = [board.columns * side, board.rows * side];
        const svg = shape("svg", {
            role: "grid",
            class: "letters",
        });
        const names = board.names;
        for (let column = 0; column < board.columns; column++) {
            const text = names[column].replace(/\d+$/, "");
            svg.append(
                shape("text", { class: "rim", x: column * side + side / 2, y: -8, "aria-hidden": "true" }, text),
            );
        }
        for (let row = 0; row < board.rows; row++) {
            svg.append(
                shape(
                    "text",
                    { class: "rim", x: -13, y: row * side + side / 2, dy: "0.35em", "aria-hidden": "true" },
                    String(row + 1),
                ),
            );
        }
        const cells = grid(svg, board.columns, board.rows, (column, row) => {
            const index = row * board.columns + column;
            const letter = board.cells[index];
            const empty = letter === " ";
            const isLast = board.last === index;
            const ink = this.inks[letter + names[index]];
            const node = shape("g", {
                class: `cell${empty ? " empty" : ""}${isLast ? ` last${from && !ink ? " fresh" : ""}` : ""}`,
                "data-index": index,
                "data-name": names[index],
                "aria-label": `${names[index]}, ${empty ? "empty" : letter}${isLast ? ", last" : ""}`,
            });
            node.append(shape("rect", { x: column * side, y: row * side, width: side, height: side }));
            if (isLast) {
                node.append(
                    shape("rect", {
                        class: "frame",
                        x: column * side + 2.5,
                        y: row * side + 2.5,
                        width: side - 5,
                        height: side - 5,
                    }),
                );
            }
            if (!empty) {
                const d = ink ? spline(ink.map((z) => z / 10)) : byHand(letter, index);
                const owner = board.owners[index];
                const kind = owner === null ? "letter" : `letter seat${owner}`;
                node.append(
                    shape("path", {
                        ...LETTER,
                        class: kind,
                        d,
                        transform: `translate(${this.centre(index).join(" ")})`,
                    }),
                );
            }
            node.addEventListener("click", ({ clientX, clientY }) => this.offer(index, false, [clientX, clientY]));
            node.addEventListener("keydown", (event) => {
                const key = event.key.toUpperCase();
                if (event.ctrlKey || event.metaKey || event.altKey) return;
                if (key === "S" || key === "O") this.write(key, index);
                else if (event.key === "Enter" || event.key === " ") this.offer(index, true);
                else return;
                event.preventDefault();
            });
            return node;
        });
        const marks = shape("g", { class: "marks", "aria-hidden": "true" });
        board.marks.forEach(([start, end, owner], i) => {
            const [[a, b], [c, d]] = [this.centre(start), this.centre(end)];
            const length = Math.hypot(c - a, d - b);
            if (players === 2 && owner === 0) {
                marks.append(shape("path", { class: "owner0", d: circled([a, b], [c, d], 14 + (i % 3)) }));
                return;
            }
            // Beside each other, so that none covers another.
            const off = ((i % 3) - 1) * 3;
            const [x, y] = [(-(d - b) / length) * off, ((c - a) / length) * off];
            const [ex, ey] = [((c - a) / length) * 8, ((d - b) / length) * 8];
            // A stroke of a pencil is never quite straight.
            const [mx, my] = [(a + c) / 2 + x * 1.6 + ey / 4, (b + d) / 2 + y * 1.6 - ex / 4];
            marks.append(
                shape("path", {
                    class: `owner${owner ?? "-none"}`,
                    d: `M${a - ex + x} ${b - ey + y}Q${mx} ${my} ${c + ex + x} ${d + ey + y}`,
                }),
            );
        });
        this.clear();
        this.pen = shape("path", { class: "pen", "aria-hidden": "true" });
        svg.append(marks, this.worths, this.ghosts, this.pen, this.offers);
        this.side = side;
        this.stroke = null;
        this.svg = svg;
        svg.addEventListener("pointerdown", (event) => this.down(event));
        svg.addEventListener("pointermove", (event) => this.move(event));
        svg.addEventListener("pointerup", (event) => this.up(event));
        replace(this.box, svg, cells, 0);
        this.zoom.show(svg, [-margin, -margin, width + 2 * margin, height + margin + 6]);
        // The turn passes once the letter is written.
        clearTimeout(this.writing);
        this.isMoving = Boolean(svg.querySelector(".fresh")) && !calm();
        if (this.isMoving) this.writing = setTimeout(() => this.rest(), WRITTEN);
    }

    rest() {
        this.isMoving = false;
        this.wants.rested?.();
    }

    /**
     * The middle of a square.
     * @param {number} index
     * @returns {[number, number]}
     */
    centre(index) {
        const { columns } = this.board;
        return [((index % columns) + 0.5) * SIDE, (Math.floor(index / columns) + 0.5) * SIDE];
    }

    /** @param {Preview} ghost */
    sketch(ghost) {
        if (ghost.kind !== "letter") return [];
        const { cell, letter } = ghost;
        const [x, y] = this.centre(cell);
        return [written(letter, x, y), shape("circle", { cx: x, cy: y, r: 17 })];
    }

    /**
     * Both letters may be worth trying in one square: they stand small beside each other.
     * @param {import("./types.js").Candidate[]} moves
     */
    candidates(moves) {
        const aside = (/** @type {Preview} */ ghost) => {
            const { cell, letter } = ghost.kind === "letter" ? ghost : { cell: 0, letter: "S" };
            const [x, y] = this.centre(cell);
            return { letter, x: x + (letter === "S" ? -10 : 10), y };
        };
        const small = (/** @type {Preview} */ ghost) => {
            const { letter, x, y } = aside(ghost);
            return [shape("path", { d: LETTERS[letter], transform: `translate(${x} ${y - 9}) scale(0.55)` })];
        };
        candidates(this.worths, moves, small, ({ ghost }) => [aside(ghost).x, aside(ghost).y + 9]);
    }

    // Another game begins.
    forget() {
        this.inks = {};
    }

    /** @returns {[number, number, number][]} */
    taken() {
        return [...this.board.cells].map((letter, i) => [...this.centre(i), letter === " " ? 1 : 4]);
    }

    /**
     * @param {string} letter
     * @param {number} index
     * @param {Place | null} at where the pen was, on the screen
     */
    write(letter, index, at = null) {
        this.offers.replaceChildren();
        if (!this.may()) return;
        const name = this.board.names[index];
        if (this.board.cells[index] === " ") this.wants.play(letter + name);
        else this.wants.refused(new Refused(`There is a letter on ${name} already.`), at);
    }

    /**
     * Offers both letters in an empty square.
     * @param {number} index
     * @param {Place | null} at
     */
    offer(index, isByKey = false, at = null) {
        if (this.board.cells[index] !== " " || !this.may()) {
            this.write("S", index, at);
            return;
        }
        const choices = ["S", "O"].map((letter) => ({
            label: `Write ${letter} on ${this.board.names[index]}`,
            draw: (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size) => [
                written(letter, x, y, size),
            ],
            act: () => this.write(letter, index),
        }));
        this.suggest(...this.centre(index), choices, isByKey);
    }

    // Forgets the offer and the stroke. Returns whether there was one.
    drop() {
        const had = Boolean(this.stroke || this.offers.childElementCount);
        this.stroke = null;
        this.pen.removeAttribute("d");
        this.offers.replaceChildren();
        return had;
    }

    grabs() {
        return this.active;
    }

    // Whether a letter is being written.
    draws() {
        return Boolean(this.stroke?.isDrawn);
    }

    // ---- a letter written by hand ----

    /** @param {PointerEvent} event */
    down(event) {
        if (event.button > 0) return;
        // A letter may begin on a button, which is pressed if nothing is drawn.
        const isOffer = Boolean(closest(event, ".offers"));
        if (!isOffer) this.offers.replaceChildren();
        if (!this.active || !(isOffer || closest(event, ".cell"))) return;
        this.stroke = { id: event.pointerId, from: [event.clientX, event.clientY], points: [], isDrawn: false };
    }

    /** @param {PointerEvent} event */
    move(event) {
        const { stroke } = this;
        if (stroke?.id !== event.pointerId) return;
        const all = event.getCoalescedEvents?.() ?? [];
        for (const { clientX, clientY } of all.length ? all : [event]) {
            stroke.points.push(...this.zoom.place([clientX, clientY]));
        }
        const { from } = stroke;
        if (Math.hypot(event.clientX - from[0], event.clientY - from[1]) > TAP && !stroke.isDrawn) {
            stroke.isDrawn = true;
            this.offers.replaceChildren();
            this.svg.setPointerCapture(event.pointerId);
        }
        if (stroke.isDrawn) this.pen.setAttribute("d", polyline(stroke.points));
    }

    /** @param {PointerEvent} event */
    up(event) {
        const { stroke } = this;
        if (stroke?.id !== event.pointerId) return;
        this.stroke = null;
        this.pen.removeAttribute("d");
        if (!stroke.isDrawn) return;
        this.zoom.handle(event);
        // The letter stands where the middle of the stroke is.
        const sides = bounds(stroke.points).map((ends) => ends.map((z) => z / this.side));
        const [column, row] = sides.map(([low, high]) => Math.floor((low + high) / 2));
        const { columns, rows } = this.board;
        const isInside = column >= 0 && column < columns && row >= 0 && row < rows;
        const index = row * columns + column;
        // A finger that rolls in a tap writes no letter.
        const pixel = this.svg.getScreenCTM()?.a ?? 1;
        const least = Math.min(tapOf(event, 0), (this.side * pixel) / 2);
        const isTap = sides.every(([low, high]) => (high - low) * this.side * pixel < least);
        const letter = isInside && !isTap && readLetter(stroke.points);
        const isSmall = sides.every(([low, high]) => high - low < SCRIBBLE);
        if (letter) {
            if (this.board.cells[index] === " ") {
                const ink = smoothed(stroke.points, ...this.centre(index)).map((z) => Math.round(10 * z));
                this.inks = { ...this.inks, [letter + this.board.names[index]]: ink };
                this.wants.inked?.(this.inks);
            }
            this.write(letter, index, [event.clientX, event.clientY]);
        } else if (isInside && isSmall && this.board.cells[index] === " ") {
            this.offer(index);
            if (this.active) this.wants.say("S or O?");
        } else {
            this.recoil(stroke.points);
            this.wants.refused(new Refused("Write an S or an O in one square."), [event.clientX, event.clientY]);
        }
    }
}

// A letter is one stroke, which is shown while it is written.
const LETTER = { class: "letter", pathLength: 1 };

/**
 * @param {string} letter
 * @param {number} x
 * @param {number} y
 */
const written = (letter, x, y, size = 1) =>
    shape("path", {
        ...LETTER,
        d: LETTERS[letter],
        transform: `translate(${x} ${y})${size === 1 ? "" : ` scale(${size})`}`,
    });

/**
 * A letter around its middle, a little different in each square.
 * @param {string} letter
 * @param {number} index
 */
function byHand(letter, index) {
    let turn = index * 2.4 + (letter === "S" ? 1 : 0);
    return LETTERS[letter].replace(/-?\d+/g, (number) => {
        turn += 1.7;
        return (Number(number) + 1.3 * Math.sin(turn * turn)).toFixed(1);
    });
}

/**
 * The ink of a hand, a little smoother, around the middle of the square in which it fits.
 * @param {Path} points
 * @param {number} x
 * @param {number} y
 */
function smoothed(points, x, y) {
    let way = resampled(points, INK_POINTS);
    for (let round = 0; round < 2; round++) {
        way = way.map((z, i) => (i < 2 || i >= way.length - 2 ? z : (way[i - 2] + 2 * z + way[i + 2]) / 4));
    }
    const [across, down] = bounds(way);
    const size = Math.max(across[1] - across[0], down[1] - down[0]);
    const scale = Math.max(1, SMALL / size) * Math.min(1, LARGE / size);
    const room = (LARGE - size * scale) / 2;
    const places = [across, down].map(([low, high], k) => {
        const middle = (low + high) / 2;
        return [middle, Math.max(-room, Math.min(room, middle - [x, y][k]))];
    });
    return way.map((z, i) => places[i % 2][1] + (z - places[i % 2][0]) * scale);
}
