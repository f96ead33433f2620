// What happens at the table: the positions that are shown, and moves. Each changes the state by actions; the library
// answers all questions about rules.

import * as address from "./address.js";
import { Dare } from "./dare.js";
import { Desk, Refused, Stopped } from "./desk.js";
import { Friend } from "./friend.js";
import { inksOf, keep, kept } from "./games.js";
import { Machines, seed } from "./machines.js";
import { isoOf } from "./puzzles.js";
import { Quiz } from "./quiz.js";
import { Shelf } from "./shelf.js";
import {
    BEGINNING,
    called,
    follows,
    isAlike,
    isLookingBack,
    isMoveAfter,
    isOver,
    isPerson,
    isTried,
    isWithFriend,
    isYourTurn,
    mover,
    movesOf,
    playing,
    reduce,
    sentence,
    statusText,
    subtitle,
} from "./state.js";

/**
 * @typedef {import("./state.js").State} State
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").From} From
 * @typedef {import("./types.js").Place} Place
 */

const newId = () => seed().toString(36);

export class Play {
    /**
     * @param {(state: State, before: State, from: From | null) => void} paint
     * shows a state; `from` says how a new view follows from the one before
     */
    constructor(paint) {
        this.state = BEGINNING;
        this.paint = paint;
        this.table = new Desk();
        this.thinker = new Desk();
        this.machines = new Machines(this);
        this.shelf = new Shelf(this);
        this.quiz = new Quiz(this);
        this.friend = new Friend(this);
        this.dare = new Dare(this);
        // The address of what is shown.
        this.address = "";
        // If the library crashes, the address still has the game.
        this.table.onbroken = () => this.shelf.recall();
    }

    /**
     * Changes the state, and shows it.
     * @param {import("./state.js").Action} action
     * @param {From | null} from
     */
    do(action, from = null) {
        const before = this.state;
        this.state = reduce(before, action);
        this.paint(this.state, before, from);
    }

    /** @param {Partial<State>} fields */
    set(fields) {
        this.do({ do: "set", fields });
    }

    /**
     * Says something, beside the pen if it is at a place. The spots whose numbers are in `names` show them.
     * @param {string} text
     * @param {Place | null} at
     */
    say(text, names = "", at = null) {
        this.do({ do: "say", said: { text: sentence(text), names, at } });
    }

    /**
     * Shows a brief note, which disappears after a while.
     * @param {string} text
     */
    note(text) {
        this.do({ do: "say", said: { text: sentence(text), isBrief: true } });
    }

    /**
     * Shows why something is refused.
     * @param {unknown} error
     * @param {Place | null} at
     */
    refuse(error, at = null) {
        if (error instanceof Stopped) return;
        const text = error instanceof Refused ? sentence(error.message) : String(error);
        this.do({ do: "say", said: { text, names: text, at, kind: "refused" } });
    }

    /**
     * Waits for an answer that is of use only for the position now shown: one that comes later is dropped.
     * @template T
     * @param {Promise<T>} asked
     */
    async latest(asked) {
        const { turn } = this.state;
        const late = () => {
            if (turn !== this.state.turn) throw new Stopped("another position is shown");
        };
        try {
            const answer = await asked;
            late();
            return answer;
        } catch (error) {
            late();
            throw error;
        }
    }

    /**
     * Does something for the position now shown, and shows why it failed. Returns whether it succeeded.
     * @param {() => unknown} act
     * @param {Place | null} at
     */
    async attempt(act, at = null) {
        try {
            await act();
            return true;
        } catch (error) {
            if (!(error instanceof Stopped)) this.set({ thinking: null });
            this.refuse(error, at);
            return false;
        }
    }

    // ---- showing ----

    /**
     * Shows another position of the game on the table. `path` is the way of the pen, if a line was drawn by hand.
     * @param {View} view
     * @param {import("./types.js").Path} [path]
     */
    show(view, path) {
        const before = this.state.view;
        const isMove = isMoveAfter(before, view);
        const from = isMove ? { path, fresh: added(before, view) } : isAlike(before, view) ? { fresh: [] } : null;
        this.do({ do: "show", view }, from);
        if (isMove) {
            const last = view.moves[view.at - 1];
            const text = `${called(this.state, last.player)}: ${last.words}.`;
            this.do({ do: "say", said: { text, kind: "move" } });
        }
        this.remember();
        this.machines.proceed();
        this.quiz.judge();
    }

    /**
     * Shows a position of a game that grows from its beginning.
     * @param {View} view
     * @param {boolean} growing whether it grows on
     */
    grow(view, growing) {
        const from = view.at ? { fresh: added(this.state.view, view) } : null;
        this.do({ do: "show", view, growing }, from);
    }

    /**
     * Puts another game on the table.
     * @param {View} view
     * @param {string[]} seats
     * @param {Partial<import("./state.js").Begun>} more
     */
    begin(view, seats, { id = newId(), resigned = null, puzzle = null, swapped = false } = {}) {
        if (this.state.thinking) this.machines.interrupt();
        const mine = kept().find((game) => game.id === id);
        const { sent = 0 } = mine ?? {};
        const given = { view, seats, id, resigned, puzzle, swapped, inks: inksOf(mine) };
        this.do({ do: "begin", ...given, sent: Math.min(sent, view.moves.length) });
        this.remember();
        this.machines.proceed();
        this.quiz.judge();
    }

    /** The game on the table, as it is kept. */
    game() {
        const { view, id, resigned } = this.state;
        /** @type {address.Kept} */
        const game = { id, game: view.game, record: view.record, seats: playing(this.state).join() };
        if (view.at !== view.moves.length) game.at = view.at;
        if (resigned !== null) game.resigned = resigned;
        if (view.pie !== "off") game.pie = view.pie;
        if (view.sheet && view.at > 0) game.sheet = view.sheet;
        if (view.later) game.later = view.later;
        return game;
    }

    /** Keeps the game in the address and in this browser. */
    remember() {
        const { view, puzzle, original, sent, inks, dare } = this.state;
        const game = this.game();
        const hash = puzzle ? addressOf(puzzle) : (dare?.hash ?? address.write(game));
        this.address = `#${hash}`;
        history.replaceState(history.state ?? {}, "", this.address);
        if (puzzle || original || dare || !(view.moves.length || isWithFriend(this.state))) return;
        if (address.newest(game.id, game.record)) return;
        const mine = kept().find(({ id, record }) => id === game.id && record === game.record);
        const past = view.at < view.moves.length ? mine : undefined;
        // A game that is over stays so while earlier positions are shown.
        if (past?.over) return;
        const now = { status: statusText(this.state).replace(/:.*/, ""), time: Date.now() };
        const { status, time } = past ?? now;
        const over = isOver(this.state);
        const about = { size: subtitle(this.state), moves: movesOf(view), status, time, over };
        keep({ ...game, sent, inks: inksOf({ inks }), ...about });
    }

    // ---- moves ----

    /**
     * Makes a person's move. Returns whether it could be made.
     * @param {string} move
     */
    async play(move) {
        this.machines.dropHint();
        if (!isYourTurn(this.state) || this.state.thinking) {
            this.idle();
            return false;
        }
        this.set({ paused: false });
        return this.attempt(async () => this.show(await this.table.ask({ do: "play", move })));
    }

    /** Takes the first player's seat, by the pie rule. */
    async swap() {
        await this.attempt(async () => {
            this.show(await this.table.ask({ do: "swap" }));
            this.say("By the pie rule, the seats are exchanged.");
        });
    }

    /**
     * Ends a stroke of the pen; throws the reason if its line is refused.
     * @param {number} reach
     * @param {import("./types.js").Path} path
     * @param {boolean} spot whether the line has a new spot
     */
    async lift(reach, path, spot) {
        this.machines.dropHint();
        this.set({ paused: false });
        this.show(await this.table.ask({ do: "up", reach, spot }), path);
    }

    /** Says why nothing can be played now. */
    idle() {
        const { state } = this;
        if (isTried(state) && !state.thinking) this.go(0);
        else if (isOver(state)) this.note("The game is over. Undo takes a move back.");
        else if (state.thinking === "puzzle") this.note("One moment: looking for a puzzle.");
        else if (state.thinking === "answer") this.note("One moment: is it the one?");
        else if (state.growing) this.note("One moment: the game is shown from its beginning.");
        else if (state.thinking) this.note("The machine is thinking. Stop lets you take over.");
        else if (isLookingBack(state)) this.note("You are looking back. Redo leads to the game again.");
        else if (mover(state) === "friend") this.note("It is your friend's turn.");
        else this.note("It is the machine's turn: let it play, or choose other players in the menu.");
    }

    /**
     * Shows the position after some moves of the game.
     * @param {number} at
     */
    async go(at) {
        if (this.state.thinking) this.machines.interrupt();
        this.do({ do: "resign", seat: null });
        return this.attempt(async () => this.show(await this.table.ask({ do: "go", at })));
    }

    /**
     * Shows another position of the game, and says which; false if there is none.
     * @param {number} at
     */
    step(at) {
        const { view } = this.state;
        const n = view.moves.length;
        const to = Math.min(n, Math.max(0, at));
        return to !== view.at && this.go(to).then((isShown) => isShown && this.note(`Move ${to} of ${n}`));
    }

    /**
     * The nearest position before or after the current one, depending on `step`, in which a person is to move; the
     * beginning or the end if there is none.
     * @param {1 | -1} step
     */
    turning(step) {
        const { view, seats } = this.state;
        let at = view.at + step;
        const isHuman = (/** @type {number} */ at) =>
            at === view.moves.length || isPerson(seats[view.moves[at].player]);
        if (seats.some(isPerson)) {
            while (at > 0 && at < view.moves.length && !isHuman(at)) at += step;
        }
        return Math.min(view.moves.length, Math.max(0, at));
    }

    /**
     * Takes back a resignation first. Moves that a friend has been sent are not taken back: undo goes through them one
     * by one.
     */
    undo() {
        const { view, resigned, puzzle } = this.state;
        if (puzzle?.solved) return;
        if (resigned !== null) this.go(view.at);
        else if (view.at > 0) this.go(isWithFriend(this.state) ? view.at - 1 : this.turning(-1));
    }

    redo() {
        const { view } = this.state;
        if (view.at < view.moves.length) this.go(isWithFriend(this.state) ? view.at + 1 : this.turning(1));
    }

    resign() {
        if (isOver(this.state)) return;
        this.do({ do: "resign", seat: this.state.view.turn });
        this.remember();
        this.say("Undo takes the resignation back.");
    }

    /**
     * Tries a move in a copy of the game, without machines, which is not kept.
     * @param {string} move
     */
    async explore(move) {
        const { state } = this;
        if (state.thinking) this.machines.interrupt();
        if (!state.original) {
            address.leave();
            this.do({ do: "explore", id: newId(), original: this.address });
        }
        this.do({ do: "resign", seat: null });
        this.set({ puzzle: null });
        await this.attempt(async () => {
            this.show(await this.table.ask({ do: "play", move }));
            this.say(`${this.state.said.text} This is a copy of the game for trying moves.`);
        });
    }
}

/**
 * The address of a puzzle: of one of a set, or of a day.
 * @param {import("./state.js").Puzzle} puzzle
 */
const addressOf = ({ game, number, day }) =>
    day === null ? new URLSearchParams({ puzzle: game, number: String(number) }) : `day=${isoOf(day)}`;

/**
 * The numbers of the lines that a view has and the one before had not.
 * @param {View} before
 * @param {View} next
 */
function added(before, next) {
    const [old, now] = [before.board, next.board];
    if (old.kind !== "drawing" || now.kind !== "drawing" || !follows(before, next)) return [];
    return now.lines.map((_, i) => i).slice(old.lines.length);
}
