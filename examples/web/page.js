// The page: the current game, the player to move, and clicks. The library answers all questions about rules.

import { boardOf } from "./board.js";
import { Desk, Refused, Stopped } from "./desk.js";
import { forget, GAMES, keep, kept, LEVELS, SEATS } from "./games.js";
import { solve, unsolved } from "./puzzles.js";
import { Setup } from "./setup.js";
import { element } from "./shapes.js";
import { Share } from "./share.js";
import { Study } from "./study.js";
import { Zoom } from "./zoom.js";

const by = (id) => document.getElementById(id);

// The seconds that an opponent may think about a move before a weaker one chooses.
const LONGEST = 10;
// The most characters of an address that carries the drawing beside the record.
const LONGEST_ADDRESS = 8_000;

const table = new Desk();
const thinker = new Desk();
let view = null;
let board = null;
let kind = null;
let seats = ["you", "2"];
let resigned = null;
let picked = [];
// The hint, shown until the next move.
let hinted = null;
let thinking = false;
// Whether a machine's move is on its way to the table.
let playing = false;
let paused = false;
let turnNumber = 0;
// The id under which the game is kept.
let id = null;
let isOverShown = false;
// The id of the copy of a game in which moves are tried.
let exploring = null;
// The number of the puzzle on the table, and whether it is solved.
let puzzle = null;

// ---- showing ----

function show(next, path) {
    const before = view;
    const from = forward(before, next)
        ? { path, fresh: added(before, next) }
        : before && before.record === next.record && before.at === next.at
          ? { fresh: [] }
          : null;
    view = next;
    turnNumber += 1;
    picked = [];
    hinted = null;
    if (kind !== view.board.kind) {
        kind = view.board.kind;
        document.body.dataset.kind = kind;
        board = boardOf(kind, by("board"), wants, zoom);
    }
    while (seats.length < view.players) seats.push("you");
    by("title").textContent = GAMES[view.game].title;
    document.title = `${GAMES[view.game].title} – papergames`;
    by("about").textContent = view.about;
    board.show(view.board, from);
    listRecord();
    listSeats();
    say("");
    paint();
    if (isOpen("moves")) listMoves();
    study.clear(view);
    remember();
    if (from && view.at > 0 && forward(before, next)) {
        const last = view.moves[view.at - 1];
        say(`${called(last.player)}: ${last.words}.`, last.words);
    }
    if (!before && view.moves.length === 0) say(GAMES[view.game].opening ?? "");
    by("theorem").textContent = view.theorem ?? "";
    isOverShown = isOver() && Boolean(from);
    paintOver();
    proceed();
    attempt();
}

const forward = (before, next) =>
    before &&
    before.setup === next.setup &&
    next.at === before.at + 1 &&
    before.game === next.game &&
    next.moves.length === next.at;

const isOver = () => view.turn === null || resigned !== null;

function added(before, next) {
    if (next.board.kind !== "drawing") return [];
    return next.board.lines.map((_, i) => i).filter((i) => i >= before.board.lines.length);
}

// Whether one person plays one machine.
const isPair = () => view.players === 2 && seats.slice(0, 2).filter((seat) => seat === "you").length === 1;

// Returns what a player is called on the page.
function called(i) {
    if (!isPair()) return SEATS[i];
    return seats[i] === "you" ? "You" : "Machine";
}

// Returns the seat of the only person at the board, or `null`.
function lonely() {
    const people = seats.slice(0, view.players).filter((seat) => seat === "you");
    return people.length === 1 ? seats.indexOf("you") : null;
}

// Returns what a player is called in a sentence.
const subject = (i) => (called(i) === "Machine" ? "The machine" : called(i));

// Says who has won, in the names on the cards.
function resultText() {
    if (resigned !== null) {
        const told = `${subject(resigned)} resigned`;
        return view.players === 2 ? `${told}. ${winText(1 - resigned)}` : told;
    }
    return view.winner === null ? view.status : winText(view.winner);
}

const winText = (i) => (i === lonely() ? "You win" : `${subject(i)} wins`);

function statusText() {
    const scores = view.board.scores ? ` · ${view.board.scores.join(" : ")}` : "";
    if (isOver()) return resultText() + scores;
    if (seats[view.turn] !== "you" && isPair()) return thinking ? "The machine is thinking" : "The machine's turn";
    if (seats[view.turn] !== "you") return `${view.status} (the machine${thinking ? " is thinking" : ""})${scores}`;
    return `${lonely() === null ? view.status : "Your turn"}: ${view.task}${scores}`;
}

function humanTurn() {
    return view.turn !== null && resigned === null && seats[view.turn] === "you";
}

// Shows the player to move and what can be pressed; nothing on the board moves.
function paint() {
    const over = isOver();
    const status = statusText();
    if (by("status").textContent !== status) by("status").textContent = status;
    const label = `${GAMES[view.game].title}. ${status}.`;
    board.state({ label, active: humanTurn() && !thinking, picked, player: view.turn });
    by("letters").hidden = view.game !== "sos";
    by("bare").hidden = !view.position.includes("black-and-white");
    by("stop-jump").hidden = !(view.board.stop && humanTurn());
    by("tidy").hidden = by("numbers").hidden = view.board.kind !== "drawing";
    by("undo").disabled = view.at === 0 && resigned === null;
    by("redo").disabled = view.at === view.moves.length;
    by("hint").disabled = over || thinking || !humanTurn();
    by("resign").disabled = over || thinking || view.players > 2;
    by("tidy").disabled = thinking || view.at === 0;
    const machine = !over && seats[view.turn] !== "you";
    // These three share a place, so that the layout does not shift.
    const shown = thinking ? "halt" : machine ? "machine" : "hint";
    const held = ["hint", "machine", "halt"].some((name) => by(name) === document.activeElement);
    for (const name of ["hint", "machine", "halt"]) by(name).hidden = name !== shown;
    if (held) by(shown).focus();
    by("count").textContent = view.choices === "0" ? "" : `(${view.choices})`;
    by("seats")
        .querySelectorAll(".card")
        .forEach((card, i) => {
            card.classList.toggle("turn", !over && view.turn === i);
            card.classList.toggle("thinking", thinking && view.turn === i);
        });
}

function paintOver() {
    by("over").hidden = !(isOverShown && isOver());
    if (by("over").hidden) return;
    by("result").textContent = `${statusText()}.`;
}

// Says something. The spots whose numbers are in `named` show them, also where numbers are hidden.
function say(words, named = "") {
    const text = sentence(words);
    board?.name?.(named);
    if (by("say").textContent !== text) by("say").textContent = text;
    by("say").classList.remove("refused");
}

function refuse(error, where = by("say")) {
    if (error instanceof Stopped) return;
    where.textContent = error instanceof Refused ? sentence(error.message) : String(error);
    if (where === by("say")) where.classList.add("refused");
    setTimeout(() => where.classList.remove("refused"), 2500);
}

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// ---- what the boards want ----

const wants = {
    say,
    letter: () => document.querySelector('input[name="letter"]:checked').value,
    play: (move) => play(move),
    pick: (name) => pick(name),
    pen: (message) => table.ask(message),
    refused: (error) => refuse(error),
    missed: () => say(`A line begins on ${view.game === "sprouts" ? "a spot" : "the tag of a free arm"}.`),
    idle() {
        if (isOver()) say("The game is over. Undo takes a move back.");
        else if (thinking && humanTurn()) say("One moment: looking for a hint.");
        else if (thinking) say("The machine is thinking. Stop lets you take over.");
        else say("It is the machine's turn: let the machine play, or take its seat.");
    },
    mayDrawAhead: () =>
        thinking && seats[view.turn] !== "you" && seats.includes("you") && view.at === view.moves.length,
    async lift(reach, path) {
        paused = false;
        const spot = !by("bare").querySelector("input").checked || by("bare").hidden;
        show(await table.ask({ do: "up", reach, spot }), path);
    },
};

async function play(move) {
    if (!humanTurn() || thinking) {
        wants.idle();
        return false;
    }
    paused = false;
    try {
        show(await table.ask({ do: "play", move }));
        return true;
    } catch (error) {
        refuse(error);
        return false;
    }
}

// Two names one after the other are a line: the only one possible, or one chosen from the list.
async function pick(name) {
    if (!humanTurn() || thinking) return;
    unhint();
    const spot = view.board.spots.find((spot) => spot.name === name);
    if (!spot.open) {
        say(`${spot.label}: no line can end there.`, name);
        return;
    }
    picked.push(name);
    listAll();
    if (picked.length === 1) {
        paint();
        say(
            `${spot.label}. Choose where the line ends` +
                (view.game === "sprouts" ? "; the same spot makes a loop." : "."),
            name,
        );
        return;
    }
    const touching = picked;
    picked = [];
    if (view.game === "brussels" && touching[0] === touching[1]) {
        paint();
        say("");
        return;
    }
    try {
        const { moves } = await table.ask({ do: "choices", touching, take: 50 });
        if (moves.length === 1) {
            await play(moves[0].text);
        } else if (moves.length === 0) {
            paint();
            say(`No line goes from ${touching[0]} to ${touching[1]}.`, touching.join(" "));
        } else {
            paint();
            say(
                `There are ${moves.length} different lines from ${touching[0]} to ${touching[1]}: ` +
                    "draw one, or choose from the list.",
                touching.join(" "),
            );
            open("moves", touching);
            await listMoves(touching);
            // On a phone the list comes up below the board, which stays in sight.
            const first = by("moves").querySelector("button");
            first?.focus({ preventScroll: true });
            first?.scrollIntoView({ block: "nearest" });
        }
    } catch (error) {
        refuse(error);
    }
}

// ---- ghosts: what a move would add to the board ----

let ghostNumber = 0;

// Shows a move on the board, or the hint again.
async function ghost(move) {
    const number = ++ghostNumber;
    if (!move) {
        board.ghost(hinted?.ghost ?? null);
        return;
    }
    try {
        const shape = await table.ask({ do: "ghost", move });
        if (number === ghostNumber) board.ghost(shape);
    } catch (error) {
        if (!(error instanceof Refused || error instanceof Stopped)) throw error;
    }
}

function unhint() {
    hinted = null;
    ghost(null);
}

// Returns a button that plays a move, and shows it while the pointer or the focus is on it.
function moveButton(move, attributes, ...children) {
    const button = element("button", { type: "button", ...attributes }, ...children);
    button.addEventListener("click", () => play(move));
    for (const event of ["pointerenter", "focus"]) button.addEventListener(event, () => ghost(move));
    for (const event of ["pointerleave", "blur"]) button.addEventListener(event, () => ghost(null));
    return button;
}

// ---- machines ----

// Asks for a move. An opponent that thinks too long is stopped, and a weaker one is asked.
async function choose(level, tell) {
    const message = { do: "choose", game: view.game, text: shown(), seed: seed() };
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
            const { move } = await thinker.ask({ ...message, level: weaker });
            return { move, weaker: weaker < level };
        } catch (error) {
            if (!late) throw error;
        } finally {
            clearInterval(clock);
        }
    }
}

// Makes an opponent move if it is its turn and it has not been stopped.
async function proceed(asked = false) {
    const turn = view.turn;
    if (turn === null || resigned !== null || thinking || seats[turn] === "you") return;
    if (!asked && (paused || view.at < view.moves.length)) return;
    const number = turnNumber;
    thinking = true;
    paint();
    try {
        const begun = performance.now();
        const { move } = await choose(Number(seats[turn]), (seconds) => {
            if (seconds >= 2) say(`The machine is thinking: ${seconds} of at most ${LONGEST} seconds.`);
        });
        // A pause, so that the move can be seen.
        const pause = seats.includes("you") ? 450 : 900;
        const rest = pause - (performance.now() - begun);
        if (rest > 0 && view.at > 0) await new Promise((done) => setTimeout(done, rest));
        if (number !== turnNumber) return;
        thinking = false;
        if (move === null) return;
        playing = true;
        const after = table.ask({ do: "play", move });
        show(await after.finally(() => (playing = false)));
    } catch (error) {
        if (number !== turnNumber) return;
        thinking = false;
        refuse(error);
        paint();
    }
}

function halt() {
    paused = true;
    // A move that is on its way to the table counts; the next one does not begin.
    if (playing) return;
    interrupt();
    say("");
    paint();
}

// Stops the thinker.
function interrupt() {
    turnNumber += 1;
    thinking = false;
    thinker.stop();
}

const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

// Returns the record up to the position shown.
function shown() {
    return [view.setup, ...view.moves.slice(0, view.at).map((move) => move.text)].join(" ");
}

async function hint() {
    if (thinking || !humanTurn()) return;
    study.stop();
    const number = turnNumber;
    thinking = true;
    paint();
    say("Looking for a good move …");
    try {
        const { move: text, weaker } = await choose(5, (seconds) => {
            if (number === turnNumber) say(`Looking for a good move: ${seconds} of at most ${LONGEST} seconds.`);
        });
        if (number !== turnNumber) return;
        thinking = false;
        const { moves } = await table.ask({ do: "choices", words: text.toLowerCase(), take: 20 });
        if (number !== turnNumber) return;
        const move = moves.find((choice) => choice.text === text) ?? { words: text };
        hinted = { ghost: await table.ask({ do: "ghost", move: text }) };
        if (number !== turnNumber) return;
        paint();
        ghost(null);
        const quick = weaker ? " A quick opinion: the position is too long to be searched." : "";
        say(`Hint: ${move.words}.${quick}`, move.words);
    } catch (error) {
        if (number !== turnNumber) return;
        thinking = false;
        paint();
        refuse(error);
    }
}

// ---- the drawer ----

const TABS = ["rules", "moves", "record", "analysis", "games", "text"];
const isOpen = (name) => by(`tab-${name}`).getAttribute("aria-selected") === "true";

function open(name, touching = null) {
    if (isOpen(name) && !touching && by("picked").hidden) return;
    for (const tab of TABS) {
        by(`tab-${tab}`).setAttribute("aria-selected", tab === name);
        by(`tab-${tab}`).setAttribute("tabindex", tab === name ? 0 : -1);
        by(`${tab}-panel`).hidden = tab !== name;
    }
    if (!touching) by("picked").hidden = true;
    document.body.classList.toggle("choosing", Boolean(touching));
    document.body.classList.toggle("analysing", name === "analysis");
    if (name === "moves" && !touching) listMoves();
    if (name === "games") listKept();
    if (name === "record") scrollRecord();
}

function listKept() {
    const games = kept();
    by("kept").replaceChildren(
        ...games.map((game) => {
            const n = game.record.split(" ").length - 1;
            const words = `${GAMES[game.game].title}, ${n} ${n === 1 ? "move" : "moves"}: ${game.status ?? ""}`;
            const button = element(
                "button",
                { type: "button", "aria-current": game.id === id ? "true" : null },
                element("span", {}, words),
                element(
                    "span",
                    { class: "quiet" },
                    new Date(game.time).toLocaleString([], { dateStyle: "short", timeStyle: "short" }),
                ),
            );
            button.addEventListener("click", () => {
                history.pushState(null, "", `#${address(game)}`);
                recall();
            });
            const drop = element("button", { type: "button", "aria-label": `Forget: ${words}` }, "×");
            drop.addEventListener("click", () => {
                forget(game.id);
                listKept();
            });
            return element("li", {}, button, drop);
        }),
    );
    if (!games.length) by("kept").append(element("li", {}, "None yet."));
}

function listRecord() {
    const items = view.moves.map((move, i) => {
        const mark = study.mark(i);
        const button = element(
            "button",
            { type: "button", "aria-current": i + 1 === view.at ? "step" : null, title: move.words },
            mark ? `${move.text} ${mark}` : move.text,
        );
        button.addEventListener("click", () => go(i + 1));
        return element("li", { class: `seat${move.player}${mark ? " marked" : ""}` }, button);
    });
    const start = element("button", { type: "button", "aria-current": view.at === 0 ? "step" : null }, "start");
    start.addEventListener("click", () => go(0));
    by("record").replaceChildren(element("li", { class: "begin" }, start), ...items);
    scrollRecord();
}

// Scrolls the list only, not the page.
function scrollRecord() {
    const current = by("record").querySelector('[aria-current="step"]');
    const panel = by("record-panel");
    if (current) panel.scrollTop = current.offsetTop - panel.clientHeight / 2;
}

// Tries a move in a copy of the game, without machines; Back leads to the game.
async function explore(move) {
    if (thinking) interrupt();
    if (exploring !== id) {
        history.pushState(null, "", location.href);
        id = newId();
        exploring = id;
        seats = seats.map(() => "you");
    }
    resigned = null;
    puzzle = null;
    paintPuzzle();
    try {
        show(await table.ask({ do: "play", move }));
        say(`${by("say").textContent} A copy of the game: Back leads to the game itself.`);
    } catch (error) {
        refuse(error);
    }
}

async function go(at) {
    if (thinking) interrupt();
    resigned = null;
    try {
        show(await table.ask({ do: "go", at }));
    } catch (error) {
        refuse(error);
    }
}

// Returns the nearest position before or after the current one, depending on `step`, in which a human is to move; the
// beginning or the end if there is none.
function turning(step) {
    let at = view.at + step;
    const isHuman = (at) => at === view.moves.length || seats[view.moves[at].player] === "you";
    if (seats.includes("you")) {
        while (at > 0 && at < view.moves.length && !isHuman(at)) at += step;
    }
    return Math.min(view.moves.length, Math.max(0, at));
}

// Takes back a resignation first.
function undo() {
    if (resigned !== null) return go(view.at);
    if (view.at > 0) go(turning(-1));
}

function redo() {
    if (view.at < view.moves.length) go(turning(1));
}

// A card for each player.
function listSeats() {
    const box = by("seats");
    const focused = box.contains(document.activeElement) ? document.activeElement.id : null;
    box.replaceChildren(...Array.from({ length: view.players }, (_, i) => card(i)));
    if (focused) by(focused)?.focus();
}

function card(i) {
    const select = element(
        "select",
        { id: `seat-${i}`, "aria-label": `Who plays ${SEATS[i].toLowerCase()}` },
        ...LEVELS.map(([value, label]) => element("option", { value }, label)),
    );
    select.value = seats[i] ?? "you";
    select.addEventListener("change", () => {
        seats[i] = select.value;
        paused = false;
        if (thinking) interrupt();
        listSeats();
        remember();
        paint();
        proceed();
    });
    return element(
        "div",
        { class: `card seat${i}` },
        element("span", { class: "nib", "aria-hidden": "true" }),
        element("span", { class: "name" }, called(i), isPair() ? element("small", {}, SEATS[i].toLowerCase()) : ""),
        element("span", { class: "score" }, view.board.scores ? String(view.board.scores[i]) : ""),
        select,
    );
}

// Lists all moves again after those between two spots.
function listAll() {
    if (!by("picked").hidden) open("moves");
}

let listed = 0;

async function listMoves(touching = [], more = false) {
    const words = touching.length ? "" : by("filter").value;
    const skip = more ? listed : 0;
    const number = turnNumber;
    try {
        const answer = await table.ask({ do: "choices", words, touching, skip, take: 40 });
        if (number !== turnNumber) return;
        const items = answer.moves.map((choice) => {
            return element(
                "li",
                {},
                moveButton(choice.text, {}, element("span", {}, choice.words), " ", element("code", {}, choice.text)),
            );
        });
        if (more) by("moves").append(...items);
        else by("moves").replaceChildren(...items);
        listed = skip + items.length;
        by("more").hidden = !answer.more;
        by("picked").hidden = touching.length === 0;
        document.body.classList.toggle("choosing", touching.length > 0);
        by("picked").textContent = touching.length ? `Lines from ${touching[0]} to ${touching[1]}:` : "";
        if (!items.length && !more)
            by("moves").append(element("li", {}, view.turn === null ? "The game is over." : "No legal move fits."));
    } catch (error) {
        refuse(error);
    }
}

// ---- the address, and the games that are kept ----

function address(game) {
    const hash = new URLSearchParams({ game: game.game, record: game.record, seats: game.seats });
    if (game.at !== undefined) hash.set("at", game.at);
    if (game.resigned !== undefined) hash.set("resigned", game.resigned);
    if (game.id) hash.set("id", game.id);
    if (game.sheet && hash.toString().length + game.sheet.length < LONGEST_ADDRESS) hash.set("sheet", game.sheet);
    return hash.toString();
}

function remember() {
    const game = { id, game: view.game, record: view.record, seats: seats.slice(0, view.players).join() };
    if (view.at !== view.moves.length) game.at = view.at;
    if (resigned !== null) game.resigned = resigned;
    if (view.sheet && view.at > 0) game.sheet = view.sheet;
    history.replaceState(null, "", `#${address(game)}`);
    if (puzzle)
        history.replaceState(null, "", `#${new URLSearchParams({ puzzle: puzzle.game, number: puzzle.number })}`);
    else if (view.moves.length) keep({ ...game, status: statusText().replace(/(:| ·).*/, ""), time: Date.now() });
    if (isOpen("games")) listKept();
}

const newId = () => seed().toString(36);

async function recall() {
    const hash = new URLSearchParams(location.hash.slice(1));
    const game = hash.get("game");
    if (Object.hasOwn(GAMES, hash.get("puzzle"))) {
        const number = Math.trunc(Number(hash.get("number")));
        if (!view) await start("sprouts", {}, ["you", "you"]);
        puzzle = null;
        await beginPuzzle(hash.get("puzzle"), number >= 0 && number < 10_000 ? number : 0);
        return;
    }
    puzzle = null;
    if (Object.hasOwn(GAMES, game) && hash.has("record")) {
        try {
            const at = hash.has("at") ? Math.max(0, Math.trunc(Number(hash.get("at")))) || 0 : null;
            const sheet = hash.get("sheet");
            const next = await table.ask({ do: "open", game, text: hash.get("record"), format: "text", at, sheet });
            const known = (seat) => (LEVELS.some(([value]) => value === seat) ? seat : "you");
            if (thinking) interrupt();
            view = null;
            seats = (hash.get("seats") ?? "you,you").split(",").slice(0, 8).map(known);
            const loser = Number(hash.get("resigned") ?? NaN);
            resigned = Number.isInteger(loser) && loser >= 0 && loser < next.players ? loser : null;
            id = /^[0-9a-z]{1,9}$/.test(hash.get("id") ?? "") ? hash.get("id") : newId();
            show(next);
            share.listNotations();
            return;
        } catch (error) {
            refuse(error);
            by("status").textContent = "The game in the address could not be read.";
            const reason = by("say").textContent;
            await start("sprouts", {}, ["you", "2"]);
            say(`The game in the address could not be read: ${reason}`);
            return;
        }
    }
    await start("sprouts", {}, ["you", "2"]);
}

// ---- puzzles ----

// Puts a puzzle on the table: the one with this number, or else the next unsolved one.
async function beginPuzzle(game, number = unsolved(game)) {
    const wanted = game === "brussels" ? "sprouts" : game;
    if (thinking) interrupt();
    study.stop();
    const started = ++turnNumber;
    say("Looking for a puzzle …");
    try {
        const riddle = await thinker.ask({ do: "puzzle", game: wanted, at: number });
        if (started !== turnNumber) return;
        if (!riddle) throw new Refused("there are no more puzzles of this game");
        const next = await table.ask({ do: "open", game: wanted, text: riddle.text, format: "text" });
        if (view && !puzzle) history.pushState(null, "", location.href);
        puzzle = { ...riddle, game: wanted, number, solved: false, tries: 0 };
        begin(next, ["you", "you"], puzzle);
        say(`${SEATS[riddle.turn]} moves and wins. Which move?`);
    } catch (error) {
        if (started === turnNumber) refuse(error);
    }
}

// After a move in a puzzle: is it the one? If not, it is taken back.
async function attempt() {
    paintPuzzle();
    if (!puzzle || puzzle.solved || view.at !== 1) return;
    const number = turnNumber;
    const { game } = puzzle;
    thinking = true;
    paint();
    try {
        // The thinker may have been started anew, without the puzzle.
        await thinker.ask({ do: "puzzle", game, at: puzzle.number });
        const { right, words } = await thinker.ask({ do: "attempt", at: puzzle.number, move: view.moves[0].text });
        if (number !== turnNumber) return;
        thinking = false;
        if (right) {
            puzzle.solved = true;
            solve(game, puzzle.number);
            paint();
            say(puzzle.tries ? `${words} It took ${puzzle.tries + 1} tries.` : words);
            paintPuzzle();
        } else {
            puzzle.tries += 1;
            await new Promise((done) => setTimeout(done, 700));
            if (number !== turnNumber) return;
            await go(0);
            say(words);
        }
    } catch (error) {
        if (number !== turnNumber) return;
        thinking = false;
        paint();
        refuse(error);
    }
}

async function showSolution() {
    const number = turnNumber;
    try {
        await thinker.ask({ do: "puzzle", game: puzzle.game, at: puzzle.number });
        const { move } = await thinker.ask({ do: "solution", at: puzzle.number });
        if (number !== turnNumber) return;
        puzzle.tries += 1;
        if (view.at !== 0) await go(0);
        await play(move);
    } catch (error) {
        refuse(error);
    }
}

function leavePuzzle() {
    puzzle = null;
    start("sprouts", {}, ["you", "2"]);
}

// The card of the puzzle stands in the place of the players' cards.
function paintPuzzle() {
    by("puzzle").hidden = !puzzle;
    by("seats").hidden = Boolean(puzzle);
    if (!puzzle) return;
    const { number, grade, choices } = puzzle;
    by("puzzle-title").textContent = `Puzzle ${number + 1}${puzzle.solved ? ", solved" : ""}`;
    by("puzzle-about").textContent = `Grade ${grade} of 5, ${choices} kinds of moves, one wins`;
    by("puzzle-game").value = puzzle.game;
    by("solution").disabled = puzzle.solved;
}

// ---- new games ----

async function start(game, wanted, who) {
    const size = wanted.size || GAMES[game].size;
    const next = await table.ask({ do: "setup", game, wish: { ...wanted, size } });
    // The back button leads to the previous game.
    if (view) history.pushState(null, "", location.href);
    begin(next, who);
}

function begin(next, who, riddle = null) {
    if (thinking) interrupt();
    puzzle = riddle;
    view = null;
    resigned = null;
    paused = false;
    seats = who;
    id = newId();
    zoom.reset();
    show(next);
    share.listNotations();
}

// The same game again, with the seats swapped.
async function rematch() {
    const who = seats.slice(0, view.players);
    who.push(who.shift());
    try {
        const next = await table.ask({ do: "open", game: view.game, text: view.setup, format: "text" });
        history.pushState(null, "", location.href);
        begin(next, who);
    } catch (error) {
        refuse(error);
    }
}

// ---- wiring ----

const zoom = new Zoom(
    by("board"),
    () => board,
    (scale) => {
        by("farther").disabled = scale <= 1.001;
        board?.zoomed?.(scale);
    },
);
const study = new Study({
    table,
    thinker,
    view: () => view,
    board: () => board,
    shown,
    resigned: () => resigned,
    go,
    explore,
    ghost,
    wait() {
        if (thinking) halt();
    },
    changed: listRecord,
});
const share = new Share({
    table,
    view: () => view,
    resigned: () => resigned,
    begin: (next) =>
        begin(
            next,
            seats.map(() => "you"),
        ),
});
const setup = new Setup({
    isRunning: () => !puzzle && !isOver() && view.moves.length > 0 && exploring !== id,
    start,
    seats: () => seats,
});

function on(id, event, act) {
    by(id).addEventListener(event, act);
}

on("new", "click", ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    if (target.value === "puzzle") beginPuzzle(view.game);
    else setup.open(target.value);
});
on("undo", "click", undo);
on("redo", "click", redo);
on("hint", "click", hint);
on("halt", "click", halt);
on("machine", "click", () => {
    paused = false;
    proceed(true);
});
on("resign", "click", () => {
    if (view.turn === null || resigned !== null) return;
    resigned = view.turn;
    remember();
    paint();
    say("Undo takes the resignation back.");
    isOverShown = true;
    paintOver();
});
on("stop-jump", "click", () => play("stop"));
on("tidy", "click", async () => {
    try {
        show(await table.ask({ do: "tidy" }));
    } catch (error) {
        refuse(error);
    }
});
on("numbers", "click", () => {
    const on = by("board").classList.toggle("numbered");
    by("numbers").setAttribute("aria-pressed", on);
});
on("rematch", "click", rematch);
on("review", "click", () => {
    isOverShown = false;
    paintOver();
    open("analysis");
    by("tab-analysis").focus({ preventScroll: true });
    by("drawer").scrollIntoView({ block: "nearest" });
    if (view.players === 2) study.reviewGame();
});
for (const name of TABS) on(`tab-${name}`, "click", () => open(name));
on("tabs", "keydown", (event) => {
    const i = TABS.findIndex(isOpen);
    const to = { ArrowLeft: i + TABS.length - 1, ArrowRight: i + 1, Home: 0, End: TABS.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    open(TABS[to % TABS.length]);
    by(`tab-${TABS[to % TABS.length]}`).focus();
});
on("filter", "input", () => listMoves());
on("typed", "submit", async (event) => {
    event.preventDefault();
    const typed = by("filter").value.trim();
    if (typed && (await play(typed))) {
        by("filter").value = "";
        listMoves();
    }
});
on("more", "click", () => listMoves([], true));
for (const name of ["closer", "farther"]) on(name, "click", zoom[name]);
on("puzzle-game", "change", () => beginPuzzle(by("puzzle-game").value));
on("solution", "click", showSolution);
on("next-puzzle", "click", () => beginPuzzle(puzzle.game, puzzle.number + 1));
on("leave-puzzle", "click", leavePuzzle);

// Escape drops what is held; the other keys work as on other boards.
addEventListener("keydown", (event) => {
    if (!view || document.querySelector("dialog[open]")) return;
    const { target } = event;
    if (event.key === "Escape") {
        if (board.drop()) return;
        if (thinking) halt();
        picked = [];
        listAll();
        isOverShown = false;
        paintOver();
        unhint();
        paint();
        say("");
        return;
    }
    if (target.closest("input, textarea, select")) return;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
        if (key === "z" && !event.shiftKey) undo();
        else if (key === "y" || key === "z") redo();
        else return;
        event.preventDefault();
    } else if (!event.altKey && !event.defaultPrevented) {
        const act = KEYS[event.key];
        // On the board, arrow keys move the focus.
        if (!act || (target.closest("#board") && event.key.startsWith("Arrow"))) return;
        if (act() !== false) event.preventDefault();
    }
});

// Shows another position of the game; false if there is none.
function step(at) {
    const to = Math.min(view.moves.length, Math.max(0, at));
    return to !== view.at && go(to);
}

// As on other boards.
const KEYS = {
    ArrowLeft: () => step(view.at - 1),
    ArrowRight: () => step(view.at + 1),
    ArrowUp: () => step(0),
    ArrowDown: () => step(view.moves.length),
    Home: () => step(0),
    End: () => step(view.moves.length),
    k: () => step(view.at - 1),
    j: () => step(view.at + 1),
    "+": zoom.closer,
    "=": zoom.closer,
    "-": zoom.farther,
    0: () => zoom.reset(),
    h: hint,
    n: () => setup.open(view.game),
    a: () => {
        open("analysis");
        study.analyse();
    },
    "?": () => open("rules"),
};

addEventListener("hashchange", recall);

// If the library crashes, the address still has the game.
table.onbroken = recall;
recall().catch((error) => refuse(error, by("status")));
if ("serviceWorker" in navigator && isSecureContext) {
    navigator.serviceWorker.register("offline.js").catch(() => {
        // Without it the page still works with a network.
    });
}
