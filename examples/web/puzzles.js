// Puzzles: positions in which one kind of move wins. The set is the one of `papergames puzzle`.

import { GAMES } from "./games.js";
import { read, write } from "./storage.js";

const PLACE = "papergames-puzzles";
// The number of puzzles of each game are those of days: a later one takes long to find.
const DAILY = 15;

// The numbers of the puzzles of a game that were solved in this browser.
export function solved(game) {
    const numbers = read(PLACE, {})[game];
    return Array.isArray(numbers) ? numbers : [];
}

export function solve(game, number) {
    write(PLACE, { ...read(PLACE, {}), [game]: [...new Set([...solved(game), number])] });
}

// The first puzzle of a game from a number on that was not solved.
export function unsolved(game, from = 0) {
    const done = solved(game);
    let number = from;
    while (done.includes(number)) number += 1;
    return number;
}

/** Whether a puzzle is that of today. */
export const isDaily = (game, number) => {
    const today = daily(new Date(), game);
    return today.game === game && today.number === number;
};

// The puzzle of a day, the same for everyone: one of each game that has puzzles, and of Sprouts for one that has none,
// because its setup decides who wins.
export function daily(date, game) {
    const day = Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
    return { game: GAMES[game].isSettled ? "sprouts" : game, number: day % DAILY };
}
