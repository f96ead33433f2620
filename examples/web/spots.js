// The spots of a drawing: their discs, their lives, and where their names stand.

import { shape } from "./shapes.js";

/**
 * @typedef {import("./npm/index.js").Disc} Disc
 * @typedef {import("./npm/index.js").Curve} Curve
 * @typedef {import("./types.js").Place} Place
 */

// The parts of a spot's radius that its circle and the free end of an arm have.
export const BODY = 0.68;
export const END = 0.36;
// The part of a circle's radius that a life has within it.
const DOT = 0.32;

/**
 * The directions in which lines leave a place.
 * @param {{ x: number, y: number }} place
 * @param {Curve[]} lines
 */
export function leaving({ x, y }, lines) {
    const ways = lines.flatMap(({ points: p }) => [[p[0], p[1], p[2], p[3]], p.slice(-2).concat(p.slice(-4, -2))]);
    return ways
        .filter(([a, b]) => Math.hypot(a - x, b - y) < 0.5)
        .map(([a, b, c, d]) => Math.atan2(d - b, c - a))
        .sort((a, b) => a - b);
}

/**
 * The directions of a spot's lives: they share the gap beside its line. Between two lines there are two gaps, often
 * regions of their own, and a direction would say into which of them the next line goes; so there is none.
 * @param {Disc} spot
 * @param {Curve[]} lines
 */
function stubs(spot, lines) {
    const taken = leaving(spot, lines);
    const { lives } = spot;
    // Without lines the first life points up.
    if (!taken.length) return Array.from({ length: lives }, (_, i) => (i / 3) * 2 * Math.PI - Math.PI / 2);
    if (taken.length > 1) return [];
    return Array.from({ length: lives }, (_, i) => taken[0] + (2 * Math.PI * (i + 1)) / (lives + 1));
}

/**
 * Draws a spot. `old` is the spot on the board before, with its lines: lives that are gone fade away, and a finished
 * spot is inked in.
 * @param {Disc} spot
 * @param {Curve[]} lines
 * @param {{ spot: Disc, lines: Curve[] } | null} old
 */
export function disc(spot, lines, old) {
    const { x, y, radius } = spot;
    const isEnd = /\D/.test(spot.name);
    const isFinished = old && old.spot.lives > 0 && spot.lives === 0;
    const node = shape("g", {
        class: `spot lives${spot.lives} ${spot.shape}${spot.open ? " open" : ""}${isFinished ? " finished" : ""}`,
        "data-name": spot.name,
        "aria-label": spot.label,
    });
    node.append(shape("title", {}, spot.label));
    // The free end of an arm is small.
    const r = radius * (isEnd ? END : BODY);
    node.append(shape("circle", { class: "hit", cx: x, cy: y, r: radius * 1.5 }));
    node.append(shape("circle", { class: "halo", cx: x, cy: y, r: radius * 1.6 + 2 }));
    const stub = (/** @type {number} */ angle, /** @type {string} */ kind) => {
        const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
        const [from, to] = [r, radius * 1.4];
        const d = `M${x + from * dx} ${y + from * dy}L${x + to * dx} ${y + to * dy}`;
        node.append(shape("path", { class: kind, d, "stroke-width": radius * 0.2 }));
    };
    const legs = isEnd ? [] : stubs(spot, lines);
    if (!isEnd && old && spot.lives < old.spot.lives)
        stubs(old.spot, old.lines).forEach((angle) => stub(angle, "stub spent"));
    legs.forEach((angle) => stub(angle, "stub"));
    const body = { class: "body", "stroke-width": radius * 0.22 };
    if (spot.shape === "square") {
        node.append(shape("rect", { ...body, x: x - r, y: y - r, width: r * 2, height: r * 2 }));
    } else if (spot.shape === "diamond") {
        const s = r * 1.4;
        node.append(shape("path", { ...body, d: `M${x + s} ${y}L${x} ${y + s}L${x - s} ${y}L${x} ${y - s}Z` }));
    } else {
        node.append(shape("circle", { ...body, cx: x, cy: y, r }));
    }
    // Lives without a direction are dots.
    const dots = isEnd ? 0 : spot.lives - legs.length;
    for (let i = 0; i < dots; i++) {
        node.append(shape("circle", { class: "life", cx: x + (i - (dots - 1) / 2) * r, cy: y, r: r * DOT }));
    }
    node.append(shape("text", { dy: "0.34em", "aria-hidden": "true" }, spot.name));
    return node;
}

/**
 * The direction from a spot in which a name so far away is farthest from all lines and other spots, measured at the
 * given places in its width.
 * @param {Disc} spot
 * @param {{ lines: Curve[], spots: Disc[], places: Place[] }} board
 * @param {number} far
 * @param {number[]} beside
 */
export function clearest(spot, { lines, spots, places }, far, beside) {
    const near = (/** @type {Place} */ [x, y]) => Math.abs(x - spot.x) + Math.abs(y - spot.y) < 4 * far;
    const others = spots
        .filter((other) => other !== spot)
        .flatMap(({ x, y, radius }) => {
            const edge = radius * BODY;
            return [
                [x, y],
                [x - edge, y],
                [x + edge, y],
                [x, y - edge],
                [x, y + edge],
            ];
        });
    const tips = stubs(spot, lines).map((turn) => [
        spot.x + Math.cos(turn) * spot.radius * 1.4,
        spot.y + Math.sin(turn) * spot.radius * 1.4,
    ]);
    const taken = [...places.filter(near), ...others, ...tips];
    const turns = Array.from({ length: 16 }, (_, i) => ((i - 2) * Math.PI) / 8);
    const free = (/** @type {number} */ turn) => {
        const [x, y] = [spot.x + Math.cos(turn) * far, spot.y + Math.sin(turn) * far];
        const distances = taken.flatMap(([a, b]) => beside.map((off) => (a - x - off) ** 2 + (b - y) ** 2));
        return Math.min(4 * far * far, ...distances);
    };
    return turns.map((turn) => [free(turn), turn]).reduce((best, one) => (one[0] > best[0] ? one : best))[1];
}

/**
 * Returns the number of the best spot in a direction from the one with number `i`.
 * @param {{ x: number, y: number }[]} spots
 * @param {number} i
 * @param {number} dx
 * @param {number} dy
 */
export function nearest(spots, i, dx, dy) {
    /** @type {number | undefined} */
    let best;
    let least = Infinity;
    spots.forEach((spot, k) => {
        const x = spot.x - spots[i].x;
        const y = spot.y - spots[i].y;
        const ahead = x * dx + y * dy;
        const aside = Math.abs(x * dy) + Math.abs(y * dx);
        const cost = ahead + 2 * aside;
        if (k !== i && ahead > 0.1 && cost < least) [best, least] = [k, cost];
    });
    // None in that direction: go through the spots in the order of their names.
    return best ?? (i + (dx + dy > 0 ? 1 : spots.length - 1)) % spots.length;
}
