// A puzzle on the table: it is shown, answered and left.

import { leave, readGame, write } from "./address.js";
import { publicAddress } from "./dare.js";
import { Refused } from "./desk.js";
import { hintOn, hintsOn, isoOf, lineOf, missOn, solve, solveOn, today, unsolved, wrongOn } from "./puzzles.js";
import { asDrawn, isOver, isThere, isTried, resultText } from "./state.js";
import * as storage from "./storage.js";

// Where the address of the game that was left for puzzles is kept.
const PLACE = "papergames-left";

/**
 * @typedef {import("./state.js").Puzzle} Puzzle
 * @typedef {{ game: string, number: number, day: null, isToday: false }
 *     | { day: number, number: number, isToday: boolean }} Asked a puzzle of a game, or that of a day
 */

export class Quiz {
    /** @param {import("./play.js").Play} play */
    constructor(play) {
        this.play = play;
    }

    /**
     * Puts a puzzle of a game on the table: the one with this number, or else the next unsolved one.
     * @param {string} game
     */
    begin(game, number = unsolved(game)) {
        return this.put({ game, number, day: null, isToday: false });
    }

    /** Puts the puzzle of a day on the table; that of a day to come is not known yet. */
    beginDay(day = today()) {
        const known = Math.min(day, today());
        return this.put({ day: known, number: 0, isToday: known === today() });
    }

    /** @param {Asked} asked */
    async put(asked) {
        const { play } = this;
        play.machines.interrupt();
        const { puzzle: last } = play.state;
        const isFirst = !isThere(play.state);
        const from = last ? last.from : isFirst ? null : write(play.game());
        storage.write(PLACE, from);
        play.set({ thinking: "puzzle", isOverShown: false });
        play.say("");
        await play.attempt(async () => {
            const riddle = await play.latest(this.ask(asked));
            if (!riddle) throw new Refused("there are no more puzzles of this game");
            const { game, text } = riddle;
            const view = await play.latest(play.table.ask({ do: "open", game, text, format: "text" }));
            // Back and forward have changed the address already, and would lose what is ahead.
            const isMoved = location.hash !== play.address;
            if (!isFirst && !last && !isMoved) leave();
            const tries = asked.isToday ? wrongOn(asked.day) : 0;
            const helped = asked.isToday && hintsOn(asked.day) > 0;
            const puzzle = { ...asked, ...riddle, solved: false, shown: false, tries, helped, from };
            play.begin(view, ["you", "you"], { puzzle });
        });
    }

    /** Puts the game that was left for puzzles on the table. Returns whether there is one. */
    async reopen(from = storage.read(PLACE, "")) {
        const wish = readGame(String(from));
        return wish !== null && this.play.shelf.reopen(wish);
    }

    /** @param {Asked | Puzzle} asked */
    ask(asked) {
        const which = asked.day === null ? { game: asked.game } : { day: asked.day };
        return this.play.thinker.ask({ do: "puzzle", ...which, at: asked.number });
    }

    // After a turn in a puzzle: is it the one? If not, the reply is shown, and why the turn does not win.
    async judge() {
        const { play } = this;
        const { puzzle, view } = play.state;
        if (!puzzle || !isTried(play.state)) return;
        play.set({ thinking: "answer" });
        await play.attempt(async () => {
            const moves = view.moves.slice(0, view.at).map(({ text }) => text);
            // The thinker may have been restarted, without the puzzle.
            await play.latest(this.ask(puzzle));
            const asked = play.thinker.ask({ do: "attempt", moves, at: puzzle.number });
            const { right, reply, words, reason } = await play.latest(asked);
            play.set({ thinking: null });
            const tries = puzzle.tries + 1;
            if (!right && puzzle.isToday && puzzle.day !== null) missOn(puzzle.day);
            if (right && puzzle.day === null) solve(puzzle.game, puzzle.number);
            if (right && puzzle.isToday && puzzle.day !== null && !puzzle.shown) solveOn(puzzle.day);
            play.do({ do: "puzzle", puzzle: { solved: right, tries } });
            if (right) {
                const found = puzzle.shown ? "The solution" : "Right";
                const took = [...(tries > 1 ? [`${tries} tries`] : []), ...(puzzle.helped ? ["a hint"] : [])];
                const after = took.length && !puzzle.shown ? ` It took ${took.join(" and ")}.` : "";
                play.say(`${found}: this wins, and nothing else does.${after}`);
                return;
            }
            const move = reply.join(" ");
            const hinted = move ? await play.latest(play.table.ask({ do: "ghost", move })) : null;
            play.set({ hinted });
            const end = isOver(play.state) ? `${resultText(play.state)}.` : "That does not win.";
            const said = hinted ? `They reply: ${asDrawn(hinted, words)}, ${reason}.` : end;
            play.say(`No. ${said} Press the paper to try again.`, said);
        });
    }

    /** Notes that a hint was given in a puzzle that is not solved yet. */
    help() {
        const { puzzle } = this.play.state;
        if (!puzzle || puzzle.solved || puzzle.helped) return;
        this.play.do({ do: "puzzle", puzzle: { helped: true } });
        if (puzzle.isToday && puzzle.day !== null) hintOn(puzzle.day);
    }

    async showSolution() {
        const { play } = this;
        const { puzzle } = play.state;
        if (!puzzle || play.state.thinking) return;
        await play.attempt(async () => {
            await play.latest(this.ask(puzzle));
            const moves = await play.latest(play.thinker.ask({ do: "solution", at: puzzle.number }));
            play.do({ do: "puzzle", puzzle: { shown: true } });
            if (play.state.view.at !== 0) await play.go(0);
            for (const move of moves) await play.play(move);
        });
    }

    /**
     * Hands on the result of the puzzle of a day.
     * @param {import("./share.js").Share} share
     */
    share(share) {
        const { puzzle } = this.play.state;
        if (!puzzle || puzzle.day === null) return false;
        const { day } = puzzle;
        const address = publicAddress();
        const text = [lineOf({ ...puzzle, day }), ...(address ? [`${address}#day=${isoOf(day)}`] : [])].join("\n");
        return share.send({ text }, (said) => this.play.note(said));
    }

    /** Goes back from puzzles to the game that was there. */
    async leave() {
        const { play } = this;
        play.machines.interrupt();
        const from = play.state.puzzle?.from ?? "";
        leave();
        if (!(await this.reopen(from))) await play.shelf.beginAnother("sprouts");
    }
}
