// The address of the page, which carries the game; and links between friends.

import { GAMES, kept, LEVELS } from "./games.js";
import { dayOf } from "./puzzles.js";

// The most characters of an address that carries the drawing beside the record.
const LONGEST_ADDRESS = 8_000;

/**
 * @typedef {object} Kept
 * @property {string | null} id
 * @property {string} game
 * @property {string} record
 * @property {string} seats
 * @property {number} [at]
 * @property {number} [resigned]
 * @property {string} [pie] the pie rule: "on", or "swapped" if the players exchange seats
 * @property {string} [sheet]
 * @property {string} [later] the sheet of the last position, if an earlier one is shown; it is not in the address
 * @property {string} [size] how large it is, in words
 * @property {number} [moves] how many it has, where a chain of jumps is one
 * @property {string} [status]
 * @property {number} [time]
 * @property {boolean} [over]
 * @property {number} [sent] the number of moves that a friend has been sent
 * @property {import("./types.js").Inks} [inks]
 *
 * @typedef {object} GameWish a game that an address asks for
 * @property {string} game
 * @property {string} record
 * @property {string[]} seats
 * @property {number | null} at
 * @property {number | null} resigned
 * @property {string} pie
 * @property {string | null} id
 * @property {string | null} sheet
 * @property {boolean} isReply whether it is a link from a friend, whose seats are seen from the other side
 *
 * @typedef {object} DareWish a challenge
 * @property {string} game
 * @property {string} record
 * @property {string[]} seats
 * @property {number | null} resigned
 *
 * @typedef {{ dare: DareWish } | { puzzle: string, number: number } | { day: number | null }
 *     | { table: GameWish }} Wish
 */

/** @param {Kept} game */
export function write(game) {
    const hash = new URLSearchParams({ game: game.game, record: game.record, seats: game.seats });
    if (game.at !== undefined) hash.set("at", String(game.at));
    if (game.resigned !== undefined) hash.set("resigned", String(game.resigned));
    if (game.pie) hash.set("pie", game.pie);
    if (game.id) hash.set("id", game.id);
    if (game.sheet && hash.toString().length + game.sheet.length < LONGEST_ADDRESS) hash.set("sheet", game.sheet);
    return hash.toString();
}

/**
 * What an address asks for: a challenge, a puzzle, a game, or nothing.
 * @param {string} text
 * @returns {Wish | null}
 */
export function read(text) {
    if (text.startsWith(DARE)) {
        const dare = readDare(text.slice(DARE.length).split("/"));
        return dare && { dare };
    }
    const hash = new URLSearchParams(text);
    const [game, puzzle] = ["game", "puzzle"].map((name) => hash.get(name) ?? "");
    const number = Math.trunc(Number(hash.get("number")));
    if (hash.has("day")) return { day: dayOf(hash.get("day") ?? "") };
    if (Object.hasOwn(GAMES, puzzle)) return { puzzle, number: number >= 0 && number < 10_000 ? number : 0 };
    if (!Object.hasOwn(GAMES, game) || !hash.has("record")) return null;
    const loser = Number(hash.get("resigned") ?? NaN);
    const id = hash.get("id") ?? "";
    const table = {
        game,
        record: hash.get("record") ?? "",
        seats: seatsOf(hash.get("seats") ?? "you,you"),
        at: hash.has("at") ? Math.max(0, Math.trunc(Number(hash.get("at")))) || 0 : null,
        resigned: Number.isInteger(loser) && loser >= 0 && loser < 8 ? loser : null,
        pie: hash.get("pie") ?? "off",
        id: /^[0-9a-z]{1,9}$/.test(id) ? id : null,
        sheet: hash.get("sheet"),
        isReply: hash.has("reply"),
    };
    return { table };
}

/**
 * The game that this browser keeps, if another tab has gone on with it from a record; or `null`.
 * @param {string | null} id
 * @param {string} record
 */
export function newest(id, record) {
    const newer = kept().find((game) => game.id === id && game.record !== record && goesOn(game.record, record));
    return newer ? readGame(write(newer)) : null;
}

/**
 * The game that an address asks for, or `null`.
 * @param {string} text
 */
export function readGame(text) {
    const wish = read(text);
    return wish && "table" in wish ? wish.table : null;
}

const seatsOf = (/** @type {string} */ text) =>
    text
        .split(",")
        .slice(0, 8)
        .map((seat) => (LEVELS.some(([value]) => value === seat) ? seat : "you"));

// ---- challenges, whose addresses are short ----

const DARE = "dare/";
// The symbols of most moves of Sprouts, of which each three become two digits.
const SYMBOLS = "0123456789-[],! ";
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/**
 * A text in two digits for each three symbols; `null` if it has others.
 * @param {string} text
 */
export function packed(text) {
    const values = [...text].map((symbol) => SYMBOLS.indexOf(symbol));
    if (values.includes(-1)) return null;
    const blank = SYMBOLS.indexOf(" ");
    let digits = "";
    for (let i = 0; i < values.length; i += 3) {
        const [a, b, c] = [0, 1, 2].map((k) => values[i + k] ?? blank);
        const bits = (a << 8) | (b << 4) | c;
        digits += DIGITS[bits >> 6] + DIGITS[bits & 63];
    }
    return digits;
}

/**
 * The text that was packed, or `null`.
 * @param {string} digits
 */
export function unpacked(digits) {
    const values = [...digits].map((digit) => DIGITS.indexOf(digit));
    if (values.includes(-1) || values.length % 2) return null;
    let text = "";
    for (let i = 0; i < values.length; i += 2) {
        const bits = (values[i] << 6) | values[i + 1];
        text += [bits >> 8, (bits >> 4) & 15, bits & 15].map((value) => SYMBOLS[value]).join("");
    }
    return text.trimEnd();
}

/**
 * The address of a challenge: the moves of a game, which is drawn again, and who played.
 * @param {Kept} game
 */
export function writeDare({ game, record, seats, resigned }) {
    const [setup, ...moves] = record.split(" ");
    const text = moves.join(" ");
    const digits = packed(text);
    const told = digits === null ? `=${encodeURIComponent(moves.join("_"))}` : digits;
    const parts = [game, encodeURIComponent(setup), seats, told, ...(resigned === undefined ? [] : [resigned])];
    return DARE + parts.join("/");
}

/**
 * @param {string[]} parts
 * @returns {DareWish | null}
 */
function readDare([game, setup = "", seats = "", told = "", resigned = ""]) {
    if (!Object.hasOwn(GAMES, game)) return null;
    try {
        const moves = told.startsWith("=") ? decodeURIComponent(told.slice(1)).replaceAll("_", " ") : unpacked(told);
        if (moves === null) return null;
        const record = `${decodeURIComponent(setup)} ${moves}`.trim();
        const loser = /^[0-7]$/.test(resigned) ? Number(resigned) : null;
        return { game, record, seats: seatsOf(seats), resigned: loser };
    } catch {
        // It was cut in the middle of a letter.
        return null;
    }
}

/**
 * The seats of a game with a friend, seen from the other side.
 * @param {string} seats
 */
export function turned(seats) {
    /** @type {Record<string, string>} */
    const others = { you: "friend", friend: "you" };
    return seats
        .split(",")
        .map((seat) => others[seat] ?? seat)
        .join();
}

/**
 * The link that a friend gets: the same game with the seats seen from the other side.
 * @param {Kept} game
 */
export function reply(game) {
    const { at: _, ...whole } = game;
    return `${write({ ...whole, seats: turned(game.seats) })}&reply=1`;
}

/**
 * Whether a record goes on from another, or is the same.
 * @param {string} record
 * @param {string} from
 */
export const goesOn = (record, from) => `${record} `.startsWith(`${from} `);

/**
 * Why a friend's link is refused, or `null` if it continues the game that this browser keeps.
 * @param {Kept} mine
 * @param {{ game: string, record: string, seats: string[], pie?: string }} theirs
 */
export function refusal(mine, theirs) {
    if (mine.game !== theirs.game) return "The link has the name of another game that you play.";
    // Friends exchange seats once, where the pie rule is in force.
    const isSwapped = mine.pie === "on" && theirs.pie === "swapped";
    const seats = isSwapped ? turned(mine.seats) : mine.seats;
    const isOwn = seats === turned(theirs.seats.join()) && goesOn(mine.record, theirs.record);
    if (isOwn && mine.record !== theirs.record) return "This is your own link, of an earlier position.";
    if (isOwn) return "This is your own link: send it to your friend.";
    if (seats !== theirs.seats.join()) return "The link changes who plays which side.";
    if (goesOn(theirs.record, mine.record)) return null;
    if (goesOn(mine.record, theirs.record)) return "The link is older than your game: you have moved since.";
    return "The link takes back or changes a move that was made. Ask for a new one.";
}

/**
 * Keeps what is shown in the history, so that Back leads to it. An open drawer stays above it; see `menu.js`. Entries
 * of the page have a state, so one without is a link that was followed.
 */
export function leave(address = location.href) {
    const isOpen = history.state?.isDrawer;
    if (isOpen) history.replaceState({ isBelow: true }, "", address);
    history.pushState(isOpen ? { isDrawer: true } : {}, "", address);
}
