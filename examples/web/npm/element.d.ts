import type { GameName, Study, Worth } from "./index.js";

/** Shows, plays or analyses a game: `<papergames-board game="sprouts" position="3+" mode="play">`. */
export class PapergamesBoard extends HTMLElement {
    /** Which game; Sprouts by default. */
    game: GameName;
    /** `show` (the default) takes no input, `play` plays, `analyse` values every move. */
    mode: "show" | "play" | "analyse";
    /** The position shown, as text. Setting it puts another position or record on the board. */
    get position(): string | null;
    set position(text: string);
    /** The whole game as text: the position it began with, and the moves. */
    readonly record: string | null;
    /** Makes a move. Rejects with the reason if it is not legal. */
    play(move: string): Promise<void>;
    /** Takes back the last move, and that of the machine before it. */
    undo(): Promise<void>;
    /** Values all moves of the position shown; `null` if it was stopped by a move. */
    analyse(): Promise<Study | null>;
}

/** The detail of a `move` event. */
export interface Moved {
    move: string;
    /** The move in words. */
    words: string;
    /** Who made it, counted from 0. */
    player: number;
    position: string;
    record: string;
}

/** The detail of an `over` event. */
export interface Over {
    /** Counted from 0; `null` for a draw or a shared win. */
    winner: number | null;
    record: string;
}

declare global {
    interface HTMLElementTagNameMap {
        "papergames-board": PapergamesBoard;
    }
}

export type { Worth };
