// The types that the scripts share. What the library is asked and answers is in `npm/messages.d.ts`.

import type { AnswerTo, Area, Board, Ghost, Message, Sheet, View, Wish } from "./npm/index.js";

export type { View, Wish };

/** Something that is asked and answers: a desk, or what stands for one. */
export interface Asked {
    ask<M extends Message>(message: M): Promise<AnswerTo<M>>;
}

/** A place: x and y. */
export type Place = number[];

/** A path: x, y, x, y, … */
export type Path = number[];

/** A board whose lines run smoothly, with places on all of them. */
export interface Drawn extends Sheet {
    places: Place[];
}

/** What a move would add to a board. `move` is its text; a man may be shown with the `chain` of jumps over it. */
export type Preview = Ghost & { move?: string; chain?: [number, number][] };

/** A move that is shown on a board, of which a tap takes one, and what it is worth to the player to move. */
export interface Candidate {
    ghost: Preview;
    /** The moves of a turn. */
    turn: string;
    /** A `choice` is one of several lines, whatever it is worth. */
    outcome: "win" | "draw" | "loss" | "choice";
    certainty: string;
}

/** How a board follows from the one before: the new lines, and the path of the pen if it was drawn by hand. */
export interface From {
    fresh: number[];
    path?: Path;
}

/** What can be pressed on a board. */
export interface Shown {
    label: string;
    active: boolean;
    /** The spots chosen for a line. */
    picked: string[];
    /** Whose turn it is. */
    player: number | null;
    /** Who wins where. */
    goals?: string[];
}

/** What a board asks of the page. A place `at` is that of the pen on the screen. */
export interface Wants {
    say(text: string, at?: Place | null): void;
    play(move: string): Promise<unknown> | undefined;
    /** A person picks a spot. */
    pick(name: string, at?: Place): void;
    /** A person takes a move that is shown. */
    take?(candidate: Candidate): void;
    /** What the table answers to a stroke. */
    pen: Asked["ask"];
    /** A stroke ends. */
    lift(reach: number, path: Path): Promise<void>;
    refused(error: unknown, at?: Place | null): void;
    /** The beginning of a stroke, or its end, meets nothing. */
    missed(at: Place, isEnd?: boolean): void;
    /** Someone presses on a board that is not theirs to play on. */
    idle(): void;
    /** The picture stops moving. */
    rested?(): void;
    /** Keeps the ink of letters written by hand. */
    inked?(inks: Inks): void;
    /** Whether a line may be drawn for the next turn. */
    mayDrawAhead(): boolean;
}

/** The ink of letters written by hand, by letter and square: x, y, x, y, … in tenths. */
export type Inks = Record<string, number[]>;

/** The board of a game. */
export interface GameBoard {
    svg: SVGSVGElement | null;
    isMoving: boolean;
    show(board: Board, from: From | null, players: number): void;
    state(shown: Shown): void;
    ghost(preview: Preview | null): void;
    candidates(moves: Candidate[]): void;
    /** The places with ink on the screen. */
    ink(): Place[];
    /** Forgets what is being drawn. Returns whether anything was. */
    drop(): boolean;
    /** Whether a line is on its way. */
    draws(): boolean;
    /** Whether a press begins a line, rather than moving an enlarged board. */
    grabs(event: PointerEvent): boolean;
    /** Whether a tap there is on something of the board. */
    picks?(event: PointerEvent): boolean;
    /** Marks a part of the board. */
    shade(land: Area | null): void;
    /** A small picture of the board with a part of it marked. */
    thumbnail?(land: Area): SVGSVGElement;
    /** What a picture of the whole board shows: x, y, width, height. */
    extent?(): number[];
    /** Shows the numbers of the spots that a text names, and places them. */
    name?(text: string): void;
    label?(): void;
    /** The line that shows most plainly how to draw one. */
    plainest?(ghosts: Preview[]): Preview;
    /** The lines of moves that a finger can tell apart. */
    apart?(moves: Candidate[]): Candidate[];
    /** Another game begins. */
    forget?(): void;
    inks?: Inks;
}

/** The parts of the page that are more than an element. */
interface Parts {
    size: HTMLInputElement;
    misere: HTMLInputElement;
    "n-players": HTMLInputElement;
    pie: HTMLInputElement;
    filter: HTMLInputElement;
    file: HTMLInputElement;
    text: HTMLTextAreaElement;
    variant: HTMLSelectElement;
    limit: HTMLSelectElement;
    format: HTMLSelectElement;
    theme: HTMLSelectElement;
    pace: HTMLSelectElement;
    meter: HTMLProgressElement;
    undo: HTMLButtonElement;
    redo: HTMLButtonElement;
    hint: HTMLButtonElement;
    resign: HTMLButtonElement;
    tidy: HTMLButtonElement;
    farther: HTMLButtonElement;
    fewer: HTMLButtonElement;
    larger: HTMLButtonElement;
    analyse: HTMLButtonElement;
    "review-game": HTMLButtonElement;
}

/** The part of the page with a name. */
export type Part<Id extends string> = Id extends keyof Parts ? Parts[Id] : HTMLElement;
