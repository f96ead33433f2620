// A puzzle on the table: it is shown, answered and left.

import { leave, read, write } from "./address.js";
import { Refused } from "./desk.js";
import { solve, unsolved } from "./puzzles.js";
import { wait } from "./shapes.js";

// The milliseconds for which a wrong move is seen.
const WRONG = 700;

export class Quiz {
    /** @param {import("./play.js").Play} play */
    constructor(play) {
        this.play = play;
    }

    /** Puts a puzzle on the table: the one with this number, or else the next unsolved one. */
    async begin(game, number = unsolved(game), daily = false) {
        const { play } = this;
        play.interrupt();
        const { view: before, puzzle: last } = play.state;
        const from = last ? last.from : before && write(play.game());
        play.set({ thinking: "puzzle", isOverShown: false });
        play.say("Looking for a puzzle …");
        await play.attempt(async () => {
            const riddle = await play.latest(play.thinker.ask({ do: "puzzle", game, at: number }));
            if (!riddle) throw new Refused("there are no more puzzles of this game");
            const asked = play.table.ask({ do: "open", game, text: riddle.text, format: "text" });
            const view = await play.latest(asked);
            if (before && !last) leave();
            const puzzle = { ...riddle, game, number, daily, solved: false, shown: false, tries: 0, from };
            play.begin(view, ["you", "you"], { puzzle });
            play.say("Your move: one kind of move wins. Which?");
        });
    }

    // Asks the thinker about the puzzle on the table. It may have been restarted, without the puzzle.
    async about(message) {
        const { play } = this;
        const { game, number } = play.state.puzzle;
        await play.latest(play.thinker.ask({ do: "puzzle", game, at: number }));
        return play.latest(play.thinker.ask({ ...message, at: number }));
    }

    // After a move in a puzzle: is it the one? If not, it is taken back.
    async judge() {
        const { play } = this;
        const { puzzle, view } = play.state;
        if (!puzzle || puzzle.solved || view.at !== 1) return;
        play.set({ thinking: "puzzle" });
        await play.attempt(async () => {
            const { right, words } = await this.about({ do: "attempt", move: view.moves[0].text });
            play.set({ thinking: null });
            const tries = puzzle.tries + 1;
            play.do({ do: "puzzle", puzzle: { solved: right, tries } });
            if (right) {
                solve(puzzle.game, puzzle.number);
                play.say(tries > 1 ? `${words} It took ${tries} tries.` : words);
            } else {
                await play.latest(wait(WRONG));
                await play.go(0);
                play.say(words);
            }
        });
    }

    async showSolution() {
        const { play } = this;
        if (play.state.thinking) return;
        await play.attempt(async () => {
            const { move } = await this.about({ do: "solution" });
            play.do({ do: "puzzle", puzzle: { tries: play.state.puzzle.tries + 1, shown: true } });
            if (play.state.view.at !== 0) await play.go(0);
            await play.play(move);
        });
    }

    /** Goes back from puzzles to the game that was there. */
    async leave() {
        const { play } = this;
        play.interrupt();
        const wish = read(play.state.puzzle.from ?? "");
        leave();
        if (!wish || !(await play.reopen(wish))) await play.beginAnother("sprouts");
    }
}
