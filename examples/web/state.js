// The state of the page and how each event changes it; no part of the page is touched here.

import { GAMES, SEATS } from "./games.js";

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Preview} Preview
 * @typedef {{ text: string, names: string, at: number[] | null, kind: "" | "move" | "refused", isBrief: boolean }} Said
 * @typedef {object} Puzzle
 * @property {string} game
 * @property {number} number
 * @property {string} text
 * @property {number} turn
 * @property {number} grade
 * @property {boolean} solved
 * @property {number} tries
 * @property {number | null} day the day whose puzzle it is
 * @property {boolean} isToday whether that is today
 * @property {boolean} shown whether the page gave the solution
 * @property {boolean} helped whether the page gave a hint
 * @property {string | null} from the address of the game that was left for puzzles
 *
 * @typedef {{ seats: string[], hash: string }} Dare who played, and its address
 *
 * @typedef {object} State
 * @property {View} view the game on the table
 * @property {string[]} seats who plays: "you", "friend", or the level of a machine
 * @property {number | null} resigned the player who gave up
 * @property {string | null} id the name under which the game is kept
 * @property {boolean} swapped whether the seats of the last game were swapped
 * @property {Record<string, number[]>} inks the ink of letters written by hand, by letter and square
 * @property {number} sent the number of moves that a friend has been sent
 * @property {string | null} original the address of the game of which this is a copy, for trying moves
 * @property {number} turn counts the positions shown and the searches interrupted: an answer to an older turn is late
 * @property {null | "move" | "hint" | "puzzle" | "answer"} thinking what the thinker does for the game: "puzzle" while
 * it looks for one, "answer" while it judges a move in one
 * @property {boolean} playing whether a machine's move is on its way to the table
 * @property {boolean} paused whether machines wait to be asked
 * @property {boolean} growing whether the game is shown from its beginning
 * @property {string[]} picked the places chosen for a line
 * @property {import("./types.js").Candidate[]} offered the lines between two spots, of which a tap plays one
 * @property {Preview | null} hinted what the hint adds to the board, shown until the next move
 * @property {boolean} isOverShown whether the end of the game is announced
 * @property {Puzzle | null} puzzle the puzzle on the table
 * @property {Dare | null} dare the friend's challenge that is shown
 * @property {string | null} panel the part of the drawer that is open
 * @property {Said} said
 *
 * @typedef {object} Begun a game that begins
 * @property {View} view
 * @property {string[]} seats
 * @property {string} id
 * @property {number | null} [resigned]
 * @property {Puzzle | null} [puzzle]
 * @property {boolean} [swapped]
 * @property {import("./types.js").Inks} [inks]
 * @property {number} [sent]
 *
 * @typedef {{ do: "begin" } & Begun
 *     | { do: "show", view: View, growing?: boolean }
 *     | { do: "interrupt" }
 *     | { do: "explore", id: string, original: string }
 *     | { do: "seat", seat: number, who: string }
 *     | { do: "resign", seat: number | null }
 *     | { do: "puzzle", puzzle: Partial<Puzzle> }
 *     | { do: "say", said: Partial<Said> }
 *     | { do: "set", fields: Partial<State> }} Action
 */

/** @type {Said} */
const SILENT = { text: "", names: "", at: null, kind: "", isBrief: false };

/** @type {View} before there is a game */
const NOTHING = {
    game: "",
    setup: "",
    position: "",
    record: "",
    moves: [],
    at: 0,
    players: 0,
    turn: null,
    status: "",
    task: "",
    about: "",
    winner: null,
    theorem: null,
    choices: "0",
    sheet: null,
    later: null,
    board: { kind: "text", lines: [] },
    pie: "off",
    exchanged: false,
    swap: false,
    notes: [],
};

/** @type {State} */
export const BEGINNING = {
    view: NOTHING,
    seats: ["you", "2"],
    resigned: null,
    id: null,
    swapped: false,
    inks: {},
    sent: 0,
    original: null,
    turn: 0,
    thinking: null,
    playing: false,
    paused: false,
    growing: false,
    picked: [],
    offered: [],
    hinted: null,
    isOverShown: false,
    puzzle: null,
    dare: null,
    panel: null,
    said: SILENT,
};

/**
 * Returns the state after an action.
 * @param {State} state
 * @param {Action} action
 * @returns {State}
 */
export function reduce(state, action) {
    /** @type {Pick<State, "picked" | "offered" | "hinted" | "thinking" | "playing" | "said">} */
    const empty = { picked: [], offered: [], hinted: null, thinking: null, playing: false, said: SILENT };
    const next = { turn: state.turn + 1, ...empty };
    switch (action.do) {
        case "begin": {
            const { view, seats, id, resigned = null, puzzle = null, sent = 0, inks = {}, swapped = false } = action;
            const begun = { ...BEGINNING, ...next, panel: state.panel };
            const after = { ...begun, view, id, resigned, puzzle, swapped, inks, sent };
            return { ...after, seats: filled(seats, view), isOverShown: isOver(after) };
        }
        case "show": {
            const { view, growing = false } = action;
            const seats = filled(state.seats, view);
            const after = { ...state, ...next, view, growing, seats };
            // By the pie rule, seats are exchanged with the move before, which a friend has not been sent with it.
            if (Boolean(view.exchanged) !== Boolean(state.view.exchanged)) {
                seats.splice(0, 2, seats[1], seats[0]);
                after.sent = Math.min(state.sent, view.at - 1);
            }
            // A result that was put away stays away until another position was shown.
            const isSame = isAlike(state.view, view) && !state.growing;
            return { ...after, isOverShown: isOver(after) && !growing && (!isSame || state.isOverShown) };
        }
        case "interrupt":
            return { ...state, turn: state.turn + 1, thinking: null, growing: false };
        case "explore":
            return { ...state, id: action.id, original: action.original, seats: state.seats.map(() => "you") };
        case "seat":
            return { ...state, seats: state.seats.map((seat, i) => (i === action.seat ? action.who : seat)) };
        case "resign":
            return { ...state, resigned: action.seat, isOverShown: action.seat !== null };
        case "puzzle":
            return { ...state, puzzle: state.puzzle && { ...state.puzzle, ...action.puzzle } };
        case "say":
            return { ...state, said: { ...SILENT, ...action.said } };
        // Fields have other values.
        case "set":
            return { ...state, ...action.fields };
    }
}

/** Whether there is a game yet. */
export const isThere = (/** @type {State} */ { view }) => view !== NOTHING;

/**
 * A seat for each player.
 * @param {string[]} seats
 * @param {View} view
 */
function filled(seats, view) {
    return Array.from({ length: Math.max(seats.length, view.players) }, (_, i) => seats[i] ?? "you");
}

/**
 * Whether a view is the one before with one more move.
 * @param {View} before
 * @param {View} next
 */
export const isMoveAfter = (before, next) =>
    before.setup === next.setup &&
    next.at === before.at + 1 &&
    before.game === next.game &&
    next.moves.length === next.at;

/**
 * Whether a view is the one before in another drawing.
 * @param {View} before
 * @param {View} next
 */
export const isAlike = (before, next) => before.record === next.record && before.at === next.at;

/**
 * Whether a view is one move later in the same game.
 * @param {View} before
 * @param {View} next
 */
export const follows = (before, next) =>
    isMoveAfter(before, next) || (before.record === next.record && before.at === next.at - 1);

// ---- who, and whose turn ----

/** @type {Record<string, string>} */
const CALLED = { you: "You", friend: "Friend" };
/** @type {Record<string, string>} */
const SUBJECTS = { Machine: "The machine", Friend: "Your friend" };

export const isOver = (/** @type {State} */ { view, resigned }) => view.turn === null || resigned !== null;

/** Whether a turn in a puzzle is on the paper that is not known to solve it: a move, or a whole chain of jumps. */
export const isTried = (/** @type {State} */ { puzzle, view }) =>
    puzzle !== null && !puzzle.solved && view.at > 0 && !(view.turn === puzzle.turn && mayStop(view));

/** Whether a chain of jumps may end here. */
export const mayStop = (/** @type {View} */ { board }) => board.kind === "field" && board.stop;

const isUnderWay = (/** @type {State} */ state) =>
    !isOver(state) && !state.growing && !isLookingBack(state) && !isTried(state);

export const isPerson = (/** @type {string} */ seat) => seat === "you" || seat === "friend";

/** Whether one of the players is elsewhere. */
export const isWithFriend = (/** @type {State} */ state) => playing(state).includes("friend");

/** Whether the last move is this person's, and the friend has not been sent it. */
const isLastUnsent = (/** @type {State} */ { view, seats, sent }) =>
    sent < view.moves.length && seats[view.moves[view.moves.length - 1].player] === "you";

/** Whether an undo takes a move back, rather than only looking at an earlier position. */
export const mayTakeBack = (/** @type {State} */ state) =>
    !isWithFriend(state) || (isLastUnsent(state) && state.view.at === state.view.moves.length);

/**
 * Whether an earlier position of a game with a friend is shown, where nobody can move.
 * @param {State} state
 */
export function isLookingBack(state) {
    const { view } = state;
    const left = view.moves.length - view.at;
    return isWithFriend(state) && left > 0 && !(left === 1 && isLastUnsent(state));
}

/** The seats of the game, without those that the last game had. */
export const playing = (/** @type {State} */ { view, seats }) => seats.slice(0, view.players);

/** Whether it is the turn of a person at this screen. */
export const isYourTurn = (/** @type {State} */ state) => isUnderWay(state) && mover(state) === "you";

export const isMachineTurn = (/** @type {State} */ state) => isUnderWay(state) && !isPerson(mover(state));

/** Who is to move; nobody after the end. */
export const mover = (/** @type {State} */ { view, seats }) => (view.turn === null ? "" : seats[view.turn]);

/**
 * The seat of the only person at this screen, or `null`.
 * @param {State} state
 */
export function lonely(state) {
    const people = playing(state).filter((seat) => seat === "you");
    return people.length === 1 ? state.seats.indexOf("you") : null;
}

// The side of the person for whom there is one: in a puzzle the side that has to win.
const mine = (/** @type {State} */ state) => state.puzzle?.turn ?? lonely(state);

// Whether one person here plays one machine, or one friend elsewhere.
const isPair = (/** @type {State} */ state) => state.view.players === 2 && mine(state) !== null;

/**
 * What a player is called on the page.
 * @param {State} state
 * @param {number} i
 */
export function called(state, i) {
    if (!isPair(state)) return SEATS[i];
    if (state.puzzle) return i === state.puzzle.turn ? "You" : "They";
    return CALLED[state.seats[i]] ?? "Machine";
}

// What a player does: "you win" but "first wins".
const does = (/** @type {State} */ state, /** @type {number} */ i, /** @type {string} */ verb) =>
    ["You", "They"].includes(called(state, i)) ? verb : `${verb}s`;

/** What a player does who wins. */
export const wins = (/** @type {State} */ state, /** @type {number} */ i) => does(state, i, "win");

/**
 * What a player is called in a sentence.
 * @param {State} state
 * @param {number} i
 */
export function subject(state, i) {
    return SUBJECTS[called(state, i)] ?? called(state, i);
}

/**
 * The same in the middle of a sentence.
 * @param {State} state
 * @param {number} i
 */
export const inText = (state, i) => subject(state, i).toLowerCase();

// ---- in words ----

/** The player who has won, or `null`. */
export const winnerOf = (/** @type {State} */ { view, resigned }) =>
    resigned !== null && view.players === 2 ? 1 - resigned : view.winner;

/**
 * Who has won, in the names on the page.
 * @param {State} state
 */
export function resultText(state) {
    const { view, resigned } = state;
    const winText = (/** @type {number} */ i) =>
        i === mine(state) ? "You win" : `${subject(state, i)} ${wins(state, i)}`;
    if (resigned !== null) {
        const told = `${subject(state, resigned)} resigned`;
        return view.players === 2 ? `${told}. ${winText(1 - resigned)}` : told;
    }
    return view.winner === null ? view.status : winText(view.winner);
}

/** @param {State} state */
export function statusText(state) {
    const { view, thinking } = state;
    if (thinking === "puzzle") return "Looking for a puzzle …";
    if (isTried(state)) return thinking ? "Is it the one? …" : "Not this one: try again";
    if (state.growing) return state.dare ? "Your friend's game" : "The game from its beginning";
    if (isOver(state)) return resultText(state);
    if (isLookingBack(state)) return `Looking back: move ${view.at} of ${view.moves.length}`;
    if (state.puzzle && view.turn !== mine(state)) return view.status;
    if (state.puzzle && !state.puzzle.solved)
        return view.at ? `Your turn: ${view.task}` : "Your turn: find the move that wins";
    if (isYourTurn(state)) return `${mine(state) === null ? view.status : "Your turn"}: ${view.task}${newsText(state)}`;
    if (mover(state) === "friend") return "Your friend's turn";
    if (isPair(state)) return thinking ? "The machine is thinking" : "The machine's turn";
    return `${view.status} (the machine${thinking ? " is thinking" : ""})`;
}

/**
 * What is said where a person at this screen is asked for the first move: whose the first of all is, once the seats
 * were swapped; and in Phutball to which side to play.
 * @param {State} state
 */
function newsText(state) {
    const { view, swapped } = state;
    const seat = lonely(state);
    if (seat === null || hasBegun(state)) return "";
    const first = seat === 0 ? "you begin" : `${inText(state, 0)} began`;
    const told = [
        ...(swapped ? [first] : []),
        ...(view.board.kind === "field" ? [`you play ${seat === 0 ? "upwards" : "downwards"}`] : []),
    ];
    return told.length ? `; ${told.join(", ")}` : "";
}

/**
 * What a game is about, said until a person's first move.
 * @param {State} state
 */
export function aimText(state) {
    const { view, puzzle } = state;
    const { aim } = GAMES[view.game];
    if (hasBegun(state) || isOver(state) || puzzle || !aim) return "";
    const seat = state.swapped ? lonely(state) : null;
    const now = seat === null ? "" : `You are ${SEATS[seat].toLowerCase()} now. `;
    return now + aim(view);
}

/** Whether a person here has moved. */
export const hasBegun = (/** @type {State} */ { view, seats }) =>
    view.moves.some(({ player }) => seats[player] === "you");

/**
 * A move in words, where its line can be seen: without the sides on which it leaves things.
 * @param {Preview} ghost
 * @param {string} words
 */
export function asDrawn(ghost, words) {
    if (ghost.kind !== "line") return words;
    const [from, to] = ghost.ends;
    return from === to ? `Loop at ${from}, as drawn` : `Join ${from} and ${to}, as drawn`;
}

/**
 * What the library says of the players, in their names on the page.
 * @param {State} state
 * @param {string} text
 */
export function named(state, text) {
    if (!isPair(state)) return text;
    const player = /(?:\bthe )?\b(first|second)(?:(?: player)?( wins| stands)| player|(?= [+-]\d| winning|:))/gi;
    return text.replace(player, (words, /** @type {string} */ which, /** @type {string | undefined} */ does) => {
        const i = which.toLowerCase() === "first" ? 0 : 1;
        const who = /^[FST]/.test(words) ? subject(state, i) : inText(state, i);
        const isPlural = wins(state, i) === "win";
        return who + (does ? (isPlural ? does.slice(0, -1) : does) : "");
    });
}

/**
 * What a hint says of a position whose value for the player to move is `proved`, or only `foreseen`: 1, 0 or -1. Before
 * the first move, a lost position is called a hard start.
 * @param {State} state
 * @param {{ proved: number | null, foreseen: number | null }} value
 */
export function promise(state, { proved, foreseen }) {
    const isSettled = GAMES[state.view.game].isSettled && "whatever you play";
    const isNew = !hasBegun(state);
    if (isNew && isSettled) return "";
    if (proved === 1) return `You win, ${isSettled || "if you make no mistake"}.`;
    if (proved === 0) return "With best play it is a draw.";
    if (isNew && proved === -1) return "It is a hard start, but your opponent has to find every right move.";
    if (proved === -1) return `You lose, ${isSettled || "unless your opponent makes a mistake"}.`;
    if (foreseen === 1) return "It looks like a win.";
    return foreseen === -1 ? "It looks lost, whatever you play." : "";
}

/**
 * Who moves again after an S-O-S.
 * @param {State} state
 */
export function againText(state) {
    const { view } = state;
    const isAgain = view.board.kind === "letters" && view.moves[view.at - 1]?.player === view.turn;
    if (!isAgain || view.turn === null || !isUnderWay(state) || state.puzzle || state.thinking === "puzzle") return "";
    return `S-O-S! ${subject(state, view.turn)} ${does(state, view.turn, "move")} again`;
}

/** What is played, in a few words. */
export function subtitle(/** @type {State} */ { view }) {
    const [first] = view.setup.split(/\s/);
    return GAMES[view.game].count(first, view);
}

/** How many moves a game has: in Phutball a chain of jumps is one, as in a review. */
export const movesOf = (/** @type {View} */ { moves, board }) =>
    board.kind === "field" ? moves.filter(({ player }, i) => player !== moves[i - 1]?.player).length : moves.length;

/** The record up to the position shown. */
export const shown = (/** @type {State} */ { view }) =>
    [view.setup, ...view.moves.slice(0, view.at).map((move) => move.text)].join(" ");

export const sentence = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);
