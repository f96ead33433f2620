// Which letter a stroke is: an O turns one way all around, an S first one way and then the other.

import { resampled } from "./shapes.js";

// The points at which a stroke is sampled, each the middle of several so that a shaking hand does not count; and the
// least turns, in radians, of an S and of an O.
const POINTS = 12;
const EACH = 6;
const BEND = 1.2;
const ROUND = 3.2;

/**
 * Returns the letter, or `null` if the stroke is neither.
 * @param {number[]} points x, y, x, y, …
 */
export function readLetter(points) {
    if (points.length < 6) return null;
    const fine = resampled(points, POINTS * EACH);
    const middle = (i) => {
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
    // The whole turn, and the farthest to either side on the way.
    let [sum, low, high] = [0, 0, 0];
    for (const turn of turns) {
        sum += turn;
        low = Math.min(low, sum);
        high = Math.max(high, sum);
    }
    const isWavy = Math.max(high, -low) - Math.abs(sum) > BEND;
    if (isWavy) return "S";
    return Math.abs(sum) > ROUND ? "O" : null;
}
