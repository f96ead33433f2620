// A challenge: a game that a friend sees grow, and then plays from the same seat.

import { writeDare } from "./address.js";
import { GAMES, SEATS, USUAL } from "./games.js";
import { isOver, isPerson, movesOf, playing, winnerOf } from "./state.js";

/** Where everyone finds this page; `null` if the page was built without its public address. */
export const publicAddress = () =>
    /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=canonical]"))?.href ?? null;

/**
 * What happened to the only person in a game, said by `who`, such as "I" or "Your friend".
 * @param {import("./state.js").State} state
 * @param {string[]} seats
 * @param {string} who
 */
export function told(state, seats, who) {
    const { view } = state;
    const [n, unit] = [movesOf(view), GAMES[view.game].unit];
    const many = `${n} ${unit}${n === 1 ? "" : "s"}`;
    if (!isOver(state)) return n ? `${many} so far.` : "";
    const mine = seats.filter((seat) => seat === "you").length === 1 ? seats.indexOf("you") : null;
    const winner = winnerOf(state);
    if (winner === null) return mine === null ? `A draw after ${many}.` : `${who} drew after ${many}.`;
    if (mine === null) return `${SEATS[winner]} won in ${many}.`;
    return `${who} ${winner === mine ? "won" : "lost"} in ${many}.`;
}

export class Dare {
    /** @param {import("./play.js").Play} play */
    constructor(play) {
        this.play = play;
    }

    /** The line that goes with the picture. */
    line() {
        const { state } = this.play;
        const seats = state.dare?.seats ?? playing(state);
        return `${told(state, seats, "I")} Your turn.`.trim();
    }

    /** The address that a friend opens, or `null`. */
    link() {
        const { state } = this.play;
        const address = publicAddress();
        return address && `${address}#${state.dare?.hash ?? writeDare(this.play.game())}`;
    }

    /**
     * Shows a friend's game from its beginning; then it is the turn of the person here.
     * @param {import("./address.js").DareWish} wish
     */
    async accept(wish) {
        const { play } = this;
        const watching = wish.seats.map(() => "you");
        if (!(await play.shelf.reopen({ ...wish, pie: "off", id: null, sheet: null, seats: watching, at: 0 }))) {
            await play.shelf.beginAnother("sprouts");
            play.do({ do: "say", said: { text: "The game in the link could not be read.", kind: "refused" } });
            return;
        }
        const kept = { ...wish, id: null, seats: wish.seats.join(), resigned: wish.resigned ?? undefined };
        const hash = writeDare(kept);
        play.set({ dare: { seats: wish.seats, hash } });
        await play.shelf.replay(play.state.view.moves.length);
        if (!play.state.dare || play.state.growing || isOver(play.state)) return;
        // The friend's seat in a game that goes on.
        play.set({ dare: null, seats: this.seats(wish.seats), paused: false });
        play.remember();
        play.say("A friend left you this game: go on.");
        play.machines.proceed();
    }

    /** Begins the game that answers the challenge: the same setup, against the same opponent. */
    answer() {
        const { dare } = this.play.state;
        return dare && this.play.shelf.rematch(this.seats(dare.seats));
    }

    /**
     * One person plays, against the machines of the friend, or the usual one after a game of two people.
     * @param {string[]} seats
     */
    seats(seats) {
        const mine = Math.max(0, seats.indexOf("you"));
        return seats.map((seat, i) => (i === mine ? "you" : isPerson(seat) ? USUAL : seat));
    }
}
