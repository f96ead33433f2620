// The numbers of the spots and the names of the arms, where nothing else is.

import { RING } from "./pen.js";
import { BODY, clearest, END, leaving } from "./spots.js";

/**
 * @typedef {import("./types.js").Place} Place
 * @typedef {import("./npm/index.js").Disc} Disc
 */

/**
 * Places the names of spots: the name of an arm is beyond its end, that of a spot where nothing else is. They are
 * `letters` high.
 * @param {import("./types.js").Drawn} board
 * @param {SVGGElement[]} nodes those of the spots
 * @param {Place[]} drafts the places of what is drawn of moves that are not made
 * @param {Disc[]} ringed the spots with a ring around them
 * @param {number} letters
 */
export function placeNames(board, nodes, drafts, ringed, letters) {
    const places = [...board.places, ...drafts];
    nodes.forEach((node, i) => {
        const spot = board.spots[i];
        const isEnd = /\D/.test(spot.name);
        const [way] = isEnd ? leaving(spot, board.lines) : [];
        const size = ringed.includes(spot) ? RING : isEnd ? END : BODY;
        const far = spot.radius * size + 0.75 * letters;
        const half = (letters / 4) * spot.name.length;
        const beside = [-half, 0, half];
        const turn = way === undefined ? clearest(spot, { ...board, places }, far, beside) : way + Math.PI;
        const [x, y] = [spot.x + Math.cos(turn) * far, spot.y + Math.sin(turn) * far];
        const text = node.querySelector("text");
        text?.setAttribute("x", String(x));
        text?.setAttribute("y", String(y));
        // The next ones keep off this one, which is as broad as its letters.
        for (const off of beside) places.push([x + off, y]);
    });
}
