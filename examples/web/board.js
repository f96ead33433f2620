// The board of a game, by the kind of its picture.

import { Drawing } from "./drawing.js";
import { Field } from "./field.js";
import { Letters } from "./letters.js";

const KINDS = { drawing: Drawing, letters: Letters, field: Field };

// `wants` has what the board asks for; see each of them. `zoom` is a closer look at the same box.
export function boardOf(kind, box, wants, zoom) {
    return new KINDS[kind](box, wants, zoom);
}
