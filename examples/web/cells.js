// What the boards of SOS and Phutball share: cells to press, or to reach with the arrow keys.

import { recoil } from "./recoil.js";
import { candidates, roving, shape } from "./shapes.js";

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

// What both boards do when the player to move changes.
export class Cells {
    constructor(box, wants, zoom) {
        this.box = box;
        this.wants = wants;
        this.zoom = zoom;
        this.active = false;
        this.isMoving = false;
        // The width of a cell, and whether it is a square with nothing else in it.
        this.side = 0;
        this.isSquared = false;
        /** @type {SVGSVGElement} */
        this.svg = null;
        /** @type {any} */
        this.board = null;
        /** @type {SVGPathElement} */
        this.pen = null;
        this.ghosts = shape("g", { class: "ghost", "aria-hidden": "true" });
        this.worths = shape("g", { class: "candidates", "aria-hidden": "true" });
        this.offers = shape("g", { class: "offers" });
        box.replaceChildren();
    }

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
        const [first, last] = [corners[0], corners.at(-1)];
        const across = Math.ceil((last.right - first.left) / DENSE) + 1;
        const down = Math.ceil((last.bottom - first.top) / DENSE) + 1;
        return Array.from({ length: across * down }, (_, i) => [
            first.left + (i % across) * DENSE,
            first.top + Math.floor(i / across) * DENSE,
        ]);
    }

    // What a move adds to the board, and where the mark of its worth stands.
    sketch(_ghost) {
        return [];
    }

    markPlace(_ghost) {
        return [0, 0];
    }

    // Shows a preview of a move; `null` removes it.
    ghost(ghost) {
        this.ghosts.replaceChildren(...(ghost && ghost.kind !== "nothing" ? this.sketch(ghost) : []));
    }

    // Shows the values of moves.
    candidates(moves) {
        candidates(
            this.worths,
            moves,
            (ghost) => this.sketch(ghost),
            ({ ghost }) => this.markPlace(ghost),
        );
    }

    // Offers two moves for a cell, which is framed. Each is a picture to press: a half of the cell, if a finger finds
    // it, or else a disc where the least is covered. `draw(x, y, size)` draws one: as large as that part of a cell, or
    // for a disc of that radius if it has a `word`, which stands below.
    suggest(x, y, choices, isByKey) {
        const { side } = this;
        const pixel = this.svg.getScreenCTM().a;
        const isRoomy = this.isSquared && side * pixel > ROOMY;
        const r = Math.max(side * 0.48, (choices[0].word ? WORDY : FINGER) / pixel);
        const places = isRoomy ? [-1, 1].map((way) => [x + (way * side) / 4, y]) : this.asides(x, y, r);
        const nodes = choices.map(({ label, word, draw, act }, i) => {
            const [cx, cy] = places[i];
            const half = { x: cx - side / 4, y: cy - side / 2, width: side / 2, height: side };
            const ground = isRoomy ? shape("rect", half) : shape("circle", { cx, cy, r: r * 0.96 });
            const picture = word ? draw(cx, cy - r * 0.25, r) : [draw(cx, cy, isRoomy ? 0.55 : 1)];
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

    // Two places beside each other for discs near a cell, on the visible paper, where they cover least.
    asides(x, y, r) {
        const sheet = this.svg.getBoundingClientRect();
        const [left, top] = this.zoom.place([sheet.left, sheet.top]);
        const [right, bottom] = this.zoom.place([sheet.right, sheet.bottom]);
        const within = (z, low, high) => Math.max(low, Math.min(high, z));
        const cost = (places) =>
            this.taken().reduce((sum, [a, b, weight]) => {
                const isCovered = places.some(([p, q]) => Math.hypot(a - p, b - q) < r + this.side * 0.3);
                return sum + (isCovered ? weight : 0);
            }, 0);
        let [best, least] = [null, Infinity];
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

    // What discs may cover: places, each with what it is worth.
    taken() {
        return [];
    }

    // Refused ink stays for a while.
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

    // No line begins here: dragging moves an enlarged board.
    grabs() {
        return false;
    }
}

// Builds a grid of rows of cells; `cell(column, row)` returns a node with a label.
export function grid(svg, columns, rows, cell) {
    const cells = [];
    for (let row = 0; row < rows; row++) {
        const line = shape("g", { role: "row" });
        for (let column = 0; column < columns; column++) {
            const node = cell(column, row);
            node.setAttribute("role", "gridcell");
            node.setAttribute("tabindex", -1);
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

// Replaces the old picture by a new one and restores the focus.
export function replace(box, svg, cells, start) {
    const before = box.querySelector("svg");
    // A board of another size has no cell in common.
    const held = before?.querySelectorAll(".cell").length === cells.length ? before : null;
    const index = held?.contains(document.activeElement)
        ? Number(/** @type {SVGElement} */ (document.activeElement).dataset.index)
        : -1;
    const last = Number(held?.querySelector('[tabindex="0"]')?.dataset.index ?? start);
    box.replaceChildren(svg);
    (cells[last] ?? cells[0]).setAttribute("tabindex", 0);
    if (index >= 0) cells[index]?.focus();
}
