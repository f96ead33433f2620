// What the page offers: the games with their rules, the opponents, recent games, and what was chosen for new ones.

import { INK_POINTS } from "./shapes.js";
import { read, write } from "./storage.js";

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Wish} Wish
 * @typedef {import("./address.js").Kept} Kept
 *
 * @typedef {object} About a game on the page
 * @property {string} title
 * @property {string} unit what a move is called
 * @property {string} size the usual one
 * @property {string[]} [sizes] those that are offered, if they are not numbers
 * @property {string} sizeLabel
 * @property {string} sizeHelp
 * @property {boolean} [turned] whether the library has rows first
 * @property {number} [hint] the milliseconds that a hint takes on a board that is not solved
 * @property {(text: string, view: View) => string} count how large a game is
 * @property {(view: View) => string} aim what it is about
 * @property {string} [begins] how a move begins with a stroke
 * @property {boolean} [isSettled] whether the setup decides who wins
 * @property {string} [joke]
 * @property {string[][]} rules rule sets: a name, a label, what is special
 * @property {boolean} misere
 * @property {boolean} [players] whether more than two can play
 */

const last = (/** @type {string} */ setup) =>
    /^[\d,]+-/.test(setup) ? "If you draw the last line, you lose." : "The last line wins.";
export const counted = (/** @type {number} */ n, /** @type {string} */ what) =>
    `${n} ${what}${n === 1 ? "" : what.endsWith("s") ? "es" : "s"}`;

const sides = (/** @type {View} */ { board }) => ("columns" in board ? `${board.columns} × ${board.rows}` : "");

/** @type {Record<string, About>} */
export const GAMES = {
    sprouts: {
        title: "Sprouts",
        unit: "line",
        size: "5",
        sizeLabel: "Spots",
        sizeHelp: "from 1 to 100; 3 to 8 make a good game",
        count: (text) => counted(parseInt(text, 10), "spot"),
        aim: ({ setup }) => last(setup),
        begins: "A line begins on a spot",
        rules: [
            ["", "standard", "every line has a new spot"],
            ["black-and-white", "a new spot if you like", "it may be left out: “Black-and-White”"],
            ["black-and-white-loops", "if you like, always on loops", "it may be left out, except on loops"],
            ["antwerp-cold", "new spots for the other", "they are the other player's: “Antwerp, cold”"],
            ["antwerp-hot", "new spots for yourself", "they are your own: “Antwerp, hot”"],
            ["lines-2", "two lines at a spot", "new spots take three, as ever"],
            ["lines-4", "four lines at a spot", "new spots take three, as ever"],
            ["lines-5", "five lines at a spot", "new spots take three, as ever"],
            ["lines-6", "six lines at a spot", "new spots take three, as ever"],
        ],
        misere: true,
    },
    brussels: {
        title: "Brussels Sprouts",
        unit: "line",
        size: "2",
        sizeLabel: "Crosses",
        sizeHelp: "such as 2, or numbers of arms such as 4,4,3",
        count: (text) => (/^\d+[+-]/.test(text) ? counted(parseInt(text, 10), "cross") : ""),
        aim: ({ setup }) => last(setup),
        begins: "A line begins at the end of a free arm",
        isSettled: true,
        joke: "The joke of this game: the crosses alone decide who wins, and no line can change it.",
        rules: [],
        misere: true,
    },
    sos: {
        title: "SOS",
        unit: "letter",
        size: "5x5",
        sizes: ["3x3", "4x4", "5x5", "6x6", "7x7", "8x8", "9x9", "10x10", "12x12", "15x15", "20x20"],
        sizeLabel: "Board",
        sizeHelp: "columns x rows, such as 7x3",
        turned: true,
        count: (_, view) => sides(view),
        aim: ({ setup }) => {
            const [, label, about] = GAMES.sos.rules.find(([rule]) => rule && setup.endsWith(`:${rule}`)) ?? [];
            return `${label ?? "Most S-O-S wins"}; ${about ?? "with one you move again"}.`;
        },
        rules: [
            ["", "most S-O-S wins", "a player who makes one moves again"],
            ["first", "first S-O-S wins", "the game ends with it"],
            ["alternating", "turns alternate", "most S-O-S wins; making one does not move again"],
            ["misere", "first S-O-S loses", "the game ends with it"],
            ["wrap", "board wraps", "rows, columns and diagonals go on at the other end"],
            ["wrap-rows", "rows wrap", "a row goes on at its other end"],
            ["wrap-columns", "columns wrap", "a column goes on at its other end"],
            ["soo", "S-O-O scores", "from the left or from the top, instead of S-O-S"],
            ["sss", "S-S-S scores", "instead of S-O-S"],
        ],
        misere: false,
        players: true,
    },
    phutball: {
        title: "Phutball",
        unit: "move",
        size: "9x13",
        sizes: ["5x7", "7x9", "7x13", "9x13", "11x15", "13x17", "15x19", "15x21"],
        hint: 2_500,
        sizeLabel: "Board",
        sizeHelp: "columns x rows, both end rows counted",
        count: (_, view) => sides(view),
        begins: "A jump begins at the ball; a tap puts a man on an empty point",
        aim: () => "Bring the ball to the side where you win: place men, then jump over them.",
        rules: [
            ["", "full board", "chains may leave the ends and come back"],
            ["terminal-rows", "end rows", "the end rows end a turn"],
            ["terminal-rows-corner", "end rows, corners", "the end rows end a turn; exit by a corner"],
            ["full-board-corner", "full board, corners", "chains may come back; exit by a corner"],
            ["immediate", "goal at once", "a goal counts at once"],
            ["immediate-corner", "goal at once, corners", "a goal counts at once; exit by a corner"],
            ["no-own-goal", "no own goals", "a turn may not end in the own goal"],
        ],
        misere: false,
    },
};

export const LEVELS = [
    ["you", "a person here"],
    ["friend", "a friend by link"],
    ["1", "machine, beginner"],
    ["2", "machine, easy"],
    ["3", "machine, medium"],
    ["4", "machine, good"],
    ["5", "machine, strong"],
];
/** The opponent of a person who has chosen none. */
export const USUAL = "2";
export const SEATS = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"];

const PLACE = "papergames";
const CHOICES = "papergames-choices";
const MOST = 20;
// The letters of a game whose ink is kept, and how far it may be from the middle of its square, in tenths.
const MOST_INKS = 100;
const FARTHEST = 200;

/** Recent games, the newest first. */
export const kept = () =>
    read(PLACE, /** @type {Kept[]} */ ([])).filter(
        (game) =>
            game &&
            Object.hasOwn(GAMES, game.game) &&
            typeof game.record === "string" &&
            typeof game.seats === "string",
    );

/** @param {Kept} game */
export function keep(game) {
    write(PLACE, [game, ...kept().filter((other) => other.id !== game.id)].slice(0, MOST));
}

/**
 * Puts a game that was forgotten back in its place.
 * @param {Kept} game
 */
export function restore(game) {
    const others = kept().filter((other) => other.id !== game.id);
    write(
        PLACE,
        [...others, game].sort((a, b) => (b.time ?? 0) - (a.time ?? 0)),
    );
}

/** @param {string | null} id */
export function forget(id) {
    write(
        PLACE,
        kept().filter((game) => game.id !== id),
    );
}

/**
 * The ink of letters written by hand that is kept with a game, at most that of the last `MOST_INKS` letters. Anything
 * malformed is left out.
 * @param {{ inks?: unknown } | undefined} game
 * @returns {import("./types.js").Inks}
 */
export function inksOf(game) {
    const isInk = (/** @type {[string, unknown]} */ [name, ink]) =>
        /^[SO][a-z]{1,2}\d{1,2}$/.test(name) &&
        Array.isArray(ink) &&
        ink.length === 2 * INK_POINTS &&
        ink.every((z) => Number.isInteger(z) && Math.abs(z) <= FARTHEST);
    /** @type {import("./types.js").Inks} */
    const inks = Object(game?.inks);
    return Object.fromEntries(Object.entries(inks).filter(isInk).slice(-MOST_INKS));
}

/**
 * What was chosen last for new games.
 * @typedef {{ wish: Wish, seats: string[] }} Choice its size and rules, and who plays
 */
const choices = () => read(CHOICES, /** @type {Record<string, Choice>} */ ({}));

/**
 * Seats for a game that nobody elsewhere was asked to play: a machine sits where a friend sat.
 * @param {string[]} seats
 */
export const unasked = (seats, machine = USUAL) => seats.map((seat) => (seat === "friend" ? machine : seat));

/**
 * What was chosen last for a new game of a kind; a friend is invited again to each game.
 * @param {string} game
 * @returns {Choice | null}
 */
export function chosen(game) {
    const { wish, seats } = Object(choices()[game]);
    const isKnown =
        Array.isArray(seats) && seats.every((/** @type {unknown} */ seat) => LEVELS.some(([level]) => level === seat));
    return wish && typeof wish === "object" && isKnown && seats.length > 1 ? { wish, seats: unasked(seats) } : null;
}

/**
 * @param {string} game
 * @param {Wish} wish
 * @param {string[]} seats
 */
export function choose(game, wish, seats) {
    const machine = chosen(game)?.seats.find((seat) => seat !== "you");
    write(CHOICES, { ...choices(), [game]: { wish, seats: unasked(seats, machine) } });
}
