// Small helpers for elements and time. Text from outside only ever becomes text, never markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Record<string, string | number | boolean | null | undefined | URL>} Attributes
 * @typedef {import("./types.js").Place} Place
 * @typedef {import("./types.js").Path} Path
 */

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} attributes
 * @param {(Node | string)[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function shape(name, attributes = {}, ...children) {
    return fill(document.createElementNS(SVG, name), attributes, children);
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} attributes
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function element(name, attributes = {}, ...children) {
    return fill(document.createElement(name), attributes, children);
}

/**
 * @template {Element} T
 * @param {T} node
 * @param {Attributes} attributes
 * @param {(Node | string)[]} children
 */
function fill(node, attributes, children) {
    for (const [key, value] of Object.entries(attributes)) {
        if (value !== null && value !== undefined && value !== false) node.setAttribute(key, String(value));
    }
    node.append(...children);
    return node;
}

/**
 * The part of the page with a name.
 * @template {string} Id
 * @param {Id} id
 */
export const by = (id) => /** @type {import("./types.js").Part<Id>} */ (document.getElementById(id));

/**
 * Does something on each event of a part of the page; `target` is where it happens.
 * @template {string} Id
 * @param {Id} id
 * @param {string} event
 * @param {(event: Event & { target: import("./types.js").Part<Id> }) => unknown} act
 */
export const on = (id, event, act) =>
    by(id).addEventListener(event, /** @type {(event: Event) => unknown} */ (/** @type {unknown} */ (act)));

/**
 * Waits so many milliseconds.
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
export const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// The pixels that a finger rolls in a tap.
const ROLL = 20;

/**
 * The pixels that a press may move and still be a tap; what is drawn with a pen may be as small as `least`.
 * @param {{ pointerType: string }} event
 * @param {number} least
 */
export const tapOf = ({ pointerType }, least) => (pointerType === "touch" ? ROLL : least);

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Letters as a hand writes them, around the middle of a square of 40.
/** @type {Record<string, string>} */
export const LETTERS = {
    S: "M8 -9C4 -14 -7 -12 -7 -6C-7 0 8 -1 8 6C8 13 -5 13 -9 8",
    O: "M2 -12C-7 -13 -11 -4 -9 4C-7 12 6 13 9 4C12 -4 8 -12 -1 -12",
};

// The number of points of a letter written by hand.
export const INK_POINTS = 28;

/**
 * A quadratic B-spline through the middles between control points; the same curve as the library's.
 * @param {Path} points
 */
export function spline(points) {
    const at = (/** @type {number} */ i) => `${round(points[2 * i])} ${round(points[2 * i + 1])}`;
    const last = points.length / 2 - 1;
    let path = `M${at(0)}`;
    for (let i = 1; i < last; i++) {
        if (i === last - 1) {
            path += `Q${at(i)} ${at(last)}`;
        } else {
            const x = (points[2 * i] + points[2 * i + 2]) / 2;
            const y = (points[2 * i + 1] + points[2 * i + 3]) / 2;
            path += `Q${at(i)} ${round(x)} ${round(y)}`;
        }
    }
    return last === 1 ? `${path}L${at(1)}` : path;
}

/**
 * The points on the curve of `spline`, several on each of its arcs.
 * @param {Path} points
 */
export function flattened(points, each = 4) {
    const last = points.length / 2 - 1;
    const way = points.slice(0, 2);
    if (last < 2) return points;
    for (let i = 1; i < last; i++) {
        const end = [0, 1].map((k) =>
            i === last - 1 ? points[2 * last + k] : (points[2 * i + k] + points[2 * i + 2 + k]) / 2,
        );
        const start = way.slice(-2);
        for (let j = 1; j <= each; j++) {
            const t = j / each;
            for (const k of [0, 1]) {
                way.push((1 - t) ** 2 * start[k] + 2 * t * (1 - t) * points[2 * i + k] + t * t * end[k]);
            }
        }
    }
    return way;
}

/** @param {Path} points */
export function polyline(points) {
    let path = "";
    for (let i = 0; i < points.length; i += 2) {
        path += `${i ? "L" : "M"}${round(points[i])} ${round(points[i + 1])}`;
    }
    return path;
}

/** @param {number} x */
function round(x) {
    return Math.round(x * 100) / 100;
}

/**
 * The last of a list that is not empty.
 * @template T
 * @param {T[]} list
 */
export const end = (list) => list[list.length - 1];

/**
 * The closed line at some distance around the way between two points.
 * @param {Place} from
 * @param {Place} to
 * @param {number} far
 */
export function circled([a, b], [c, d], far) {
    const length = Math.hypot(c - a, d - b);
    const [x, y] = [(-(d - b) / length) * far, ((c - a) / length) * far];
    const cap = `A${far} ${far} 0 0 0`;
    return `M${a + x} ${b + y}L${c + x} ${d + y}${cap} ${c - x} ${d - y}L${a - x} ${b - y}${cap} ${a + x} ${b + y}Z`;
}

/**
 * The least and the greatest x and y of a path.
 * @param {Path} points
 */
export const bounds = (points) =>
    [0, 1].map((parity) => {
        const all = points.filter((_, i) => i % 2 === parity);
        return [Math.min(...all), Math.max(...all)];
    });

/**
 * The same path as n points at equal distances.
 * @param {Path} points
 * @param {number} n
 */
export function resampled(points, n) {
    const lengths = [0];
    for (let i = 2; i < points.length; i += 2) {
        lengths.push(end(lengths) + Math.hypot(points[i] - points[i - 2], points[i + 1] - points[i - 1]));
    }
    const total = end(lengths);
    const out = [];
    let i = 0;
    for (let k = 0; k < n; k++) {
        const wanted = (total * k) / (n - 1);
        while (i < lengths.length - 2 && lengths[i + 1] < wanted) i++;
        const piece = lengths[i + 1] - lengths[i];
        const t = piece > 0 ? Math.min(1, (wanted - lengths[i]) / piece) : 0;
        out.push(points[2 * i] + (points[2 * i + 2] - points[2 * i]) * t);
        out.push(points[2 * i + 1] + (points[2 * i + 3] - points[2 * i + 1]) * t);
    }
    return out;
}

/**
 * Draws moves into a group, each with what it is worth: `sketch` draws what a move would add, `place` is where its mark
 * stands, `size` times as large as usual, so that nothing depends on colours.
 * @template {import("./types.js").Candidate} T
 * @param {SVGGElement} group
 * @param {T[]} moves
 * @param {(ghost: import("./types.js").Preview) => Node[]} sketch
 * @param {(move: T) => Place} place
 */
export function candidates(group, moves, sketch, place, size = 1) {
    const marks = { win: "+", draw: "=", loss: "\u2212", choice: "" };
    const parts = moves.map((move) => {
        const { ghost, outcome, certainty } = move;
        const [x, y] = place(move);
        const mark = shape("text", { dy: "0.35em" }, marks[outcome] + (certainty === "proved" ? "" : "?"));
        const disc = shape("circle", { r: outcome === "choice" ? 5 : 8 });
        const sign = shape("g", { transform: `translate(${x} ${y}) scale(${size})` }, disc, mark);
        return [sketch(ghost), [sign]].map((nodes) =>
            shape("g", { class: `candidate ${outcome} ${certainty}` }, ...nodes),
        );
    });
    // No line runs over a mark.
    group.replaceChildren(...[0, 1].flatMap((i) => parts.map((part) => part[i])));
}

/**
 * Moves the focus among `cells` with the arrow keys; one of them is in the order of the tab key. `next` returns the
 * cell in a direction.
 * @param {SVGGElement[]} cells
 * @param {(cell: SVGGElement, dx: number, dy: number) => SVGGElement | undefined} next
 */
export function roving(cells, next) {
    // Not when it gets the focus: a shape that listens to that is one that the tab key stops at, even if it is no cell.
    const hold = (/** @type {SVGGElement} */ cell) => {
        cells.forEach((other) => {
            if (other.hasAttribute("tabindex")) other.setAttribute("tabindex", other === cell ? "0" : "-1");
        });
    };
    cells.forEach((cell) => {
        cell.addEventListener("keydown", (event) => {
            hold(cell);
            /** @type {Record<string, number[]>} */
            const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
            const step = steps[event.key];
            if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
            event.preventDefault();
            const to = next(cell, step[0], step[1]);
            if (!to) return;
            hold(to);
            to.focus();
        });
    });
}
