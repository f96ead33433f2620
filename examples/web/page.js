// The page: which game is on, whose turn it is, what was clicked. Everything about rules is asked of the library.

import { Desk, Refused, Stopped } from "./desk.js";
import { Drawing } from "./drawing.js";
import { Field, Letters } from "./grid.js";
import { element } from "./shapes.js";

const by = (id) => document.getElementById(id);

const GAMES = {
  sprouts: {
    title: "Sprouts",
    size: "3", sizeLabel: "Spots", sizeHelp: "from 1 to 100; 3 to 8 make a good game",
    rules: [["", "standard"], ["black-and-white", "Black-and-White: the new spot may be left out"],
      ["black-and-white-loops", "Black-and-White, but loops keep their spot"],
      ["antwerp-cold", "Antwerp, cold: new spots are the other player's"],
      ["antwerp-hot", "Antwerp, hot: new spots are your own"]],
    misere: true,
  },
  brussels: {
    title: "Brussels Sprouts",
    size: "2", sizeLabel: "Crosses", sizeHelp: "such as 2, or numbers of arms such as 4,4,3",
    rules: [], misere: true,
  },
  sos: {
    title: "SOS",
    size: "5x5", sizeLabel: "Board", sizeHelp: "rows x columns, such as 3x7",
    rules: [["", "most S-O-S wins; making one moves again"], ["first", "the first S-O-S wins"],
      ["alternating", "most S-O-S wins; turns alternate"], ["misere", "the first S-O-S loses"]],
    misere: false, players: true,
  },
  phutball: {
    title: "Phutball",
    size: "15x21", sizeLabel: "Board", sizeHelp: "columns x rows, both end rows counted",
    rules: [["", "full board: chains may leave the ends and come back"], ["terminal-rows", "the end rows end a turn"],
      ["terminal-rows-corner", "the end rows end a turn; exit by a corner"], ["full-board-corner", "full board, exit by a corner"],
      ["immediate", "a goal counts at once"], ["immediate-corner", "a goal counts at once; exit by a corner"],
      ["no-own-goal", "no own goals"]],
    misere: false,
  },
};
const LEVELS = [["you", "a human"], ["1", "the machine, beginner"], ["2", "the machine, easy"], ["3", "the machine, middling"],
  ["4", "the machine, good"], ["5", "the machine, strong"]];
const SEATS = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"];

const table = new Desk();
const thinker = new Desk();
let view = null;
let board = null;
let kind = null;
let seats = ["you", "2"];
let resigned = null;
let picked = [];
let hinted = null;
let thinking = false;
let paused = false;
let analysing = false;
let turnNumber = 0;

// ---- showing ----

function show(next, path) {
  const before = view;
  const fresh = forward(before, next) ? { path, fresh: added(before, next) } : null;
  view = next;
  turnNumber += 1;
  if (analysing) thinker.stop();
  picked = [];
  hinted = null;
  if (kind !== view.board.kind) {
    kind = view.board.kind;
    board = kind === "drawing" ? new Drawing(by("board"), wants)
      : kind === "letters" ? new Letters(by("board"), wants) : new Field(by("board"), wants);
  }
  while (seats.length < view.players) seats.push("you");
  by("title").textContent = GAMES[view.game].title;
  document.title = `${GAMES[view.game].title} – papergames`;
  by("about").textContent = view.about;
  paint(fresh);
  say("");
  listRecord();
  listSeats(by("seats"), "seat");
  if (by("moves-panel").open) listMoves();
  clearAnalysis();
  remember();
  if (fresh) {
    const last = view.moves[view.at - 1];
    say(`${SEATS[last.player]}: ${last.words}.`);
  }
  by("theorem").textContent = view.theorem ?? "";
  proceed();
}

const forward = (before, next) =>
  before && before.setup === next.setup && next.at === before.at + 1 && before.game === next.game;

function added(before, next) {
  if (next.board.kind !== "drawing") return [];
  return next.board.lines.map((_, i) => i).filter((i) => i >= before.board.lines.length);
}

function statusText() {
  const scores = view.board.scores ? ` · ${view.board.scores.join(" : ")}` : "";
  const alone = seats.slice(0, view.players).filter((seat) => seat === "you").length === 1;
  const you = alone ? seats.indexOf("you") : null;
  if (resigned !== null) return `${SEATS[resigned]} has resigned${resigned === you ? ": that was you" : ""}${scores}`;
  if (view.turn === null) {
    const result = you === null || view.winner === null ? "" : view.winner === you ? ": you have won" : ": the machine has won";
    return view.status + result + scores;
  }
  if (seats[view.turn] !== "you") return `${view.status} (the machine${thinking ? " is thinking" : ""})${scores}`;
  return `${alone ? "Your turn" : view.status}: ${view.task}${scores}`;
}

function humanTurn() {
  return view.turn !== null && resigned === null && seats[view.turn] === "you";
}

function paint(from = null) {
  const over = view.turn === null || resigned !== null;
  by("status").textContent = statusText();
  const label = `${GAMES[view.game].title}. ${statusText()}.`;
  board.show(view.board, { label, active: humanTurn() && !thinking, picked: picked.concat(hinted ?? []), from });
  by("letters").hidden = view.game !== "sos";
  const bare = view.position.includes("black-and-white");
  by("bare").hidden = !bare;
  by("stop-jump").hidden = !(view.board.stop && humanTurn());
  by("undo").disabled = view.at === 0 && resigned === null;
  by("redo").disabled = view.at === view.moves.length;
  by("hint").disabled = over || thinking;
  by("resign").disabled = over || thinking || view.players > 2;
  const machine = !over && seats[view.turn] !== "you";
  by("machine").hidden = !(machine && !thinking);
  by("halt").hidden = !thinking;
  by("count").textContent = view.choices === "0" ? "" : `(${view.choices})`;
}

function say(words) {
  const text = sentence(words);
  if (by("say").textContent !== text) by("say").textContent = text;
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
  async lift(reach, path) {
    paused = false;
    const spot = !by("bare").querySelector("input").checked || by("bare").hidden;
    const next = await table.ask({ do: "up", reach, spot });
    show(next, path);
  },
};

async function play(move) {
  if (!humanTurn() || thinking) return false;
  paused = false;
  try {
    show(await table.ask({ do: "play", move }));
    return true;
  } catch (error) {
    refuse(error);
    return false;
  }
}

// Two names after each other are a line: the only one there is, or one from the list.
async function pick(name) {
  if (!humanTurn() || thinking) return;
  hinted = null;
  const spot = view.board.spots.find((spot) => spot.name === name);
  if (!spot.open) {
    say(`${spot.label}: no line can end there.`);
    return;
  }
  picked.push(name);
  if (picked.length === 1) {
    paint();
    say(`${spot.label}. Choose where the line ends${view.game === "sprouts" ? "; the same spot makes a loop" : ""}.`);
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
      say(`No line goes from ${touching[0]} to ${touching[1]}.`);
    } else {
      picked = touching;
      paint();
      say(`There are ${moves.length} different lines from ${touching[0]} to ${touching[1]}: draw one, or choose from the list.`);
      by("moves-panel").open = true;
      await listMoves(touching);
      picked = [];
      by("moves").querySelector("button")?.focus();
    }
  } catch (error) {
    refuse(error);
  }
}

// ---- machines ----

// Lets a machine move if it is its turn and nobody has stopped it.
async function proceed(asked = false) {
  const turn = view.turn;
  if (turn === null || resigned !== null || thinking || seats[turn] === "you") return;
  if (!asked && (paused || view.at < view.moves.length)) return;
  const number = turnNumber;
  thinking = true;
  paint();
  try {
    const begun = performance.now();
    const level = Number(seats[turn]);
    const answer = await thinker.ask({ do: "choose", game: view.game, text: shown(), level, seed: seed() });
    // Long enough to see what happens.
    const pause = seats.includes("you") ? 250 : 500;
    const rest = pause - (performance.now() - begun);
    if (rest > 0 && view.at > 0) await new Promise((done) => setTimeout(done, rest));
    thinking = false;
    if (number !== turnNumber) return;
    if (answer.move !== null) show(await table.ask({ do: "play", move: answer.move }));
  } catch (error) {
    thinking = false;
    refuse(error);
    paint();
  }
}

function halt() {
  paused = true;
  interrupt();
  paint();
}

// Breaks off what the thinker does.
function interrupt() {
  turnNumber += 1;
  thinking = false;
  thinker.stop();
}

const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

// The record up to the position that is shown.
function shown() {
  return [view.setup, ...view.moves.slice(0, view.at).map((move) => move.text)].join(" ");
}

async function hint() {
  if (thinking || view.turn === null) return;
  if (analysing) thinker.stop();
  const number = turnNumber;
  thinking = true;
  paint();
  say("Looking for a good move …");
  try {
    const answer = await thinker.ask({ do: "choose", game: view.game, text: shown(), level: 5, seed: seed() });
    thinking = false;
    if (number !== turnNumber || answer.move === null) return;
    const { moves } = await table.ask({ do: "choices", words: answer.move.toLowerCase(), take: 20 });
    const move = moves.find((choice) => choice.text === answer.move) ?? { words: answer.move };
    hinted = view.game === "sprouts" || view.game === "brussels" ? ends(answer.move) : null;
    paint();
    say(`Hint: ${move.words}.`);
  } catch (error) {
    thinking = false;
    paint();
    refuse(error);
  }
}

const ends = (move) => move.replace(/\[.*$/, "").split(/[-_]/).map((end) => end.replace("!", ""));

// ---- the panels ----

function listRecord() {
  const items = view.moves.map((move, i) => {
    const button = element("button", { type: "button", "aria-current": i + 1 === view.at ? "step" : null, title: move.words }, move.text);
    button.addEventListener("click", () => go(i + 1));
    return element("li", { class: `by${move.player}` }, button);
  });
  const start = element("button", { type: "button", "aria-current": view.at === 0 ? "step" : null }, "start");
  start.addEventListener("click", () => go(0));
  by("record").replaceChildren(element("li", { class: "begin" }, start), ...items);
  // Within the list only: the page stays where it is.
  const current = by("record").querySelector('[aria-current="step"]');
  by("record").scrollTop = current.offsetTop - by("record").offsetTop - by("record").clientHeight / 2;
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

// Back to where a human can do otherwise, if there is one; a resignation is taken back first.
function undo() {
  if (resigned !== null) return go(view.at);
  let at = view.at - 1;
  if (seats.includes("you")) {
    while (at > 0 && seats[view.moves[at].player] !== "you") at -= 1;
  }
  go(Math.max(0, at));
}

function listSeats(box, name) {
  const n = name === "seat" ? view.players : Number(by("n-players").value) || 2;
  // In the dialog, what was chosen stays chosen.
  const chosen = name === "seat" ? [] : [...box.querySelectorAll("select")].map((select) => select.value);
  box.replaceChildren(...Array.from({ length: Math.min(8, Math.max(2, n)) }, (_, i) => {
    const select = element("select", { id: `${name}-${i}` },
      ...LEVELS.map(([value, label]) => element("option", { value }, label)));
    select.value = chosen[i] ?? seats[i] ?? "you";
    if (name === "seat") {
      select.addEventListener("change", () => {
        seats[i] = select.value;
        paused = false;
        if (thinking) interrupt();
        remember();
        paint();
        proceed();
      });
    }
    return element("label", {}, `${SEATS[i]}: `, select);
  }));
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
      const button = element("button", { type: "button" }, element("span", {}, choice.words), " ", element("code", {}, choice.text));
      button.addEventListener("click", () => play(choice.text));
      return element("li", {}, button);
    });
    if (more) by("moves").append(...items);
    else by("moves").replaceChildren(...items);
    listed = skip + items.length;
    by("more").hidden = !answer.more;
    by("picked").hidden = touching.length === 0;
    by("picked").textContent = touching.length ? `Lines from ${touching[0]} to ${touching[1]}:` : "";
    if (!items.length && !more) by("moves").append(element("li", {}, view.turn === null ? "The game is over." : "No legal move fits."));
  } catch (error) {
    refuse(error);
  }
}

function clearAnalysis() {
  for (const id of ["progress", "verdict", "lands", "judged"]) by(id).replaceChildren();
  board.shade?.(null);
}

async function analyse() {
  if (thinking) halt();
  const number = turnNumber;
  analysing = true;
  by("analyse").disabled = true;
  by("cancel").hidden = false;
  clearAnalysis();
  by("progress").textContent = "Thinking …";
  thinker.onnote = (note) => { by("progress").textContent = note; };
  try {
    const lands = await table.ask({ do: "lands" });
    if (number !== turnNumber) return;
    listLands(lands);
    const result = await thinker.ask({ do: "analyse", game: view.game, text: shown() });
    if (number !== turnNumber) return;
    by("progress").textContent = "";
    if (result.nimbers.length) listLands(lands, result.nimbers);
    by("verdict").replaceChildren(
      element("p", { class: "headline" }, result.headline),
      ...result.details.map((detail) => element("p", {}, detail)),
    );
    by("judged").replaceChildren(...result.moves.map((move) => {
      const button = element("button", { type: "button", class: move.best ? "best" : null },
        `${move.best ? "★ " : ""}${move.words} `, element("code", {}, move.text), ` – ${move.value}`);
      button.addEventListener("click", () => play(move.text));
      return element("li", {}, button);
    }));
  } catch (error) {
    by("progress").textContent = error instanceof Stopped ? "Stopped." : sentence(error.message);
  } finally {
    analysing = false;
    by("analyse").disabled = false;
    by("cancel").hidden = true;
  }
}

// The parts of a drawing that play on their own, each as a small picture that can be shown on the board.
function listLands(lands, nimbers = []) {
  by("lands").replaceChildren(...lands.map((land, i) => {
    const name = lands.length > 1 ? `Land ${i + 1}` : "One land";
    const nimber = Number.isInteger(nimbers[i]) ? `, nimber *${nimbers[i]}` : "";
    const button = element("button", { type: "button", "aria-pressed": false }, board.thumbnail(land),
      element("span", {}, `${name}: ${land.spots.length > 1 ? "spots" : "spot"} ${land.spots.join(", ")}${nimber} `, element("code", {}, land.text)));
    button.addEventListener("click", () => {
      const shown = button.getAttribute("aria-pressed") === "true";
      by("lands").querySelectorAll("button").forEach((other) => other.setAttribute("aria-pressed", other === button && !shown));
      board.shade(shown ? null : land);
    });
    return element("li", {}, button);
  }));
}

// ---- texts ----

async function listNotations() {
  const notations = await table.ask({ do: "notations" });
  by("format").replaceChildren(
    element("option", { value: "" }, "guess when reading; the library's own when writing"),
    ...notations.map(({ name, about }) => element("option", { value: name }, `${name}: ${about}`)),
  );
}

async function writeText() {
  try {
    const { text } = await table.ask({ do: "write", format: by("format").value || "text", resigned });
    by("text").value = text.trimEnd() + "\n";
    by("text-say").textContent = "";
    return true;
  } catch (error) {
    refuse(error, by("text-say"));
    return false;
  }
}

// Reads a text as a record of the game that is on, or else of the first game that it is one of.
async function readText(text) {
  const format = by("format").value || null;
  const others = format ? [] : Object.keys(GAMES).filter((game) => game !== view.game);
  let first = null;
  for (const game of [view.game, ...others]) {
    try {
      const next = await table.ask({ do: "open", game, text, format });
      begin(next, seats.map(() => "you"));
      by("text-say").textContent = `Read: ${GAMES[game].title}, ${next.moves.length} ${next.moves.length === 1 ? "move" : "moves"}.`;
      return;
    } catch (error) {
      first ??= error;
    }
  }
  refuse(first, by("text-say"));
}

async function copy(text, where) {
  try {
    await navigator.clipboard.writeText(text);
    where.textContent = "Copied.";
  } catch {
    where.textContent = "The browser does not let the page copy; select the text and copy it yourself.";
  }
}

function save() {
  const text = by("text").value;
  const name = `${view.game}.${by("format").value === "sgf" ? "sgf" : "txt"}`;
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = element("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// ---- the address ----

function remember() {
  const hash = new URLSearchParams({ game: view.game, record: view.record, seats: seats.slice(0, view.players).join() });
  if (view.at !== view.moves.length) hash.set("at", view.at);
  if (resigned !== null) hash.set("resigned", resigned);
  history.replaceState(null, "", `#${hash}`);
}

async function recall() {
  const hash = new URLSearchParams(location.hash.slice(1));
  const game = hash.get("game");
  if (game in GAMES && hash.has("record")) {
    try {
      const at = hash.has("at") ? Math.max(0, Math.trunc(Number(hash.get("at")))) || 0 : null;
      const next = await table.ask({ do: "open", game, text: hash.get("record"), format: "text", at });
      const known = (seat) => LEVELS.some(([value]) => value === seat) ? seat : "you";
      seats = (hash.get("seats") ?? "you,you").split(",").slice(0, 8).map(known);
      const loser = Number(hash.get("resigned") ?? NaN);
      resigned = Number.isInteger(loser) && loser >= 0 && loser < next.players ? loser : null;
      show(next);
      listNotations();
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

// ---- new games ----

async function start(game, wish, who) {
  const size = wish.size || GAMES[game].size;
  begin(await table.ask({ do: "setup", game, wish: { ...wish, size } }), who);
}

function begin(next, who) {
  if (thinking) interrupt();
  view = null;
  resigned = null;
  paused = false;
  seats = who;
  show(next);
  listNotations();
}

function chosen() {
  return document.querySelector('input[name="game"]:checked').value;
}

function offer() {
  const game = GAMES[chosen()];
  by("size-label").textContent = game.sizeLabel;
  by("size-help").textContent = game.sizeHelp;
  by("size").value = game.size;
  by("variants").hidden = game.rules.length === 0;
  by("variant").replaceChildren(...game.rules.map(([value, label]) => element("option", { value }, label)));
  by("misere-line").hidden = !game.misere;
  by("misere").checked = false;
  by("players-line").hidden = !game.players;
  by("n-players").value = 2;
  by("setup-say").textContent = "";
  listSeats(by("new-seats"), "new-seat");
}

async function startChosen() {
  const game = chosen();
  const n = GAMES[game].players ? Number(by("n-players").value) || 2 : 2;
  const wish = {
    size: by("size").value,
    rules: GAMES[game].rules.length ? by("variant").value : "",
    misere: GAMES[game].misere && by("misere").checked,
    players: GAMES[game].players ? n : 0,
  };
  const who = Array.from({ length: n }, (_, i) => by(`new-seat-${i}`)?.value ?? "you");
  try {
    await start(game, wish, who);
    by("setup").close();
  } catch (error) {
    refuse(error, by("setup-say"));
  }
}

// ---- wiring ----

function on(id, event, act) {
  by(id).addEventListener(event, act);
}

on("new", "click", ({ target }) => {
  if (!(target instanceof HTMLButtonElement)) return;
  document.querySelector(`input[name="game"][value="${target.value}"]`).checked = true;
  by("new-seats").replaceChildren();
  offer();
  by("setup").showModal();
  by("start").focus();
});
on("games", "change", offer);
on("n-players", "input", () => listSeats(by("new-seats"), "new-seat"));
on("setup-form", "submit", (event) => {
  event.preventDefault();
  startChosen();
});
on("close", "click", () => by("setup").close());
on("undo", "click", undo);
on("redo", "click", () => go(view.at + 1));
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
  say(`${SEATS[resigned]} has resigned. Undo takes it back.`);
});
on("stop-jump", "click", () => play("stop"));
on("moves-panel", "toggle", () => by("moves-panel").open && view && listMoves());
on("filter", "input", () => listMoves());
on("typed", "submit", async (event) => {
  event.preventDefault();
  const typed = by("filter").value.trim();
  if (typed && await play(typed)) {
    by("filter").value = "";
    listMoves();
  }
});
on("more", "click", () => listMoves([], true));
on("analyse", "click", analyse);
on("cancel", "click", () => thinker.stop());
on("write", "click", writeText);
on("copy", "click", async () => {
  if (!by("text").value) await writeText();
  copy(by("text").value, by("text-say"));
});
on("read", "click", () => readText(by("text").value));
on("save", "click", async () => {
  if (by("text").value || await writeText()) save();
});
on("link", "click", () => copy(location.href, by("text-say")));
on("file", "change", async () => {
  const file = by("file").files[0];
  if (!file) return;
  if (file.size > 1 << 20) {
    by("text-say").textContent = "The file is larger than a record can be.";
    return;
  }
  by("text").value = await file.text();
  by("file").value = "";
  readText(by("text").value);
});
addEventListener("hashchange", () => {
  view = null;
  recall();
});

// If the library ever stops for good, the address still knows the game.
table.onbroken = () => {
  view = null;
  recall();
};
recall().catch((error) => refuse(error, by("status")));
