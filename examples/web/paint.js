// The paper: the board, the names in its corners, and what is noted on it.

import { boardOf } from "./board.js";
import { GAMES, LEVELS } from "./games.js";
import { by, element, shape } from "./shapes.js";
import { called, isMachineTurn, isOver, isYourTurn, overText, playing, statusText, subtitle } from "./state.js";

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
    for (const button of document.querySelectorAll("[data-icon]")) {
        const d = ICONS[/** @type {HTMLElement} */ (button).dataset.icon];
        button.append(
            shape("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, shape("path", { d })),
        );
    }
}

export class Paint {
    constructor(wants, zoom) {
        this.wants = wants;
        this.zoom = zoom;
        this.kind = null;
        /** @type {any} */
        this.board = null;
        icons();
    }

    /** Shows the board of a view; `from` says how it follows from the one before. */
    show({ view }, from) {
        if (this.kind !== view.board.kind) {
            this.kind = view.board.kind;
            document.body.dataset.kind = this.kind;
            this.board = boardOf(this.kind, by("board"), this.wants, this.zoom);
        }
        this.board.show(view.board, from);
    }

    /** Shows who is to move and what can be pressed; nothing on the board moves. */
    paint(state, before) {
        const { view, said } = state;
        write(by("say"), said.text);
        by("say").className = said.kind;
        place(by("say"), said.at);
        if (!view) return;
        if (state.hinted !== before.hinted) this.board.ghost(state.hinted);
        if (said !== before.said) this.board.name?.(said.names);
        const isFinished = isOver(state);
        const status = statusText(state);
        write(by("status"), status);
        write(by("title"), GAMES[view.game].title);
        write(by("subtitle"), subtitle(state));
        document.title = `${GAMES[view.game].title} – papergames`;
        const active = isYourTurn(state) && !state.thinking;
        const label = `${GAMES[view.game].title}. ${status}.`;
        const names = playing(state).map((_, i) => called(state, i));
        this.board.state({ label, active, picked: state.picked, player: view.turn, names });
        this.seats(state);
        by("bare").hidden = !view.position.includes("black-and-white");
        by("stop-jump").hidden = !(view.board.stop && isYourTurn(state));
        by("send").hidden = !(state.seats[view.turn] === "friend" || (isFinished && playing(state).includes("friend")));
        by("undo").disabled = state.growing || (view.at === 0 && state.resigned === null);
        by("redo").hidden = state.growing || view.at === view.moves.length;
        by("hint").disabled = isFinished || Boolean(state.thinking) || !isYourTurn(state);
        by("resign").disabled = isFinished || Boolean(state.thinking) || view.players > 2;
        by("tidy").disabled = Boolean(state.thinking) || view.at === 0;
        by("tidy").parentElement.hidden = by("numbers").parentElement.hidden = view.board.kind !== "drawing";
        // These three share a place, so that nothing shifts.
        const wanted = state.thinking ? "halt" : isMachineTurn(state) ? "machine" : "hint";
        const isHeld = ["hint", "machine", "halt"].some((name) => by(name) === document.activeElement);
        for (const name of ["hint", "machine", "halt"]) by(name).hidden = name !== wanted;
        if (isHeld) by(wanted).focus();
        this.over(state);
        this.puzzle(state);
    }

    // The names in the corners.
    seats(state) {
        const { view, seats } = state;
        const names = Array.from({ length: view.players }, (_, i) => {
            const level = LEVELS.find(([value]) => value === seats[i])[1];
            const name = { you: called(state, i).toLowerCase(), friend: "friend" }[seats[i]] ?? level;
            const isTurn = !isOver(state) && view.turn === i;
            const thinks = isTurn && state.thinking === "move";
            const score = view.board.scores ? ` ${view.board.scores[i]}` : "";
            return element(
                "span",
                { class: `name seat${i}${isTurn ? " turn" : ""}${thinks ? " thinking" : ""}` },
                `${name}${score}`,
            );
        });
        if (by("seats").textContent !== names.map((name) => name.textContent).join("")) {
            by("seats").replaceChildren(...names);
        } else {
            names.forEach((name, i) => (by("seats").children[i].className = name.className));
        }
    }

    /** Announces the end of the game, once its last line stands on the paper. */
    over(state) {
        const isShown = state.isOverShown && isOver(state) && !this.board.isMoving;
        by("over").hidden = !isShown;
        document.body.classList.toggle("ended", isShown);
        if (!isShown) return;
        write(by("result"), overText(state));
        write(by("theorem"), state.resigned === null ? (state.view.theorem ?? "") : "");
    }

    puzzle({ puzzle }) {
        by("puzzle").hidden = !puzzle;
        document.body.classList.toggle("puzzling", Boolean(puzzle));
        by("seats").hidden = Boolean(puzzle);
        if (!puzzle) return;
        const { number, grade, choices, solved, daily } = puzzle;
        const name = daily ? "Puzzle of the day" : `Puzzle ${number + 1}`;
        write(by("puzzle-title"), `${name}${solved ? ", solved" : ""}`);
        write(by("puzzle-about"), `Grade ${grade} of 5, ${choices} kinds of moves, one wins`);
        by("solution").disabled = solved;
    }
}

function write(node, text) {
    if (node.textContent !== text) node.textContent = text;
}

// Puts a note beside the pen, within the window; without a place it is at the foot of the paper.
function place(node, at) {
    node.classList.toggle("beside", Boolean(at));
    if (!at) return;
    const { width, height } = node.getBoundingClientRect();
    const isRight = at[0] + width + 40 < innerWidth;
    const x = isRight ? at[0] + 22 : Math.max(8, at[0] - width - 22);
    const y = Math.min(innerHeight - height - 8, Math.max(8, at[1] - height - 16));
    node.style.setProperty("--x", `${x}px`);
    node.style.setProperty("--y", `${y}px`);
}
