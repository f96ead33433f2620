// Puzzles: positions in which one kind of turn wins. The sets are those of `papergames puzzle`; and each day has one
// that is the same for everyone.

import { GAMES } from "./games.js";
import { read, write } from "./storage.js";

const PLACE = "papergames-puzzles";
const DAILY = "papergames-days";
// The milliseconds of a day.
const DAY = 86_400_000;
// The most wrong tries that have a sign in a shared result.
const MOST_SIGNS = 9;

const all = () => read(PLACE, /** @type {Record<string, number[]>} */ ({}));

/**
 * The numbers of the puzzles of a game that were solved in this browser.
 * @param {string} game
 */
export function solved(game) {
    const numbers = all()[game];
    return Array.isArray(numbers) ? numbers : [];
}

/**
 * @param {string} game
 * @param {number} number
 */
export function solve(game, number) {
    write(PLACE, { ...all(), [game]: [...new Set([...solved(game), number])] });
}

/**
 * The first puzzle of a game from a number on that was not solved.
 * @param {string} game
 */
export function unsolved(game, from = 0) {
    const done = solved(game);
    let number = from;
    while (done.includes(number)) number += 1;
    return number;
}

// ---- the puzzle of the day ----

/** The day on a person's calendar, as a number. */
export const today = (now = new Date()) => Math.floor(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY);

/** A day such as `2026-11-30`, and its number. */
export const isoOf = (/** @type {number} */ day) => new Date(day * DAY).toISOString().slice(0, 10);
export const dayOf = (/** @type {string} */ iso) => {
    const day = Date.parse(`${iso}T00:00Z`) / DAY;
    return Number.isInteger(day) && day >= 0 ? day : null;
};

/**
 * A day in words, such as "30 November".
 * @param {number} day
 * @param {"numeric"} [year]
 */
export const dateOf = (day, year) =>
    new Date(day * DAY).toLocaleDateString([], { day: "numeric", month: "long", year, timeZone: "UTC" });

/**
 * What this browser keeps: the last day that was solved, how many in a row they are by then, and the wrong tries and
 * the hints on the last day that was tried.
 */
function kept() {
    const {
        solved = -1,
        streak = 0,
        day = -1,
        wrong = 0,
        hints = 0,
    } = read(DAILY, /** @type {Partial<Record<"solved" | "streak" | "day" | "wrong" | "hints", number>>} */ ({}));
    return [solved, streak, day, wrong, hints].every(Number.isInteger)
        ? { solved, streak, day, wrong, hints }
        : { solved: -1, streak: 0, day: -1, wrong: 0, hints: 0 };
}

/** The days in a row that were solved up to today, or to yesterday if today may still be. */
export function streak(now = today()) {
    const { solved, streak } = kept();
    return solved >= now - 1 ? streak : 0;
}

export const isDone = (/** @type {number} */ day) => kept().solved === day;

/** The wrong tries on a day, and the hints. */
export const wrongOn = (/** @type {number} */ day) => (kept().day === day ? kept().wrong : 0);
export const hintsOn = (/** @type {number} */ day) => (kept().day === day ? kept().hints : 0);

const triedOn = (/** @type {number} */ day) => ({ ...kept(), day, wrong: wrongOn(day), hints: hintsOn(day) });

/** Counts a wrong try. */
export const missOn = (/** @type {number} */ day) => write(DAILY, { ...triedOn(day), wrong: wrongOn(day) + 1 });

/** Counts a hint. */
export const hintOn = (/** @type {number} */ day) => write(DAILY, { ...triedOn(day), hints: hintsOn(day) + 1 });

/**
 * Counts the puzzle of today as solved.
 * @param {number} day
 */
export function solveOn(day) {
    const { solved, streak } = kept();
    if (solved !== day) write(DAILY, { ...kept(), solved: day, streak: solved === day - 1 ? streak + 1 : 1 });
}

/**
 * The result of a day to share: a sign for each try, and nothing of the solution.
 * @param {{ day: number, game: string, grade: number, tries: number, helped: boolean, isToday: boolean }} puzzle
 */
export function lineOf({ day, game, grade, tries, helped, isToday }) {
    const inRow = isToday ? streak(day) : 0;
    const parts = [
        `papergames, ${dateOf(day, "numeric")}: ${GAMES[game].title} ${"★".repeat(grade)}`,
        `${"✗".repeat(Math.min(tries - 1, MOST_SIGNS))}✓`,
        ...(helped ? ["with a hint"] : []),
        ...(inRow > 1 ? [`${inRow} days in a row`] : []),
    ];
    return parts.join(" · ");
}
