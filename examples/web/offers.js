// Lines that are shown on a drawing and not made: which of them a finger can tell apart, and which one a press means.

import { lengthOf, ways } from "./ways.js";

/**
 * @typedef {import("./types.js").Place} Place
 * @typedef {import("./types.js").Candidate} Candidate
 * @typedef {import("./npm/index.js").Disc} Disc
 * @typedef {Candidate & { places: Place[], mark: Place }} Choice a move, the places of its line, and where its mark is
 */

// The most lines that are offered at once, and the pixels from the mark of each to all others.
const MOST = 6;
const APART = 15;

/** @param {Place} p */
const farFrom = (p) => (/** @type {Place} */ q) => Math.hypot(p[0] - q[0], p[1] - q[1]);

/**
 * The place of a line that is farthest from others and from all spots, and how far that is.
 * @param {{ places: Place[] }} line
 * @param {{ places: Place[] }[]} others
 * @param {Disc[]} spots
 */
function own(line, others, spots) {
    const taken = spots.map(({ x, y }) => [x, y]);
    for (const other of others) if (other !== line) taken.push(...other.places);
    const all = line.places.map((mark) => ({ mark, room: Math.min(...taken.map(farFrom(mark))) }));
    return all.reduce((best, one) => (one.room > best.room ? one : best));
}

/**
 * Gives moves their marks, where each is farthest from the others.
 * @param {Candidate[]} moves
 * @param {Disc[]} spots
 * @returns {Choice[]}
 */
export function marked(moves, spots) {
    const lines = moves.map((move) => ({ ...move, places: ways(move.ghost) }));
    return lines.map((line) => ({ ...line, mark: own(line, lines, spots).mark }));
}

/**
 * The lines of moves that a finger can tell apart, the shortest first.
 * @param {Candidate[]} moves
 * @param {Disc[]} spots
 * @param {number} scale how many pixels a unit of the page has
 */
export function apart(moves, spots, scale) {
    const lines = moves.map((move) => ({ move, places: ways(move.ghost) }));
    const room = APART / scale;
    /** @type {typeof lines} */
    let taken = [];
    for (const line of lines.sort((a, b) => lengthOf(a.places) - lengthOf(b.places))) {
        const more = [...taken, line];
        if (more.length <= MOST && more.every((one) => own(one, more, spots).room > room)) taken = more;
    }
    return taken.map(({ move }) => move);
}

/**
 * The move that a press at a place means, if one is in reach.
 * @param {Choice[]} choices
 * @param {Place} place
 * @param {number} reach
 */
export function meant(choices, place, reach) {
    const far = farFrom(place);
    const near = choices.map((choice) => ({ choice, least: Math.min(...choice.places.map(far)) }));
    const found = near.filter(({ least }) => least <= reach);
    // Where lines run together, the mark counts.
    const cost = (/** @type {typeof near[0]} */ { choice, least }) => least + 0.1 * far(choice.mark);
    return found.sort((a, b) => cost(a) - cost(b))[0]?.choice;
}
