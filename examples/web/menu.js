// The drawer: games, and everything that is not needed to play.

import { write as addressOf } from "./address.js";
import { Cards } from "./cards.js";
import { counted, forget, GAMES, kept, LEVELS, restore } from "./games.js";
import { emblem } from "./lesson.js";
import { dateOf, isDone, streak, today } from "./puzzles.js";
import { seat } from "./setup.js";
import { by, element, on } from "./shapes.js";
import { isThere, playing, subtitle } from "./state.js";
import { read, write } from "./storage.js";

// Whether the drawer was ever open.
const OPENED = "papergames-opened";

/**
 * @typedef {import("./state.js").State} State
 */

/** @type {Record<string, string>} */
const PANELS = {
    menu: "Games",
    more: "More",
    setup: "New game",
    players: "Opponent",
    puzzles: "Puzzles",
    games: "Your games",
    rules: "How to play",
    moves: "Moves",
    record: "The game so far",
    analysis: "Analysis",
    cards: "Cards",
    text: "Texts",
    picture: "Picture",
    settings: "Settings",
};

// The panel that leads to another: the one with its row; `null` for the first.
const parentOf = (/** @type {string | null} */ panel) =>
    tabOf(panel)?.closest("section")?.id.replace("-panel", "") ?? null;
const tabOf = (/** @type {string | null} */ panel) => document.getElementById(`tab-${panel}`);

export class Menu {
    /**
     * @param {import("./play.js").Play} play
     * @param {import("./paint.js").Paint} paint
     * @param {import("./study.js").Study} study
     */
    constructor(play, paint, study) {
        this.play = play;
        this.paper = paint;
        this.study = study;
        this.cards = new Cards(play);
        this.listed = 0;
        this.ghosts = 0;
        // Whether the drawer was closed, and its entry in the history goes.
        this.isClosing = false;
        // Whether the drawer was opened for a choice between lines.
        this.isForChoice = false;
        by("games-word").hidden = read(OPENED, false);
        by("new").append(
            ...Object.entries(GAMES).map(([name, { title }]) =>
                element("button", { type: "button", value: name }, emblem(name), title.split(" ")[0]),
            ),
        );
        on("menu", "click", () => this.open(play.state.panel ? null : "menu"));
        on("close-drawer", "click", () => this.open(null));
        on("back", "click", () => this.back());
        for (const name of Object.keys(PANELS).slice(1)) on(`tab-${name}`, "click", () => this.open(name));
        on("filter", "input", () => this.listMoves());
        on("typed", "submit", async (event) => {
            event.preventDefault();
            const typed = by("filter").value.trim();
            if (typed && (await play.play(typed))) {
                by("filter").value = "";
                this.listMoves();
            }
        });
        on("more", "click", () => this.listMoves([], true));
    }

    /**
     * Opens a panel of the drawer, or closes it.
     * @param {string | null} panel
     */
    open(panel) {
        const { panel: before } = this.play.state;
        this.play.set({ panel });
        if (panel === before) return;
        if (before === "analysis") this.study.close();
        by("games-word").hidden = true;
        write(OPENED, true);
        // The open drawer has an entry in the history of its own, so that Back closes it.
        if (panel && !history.state?.isDrawer) {
            history.replaceState({ isBelow: true }, "");
            history.pushState({ isDrawer: true }, "");
        } else if (!panel && history.state?.isDrawer) {
            this.isClosing = true;
            history.back();
        }
        by("drawer").scrollTop = 0;
        const tab = tabOf(before);
        if (tab && panel === parentOf(before)) tab.focus({ preventScroll: true });
        else if (panel === "menu") by("close-drawer").focus({ preventScroll: true });
        else if (panel) by("back").focus({ preventScroll: true });
        else by("menu").focus({ preventScroll: true });
    }

    /**
     * Closes the drawer if `state`, where the history now is, is the entry below it. Returns whether it is.
     * @param {{ isBelow?: boolean } | null} state
     */
    isLeft(state) {
        const isLeft = Boolean(state?.isBelow) && (this.isClosing || this.play.state.panel !== null);
        this.isClosing = false;
        if (isLeft && this.play.state.panel) this.open(null);
        return isLeft;
    }

    back() {
        this.open(parentOf(this.play.state.panel));
    }

    /**
     * @param {State} state
     * @param {State} before
     */
    paint(state, before) {
        const { panel, view } = state;
        if (panel !== before.panel) {
            by("drawer").hidden = !panel;
            document.body.classList.toggle("open", Boolean(panel));
            // These panels speak of spots by their numbers.
            by("board").classList.toggle("naming", ["analysis", "cards", "moves", "record"].includes(panel ?? ""));
            by("menu").setAttribute("aria-expanded", String(Boolean(panel)));
            by("back").hidden = panel === "menu";
            by("drawer-title").textContent = PANELS[panel ?? ""] ?? "";
            for (const name of Object.keys(PANELS)) by(`${name}-panel`).hidden = name !== panel;
            by("picked").hidden = true;
            document.body.classList.remove("choosing");
            if (panel === "setup") by("setup-form").dispatchEvent(new Event("open"));
        }
        if (!isThere(state)) return;
        if (view !== before.view) {
            this.listRecord(state);
            by("about").textContent = view.about;
            by("count").textContent = view.choices === "0" ? "" : `(${view.choices})`;
        }
        if (panel === "moves" && (panel !== before.panel || view !== before.view)) this.listMoves();
        if (panel === "games" && (panel !== before.panel || view !== before.view)) this.listKept();
        if (panel === "cards" && (panel !== before.panel || view !== before.view)) this.cards.show(view, before.view);
        if (panel === "record" && panel !== before.panel) this.scrollRecord();
        if (panel === "menu" || panel === "more") this.rows(state);
        if (state.seats !== before.seats || view !== before.view) this.listSeats(state);
    }

    /** @param {State} state */
    rows(state) {
        const { view } = state;
        by("setup-row").textContent = subtitle(state) || GAMES[view.game].title;
        by("players-row").textContent = opponents(playing(state));
        hideRow("cards", view.game !== "sprouts");
        by("kept-row").textContent = String(kept().length || "");
        const done = isDone(today()) ? " ✓" : "";
        by("daily-row").textContent = `${dateOf(today())}${done}${inRow(streak())}`;
        hideRow("players", state.puzzle !== null);
        for (const button of by("new").querySelectorAll("button")) {
            button.setAttribute("aria-current", String(button.value === view.game));
        }
    }

    listKept() {
        const { play } = this;
        const games = kept();
        by("kept").replaceChildren(
            ...games.map((game) => {
                const { moves: n = game.record.split(" ").length - 1 } = game;
                const parts = [
                    GAMES[game.game].title,
                    game.size,
                    opponents(game.seats.split(",")).split(",")[0],
                    counted(n, "move"),
                ];
                const words = `${parts.filter(Boolean).join(", ")}: ${lowered(game.status ?? "")}`;
                const time = new Date(game.time ?? 0).toLocaleString([], { dateStyle: "short", timeStyle: "short" });
                const button = element(
                    "button",
                    { type: "button", "aria-current": game.id === play.state.id ? "true" : null },
                    element("span", {}, words),
                    element("small", {}, time),
                );
                button.addEventListener("click", async () => {
                    await play.shelf.goOn(`#${addressOf(game)}`);
                    this.open(null);
                });
                const drop = element("button", { type: "button", "aria-label": `Forget: ${words}` }, "×");
                const row = element("li", {}, button, drop);
                drop.addEventListener("click", () => {
                    forget(game.id);
                    const undo = element("button", { type: "button" }, `Forgotten: ${words}. Undo`);
                    undo.addEventListener("click", () => {
                        restore(game);
                        this.listKept();
                    });
                    row.replaceChildren(undo);
                    undo.focus();
                });
                return row;
            }),
        );
        if (!games.length) by("kept").append(element("li", {}, "None yet."));
    }

    /** @param {State} state */
    listRecord({ view }) {
        const items = view.moves.map((move, i) => {
            const mark = this.study.mark(i);
            const button = element(
                "button",
                { type: "button", "aria-current": i + 1 === view.at ? "step" : null, title: move.words },
                mark ? `${move.text} ${mark}` : move.text,
            );
            button.addEventListener("click", () => this.play.step(i + 1));
            return element("li", { class: `seat${move.player}${mark ? " marked" : ""}` }, button);
        });
        const start = element("button", { type: "button", "aria-current": view.at === 0 ? "step" : null }, "start");
        start.addEventListener("click", () => this.play.step(0));
        by("record").replaceChildren(element("li", { class: "begin" }, start), ...items);
        this.scrollRecord();
    }

    // Scrolls the list only, not the page.
    scrollRecord() {
        /** @type {HTMLElement | null} */
        const current = by("record").querySelector('[aria-current="step"]');
        const panel = by("record-panel");
        if (current) panel.scrollTop = current.offsetTop - panel.clientHeight / 2;
    }

    /**
     * Who plays, for each player.
     * @param {State} state
     */
    listSeats(state) {
        const { play } = this;
        const box = by("seat-list");
        const focused = box.contains(document.activeElement) ? document.activeElement?.id : null;
        const rows = playing(state).map((who, i) => seat(`seat-${i}`, i, who, (other) => play.shelf.seat(i, other)));
        box.replaceChildren(...rows);
        if (focused) document.getElementById(focused)?.focus();
    }

    // ---- moves ----

    /** Lists all moves again after those between two spots. */
    listAll() {
        if (!by("picked").hidden) this.listMoves();
    }

    /**
     * Offers the lines between two spots.
     * @param {string[]} touching
     */
    async choose(touching) {
        this.isForChoice = this.play.state.panel === null;
        this.open("moves");
        await this.listMoves(touching);
        // On a phone the list is below the board, which stays in sight.
        const first = by("moves").querySelector("button");
        first?.focus({ preventScroll: true });
        first?.scrollIntoView({ block: "nearest" });
    }

    /** @param {string[]} touching */
    async listMoves(touching = [], more = false) {
        const { play } = this;
        const words = touching.length ? "" : by("filter").value;
        const skip = more ? this.listed : 0;
        await play.attempt(async () => {
            const answer = await play.latest(play.table.ask({ do: "choices", words, touching, skip, take: 40 }));
            const items = answer.moves.map(({ text, words }) =>
                element("li", {}, this.moveButton(text, element("span", {}, words), " ", element("code", {}, text))),
            );
            if (more) by("moves").append(...items);
            else by("moves").replaceChildren(...items);
            this.listed = skip + items.length;
            by("more").hidden = !answer.more;
            by("picked").hidden = touching.length === 0;
            document.body.classList.toggle("choosing", touching.length > 0);
            by("picked").textContent = touching.length ? `Lines from ${touching[0]} to ${touching[1]}:` : "";
            const none = play.state.view.turn === null ? "The game is over." : "No legal move fits.";
            if (!items.length && !more) by("moves").append(element("li", {}, none));
        });
    }

    /**
     * A button that plays a move, and shows it while the pointer or the focus is on it.
     * @param {string} move
     * @param {(Node | string)[]} children
     */
    moveButton(move, ...children) {
        const button = element("button", { type: "button" }, ...children);
        button.addEventListener("click", async () => {
            const isForChoice = this.isForChoice && !by("picked").hidden;
            // A drawer that opened for a choice closes after it.
            if ((await this.play.play(move)) && isForChoice) this.open(null);
        });
        for (const event of ["pointerenter", "focus"]) button.addEventListener(event, () => this.ghost(move));
        for (const event of ["pointerleave", "blur"]) button.addEventListener(event, () => this.ghost(null));
        return button;
    }

    /**
     * Shows a move on the board, or the hint again.
     * @param {string | null} move
     */
    async ghost(move) {
        const { play } = this;
        const number = ++this.ghosts;
        const { view } = play.state;
        const shape = move ? await play.table.ask({ do: "ghost", move }).catch(() => null) : play.state.hinted;
        // A preview that comes late is of another position.
        if (number === this.ghosts && view === play.state.view) this.paper.board?.ghost(shape);
    }
}

/**
 * @param {string} panel
 * @param {boolean} isHidden
 */
function hideRow(panel, isHidden) {
    const row = tabOf(panel)?.parentElement;
    if (row) row.hidden = isHidden;
}

const inRow = (/** @type {number} */ days) => (days > 1 ? `, ${days} in a row` : "");

/**
 * Against whom a game is played.
 * @param {string[]} seats
 */
function opponents(seats) {
    const other = seats.find((seat) => seat !== "you");
    if (!other) return `${seats.length === 2 ? "two" : seats.length} people here`;
    if (other === "friend") return "against a friend";
    const { 1: name } = LEVELS.find(([value]) => value === other) ?? [other, "machine"];
    return seats.includes("you") ? `against the ${name}` : "between machines";
}

const lowered = (/** @type {string} */ text) => text.charAt(0).toLowerCase() + text.slice(1);
