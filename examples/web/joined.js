// Lines of crosses that run without corners into the arms that they have joined.

// How far from a corner a line and the arm that it has joined are rounded: at most, at most where they turn back,
// and at least.
const TURN = 26;
const CUT = 10;
const SHARP = 10;
// How often the points around a corner move between their neighbours, for each point that they are inside.
const ROUNDS = 4;

/**
 * @typedef {import("./npm/index.js").Curve} Curve
 * @typedef {import("./types.js").Path} Path
 * @typedef {import("./types.js").Place} Place
 */

/**
 * The board with lines that run smoothly into the arms that they have joined: where two lines meet alone, in no spot,
 * they are one way without corners.
 * @param {import("./npm/index.js").Sheet} board
 */
export function joined(board) {
    if (!board.stars.length) return board;
    const lines = board.lines.map((line) => ({ ...line }));
    /** @type {Map<string, { line: Curve, isLast: boolean }[]>} */
    const ends = new Map();
    for (const line of lines) {
        for (const isLast of [false, true]) {
            const place = isLast ? line.points.slice(-2) : line.points.slice(0, 2);
            const name = place.join();
            ends.set(name, [...(ends.get(name) ?? []), { line, isLast }]);
        }
    }
    for (let i = 0; i < board.stars.length; i += 2) ends.delete(board.stars.slice(i, i + 2).join());
    for (const pair of ends.values()) {
        if (pair.length !== 2 || pair[0].line === pair[1].line) continue;
        // An arm belongs to the line that has joined it, which came later.
        const [arm, line] = pair.map((half) => half.line).sort((p, q) => lines.indexOf(p) - lines.indexOf(q));
        [arm.owner, arm.last] = [line.owner, line.last];
        const [a, b] = pair.map(({ line, isLast }) => (isLast ? line.points : reversed(line.points)));
        const others = lines.filter((line) => pair.every((half) => half.line !== line));
        const way = rounded([...a, ...reversed(b).slice(2)], others);
        const tip = a.length - 2;
        // Both lines end in the middle of their neighbours, so that they share a tangent.
        for (const k of [tip, tip + 1]) way[k] = (way[k - 2] + way[k + 2]) / 2;
        [way.slice(0, tip + 2), reversed(way.slice(tip))].forEach((part, i) => {
            pair[i].line.points = pair[i].isLast ? part : reversed(part);
        });
    }
    return { ...board, lines };
}

/**
 * A way whose sharp corners are rounded, as far as the other lines leave room.
 * @param {Path} points
 * @param {Curve[]} others
 */
function rounded(points, others) {
    const way = [...points];
    const n = way.length / 2;
    const at = (/** @type {number} */ i) => points.slice(2 * i, 2 * i + 2);
    // The points from a corner to one so far from it.
    const reach = (/** @type {number} */ i, /** @type {number} */ step, /** @type {number} */ far) => {
        let k = i;
        for (let left = far; left > 0 && k + step >= 0 && k + step < n; k += step) {
            const [[x, y], [p, q]] = [at(k), at(k + step)];
            left -= Math.hypot(p - x, q - y);
        }
        return k;
    };
    /** @type {Map<number, number>} */
    const loose = new Map();
    for (let i = 1; i < n - 1; i++) {
        const [[a, b], [x, y], [c, d]] = [at(i - 1), at(i), at(i + 1)];
        const bend = Math.cos(Math.atan2(d - y, c - x) - Math.atan2(y - b, x - a));
        if (bend > 0.9) continue;
        // The sharper the corner, the more a curve of the same length would cut off.
        let far = Math.min(TURN, CUT / Math.sqrt((1 - bend) / 2));
        let ends = [-1, 1].map((step) => reach(i, step, far));
        while (far > SHARP && others.some((line) => meetsBend(line.points, at(ends[0]), at(i), at(ends[1])))) {
            far *= 0.7;
            ends = [-1, 1].map((step) => reach(i, step, far));
        }
        // The nearer to the corner, the more.
        for (let k = ends[0] + 1; k < ends[1]; k++) {
            loose.set(k, Math.max(loose.get(k) ?? 0, ROUNDS * Math.min(k - ends[0], ends[1] - k)));
        }
    }
    for (let round = 0; round < Math.max(0, ...loose.values()); round++) {
        for (const [i, rounds] of loose) {
            if (round >= rounds) continue;
            for (const k of [2 * i, 2 * i + 1]) way[k] = (way[k - 2] + 2 * way[k] + way[k + 2]) / 4;
        }
    }
    return way;
}

/**
 * Whether a way comes into the triangle of a bend.
 * @param {Path} way
 * @param {Place} a
 * @param {Place} tip
 * @param {Place} b
 */
function meetsBend(way, a, tip, b) {
    /** @type {(a: Place, b: Place, x: number, y: number) => number} */
    const side = (a, b, x, y) => (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
    for (let i = 0; i < way.length; i += 2) {
        const [x, y] = [way[i], way[i + 1]];
        const sides = [side(a, tip, x, y), side(tip, b, x, y), side(b, a, x, y)];
        if (sides.every((s) => s >= 0) || sides.every((s) => s <= 0)) return true;
    }
    return false;
}

/** @param {Path} points */
export function reversed(points) {
    const out = [];
    for (let i = points.length - 2; i >= 0; i -= 2) out.push(points[i], points[i + 1]);
    return out;
}
