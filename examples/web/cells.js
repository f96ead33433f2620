// What the boards of SOS and Phutball share: cells to press, or to reach with the arrow keys.

import { recoil } from "./recoil.js";
import { candidates, end, roving, shape } from "./shapes.js";

/**
 * @typedef {import("./types.js").Place} Place
 * @typedef {import("./types.js").Preview} Preview
 * @typedef {import("./types.js").Candidate} Candidate
 *
 * @typedef {object} Choice a move that is offered for a cell
 * @property {string} label
 * @property {string} [word] stands below its picture
 * @property {(x: number, y: number, size: number) => Node[]} draw
 * @property {() => void} act
 */

// The pixels that a press may move before it is a stroke.
export const TAP = 9;
// The pixels between places with ink.
const DENSE = 24;
// The pixels of a cell whose halves a finger finds, and the radius of a disc that it finds.
const ROOMY = 60;
const FINGER = 23;
// The radius of a disc with a word below its picture.
const WORDY = 29;
// Above, below, to the right, to the left.
const SIDES = [
    [0, -1],
    [0, 1],
    [1, 0],
    [-1, 0],
];

/**
 * What both boards do when the player to move changes.
 * @template {import("./npm/index.js").Letters | import("./npm/index.js").Field} B
 */
export class Cells {
    /**
     * @param {HTMLElement} box
     * @param {import("./types.js").Wants} wants
     * @param {import("./zoom.js").Zoom} zoom
     * @param {B} board
     */
    constructor(box, wants, zoom, board) {
        this.box = box;
        this.wants = wants;
        this.zoom = zoom;
        this.active = false;
        this.isMoving = false;
        // The width of a cell, and whether it is a square with nothing else in it.
        this.side = 0;
        this.isSquared = false;
        this.svg = shape("svg");
        this.board = board;
        this.pen = shape("path", { class: "pen", "aria-hidden": "true" });
        this.ghosts = shape("g", { class: "ghost", "aria-hidden": "true" });
        this.worths = shape("g", { class: "candidates", "aria-hidden": "true" });
        this.offers = shape("g", { class: "offers" });
        box.replaceChildren();
    }

    /** @param {import("./types.js").Shown} shown */
    state({ label, active }) {
        this.active = active;
        this.svg.setAttribute("aria-label", label);
        this.svg.classList.toggle("active", active);
    }

    // Returns whether the person may play, and shows why not.
    may() {
        if (!this.active) this.wants.idle();
        return this.active;
    }

    // Where there is ink, on the screen: the whole board.
    ink() {
        const corners = [...this.svg.querySelectorAll(".cell > rect")].map((cell) => cell.getBoundingClientRect());
        const [first, last] = [corners[0], end(corners)];
        const across = Math.ceil((last.right - first.left) / DENSE) + 1;
        const down = Math.ceil((last.bottom - first.top) / DENSE) + 1;
        return Array.from({ length: across * down }, (_, i) => [
            first.left + (i % across) * DENSE,
            first.top + Math.floor(i / across) * DENSE,
        ]);
    }

    /**
     * What a move adds to the board.
     * @param {Preview} _ghost
     * @returns {Node[]}
     */
    sketch(_ghost) {
        return [];
    }

    /**
     * Where the mark of its worth stands.
     * @param {Preview} _ghost
     * @returns {Place}
     */
    markPlace(_ghost) {
        return [0, 0];
    }

    /**
     * Shows a preview of a move; `null` removes it.
     * @param {Preview | null} ghost
     */
    ghost(ghost) {
        this.ghosts.replaceChildren(...(ghost && ghost.kind !== "nothing" ? this.sketch(ghost) : []));
    }

    /**
     * Shows the values of moves.
     * @param {Candidate[]} moves
     */
    candidates(moves) {
        candidates(
            this.worths,
            moves,
            (ghost) => this.sketch(ghost),
            ({ ghost }) => this.markPlace(ghost),
        );
    }

    /**
     * Offers two moves for a cell, which is framed. Each is a picture to press: a half of the cell, if a finger finds
     * it, or else a disc where the least is covered. `draw` draws one: as large as that part of a cell, or for a disc
     * of that radius if it has a `word`.
     * @param {number} x
     * @param {number} y
     * @param {Choice[]} choices
     * @param {boolean} isByKey
     */
    suggest(x, y, choices, isByKey) {
        const { side } = this;
        const pixel = this.svg.getScreenCTM()?.a ?? 1;
        const isRoomy = this.isSquared && side * pixel > ROOMY;
        const r = Math.max(side * 0.48, (choices[0].word ? WORDY : FINGER) / pixel);
        const places = isRoomy ? [-1, 1].map((way) => [x + (way * side) / 4, y]) : this.asides(x, y, r);
        const nodes = choices.map(({ label, word, draw, act }, i) => {
            const [cx, cy] = places[i];
            const half = { x: cx - side / 4, y: cy - side / 2, width: side / 2, height: side };
            const ground = isRoomy ? shape("rect", half) : shape("circle", { cx, cy, r: r * 0.96 });
            const picture = word ? draw(cx, cy - r * 0.25, r) : draw(cx, cy, isRoomy ? 0.55 : 1);
            const node = shape("g", { role: "button", tabindex: 0, "aria-label": label }, ground, ...picture);
            if (word) node.append(shape("text", { x: cx, y: cy + r * 0.66, "font-size": r * 0.56 }, word));
            node.addEventListener("click", (event) => {
                event.stopPropagation();
                // The second press of two on the cell chooses nothing.
                if (event.detail < 2) act();
            });
            node.addEventListener("keydown", (event) => {
                const step = /^Arrow/.test(event.key);
                if (event.key === "Enter" || event.key === " ") act();
                else if (step) nodes[1 - i].focus();
                else return;
                event.preventDefault();
                event.stopPropagation();
            });
            return node;
        });
        const frame = shape("rect", { class: "frame", x: x - side / 2, y: y - side / 2, width: side, height: side });
        this.offers.replaceChildren(...nodes, frame);
        if (isByKey) nodes[0].focus();
    }

    /**
     * Two places beside each other for discs near a cell, on the visible paper, where they cover least.
     * @param {number} x
     * @param {number} y
     * @param {number} r
     */
    asides(x, y, r) {
        const sheet = this.svg.getBoundingClientRect();
        const [left, top] = this.zoom.place([sheet.left, sheet.top]);
        const [right, bottom] = this.zoom.place([sheet.right, sheet.bottom]);
        const within = (/** @type {number} */ z, /** @type {number} */ low, /** @type {number} */ high) =>
            Math.max(low, Math.min(high, z));
        const cost = (/** @type {Place[]} */ places) =>
            this.taken().reduce((sum, [a, b, weight]) => {
                const isCovered = places.some(([p, q]) => Math.hypot(a - p, b - q) < r + this.side * 0.3);
                return sum + (isCovered ? weight : 0);
            }, 0);
        /** @type {Place[] | null} */
        let best = null;
        let least = Infinity;
        for (const far of [0, 0.5, 1]) {
            const off = this.side * (0.55 + far) + r;
            for (const [dx, dy] of SIDES) {
                const [cx, cy] = [x + dx * off, y + dy * off];
                const [ax, ay] = [dy ? r : 0, dx ? r : 0];
                const [p, q] = [within(cx, left + r + ax, right - r - ax), within(cy, top + r + ay, bottom - r - ay)];
                // A place that had to move over the cell is none.
                if (dx ? Math.abs(p - x) < off - 0.01 : Math.abs(q - y) < off - 0.01) continue;
                const places = [-1, 1].map((way) => [p + way * ax, q + way * ay]);
                const whole = cost(places) + far;
                if (whole < least) [best, least] = [places, whole];
            }
        }
        const middle = [within(x, left + 2 * r, right - 2 * r), within(y, top + r, bottom - r)];
        return best ?? [-1, 1].map((way) => [middle[0] + way * r, middle[1]]);
    }

    /**
     * What discs may cover: places, each with what it is worth.
     * @returns {[number, number, number][]}
     */
    taken() {
        return [];
    }

    /**
     * Refused ink stays for a while.
     * @param {import("./types.js").Path} points
     */
    recoil(points) {
        recoil(this.pen, points);
    }

    clear() {
        this.ghosts.replaceChildren();
        this.worths.replaceChildren();
        this.offers.replaceChildren();
    }

    shade() {}

    drop() {
        return false;
    }

    draws() {
        return false;
    }

    /**
     * No line begins here: dragging moves an enlarged board.
     * @param {PointerEvent} _event
     */
    grabs(_event) {
        return false;
    }
}

/**
 * The nearest part around what an event is on.
 * @param {Event} event
 * @param {string} part
 */
export const closest = (event, part) => (event.target instanceof Element ? event.target.closest(part) : null);

/**
 * Builds a grid of rows of cells; `cell` returns a node with a label.
 * @param {SVGSVGElement} svg
 * @param {number} columns
 * @param {number} rows
 * @param {(column: number, row: number) => SVGGElement} cell
 */
export function grid(svg, columns, rows, cell) {
    /** @type {SVGGElement[]} */
    const cells = [];
    for (let row = 0; row < rows; row++) {
        const line = shape("g", { role: "row" });
        for (let column = 0; column < columns; column++) {
            const node = cell(column, row);
            node.setAttribute("role", "gridcell");
            node.setAttribute("tabindex", "-1");
            cells.push(node);
            line.append(node);
        }
        svg.append(line);
    }
    roving(cells, (cell, dx, dy) => {
        const i = cells.indexOf(cell);
        const column = (i % columns) + dx;
        const row = Math.floor(i / columns) + dy;
        return column >= 0 && column < columns && row >= 0 && row < rows ? cells[row * columns + column] : undefined;
    });
    return cells;
}

/**
 * Replaces the old picture by a new one and restores the focus.
 * @param {HTMLElement} box
 * @param {SVGSVGElement} svg
 * @param {SVGGElement[]} cells
 * @param {number} start the cell that has the focus first
 */
export function replace(box, svg, cells, start) {
    const before = box.querySelector("svg");
    // A board of another size has no cell in common.
    const held = before?.querySelectorAll(".cell").length === cells.length ? before : null;
    const index = held?.contains(document.activeElement)
        ? Number(/** @type {SVGElement} */ (document.activeElement).dataset.index)
        : -1;
    /** @type {SVGElement | null | undefined} */
    const first = held?.querySelector('[tabindex="0"]');
    const last = Number(first?.dataset.index ?? start);
    box.replaceChildren(svg);
    (cells[last] ?? cells[0]).setAttribute("tabindex", "0");
    if (index >= 0) cells[index]?.focus();
}
