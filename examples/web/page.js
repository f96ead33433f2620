// The page: what is pressed, and which keys.

import { Refused } from "./desk.js";
import { Ending } from "./ending.js";
import { choose, GAMES } from "./games.js";
import { Lesson } from "./lesson.js";
import { Menu } from "./menu.js";
import { Paint } from "./paint.js";
import { Play } from "./play.js";
import { offerSettings } from "./settings.js";
import { Setup } from "./setup.js";
import { by, on } from "./shapes.js";
import { Share } from "./share.js";
import { inText, isOver, isThere, isYourTurn, named, shown } from "./state.js";
import { Study } from "./study.js";
import { Zoom } from "./zoom.js";

// The milliseconds for which a brief sentence is shown, and those for each of its letters.
const READ = 3_000;
const EACH = 50;

/**
 * @typedef {import("./types.js").Place} Place
 */

/** @type {import("./types.js").Asked} */
const table = { ask: (message) => play.table.ask(message) };

// ---- what the boards want ----

/** @type {import("./types.js").Wants} */
const wants = {
    say: (text, at) => {
        if (text !== play.state.said.text) play.say(text, text, at);
    },
    play: (move) => play.play(move),
    inked: (inks) => play.set({ inks }),
    pick: (name, at) => pick(name, at),
    take: ({ turn }) => void (play.state.offered.length ? play.play(turn) : study.explore(turn)),
    pen: (message) => table.ask(message),
    refused(error, at) {
        // A spot that was chosen before is not the beginning of the next line.
        play.set({ picked: [] });
        play.refuse(error, at);
    },
    missed(at, isEnd) {
        play.set({ picked: [] });
        const { begins = "" } = GAMES[play.state.view.game];
        if (play.state.offered.length) putAway();
        else play.refuse(new Refused(`${isEnd ? begins.replace("begins", "ends") : begins}.`), at);
    },
    idle: async () => {
        // Two fingers zoom, and are no move.
        if (!(await zoom.lifted())) return;
        if (paint.isShowing(play.state)) play.note("One moment: the machine's move is being drawn.");
        else if (!isYourTurn(play.state) || play.state.thinking) play.idle();
    },
    rested: () => paint.paint(play.state, play.state),
    mayDrawAhead: () => {
        const { thinking, view, seats } = play.state;
        const isWaiting = thinking === "move" || paint.isShowing(play.state);
        return isWaiting && seats.includes("you") && view.at === view.moves.length;
    },
    lift: (reach, path) => {
        const bare = by("bare");
        return play.lift(reach, path, Boolean(bare.hidden) || !bare.querySelector("input")?.checked);
    },
};

// The most lines that are considered for an offer.
const MOST = 16;

function putAway() {
    play.set({ picked: [], offered: [], hinted: null });
    play.say("");
}

/**
 * Two names one after the other are a line: the only one possible, that of the hint, or one chosen on the paper; from
 * the keyboard, which has no place `at`, one from a list.
 * @param {string} name
 * @param {Place} [at]
 */
async function pick(name, at) {
    play.machines.dropHint();
    const { state } = play;
    if (!isYourTurn(state) || state.thinking) return;
    const { board } = state.view;
    const spot = board.kind === "drawing" ? board.spots.find((spot) => spot.name === name) : null;
    if (!spot) return;
    if (!spot.open) {
        play.say(`${spot.label}: no line can end there.`, name);
        return;
    }
    const touching = [...state.picked, name];
    menu.listAll();
    // A hint stays until a spot is chosen that is not its own.
    const { hinted } = state;
    const left = hinted?.kind === "line" ? [...hinted.ends] : [];
    const isHint = touching.every((name) => left.includes(name) && left.splice(left.indexOf(name), 1));
    const stays = hinted && isHint ? { ...hinted } : null;
    play.set({ picked: touching.length === 1 ? touching : [], offered: [], hinted: stays });
    if (touching.length === 1) {
        const loop = state.view.game === "sprouts" && spot.lives > 1 ? "; the same spot makes a loop" : "";
        play.say(`${spot.label}. Choose where the line ends${loop}.`, name);
        return;
    }
    if (state.view.game === "brussels" && touching[0] === touching[1]) {
        play.say("");
        return;
    }
    if (stays?.move) return play.play(stays.move);
    await play.attempt(async () => {
        const asked = table.ask({ do: "choices", touching, take: MOST });
        const { moves, more } = await play.latest(asked);
        if (moves.length === 1) {
            await play.play(moves[0].text);
        } else if (moves.length === 0) {
            play.say(`No line goes from ${touching[0]} to ${touching[1]}.`, touching.join(" "));
        } else {
            const ghosts = moves.map(({ text }) => table.ask({ do: "ghost", move: text }));
            const all = (await play.latest(Promise.all(ghosts))).map((ghost, i) => offer(ghost, moves[i].text));
            if (play.state.picked.length) return;
            const lines = all.filter(({ ghost }) => ghost.kind === "line");
            const offered = paint.board?.apart?.(lines) ?? [];
            play.set({ offered });
            const others = more || offered.length < moves.length;
            const text = `Which line? Choose one${others ? ", or draw another" : ""}.`;
            play.say(offered.length ? text : "There are many lines: draw one.", touching.join(" "), at);
            if (!at) await menu.choose(touching);
        }
    });
}

/**
 * A line of which a tap takes one.
 * @param {import("./types.js").Preview} ghost
 * @param {string} turn
 * @returns {import("./types.js").Candidate}
 */
const offer = (ghost, turn) => ({ ghost, turn, outcome: "choice", certainty: "proved" });

// ---- the parts ----

const zoom = new Zoom(
    by("board"),
    () => paint.board,
    (scale) => {
        by("farther").disabled = by("whole").hidden = scale <= 1.001;
        paint.board?.label?.();
        paint.fit();
    },
);
let fading = 0;
/**
 * Removes a note after a while if it is beside the pen or brief.
 * @param {import("./state.js").Said} said
 */
function fade(said) {
    clearTimeout(fading);
    if (!said.text || !(said.at || said.isBrief) || play.state.offered.length) return;
    const leave = () => play.state.said === said && play.say("");
    fading = setTimeout(leave, READ + EACH * said.text.length);
}

const paint = new Paint(wants, zoom);
/** @type {Play} */
const play = new Play((state, before, from) => {
    // What was said of another position is forgotten before anything shows it.
    if (state.view !== before.view) {
        if (state.id !== before.id) {
            zoom.forget();
            paint.board?.forget?.();
        }
        paint.show(state, from);
        study.clear(state.view);
        lesson.show(state);
        if (state.panel === "text") share.write();
    }
    paint.paint(state, before);
    menu.paint(state, before);
    if (state.panel !== before.panel || state.offered !== before.offered) study.paint(state);
    if (state.said !== before.said) fade(state.said);
    if (before.view.game !== state.view.game) share.listNotations();
    // Who goes on with a friend's game may never have played it.
    if (before.dare && !state.dare && state.view === before.view) lesson.demonstrate();
});
const study = new Study({
    table,
    thinker: play.thinker,
    view: () => play.state.view,
    board: () => paint.board,
    shown: () => shown(play.state),
    called: (i) => inText(play.state, i),
    named: (text) => named(play.state, text),
    resigned: () => play.state.resigned,
    isOver: () => isOver(play.state),
    go: (at) => play.go(at),
    async end(resigned) {
        if (!(await play.go(play.state.view.moves.length)) || resigned === null) return;
        play.do({ do: "resign", seat: resigned });
        play.remember();
    },
    explore: (move) => play.explore(move),
    ghost: (move) => menu.ghost(move),
    // Returns whether the thinker is free.
    wait() {
        if (play.state.thinking === "puzzle") return false;
        if (play.state.thinking) play.machines.halt();
        return true;
    },
    changed: () => menu.listRecord(play.state),
});
const menu = new Menu(play, paint, study);
const share = new Share({
    table,
    view: () => play.state.view,
    resigned: () => play.state.resigned,
    link: () => play.friend.link(),
    begin: (next) =>
        play.begin(
            next,
            play.state.seats.map(() => "you"),
        ),
});
new Setup({
    game: () => play.state.view.game,
    seats: () => play.state.seats,
    async start(game, wish, seats) {
        await play.shelf.start(game, wish, seats);
        choose(game, wish, seats);
        menu.open(null);
    },
});
const lesson = new Lesson(play, paint);
const ending = new Ending(play, paint, share);
offerSettings();

// ---- wiring ----

// Who plays, and how large the game is, is changed where it is written.
on("seats", "click", ({ target }) => target.closest(".name") && menu.open("players"));
on("subtitle", "click", () => menu.open("setup"));
on("dare", "click", () => {
    menu.open(null);
    ending.share(share);
});
on("undo", "click", () => play.undo());
on("redo", "click", () => play.redo());
on("hint", "click", hint);
on("halt", "click", () => play.machines.halt());
on("machine", "click", () => play.machines.proceed(true));
on("resign", "click", () => {
    menu.open(null);
    play.resign();
});
on("two-here", "click", async () => {
    for (const i of [0, 1]) await play.shelf.seat(i, "you");
});
on("stop-jump", "click", () => play.play("stop"));
on("swap", "click", () => play.swap());
on("invite", "click", async () => {
    menu.open(null);
    await play.friend.invite();
    play.say(isYourTurn(play.state) ? "Make your move, then send the link." : "Send the link: your friend begins.");
});
on("send", "click", async () => {
    if (await share.send(share.linked(play.friend.link()), (text) => play.note(text))) play.friend.sent();
});
on("tidy", "click", () => play.attempt(async () => play.show(await table.ask({ do: "tidy" }))));
on("numbers", "click", () => {
    const isOn = by("board").classList.toggle("numbered");
    by("numbers").setAttribute("aria-pressed", String(isOn));
});
on("rematch", "click", () => (play.state.dare ? play.dare.answer() : play.shelf.rematch()));
on("replay", "click", () => play.shelf.replay());
on("review", "click", () => {
    play.set({ isOverShown: false });
    menu.open("analysis");
    if (play.state.view.players === 2) study.reviewGame();
});
on("close-over", "click", () => play.set({ isOverShown: false }));
on("show-result", "click", () => play.set({ isOverShown: true }));
on("new", "click", async ({ target }) => {
    const game = target.closest("button")?.value;
    if (!game) return;
    await play.shelf.turnTo(game);
    menu.open(null);
});
on("closer", "click", zoom.closer);
on("farther", "click", zoom.farther);
on("whole", "click", () => zoom.reset());
on("daily", "click", () => {
    menu.open(null);
    play.quiz.beginDay();
});
on("puzzle-games", "click", ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    menu.open(null);
    play.quiz.begin(target.value);
});
on("as-list", "click", () => {
    const [{ ghost }] = play.state.offered;
    if (ghost.kind === "line") menu.choose(ghost.ends);
});
on("retry", "click", () => play.go(0));
on("solution", "click", () => play.quiz.showSolution());
on("share-day", "click", () => play.quiz.share(share));
on("next-puzzle", "click", () => {
    const { puzzle } = play.state;
    if (!puzzle) return;
    const { game, number, day } = puzzle;
    play.quiz.begin(game, day === null ? number + 1 : undefined);
});
on("leave-copy", "click", () => play.shelf.goOn(play.state.original ?? ""));
on("leave-puzzle", "click", () => play.quiz.leave());
on("show-me", "click", () => {
    menu.open(null);
    lesson.demonstrate(true);
});

// A hint that is shown is put away.
async function hint() {
    if (play.state.hinted && isYourTurn(play.state)) return putAway();
    study.stop();
    lesson.stop();
    await play.machines.hint();
}

// Escape drops what is held; the other keys work as on other boards.
addEventListener("keydown", (event) => {
    const { state } = play;
    if (!isThere(state)) return;
    const target = /** @type {Element} */ (event.target);
    if (event.key === "Escape") {
        if (paint.board?.drop()) return;
        if (state.thinking) play.machines.halt();
        if (state.panel) menu.back();
        play.set({ isOverShown: false });
        putAway();
        return;
    }
    if (target.closest("input, textarea, select")) return;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
        if (key === "z" && !event.shiftKey) play.undo();
        else if (key === "y" || key === "z") play.redo();
        else return;
        event.preventDefault();
    } else if (!event.altKey && !event.defaultPrevented) {
        const act = KEYS[event.key];
        // On the board, arrow keys move the focus.
        if (!act || (target.closest("#board") && event.key.startsWith("Arrow"))) return;
        if (act() !== false) event.preventDefault();
    }
});

// As on other boards.
/** @type {Record<string, () => unknown>} */
const KEYS = {
    ArrowLeft: () => play.step(play.state.view.at - 1),
    ArrowRight: () => play.step(play.state.view.at + 1),
    ArrowUp: () => play.step(0),
    ArrowDown: () => play.step(play.state.view.moves.length),
    Home: () => play.step(0),
    End: () => play.step(play.state.view.moves.length),
    k: () => play.step(play.state.view.at - 1),
    j: () => play.step(play.state.view.at + 1),
    "+": zoom.closer,
    "=": zoom.closer,
    "-": zoom.farther,
    0: () => zoom.reset(),
    h: hint,
    m: () => menu.open(play.state.panel ? null : "menu"),
    n: () => menu.open("setup"),
    a: () => {
        menu.open("analysis");
        study.analyse();
    },
    "?": () => menu.open("rules"),
};

// Back closes the drawer first.
addEventListener("popstate", ({ state }) => {
    if (menu.isLeft(state)) history.replaceState({}, "", play.address);
});
addEventListener("hashchange", () => {
    if (location.hash !== play.address) play.shelf.recall();
});

// What was refused is forgotten once the next stroke begins.
by("board").addEventListener("pointerdown", () => play.state.said.kind === "refused" && play.say(""), true);

// The sheet turns with a phone: what was being drawn is forgotten.
matchMedia("(orientation: portrait)").addEventListener("change", () => paint.board?.drop());

play.shelf.recall().catch((error) => {
    by("status").textContent = `${error.message} Check the network, then load the page again.`;
});
if ("serviceWorker" in navigator && isSecureContext) {
    navigator.serviceWorker.register("offline.js").catch(() => {
        // Without it the page still works with a network.
    });
}
