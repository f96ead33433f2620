// What happens at the table: moves, machines, hints, puzzles, and the games that are kept. Each changes the state by
// actions; the library answers all questions about rules.

import * as address from "./address.js";
import { Dare } from "./dare.js";
import { Desk, Refused, Stopped } from "./desk.js";
import { Friend } from "./friend.js";
import { choose, chosen, GAMES, inksOf, keep, kept } from "./games.js";
import { isoOf } from "./puzzles.js";
import { Quiz } from "./quiz.js";
import { pace } from "./settings.js";
import { wait } from "./shapes.js";
import {
    asDrawn,
    BEGINNING,
    called,
    follows,
    isAlike,
    isLookingBack,
    isMachineTurn,
    isMoveAfter,
    isOver,
    isPerson,
    isTried,
    isWithFriend,
    isYourTurn,
    playing,
    promise,
    reduce,
    sentence,
    shown,
    statusText,
    subtitle,
} from "./state.js";

// The seconds that an opponent may think about a move before a weaker one chooses.
const LONGEST = 10;
// The milliseconds before a machine's move, so that it can be seen: against a person, and against another machine.
const PAUSE = 450;
const SLOW = 900;
// The milliseconds that a finished game takes to grow again.
const GROWTH = 5_000;

const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];
const newId = () => seed().toString(36);

export class Play {
    /**
     * @typedef {import("./state.js").State} State
     * @param {(state: State, before: State, from: object | null) => void} paint
     * shows a state; `from` says how a new view follows from the one before
     */
    constructor(paint) {
        this.state = BEGINNING;
        this.paint = paint;
        this.table = new Desk();
        this.thinker = new Desk();
        this.quiz = new Quiz(this);
        this.friend = new Friend(this);
        this.dare = new Dare(this);
        /** @type {{ position: string, chosen: any } | null} the last hint, and the position that it is for */
        this.advice = null;
        // The address of what is shown.
        this.address = "";
        // If the library crashes, the address still has the game.
        this.table.onbroken = () => this.recall();
    }

    /** Changes the state, and shows it. */
    do(action, from = null) {
        const before = this.state;
        this.state = reduce(before, action);
        this.paint(this.state, before, from);
    }

    set(fields) {
        this.do({ do: "set", ...fields });
    }

    /** Says something, beside the pen if it is at a place. The spots whose numbers are in `names` show them. */
    say(text, names = "", at = null) {
        this.do({ do: "say", said: { text: sentence(text), names, at } });
    }

    /** Shows a brief note, which disappears after a while. */
    note(text) {
        this.do({ do: "say", said: { text: sentence(text), isBrief: true } });
    }

    refuse(error, at = null) {
        if (error instanceof Stopped) return;
        const text = error instanceof Refused ? sentence(error.message) : String(error);
        this.do({ do: "say", said: { text, names: text, at, kind: "refused" } });
    }

    /** Waits for an answer that is of use only for the position now shown: one that comes later is dropped. */
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

    /** Does something for the position now shown, and shows why it failed. Returns whether it succeeded. */
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

    /** Shows another position of the game on the table. `path` is the way of the pen, if a line was drawn by hand. */
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
        this.proceed();
        this.quiz.judge();
    }

    /** Puts another game on the table. */
    begin(view, seats, { id = newId(), resigned = null, puzzle = null, swapped = false } = {}) {
        if (this.state.thinking) this.interrupt();
        const mine = kept().find((game) => game.id === id);
        const { sent = 0 } = mine ?? {};
        const given = { view, seats, id, resigned, puzzle, swapped, inks: inksOf(mine) };
        this.do({ do: "begin", ...given, sent: Math.min(sent, view.moves.length) });
        this.remember();
        this.proceed();
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

    remember() {
        const { view, puzzle, original, sent, inks, dare } = this.state;
        const game = this.game();
        const hash = puzzle ? addressOf(puzzle) : (dare?.hash ?? address.write(game));
        this.address = `#${hash}`;
        history.replaceState(history.state, "", this.address);
        if (puzzle || original || dare || !(view.moves.length || isWithFriend(this.state))) return;
        const mine = kept().find(({ id, record }) => id === game.id && record === game.record);
        const isPast = mine && view.at < view.moves.length;
        // A game that is over stays so while earlier positions are shown.
        if (isPast && mine.over) return;
        const now = { status: statusText(this.state).replace(/:.*/, ""), time: Date.now() };
        const { status, time } = isPast ? mine : now;
        const over = isOver(this.state);
        keep({ ...game, sent, inks: inksOf({ inks }), size: subtitle(this.state), status, time, over });
    }

    // ---- moves ----

    async play(move) {
        this.dropHint();
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

    /** Ends a stroke of the pen; throws the reason if its line is refused. */
    async lift(reach, path, spot) {
        this.dropHint();
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
        else if (state.seats[state.view.turn] === "friend") this.note("It is your friend's turn.");
        else this.note("It is the machine's turn: let it play, or choose other players in the menu.");
    }

    async go(at) {
        if (this.state.thinking) this.interrupt();
        this.do({ do: "resign", seat: null });
        return this.attempt(async () => this.show(await this.table.ask({ do: "go", at })));
    }

    /** Shows another position of the game, and says which; false if there is none. */
    step(at) {
        const { view } = this.state;
        const n = view.moves.length;
        const to = Math.min(n, Math.max(0, at));
        return to !== view.at && this.go(to).then((isShown) => isShown && this.note(`Move ${to} of ${n}`));
    }

    // The nearest position before or after the current one, depending on `step`, in which a person is to move; the
    // beginning or the end if there is none.
    turning(step) {
        const { view, seats } = this.state;
        let at = view.at + step;
        const isHuman = (at) => at === view.moves.length || isPerson(seats[view.moves[at].player]);
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
        const { view, resigned } = this.state;
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

    /** Tries a move in a copy of the game, without machines, which is not kept. */
    async explore(move) {
        const { state } = this;
        if (state.thinking) this.interrupt();
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

    // ---- machines ----

    // Asks for a move. An opponent that thinks too long is stopped, and a weaker one is asked.
    async choose(level, tell, milliseconds = null) {
        const { view } = this.state;
        const message = { do: "choose", game: view.game, text: shown(this.state), seed: seed(), milliseconds };
        for (let weaker = level; ; weaker = Math.min(weaker - 1, 2)) {
            let late = false;
            const begun = performance.now();
            const clock = setInterval(() => {
                const seconds = Math.floor((performance.now() - begun) / 1000);
                if (weaker > 1 && seconds >= LONGEST) {
                    late = true;
                    this.thinker.stop();
                } else {
                    tell(seconds);
                }
            }, 500);
            try {
                const chosen = await this.thinker.ask({ ...message, level: weaker });
                return { ...chosen, weaker: weaker < level };
            } catch (error) {
                if (!late) throw error;
            } finally {
                clearInterval(clock);
            }
        }
    }

    /** Makes an opponent move if it is its turn and it has not been stopped. */
    async proceed(asked = false) {
        const { view, seats, thinking, paused, turn } = this.state;
        if (!isMachineTurn(this.state) || thinking) return;
        // An opening that was taken back is played again; moves of a person are not thrown away.
        const isOpening = seats.some(isPerson) && view.moves.every(({ player }) => !isPerson(seats[player]));
        if (!asked && (paused || (view.at < view.moves.length && !isOpening))) return;
        this.set({ thinking: "move", paused: false });
        await this.attempt(async () => {
            const begun = performance.now();
            const chosen = this.choose(Number(seats[view.turn]), (seconds) => {
                if (seconds >= 2 && turn === this.state.turn)
                    this.say(`The machine is thinking: ${seconds} of at most ${LONGEST} seconds.`);
            });
            const { move, swap } = await this.latest(chosen);
            const pause = pace() * (seats.some(isPerson) ? PAUSE : SLOW);
            const rest = pause - (performance.now() - begun);
            if (rest > 0 && view.at > 0) await this.latest(wait(rest));
            if (move === null) return;
            this.set({ playing: true });
            const message = swap && view.swap ? { do: "swap" } : { do: "play", move };
            this.show(await this.latest(this.table.ask(message)));
            if (message.do === "swap") this.say("By the pie rule, the machine has taken the first player's seat.");
        });
    }

    halt() {
        const { thinking } = this.state;
        this.set({ paused: true });
        // A move that is on its way to the table counts; the next one does not begin.
        if (this.state.playing) return;
        this.interrupt();
        this.note(thinking === "puzzle" ? "No longer looking for a puzzle." : "");
    }

    /** Stops the thinker. */
    interrupt() {
        this.do({ do: "interrupt" });
        this.thinker.stop();
    }

    /** Ends the search for a hint: a person has thought of a move. */
    dropHint() {
        if (this.state.thinking === "hint") this.interrupt();
    }

    async hint() {
        if (this.state.thinking || !isYourTurn(this.state)) return;
        const { turn } = this.state;
        this.set({ thinking: "hint" });
        this.say("Looking for a good move …");
        await this.attempt(async () => {
            const { hint } = GAMES[this.state.view.game];
            const tell = (seconds) => {
                const most = hint ? hint / 1_000 : LONGEST;
                if (turn === this.state.turn)
                    this.say(`Looking for a good move: ${seconds} of at most ${most} seconds.`);
            };
            // The advice for a position is always the same.
            const position = `${this.state.view.game} ${shown(this.state)}`;
            if (this.advice?.position !== position) {
                const chosen = await this.latest(this.choose(5, tell, hint));
                this.advice = { position, chosen };
            }
            const { move: text, turn: whole, weaker, ...value } = this.advice.chosen;
            const asked = this.table.ask({ do: "choices", words: text.toLowerCase(), take: 20 });
            const { moves } = await this.latest(asked);
            const ghost = await this.latest(this.table.ask({ do: "ghost", move: whole.join(" ") }));
            this.set({ hinted: { ...ghost, move: text }, thinking: null });
            const { words } = moves.find((choice) => choice.text === text) ?? { words: text };
            const on = whole.length > 1 ? ", then on as drawn" : "";
            const said = [`Hint: ${asDrawn(ghost, words)}${on}.`, promise(this.state, value)];
            if (weaker) said.push("A quick opinion: the position is too long to be searched.");
            // Only the spots that it names show their numbers.
            const advice = said.filter(Boolean).join(" ");
            this.say(advice, advice);
        });
    }

    // ---- games ----

    async start(game, wanted, who) {
        const { turned, size: usual } = GAMES[game];
        const own = wanted.size || usual;
        const size = turned ? own.replace(/^\s*(\d+)\s*x\s*(\d+)\s*$/i, "$2x$1") : own;
        const next = await this.table.ask({ do: "setup", game, wish: { ...wanted, size } });
        // The back button leads to the previous game.
        if (this.state.view) address.leave();
        this.begin(next, who);
    }

    /** Goes on with the game at an address; Back leads to the one now on the table. */
    async goOn(hash) {
        address.leave(hash);
        await this.recall();
    }

    /** Turns to the games of a kind: to the last one, unless it is over, or else to a new one. */
    async turnTo(kind) {
        const { id, puzzle } = this.state;
        const running = kept().find((game) => game.game === kind && !game.over);
        if (!running) return this.beginAnother(kind);
        if (running.id === id && !puzzle) return;
        await this.goOn(`#${address.write(running)}`);
        this.note("Your last game goes on. To begin another, choose new game in the menu.");
    }

    /** Another game of a kind, as it was chosen last; the first of all is an easy one against the machine. */
    async beginAnother(game) {
        const last = chosen(game);
        if (last) {
            try {
                return await this.start(game, last.wish, last.seats);
            } catch (error) {
                if (!(error instanceof Refused)) return this.refuse(error);
            }
        }
        const { view, puzzle, original } = this.state;
        const isUsual = view?.players !== 2 || puzzle || original;
        const seats = isUsual ? ["you", "2"] : playing(this.state);
        // A person begins against a machine.
        if (seats[1] === "you" && !isPerson(seats[0])) seats.reverse();
        await this.attempt(() => this.start(game, {}, seats));
    }

    /** Lets somebody else play a seat, also of the next game of this kind. */
    seat(seat, who) {
        // A game that is over keeps its players.
        if (isOver(this.state)) return this.rematch(playing(this.state).with(seat, who));
        if (this.state.thinking) this.interrupt();
        this.do({ do: "seat", seat, who });
        this.set({ paused: false });
        const { view, puzzle, original } = this.state;
        if (!puzzle && !original) choose(view.game, chosen(view.game)?.wish ?? {}, playing(this.state));
        this.remember();
        this.proceed();
    }

    /** The same game again, with the seats swapped, or with others in them. */
    async rematch(others) {
        const { view } = this.state;
        const [first, ...rest] = playing(this.state);
        const who = others ?? [...rest, first];
        await this.attempt(async () => {
            const pie = view.pie === "off" ? "off" : "on";
            const message = { do: "open", game: view.game, text: view.setup, format: "text", pie };
            const next = await this.latest(this.table.ask(message));
            address.leave();
            this.begin(next, who, { swapped: !others });
        });
    }

    /** Shows the game from its beginning to a position, in five seconds. */
    async replay(at = this.state.view.at) {
        if (!at) return;
        const each = Math.max(60, GROWTH / at);
        this.interrupt();
        this.set({ paused: true });
        await this.attempt(async () => {
            for (let shown = 0; shown <= at; shown++) {
                const view = await this.latest(this.table.ask({ do: "go", at: shown }));
                const from = shown ? { fresh: added(this.state.view, view) } : null;
                this.do({ do: "show", view, growing: shown < at }, from);
                if (shown < at) await this.latest(wait(each));
            }
            this.remember();
        });
    }

    /** Puts on the table what the address asks for: without anything, the game that is not over yet. */
    async recall() {
        const wish = address.read(location.hash.slice(1));
        this.interrupt();
        if (wish?.puzzle || wish?.day !== undefined) {
            if (!this.state.view && !(await this.quiz.reopen())) await this.resume();
            if (wish.puzzle) await this.quiz.begin(wish.puzzle, wish.number);
            else await this.quiz.beginDay(wish.day ?? undefined);
            return;
        }
        if (wish?.isDare) return this.dare.accept(wish);
        const received = this.friend.received(wish);
        if (received) return this.friend.accept(received);
        if (wish && (await this.reopen(wish))) return;
        const isBare = !location.hash;
        if (isBare && !this.state.view) return this.resume();
        await this.beginAnother("sprouts");
        if (!isBare && this.state.view) this.say("The game in the address could not be read, so here is a new one.");
    }

    // Puts on the table the game that is not over yet.
    async resume() {
        const [latest] = kept();
        const running = latest && !latest.over && address.read(address.write(latest));
        if (running && (await this.reopen(running)) && !isOver(this.state)) return;
        await this.beginAnother("sprouts");
    }

    // Opens the game of an address. Returns whether it could be read.
    async reopen({ game, record, at, sheet, seats, resigned, pie, id }) {
        return this.attempt(async () => {
            // Drawings that are not in the address: a long one, and that of the last position if another is shown.
            const mine = kept().find((game) => game.id === id && game.record === record);
            const isThere = (mine?.at ?? null) === at;
            const drawn = {
                sheet: sheet ?? (isThere ? mine?.sheet : null),
                later: mine?.later ?? (isThere ? null : mine?.sheet),
            };
            const view = await this.latest(this.table.ask({ do: "open", game, text: record, at, pie, ...drawn }));
            const loser = resigned !== null && resigned < view.players ? resigned : null;
            this.begin(view, seats, { id: id ?? newId(), resigned: loser });
        });
    }
}

// The address of a puzzle: of one of a set, or of a day.
const addressOf = ({ game, number, day }) =>
    day === null ? new URLSearchParams({ puzzle: game, number: String(number) }) : `day=${isoOf(day)}`;

function added(before, next) {
    if (next.board.kind !== "drawing" || !follows(before, next)) return [];
    return next.board.lines.map((_, i) => i).filter((i) => i >= before.board.lines.length);
}
