// Puzzles: positions in which one kind of move wins. The set is the one of `papergames puzzle`.

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

// The puzzle of a day, the same for everyone: the games take turns, and each has a new one every third day of a month
// and a half, after which they repeat.
export function daily(date) {
    const day = Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
    return { game: ["sprouts", "sos", "phutball"][day % 3], number: Math.floor(day / 3) % DAILY };
}
