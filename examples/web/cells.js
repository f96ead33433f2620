// What the boards of SOS and Phutball share: cells to press, or to reach with the arrow keys.

import { candidates, roving, shape } from "./shapes.js";

// The pixels that a press may move before it is a stroke.
export const TAP = 9;
// The pixels between places with ink.
const DENSE = 24;

// What both boards do when the player to move changes.
export class Cells {
    constructor(box, wants, zoom) {
        this.box = box;
        this.wants = wants;
        this.zoom = zoom;
        this.active = false;
        this.isMoving = false;
        // The width of a cell.
        this.side = 0;
        /** @type {SVGSVGElement} */
        this.svg = null;
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
            (ghost) => this.markPlace(ghost),
        );
    }

    // Offers two moves for a cell, each a picture to press. They are side by side above the cell, which is
    // framed, or below it in the first row.
    suggest(x, y, choices, isByKey) {
        // They are large enough for a finger.
        const r = Math.max(this.side * 0.48, 23 / this.svg.getScreenCTM().a);
        const { side } = this;
        const frame = shape("rect", { x: x - side / 2, y: y - side / 2, width: side, height: side });
        const [, top] = this.svg.getAttribute("viewBox").split(" ").map(Number);
        const above = y - side * 0.55 - r;
        const below = y + side * 0.55 + r;
        // Both must be on the visible part of the paper.
        const sheet = this.svg.getBoundingClientRect();
        const [left] = this.zoom.place([sheet.left, sheet.top]);
        const [right, bottom] = this.zoom.place([sheet.right, sheet.bottom]);
        const height = Math.min(bottom - r, above - r < top ? below : above);
        const middle = Math.max(left + 2 * r, Math.min(right - 2 * r, x));
        const nodes = choices.map(({ label, draw, act }, i) => {
            const at = middle + (i ? r : -r);
            const disc = shape("circle", { cx: at, cy: height, r: r * 0.96 });
            const node = shape("g", { role: "button", tabindex: 0, "aria-label": label }, disc, draw(at, height));
            node.addEventListener("click", (event) => {
                event.stopPropagation();
                act();
            });
            node.addEventListener("keydown", (event) => {
                const step = event.key === "ArrowLeft" || event.key === "ArrowRight";
                if (event.key === "Enter" || event.key === " ") act();
                else if (step) nodes[1 - i].focus();
                else return;
                event.preventDefault();
                event.stopPropagation();
            });
            return node;
        });
        this.offers.replaceChildren(frame, ...nodes);
        if (isByKey) nodes[0].focus();
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
