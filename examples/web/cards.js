// A position of Sprouts as playing cards on a table.

import { element } from "./shapes.js";

/**
 * Returns the rows of a table that is written like `1,3;2/4`: a row for each region, a stack for each boundary.
 * @param {string} text
 * @param {{ name: string, lives: number }[]} spots those whose three cards are all out have no lives
 */
export function tableOf(text, spots) {
    const dead = new Set(spots.filter(({ lives }) => lives === 0).map(({ name }) => name));
    const card = (value) => element("li", { class: dead.has(value) ? "card dead" : "card" }, value);
    const stack = (cards) => element("li", {}, element("ol", { class: "stack" }, ...cards.split(",").map(card)));
    const row = (stacks) => element("ul", { class: "felt" }, ...stacks.split(";").map(stack));
    return text.trim().split("/").map(row);
}
