// Which letter a stroke is: an O turns one way all around, an S first to the left and then to the right.

import { bounds, end, resampled } from "./shapes.js";

// The points at which a stroke is sampled, each the middle of several so that a shaking hand does not count; and the
// least turns, in radians, of an S and of an O.
const POINTS = 12;
const EACH = 6;
const BEND = 0.8;
const ROUND = 3.2;
// The least distance of the ends of an S, and the greatest of those of an O, as shares of the size.
const OPEN = 0.4;
const CLOSED = 0.6;

/**
 * Returns the letter, or `null` if the stroke is neither.
 * @param {number[]} points x, y, x, y, …
 */
export function readLetter(points) {
    if (points.length < 6) return null;
    const fine = resampled(points, POINTS * EACH);
    const middle = (/** @type {number} */ i) => {
        const some = fine.slice(2 * EACH * (i >> 1), 2 * EACH * ((i >> 1) + 1)).filter((_, k) => k % 2 === i % 2);
        return some.reduce((sum, x) => sum + x, 0) / EACH;
    };
    const way = Array.from({ length: 2 * POINTS }, (_, i) => middle(i));
    const headings = Array.from({ length: POINTS - 1 }, (_, i) =>
        Math.atan2(way[2 * i + 3] - way[2 * i + 1], way[2 * i + 2] - way[2 * i]),
    );
    const turns = headings.slice(1).map((heading, i) => {
        const turn = heading - headings[i];
        return Math.atan2(Math.sin(turn), Math.cos(turn));
    });
    // The turns to one side and to the other, one after the other; small ones are those of a shaking hand.
    /** @type {number[]} */
    const bends = [];
    for (const turn of turns) {
        if (turn * (bends.at(-1) ?? 0) > 0) bends[bends.length - 1] += turn;
        else bends.push(turn);
    }
    const sides = bends.filter((bend) => Math.abs(bend) > BEND).map(Math.sign);
    const ways = sides.filter((side, i) => side !== sides[i - 1]);
    const sum = turns.reduce((sum, turn) => sum + turn, 0);
    // An O comes back near its beginning. The middles would leave out what closes it.
    if (ways.length === 1 && Math.abs(sum) > ROUND && gapOf(points) < CLOSED) return "O";
    // An S turns to the left first, from whichever end it is written, and does not come back to its beginning.
    const isS = ways.length === 2 && ways[0] < 0 && gapOf(way) > OPEN;
    return isS ? "S" : null;
}

/**
 * How far apart the ends of a way are, as a share of its size.
 * @param {number[]} way
 */
function gapOf(way) {
    const size = Math.max(...bounds(way).map(([low, high]) => high - low));
    return Math.hypot(way[way.length - 2] - way[0], end(way) - way[1]) / size;
}
