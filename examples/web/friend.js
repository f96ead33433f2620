// A friend elsewhere, to whom the game goes as a link and comes back as one.

import { readGame, refusal, reply, turned, write } from "./address.js";
import { GAMES, kept, SEATS } from "./games.js";
import { isOver, isWithFriend, lonely, playing } from "./state.js";

export class Friend {
    /** @param {import("./play.js").Play} play */
    constructor(play) {
        this.play = play;
    }

    /** Notes that the game has been sent to the friend. */
    sent() {
        this.play.set({ sent: this.play.state.view.moves.length });
        this.play.remember();
    }

    /**
     * What a friend's link asks for; `null` for the address of a game of this browser. It may be the address that a
     * friend copied from the bar, where the seats are as the friend sees them.
     * @param {import("./address.js").GameWish} wish
     */
    received(wish) {
        if (wish.isReply) return wish;
        if (!wish.id || !wish.seats.includes("friend")) return null;
        // Back, and a page that is loaded again, lead to an address that the page has written. Another tab may have
        // gone on with the game since.
        if (history.state) return null;
        const mine = kept().find((game) => game.id === wish.id);
        const isOwn = mine?.seats === wish.seats.join() && mine.record === wish.record;
        return isOwn ? null : { ...wish, seats: turned(wish.seats.join()).split(",") };
    }

    /**
     * Opens a friend's link: it continues the game that this browser keeps, or begins one that it does not know.
     * @param {import("./address.js").GameWish} wish
     */
    async accept(wish) {
        const mine = kept().find((game) => game.id === wish.id);
        const own = mine ? readGame(write(mine)) : null;
        const reason = mine && refusal(mine, wish);
        const { shelf } = this.play;
        if (reason && own) {
            await shelf.reopen(own);
            this.play.do({ do: "say", said: { text: reason, kind: "refused" } });
        } else if (await shelf.reopen({ ...wish, at: null })) {
            const [seat, title] = [lonely(this.play.state), GAMES[wish.game].title];
            if (!mine && seat !== null && !isOver(this.play.state)) {
                const who = SEATS[seat].toLowerCase();
                this.play.say(`A friend invites you to ${title}: you are ${who}. How to play is in the menu.`);
            }
        } else {
            const text = "The game in the link could not be read. Ask your friend for a new link.";
            if (own) await shelf.reopen(own);
            else await shelf.beginAnother("sprouts");
            this.play.do({ do: "say", said: { text, kind: "refused" } });
        }
    }

    /**
     * Makes the game one with a friend elsewhere, who gets the seat that is not this person's. After the end it is a
     * new one.
     */
    async invite() {
        const mine = lonely(this.play.state) ?? 0;
        const who = playing(this.play.state).map((_, seat) => (seat === mine ? "you" : "friend"));
        if (isOver(this.play.state)) return this.play.shelf.rematch(who);
        if (this.play.state.thinking) this.play.machines.interrupt();
        who.forEach((who, seat) => this.play.do({ do: "seat", seat, who }));
        this.play.remember();
    }

    /** The link that a friend needs to go on; without a friend, one that shows the game. */
    link() {
        const { state } = this.play;
        const game = this.play.game();
        // To someone who opens the link of a game that is over, no player is "you".
        const seats = playing(state).map(() => "you");
        const shown = isOver(state) ? { ...game, id: null, seats: seats.join() } : game;
        return `${location.href.split("#")[0]}#${isWithFriend(state) ? reply(game) : write(shown)}`;
    }
}
