// The board of a game, by the kind of its picture.

import { Drawing } from "./drawing.js";
import { Field } from "./field.js";
import { Letters } from "./letters.js";

/**
 * The board for a kind of picture; `zoom` is a closer look at the same box.
 * @param {string} kind
 * @param {HTMLElement} box
 * @param {import("./types.js").Wants} wants
 * @param {import("./zoom.js").Zoom} zoom
 * @returns {import("./types.js").GameBoard}
 */
export function boardOf(kind, box, wants, zoom) {
    const Kind = { drawing: Drawing, letters: Letters, field: Field }[kind];
    if (!Kind) throw new Error(`no board for ${kind}`);
    return new Kind(box, wants, zoom);
}
