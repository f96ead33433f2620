// A puzzle on the table: it is shown, answered and left.

import { leave, read, write } from "./address.js";
import { Refused } from "./desk.js";
import { isDaily, solve, unsolved } from "./puzzles.js";
import { asDrawn, isTried } from "./state.js";
import * as storage from "./storage.js";

// Where the address of the game that was left for puzzles is kept.
const PLACE = "papergames-left";

export class Quiz {
    /** @param {import("./play.js").Play} play */
    constructor(play) {
        this.play = play;
    }

    /** Puts a puzzle on the table: the one with this number, or else the next unsolved one. */
    async begin(game, number = unsolved(game)) {
        const { play } = this;
        play.interrupt();
        const { view: before, puzzle: last } = play.state;
        const from = last ? last.from : before && write(play.game());
        storage.write(PLACE, from);
        play.set({ thinking: "puzzle", isOverShown: false });
        play.say("");
        await play.attempt(async () => {
            const riddle = await play.latest(play.thinker.ask({ do: "puzzle", game, at: number }));
            if (!riddle) throw new Refused("there are no more puzzles of this game");
            const asked = play.table.ask({ do: "open", game, text: riddle.text, format: "text" });
            const view = await play.latest(asked);
            if (before && !last) leave();
            const puzzle = {
                ...riddle,
                game,
                number,
                daily: isDaily(game, number),
                solved: false,
                shown: false,
                tries: 0,
                from,
            };
            play.begin(view, ["you", "you"], { puzzle });
        });
    }

    /** Puts the game that was left for puzzles on the table. Returns whether there is one. */
    async reopen(from = storage.read(PLACE, "")) {
        const wish = read(String(from));
        return Boolean(wish?.game) && this.play.reopen(wish);
    }

    // Asks the thinker about the puzzle on the table. It may have been restarted, without the puzzle.
    async about(message) {
        const { play } = this;
        const { game, number } = play.state.puzzle;
        await play.latest(play.thinker.ask({ do: "puzzle", game, at: number }));
        return play.latest(play.thinker.ask({ ...message, at: number }));
    }

    // After a move in a puzzle: is it the one? If not, the reply is shown.
    async judge() {
        const { play } = this;
        const { puzzle, view } = play.state;
        if (!isTried(play.state)) return;
        play.set({ thinking: "answer" });
        await play.attempt(async () => {
            const { right, reply, words } = await this.about({ do: "attempt", move: view.moves[0].text });
            play.set({ thinking: null });
            const tries = puzzle.tries + 1;
            play.do({ do: "puzzle", puzzle: { solved: right, tries } });
            if (right) {
                solve(puzzle.game, puzzle.number);
                const found = puzzle.shown ? "The solution" : "Right";
                const after = tries > 1 && !puzzle.shown ? ` It took ${tries} tries.` : "";
                play.say(`${found}: this wins, and nothing else does.${after}`);
                return;
            }
            const move = reply.join(" ");
            const hinted = move ? await play.latest(play.table.ask({ do: "ghost", move })) : null;
            play.set({ hinted });
            const said = move ? `They reply: ${asDrawn(hinted, words)}.` : "That does not win.";
            play.say(`No. ${said} Press the paper to try again.`, said);
        });
    }

    async showSolution() {
        const { play } = this;
        if (play.state.thinking) return;
        await play.attempt(async () => {
            const { move } = await this.about({ do: "solution" });
            play.do({ do: "puzzle", puzzle: { shown: true } });
            if (play.state.view.at !== 0) await play.go(0);
            await play.play(move);
        });
    }

    /** Goes back from puzzles to the game that was there. */
    async leave() {
        const { play } = this;
        play.interrupt();
        const { from } = play.state.puzzle;
        leave();
        if (!(await this.reopen(from))) await play.beginAnother("sprouts");
    }
}
