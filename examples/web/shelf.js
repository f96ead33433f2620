// The games that are begun, gone on with, and opened from an address.

import * as address from "./address.js";
import { Refused } from "./desk.js";
import { choose, chosen, GAMES, kept, USUAL } from "./games.js";
import { wait } from "./shapes.js";
import { isOver, isThere, playing } from "./state.js";

/**
 * @typedef {import("./types.js").Wish} Wish
 * @typedef {Omit<address.GameWish, "isReply"> & { later?: string | null }} Known a game that can be opened
 */

// The milliseconds that a finished game takes to grow again, and the least for a move.
const GROWTH = 5_000;
const LEAST = 60;

export class Shelf {
    /** @param {import("./play.js").Play} play */
    constructor(play) {
        this.play = play;
    }

    /**
     * Begins a game as it is wished, which may be refused.
     * @param {string} game
     * @param {Wish} wanted
     * @param {string[]} who
     */
    async start(game, wanted, who) {
        const { play } = this;
        const { turned, size: usual } = GAMES[game];
        const own = wanted.size || usual;
        const size = turned ? own.replace(/^\s*(\d+)\s*x\s*(\d+)\s*$/i, "$2x$1") : own;
        const next = await play.table.ask({ do: "setup", game, wish: { ...wanted, size } });
        // The back button leads to the previous game.
        if (isThere(play.state)) address.leave();
        play.begin(next, who);
    }

    /**
     * Goes on with the game at an address; Back leads to the one now on the table.
     * @param {string} hash
     */
    async goOn(hash) {
        address.leave(hash);
        await this.recall();
    }

    /**
     * Turns to the games of a kind: to the last one, unless it is over, or else to a new one.
     * @param {string} kind
     */
    async turnTo(kind) {
        const { id, puzzle } = this.play.state;
        const running = kept().find((game) => game.game === kind && !game.over);
        if (!running) return this.beginAnother(kind);
        if (running.id === id && !puzzle) return;
        await this.goOn(`#${address.write(running)}`);
        this.play.note("Your last game goes on. To begin another, choose new game in the menu.");
    }

    /**
     * Another game of a kind, as it was chosen last; the first of each is an easy one against the machine.
     * @param {string} game
     */
    async beginAnother(game) {
        const { play } = this;
        const last = chosen(game);
        if (last) {
            try {
                return await this.start(game, last.wish, last.seats);
            } catch (error) {
                if (!(error instanceof Refused)) return play.refuse(error);
            }
        }
        await play.attempt(() => this.start(game, {}, ["you", USUAL]));
    }

    /**
     * Lets somebody else play a seat, also of the next game of this kind.
     * @param {number} seat
     * @param {string} who
     */
    seat(seat, who) {
        const { play } = this;
        // A game that is over keeps its players.
        if (isOver(play.state)) return this.rematch(playing(play.state).with(seat, who));
        if (play.state.thinking) play.machines.interrupt();
        play.do({ do: "seat", seat, who });
        play.set({ paused: false });
        const { view, puzzle, original } = play.state;
        if (!puzzle && !original) choose(view.game, chosen(view.game)?.wish ?? {}, playing(play.state));
        play.remember();
        play.machines.proceed();
    }

    /**
     * The same game again, with the seats swapped, or with others in them.
     * @param {string[]} [others]
     */
    async rematch(others) {
        const { play } = this;
        const { view } = play.state;
        const [first, ...rest] = playing(play.state);
        const who = others ?? [...rest, first];
        await play.attempt(async () => {
            const pie = view.pie === "off" ? "off" : "on";
            const asked = play.table.ask({ do: "open", game: view.game, text: view.setup, format: "text", pie });
            const next = await play.latest(asked);
            address.leave();
            play.begin(next, who, { swapped: !others });
        });
    }

    /** Shows the game from its beginning to a position, in five seconds. */
    async replay(at = this.play.state.view.at) {
        const { play } = this;
        if (!at) return;
        const each = Math.max(LEAST, GROWTH / at);
        play.machines.interrupt();
        play.set({ paused: true });
        await play.attempt(async () => {
            for (let shown = 0; shown <= at; shown++) {
                const view = await play.latest(play.table.ask({ do: "go", at: shown }));
                play.grow(view, shown < at);
                if (shown < at) await play.latest(wait(each));
            }
            play.remember();
        });
    }

    /** Puts on the table what the address asks for: without anything, the game that is not over yet. */
    async recall() {
        const { play } = this;
        const wish = address.read(location.hash.slice(1));
        play.machines.interrupt();
        const isFirst = !isThere(play.state);
        if (wish && ("puzzle" in wish || "day" in wish)) {
            if (isFirst && !(await play.quiz.reopen())) await this.resume();
            if ("puzzle" in wish) await play.quiz.begin(wish.puzzle, wish.number);
            else await play.quiz.beginDay(wish.day ?? undefined);
            return;
        }
        if (wish && "dare" in wish) return play.dare.accept(wish.dare);
        if (wish) {
            const received = play.friend.received(wish.table);
            if (received) return play.friend.accept(received);
            if (await this.reopen(wish.table)) return;
        }
        const isBare = !location.hash;
        if (isBare && !isThere(play.state)) return this.resume();
        await this.beginAnother("sprouts");
        if (!isBare && isThere(play.state)) {
            play.say("The game in the address could not be read, so here is a new one.");
        }
    }

    // Puts on the table the game that is not over yet.
    async resume() {
        const [latest] = kept();
        const running = latest && !latest.over ? address.readGame(address.write(latest)) : null;
        if (running && (await this.reopen(running)) && !isOver(this.play.state)) return;
        await this.beginAnother("sprouts");
    }

    /**
     * Opens the game of an address. Returns whether it could be read.
     * @param {Known} game
     * @returns {Promise<boolean>}
     */
    async reopen({ game, record, at, sheet, seats, resigned, pie, id }) {
        const { play } = this;
        const newer = address.newest(id, record);
        if (newer) return this.reopen(newer);
        return play.attempt(async () => {
            // Drawings that are not in the address: a long one, and that of the last position if another is shown.
            const mine = kept().find((game) => game.id === id && game.record === record);
            const isHere = (mine?.at ?? null) === at;
            const drawn = {
                sheet: sheet ?? (isHere ? mine?.sheet : null),
                later: mine?.later ?? (isHere ? null : mine?.sheet),
            };
            const asked = play.table.ask({ do: "open", game, text: record, at, pie, ...drawn });
            const view = await play.latest(asked);
            const loser = resigned !== null && resigned < view.players ? resigned : null;
            play.begin(view, seats, { id: id ?? undefined, resigned: loser });
        });
    }
}
