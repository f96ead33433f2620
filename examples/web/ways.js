// Ways of lines on a drawing, as places or as paths, and how much of the sheet they take.

import { bounds, flattened, polyline, resampled, shape } from "./shapes.js";

/**
 * @typedef {import("./types.js").Place} Place
 * @typedef {import("./types.js").Path} Path
 * @typedef {import("./types.js").Preview} Preview
 * @typedef {import("./npm/index.js").Sheet} Sheet
 */

// The points of a line that moves, and those of one that is not drawn yet.
export const POINTS = 48;
const DRAFT = 24;

/**
 * The places of a path.
 * @param {Path} points
 * @returns {Place[]}
 */
export const pairs = (points) =>
    Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i], points[2 * i + 1]]);

/** @param {Place[]} places */
export const lengthOf = (places) =>
    places.reduce((sum, [x, y], i) => sum + (i ? Math.hypot(x - places[i - 1][0], y - places[i - 1][1]) : 0), 0);

/**
 * A line as points at equal distances.
 * @param {Path} points
 */
export const sampled = (points) => resampled(flattened(points), POINTS);

/**
 * The places of the lines that a move would add.
 * @param {Preview | null} ghost
 */
export const ways = (ghost) => linesOf(ghost).flatMap((points) => pairs(resampled(flattened(points), DRAFT)));

/**
 * The lines that a move would add.
 * @param {Preview | null} ghost
 */
export const linesOf = (ghost) => (ghost?.kind === "line" ? ghost.lines : []);

/**
 * The lowest and highest place of all lines and spots, across and down, with room around them.
 * @param {{ lines: { points: Path }[], spots: { x: number, y: number }[] }} drawn
 * @param {number} room
 */
export function around({ lines, spots }, room) {
    const places = [...lines.flatMap(({ points }) => points), ...spots.flatMap(({ x, y }) => [x, y])];
    return bounds(places).map(([low, high]) => [low - room, high + room]);
}

/**
 * The part of a board that was there before the first move, as far as it shows that.
 * @param {Sheet} board
 */
export function beginning({ lines, spots, stars }) {
    if (stars.length) return { lines: [], spots: pairs(stars).map(([x, y]) => ({ x, y })) };
    const old = lines.filter(({ owner }) => owner === null);
    // A line has two halves and a new spot.
    const count = spots.length - Math.floor((lines.length - old.length) / 2);
    return { lines: old, spots: spots.slice(0, Math.max(1, count)) };
}

/**
 * Draws a part of a board.
 * @param {import("./npm/index.js").Area} land
 */
export function area(land) {
    return shape("path", {
        class: "area",
        "fill-rule": "evenodd",
        d: land.outline.map((way) => `${polyline(way)}Z`).join(""),
    });
}
