// Machines: their moves, and the hints that they give. They think in a desk of their own, which can be stopped.

import { GAMES } from "./games.js";
import { pace } from "./settings.js";
import { wait } from "./shapes.js";
import { asDrawn, isMachineTurn, isPerson, isYourTurn, mover, promise, shown } from "./state.js";

/**
 * @typedef {import("./npm/index.js").ChosenMove} ChosenMove
 * @typedef {ChosenMove & { isWeaker: boolean }} Choice a move, and whether a weaker opponent chose it for want of time
 */

// The seconds that an opponent may think about a move before a weaker one chooses.
const LONGEST = 10;
// The milliseconds before a machine's move, so that it can be seen: against a person, and against another machine.
const PAUSE = 450;
const SLOW = 900;
// The level that gives hints, and the number of moves among which a hint is looked up for its words.
const ADVISER = 5;
const ALIKE = 20;

/** A random number to begin with. */
export const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

export class Machines {
    /** @param {import("./play.js").Play} play */
    constructor(play) {
        this.play = play;
        /** @type {{ position: string, chosen: Choice } | null} the last hint, and the position that it is for */
        this.advice = null;
    }

    /**
     * Asks for a move. An opponent that thinks too long is stopped, and a weaker one is asked.
     * @param {number} level
     * @param {(seconds: number) => void} tell
     * @param {number | null} milliseconds
     * @returns {Promise<Choice | null>}
     */
    async choose(level, tell, milliseconds = null) {
        const { state, thinker } = this.play;
        /** @type {{ do: "choose", game: string, text: string, seed: number, milliseconds: number | null }} */
        const message = { do: "choose", game: state.view.game, text: shown(state), seed: seed(), milliseconds };
        for (let weaker = level; ; weaker = Math.min(weaker - 1, 2)) {
            let late = false;
            const begun = performance.now();
            const clock = setInterval(() => {
                const seconds = Math.floor((performance.now() - begun) / 1000);
                if (weaker > 1 && seconds >= LONGEST) {
                    late = true;
                    thinker.stop();
                } else {
                    tell(seconds);
                }
            }, 500);
            try {
                const chosen = await thinker.ask({ ...message, level: weaker });
                return chosen && { ...chosen, isWeaker: weaker < level };
            } catch (error) {
                if (!late) throw error;
            } finally {
                clearInterval(clock);
            }
        }
    }

    /** Makes an opponent move if it is its turn and it has not been stopped. */
    async proceed(asked = false) {
        const { play } = this;
        const { view, seats, thinking, paused, turn } = play.state;
        if (!isMachineTurn(play.state) || thinking) return;
        // An opening that was taken back is played again; moves of a person are not thrown away.
        const isOpening = seats.some(isPerson) && view.moves.every(({ player }) => !isPerson(seats[player]));
        if (!asked && (paused || (view.at < view.moves.length && !isOpening))) return;
        play.set({ thinking: "move", paused: false });
        await play.attempt(async () => {
            const begun = performance.now();
            const asked = this.choose(Number(mover(play.state)), (seconds) => {
                if (seconds >= 2 && turn === play.state.turn)
                    play.say(`The machine is thinking: ${seconds} of at most ${LONGEST} seconds.`);
            });
            const chosen = await play.latest(asked);
            const pause = pace() * (seats.some(isPerson) ? PAUSE : SLOW);
            const rest = pause - (performance.now() - begun);
            if (rest > 0 && view.at > 0) await play.latest(wait(rest));
            if (!chosen) return;
            play.set({ playing: true });
            const isSwap = chosen.swap && view.swap;
            const made = isSwap ? play.table.ask({ do: "swap" }) : play.table.ask({ do: "play", move: chosen.move });
            play.show(await play.latest(made));
            if (isSwap) play.say("By the pie rule, the machine has taken the first player's seat.");
        });
    }

    /** Stops what the machines do; they wait to be asked again. */
    halt() {
        const { play } = this;
        const { thinking } = play.state;
        play.set({ paused: true });
        // A move that is on its way to the table counts; the next one does not begin.
        if (play.state.playing) return;
        this.interrupt();
        play.note(thinking === "puzzle" ? "No longer looking for a puzzle." : "");
    }

    /** Stops the thinker. */
    interrupt() {
        this.play.do({ do: "interrupt" });
        this.play.thinker.stop();
    }

    /** Ends the search for a hint: a person has thought of a move. */
    dropHint() {
        if (this.play.state.thinking === "hint") this.interrupt();
    }

    /** Shows a good move, and says what it leads to. */
    async hint() {
        const { play } = this;
        // The key asks even where the bulb cannot be pressed.
        if (play.state.thinking || !isYourTurn(play.state) || play.state.puzzle?.solved) return;
        play.set({ thinking: "hint" });
        play.say("Looking for a good move …");
        await play.attempt(async () => {
            const chosen = await this.advise();
            if (!chosen) return;
            const { move: text, turn: whole, isWeaker } = chosen;
            const { puzzle } = play.state;
            // The first hint in a puzzle leaves something to find.
            const isNudge = puzzle !== null && !puzzle.solved && !puzzle.helped;
            const asked = play.table.ask({ do: "choices", words: text.toLowerCase(), take: ALIKE });
            const { moves } = await play.latest(asked);
            const ghost = await play.latest(play.table.ask({ do: "ghost", move: whole.join(" ") }));
            play.set({ hinted: isNudge ? null : { ...ghost, move: text }, thinking: null });
            play.quiz.help();
            if (isNudge) {
                const nudge = `Hint: ${beginning(ghost)}. The bulb shows the whole move.`;
                return play.say(nudge, nudge);
            }
            const { words } = moves.find((choice) => choice.text === text) ?? { words: text };
            const on = whole.length > 1 ? ", then on as drawn" : "";
            const said = [`Hint: ${asDrawn(ghost, words)}${on}.`, promise(play.state, chosen)];
            if (isWeaker) said.push("A quick opinion: the position is too long to be searched.");
            // Only the spots that it names show their numbers.
            const advice = said.filter(Boolean).join(" ");
            play.say(advice, advice);
        });
    }

    // The advice for a position is always the same.
    async advise() {
        const { play } = this;
        const { view, turn } = play.state;
        const position = `${view.game} ${shown(play.state)}`;
        if (this.advice?.position === position) return this.advice.chosen;
        const { hint = null } = GAMES[view.game];
        const most = hint ? hint / 1_000 : LONGEST;
        const tell = (/** @type {number} */ seconds) => {
            if (turn === play.state.turn) play.say(`Looking for a good move: ${seconds} of at most ${most} seconds.`);
        };
        const chosen = await play.latest(this.choose(ADVISER, tell, hint));
        if (chosen) this.advice = { position, chosen };
        return chosen;
    }
}

/**
 * How a move begins, in words: part of a hint.
 * @param {import("./npm/index.js").Ghost} ghost
 */
function beginning(ghost) {
    if (ghost.kind === "line") return `a line from ${ghost.ends[0]}`;
    if (ghost.kind === "letter") return `the letter ${ghost.letter}`;
    return ghost.kind === "jump" ? "a jump" : "a man, not a jump";
}
