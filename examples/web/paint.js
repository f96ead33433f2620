// The paper: the board, the names in its corners, and what is noted on it.

import { boardOf } from "./board.js";
import { told } from "./dare.js";
import { GAMES, LEVELS, SEATS } from "./games.js";
import { dateOf, streak } from "./puzzles.js";
import { by, element, shape } from "./shapes.js";
import {
    againText,
    aimText,
    called,
    inText,
    isLookingBack,
    isMachineTurn,
    isOver,
    isPerson,
    isThere,
    isTried,
    isWithFriend,
    isYourTurn,
    mayStop,
    mayTakeBack,
    mover,
    playing,
    resultText,
    statusText,
    subject,
    subtitle,
    winnerOf,
    wins,
} from "./state.js";

/**
 * @typedef {import("./state.js").State} State
 * @typedef {import("./types.js").Place} Place
 */

/** @type {Record<string, string>} */
const ICONS = {
    undo: "M8 5 3.5 9.5 8 14M4 9.5h10a6 6 0 0 1 0 11h-3",
    redo: "M16 5 20.5 9.5 16 14M20 9.5H10a6 6 0 0 0 0 11h3",
    hint: "M9 18h6M10 21h4M8.5 15.5C6.8 14.2 6 12.5 6 10.5a6 6 0 0 1 12 0c0 2-.8 3.7-2.5 5z",
    go: "M7 5c4 2 8 4.500 11 7-3 2.500-7 5-11 7 .5-5 .5-9 0-14z",
    stop: "M6.500 6.500c4-.5 7-.5 11 0 .5 4 .5 7 0 11-4 .5-7 .5-11 0-.5-4-.5-7 0-11z",
    menu: "M4 7c5-.7 11 .5 16 0M4 12.500c5 .6 11-.4 16 0M4 18c6-.5 10 .4 16 0",
    close: "M6 6c4 4 8 8 12 12M18 6C14 10 10 14 6 18",
    back: "M19 12C14 11.500 9 12.500 5 12M10 6.500C8 8.500 6.500 10 5 12c1.500 2 3 3.500 5 5.500",
};

/** Draws the pictures of buttons into them. */
export function icons() {
    /** @type {NodeListOf<HTMLElement>} */
    const buttons = document.querySelectorAll("[data-icon]");
    for (const button of buttons) {
        const d = ICONS[button.dataset.icon ?? ""];
        button.append(
            shape("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, shape("path", { d })),
        );
    }
}

// How many pixels of distance from the pen a note is worth moving for each place with ink that it covers; and the least
// cost at which it is shown at the foot of the paper instead.
const COVERED = 60;
const MOST_COVERED = 300;
// The least width of the aim beside a board, in pixels.
const LEAST_AIM = 130;

export class Paint {
    /**
     * @param {import("./types.js").Wants} wants
     * @param {import("./zoom.js").Zoom} zoom
     */
    constructor(wants, zoom) {
        this.wants = wants;
        this.zoom = zoom;
        this.kind = "";
        /** @type {import("./types.js").GameBoard | null} */
        this.board = null;
        icons();
        // The board stands above the card of a puzzle or of the end, however high that is.
        const cards = [by("puzzle"), by("over")];
        const watch = new ResizeObserver(() => {
            const height = Math.max(...cards.map((card) => card.offsetHeight));
            // The board sinks from there, once both are gone.
            if (height) document.body.style.setProperty("--card", `${height}px`);
            zoom.paint();
        });
        cards.forEach((card) => watch.observe(card));
    }

    /**
     * Shows the board of a view; `from` says how it follows from the one before.
     * @param {State} state
     * @param {import("./types.js").From | null} from
     */
    show({ view, inks }, from) {
        if (!this.board || this.kind !== view.board.kind) {
            this.kind = view.board.kind;
            document.body.dataset.kind = this.kind;
            this.board = boardOf(this.kind, by("board"), this.wants, this.zoom);
        }
        this.board.inks = inks;
        this.board.show(view.board, from, view.players);
    }

    /**
     * Shows who is to move and what can be pressed; nothing on the board moves.
     * @param {State} state
     * @param {State} before
     */
    paint(state, before) {
        const { view, said } = state;
        const { board } = this;
        write(by("say"), said.text);
        by("say").className = said.kind;
        if (said !== before.said) board?.name?.(said.names);
        if (said !== before.said) place(by("say"), said.at, board);
        if (!isThere(state) || !board) return;
        if (state.hinted !== before.hinted) board.ghost(state.hinted);
        document.body.classList.toggle("seeking", state.thinking === "puzzle");
        const isFinished = isOver(state);
        if (isFinished && !isOver(before)) board.drop?.();
        // A move of the machine is seen before the next turn is announced.
        const isShowing = this.isShowing(state);
        const isEnding = isFinished && board.isMoving;
        const shown = againText(state) || statusText(state);
        const status = isShowing ? "The machine moves" : isEnding ? "The last move" : shown;
        write(by("status"), status);
        write(by("title"), GAMES[view.game].title);
        write(by("subtitle"), subtitle(state));
        write(by("aim"), aimText(state));
        this.fit();
        document.title = `${GAMES[view.game].title} – papergames`;
        // A move ends the search for a hint.
        const isFree = !state.thinking || state.thinking === "hint";
        // A puzzle that is solved stays as it is.
        const isSolved = Boolean(state.puzzle?.solved);
        const active = isYourTurn(state) && isFree && !isShowing && !isSolved;
        const label = `${GAMES[view.game].title}. ${status}.`;
        // Where a player wins, on a board that has such places.
        const goals = playing(state).map((_, i) => `${called(state, i).toLowerCase()} ${wins(state, i)} here`);
        // What is shown of a move has the ink of the player who would make it.
        by("board").dataset.turn = String(view.turn ?? "none");
        board.state({ label, active, picked: state.picked, player: view.turn, goals });
        this.seats(state);
        by("bare").hidden = !view.position.includes("black-and-white");
        by("stop-jump").hidden = !(mayStop(view) && isYourTurn(state));
        // To stop in a goal ends the game.
        const winner = view.board.kind === "field" ? view.board.winner : null;
        const end = winner === null ? "" : winner === view.turn ? " and win" : " and lose";
        write(by("stop-jump"), `stop here${end}`);
        const isSendable = isFinished ? isWithFriend(state) : mover(state) === "friend";
        by("swap").hidden = !(view.swap && isYourTurn(state));
        by("leave-copy").hidden = !state.original;
        by("send").hidden = !isSendable || isLookingBack(state);
        write(by("send"), state.sent < view.moves.length || !view.moves.length ? "send the link" : "send it again");
        by("undo").disabled = state.growing || isSolved || (view.at === 0 && state.resigned === null);
        by("undo").title = mayTakeBack(state) ? "Undo" : "Look back";
        by("undo").ariaLabel = by("undo").title;
        const isRiddle = state.puzzle !== null && !state.puzzle.solved;
        by("redo").disabled = state.growing || isRiddle || view.at === view.moves.length;
        by("hint").disabled = isFinished || isSolved || Boolean(state.thinking) || !isYourTurn(state);
        by("hint").title = by("hint").ariaLabel = state.hinted && isYourTurn(state) ? "Hide the hint" : "Hint";
        by("show-me").hidden = view.turn === null || Boolean(state.puzzle) || state.growing;
        by("resign").hidden = isFinished || !view.moves.length || view.players > 2;
        by("resign").disabled = Boolean(state.thinking);
        write(by("invite"), view.moves.length && !isFinished ? "go on with a friend by link" : "play a friend by link");
        by("two-here").hidden = view.players > 2 || playing(state).every((seat) => seat === "you");
        by("tidy").disabled = Boolean(state.thinking) || view.at === 0;
        for (const name of ["tidy", "numbers"]) rowOf(name).hidden = view.board.kind !== "drawing";
        // These three share a place, so that nothing shifts.
        const wanted = state.thinking ? "halt" : isMachineTurn(state) ? "machine" : "hint";
        const isHeld = ["hint", "machine", "halt"].some((name) => by(name) === document.activeElement);
        for (const name of ["hint", "machine", "halt"]) by(name).hidden = name !== wanted;
        if (isHeld) by(wanted).focus();
        this.over(state, state.id !== before.id);
        this.puzzle(state);
        by("as-list").hidden = !state.offered.length;
    }

    /** Keeps the aim off a board of cells: it is to the left if there is room, or else above, or not shown. */
    fit() {
        const svg = this.board?.svg;
        const aim = by("aim");
        aim.style.maxWidth = aim.style.visibility = "";
        const screen = svg?.getScreenCTM();
        if (!svg || !screen || !aim.textContent || this.kind === "drawing") return;
        const { a, e } = screen;
        const { left, bottom } = aim.getBoundingClientRect();
        const room = e + a * svg.viewBox.baseVal.x - left;
        const tops = [".rim", ".cell rect"].map((part) => svg.querySelector(part)?.getBoundingClientRect().top ?? 0);
        const isOver = bottom > Math.min(...tops);
        if (room > LEAST_AIM) aim.style.maxWidth = `${room}px`;
        else if (isOver) aim.style.visibility = "hidden";
    }

    /**
     * Whether a machine's last move is still being drawn, after which a person moves or the game is over.
     * @param {State} state
     */
    isShowing(state) {
        const { view, seats } = state;
        const last = view.moves[view.at - 1];
        const isNews = isYourTurn(state) || isOver(state);
        return this.isMoving && isNews && Boolean(last) && !isPerson(seats[last.player]);
    }

    get isMoving() {
        return Boolean(this.board?.isMoving);
    }

    /**
     * The names in the corners.
     * @param {State} state
     */
    seats(state) {
        const { view, seats } = state;
        const turn = this.isShowing(state) ? view.moves[view.at - 1].player : view.turn;
        const names = Array.from({ length: view.players }, (_, i) => {
            const [, level] = LEVELS.find(([value]) => value === seats[i]) ?? LEVELS[0];
            const name = seats[i] === "you" ? called(state, i).toLowerCase() : seats[i] === "friend" ? "friend" : level;
            const isTurn = !isOver(state) && turn === i;
            const thinks = isTurn && state.thinking === "move";
            const score = view.board.kind === "letters" ? ` ${view.board.scores[i]}` : "";
            return element(
                "button",
                {
                    type: "button",
                    title: "Choose who plays",
                    class: `name seat${i}${isTurn ? " turn" : ""}${thinks ? " thinking" : ""}`,
                },
                `${name}${score}`,
            );
        });
        if (by("seats").textContent !== names.map((name) => name.textContent).join("")) {
            by("seats").replaceChildren(...names);
        } else {
            names.forEach((name, i) => (by("seats").children[i].className = name.className));
        }
    }

    /**
     * Announces the end of the game, once its last line stands on the paper.
     * @param {State} state
     * @param {boolean} isNew whether another game is shown
     */
    over(state, isNew) {
        const mayShow = isOver(state) && !state.puzzle && !this.isMoving;
        const isShown = state.isOverShown && mayShow;
        by("over").hidden = !isShown;
        by("show-result").hidden = isShown || !mayShow || state.growing;
        document.body.classList.toggle("ended", isShown);
        this.zoom.lift(isShown || Boolean(state.puzzle), isNew);
        if (!isShown) return;
        const winner = winnerOf(state);
        by("result").className = winner === null ? "" : `seat${winner}`;
        const { dare } = state;
        write(by("result"), dare ? told(state, dare.seats, "Your friend") : `${resultText(state)}.`);
        write(by("rematch"), dare ? "your turn" : "again");
        const { board } = state.view;
        const scores = board.kind === "letters" ? board.scores : [];
        const points = scores.map((points, i) => `${i ? inText(state, i) : subject(state, i)} ${points}`).join(", ");
        const facts = state.resigned === null ? state.view.theorem : null;
        // What is said now takes the place of the facts, so that it covers nothing and moves no button.
        const { said } = state;
        const isTold = Boolean(said.text) && said.kind !== "move" && !said.at && by("over").checkVisibility();
        by("say").classList.toggle("told", isTold);
        write(by("theorem"), isTold ? said.text : [points && `${points}.`, facts].filter(Boolean).join(" "));
    }

    /** @param {State} state */
    puzzle(state) {
        const { puzzle, thinking } = state;
        by("puzzle").hidden = !puzzle;
        document.body.classList.toggle("puzzling", Boolean(puzzle));
        document.body.classList.toggle("solved", Boolean(puzzle?.solved));
        by("seats").hidden = Boolean(puzzle);
        if (!puzzle) return;
        const { number, grade, solved, shown, tries, helped, day, isToday } = puzzle;
        const { said } = state;
        const name = day === null ? `Puzzle ${number + 1}` : `Puzzle of ${dateOf(day)}`;
        const isNext = thinking === "puzzle";
        const title = isNext ? "Next puzzle" : !solved ? name : shown ? "This is the solution" : "You solved it";
        write(by("puzzle-title"), title);
        const how = [...(tries > 1 ? [` at ${nth(tries)}`] : []), ...(helped ? [" with a hint"] : [])].join(",");
        const tried = how && !shown ? `. Solved${how}` : "";
        const inRow = isToday ? streak() : 0;
        const days = inRow > 1 ? ` ${inRow} days in a row.` : "";
        const after = `${name}: this move wins, and nothing else does${tried}.${days}`;
        const about = solved ? after : `Grade ${grade} of 5.${days}`;
        write(by("puzzle-about"), isNext ? "" : solved && said.isBrief ? said.text : about);
        by("share-day").hidden = !solved || shown || day === null || isNext;
        by("solution").hidden = solved;
        by("retry").hidden = !isTried(state) || Boolean(thinking);
    }
}

// The row of the menu that a button has.
const rowOf = (/** @type {string} */ id) => /** @type {HTMLElement} */ (by(id).parentElement);

const nth = (/** @type {number} */ n) => (SEATS[n - 1] ? `the ${SEATS[n - 1].toLowerCase()} try` : `try ${n}`);

/**
 * @param {Element} node
 * @param {string} text
 */
function write(node, text) {
    if (node.textContent !== text) node.textContent = text;
}

// Where there is refused ink, on the screen.
const refused = () => {
    /** @type {NodeListOf<SVGPathElement>} */
    const paths = document.querySelectorAll(".refusal");
    return [...paths].flatMap((path) => {
        const length = path.getTotalLength();
        const screen = path.getScreenCTM() ?? undefined;
        const at = (/** @type {number} */ i) => path.getPointAtLength((length * i) / 10).matrixTransform(screen);
        return Array.from({ length: 11 }, (_, i) => at(i)).map(({ x, y }) => [x, y]);
    });
};

/**
 * Puts a note beside the pen, on free paper: over no line, no spot and no other words. Without a place, and where all
 * is full, it is at the foot of the paper.
 * @param {HTMLElement} node
 * @param {Place | null} at
 * @param {import("./types.js").GameBoard | null} board
 */
function place(node, at, board) {
    node.classList.toggle("beside", Boolean(at));
    if (!at || !node.textContent) return;
    const { width, height } = node.getBoundingClientRect();
    const paper = by("play").getBoundingClientRect();
    const words = [...document.querySelectorAll("header > *, .name, .rim, #status, #choices > *, #notes > section")];
    const taken = words.map((other) => other.getBoundingClientRect());
    const ink = [...(board?.ink() ?? []), ...refused()];
    /** @type {Place | null} */
    let best = null;
    let least = MOST_COVERED;
    for (const far of [0, 20, 45, 80, 120, 170, 230]) {
        for (let k = 0; k < 16; k++) {
            const turn = ((k - 6) * Math.PI) / 8;
            const x = at[0] + Math.cos(turn) * (width / 2 + 20 + far) - width / 2;
            const y = at[1] + Math.sin(turn) * (height / 2 + 20 + far) - height / 2;
            const [right, bottom] = [x + width, y + height];
            if (x < paper.left + 6 || y < paper.top + 6 || right > paper.right - 6 || bottom > paper.bottom - 6)
                continue;
            if (taken.some((r) => r.left < right && r.right > x && r.top < bottom && r.bottom > y)) continue;
            const isCovered = (/** @type {Place} */ [a, b]) =>
                a > x - 8 && a < right + 8 && b > y - 8 && b < bottom + 8;
            const cost = far + COVERED * ink.filter(isCovered).length;
            if (cost < least) [best, least] = [[x, y], cost];
        }
    }
    if (!best) return node.classList.remove("beside");
    node.style.setProperty("--x", `${best[0]}px`);
    node.style.setProperty("--y", `${best[1]}px`);
}
