export type GameName = "sprouts" | "brussels" | "sos" | "phutball";

/** What a position is worth. */
export interface Worth {
    /** In words, such as `first wins by 2` or `second +0.35`. */
    text: string;
    certainty: "proved" | "estimated" | "unknown";
    /** From -1, where the second player wins, to 1, where the first does; `null` if nothing is known. */
    height: number | null;
}

/** A class of equivalent moves. */
export interface Judged {
    text: string;
    words: string;
    /** How many moves there are in the class. */
    alike: number;
    worth: Worth;
    best: boolean;
}

/** A position and its moves, the best first. */
export interface Study {
    headline: string;
    details: string[];
    worth: Worth;
    moves: Judged[];
    /** How many classes of moves there are, judged or not. */
    classes: number;
    /** The nimbers of the lands of Sprouts; `null` for one that was not found. */
    nimbers: (number | null)[];
}

/** A reviewed game. */
export interface Reviewed {
    decision: string;
    /** The number of the move that decided the game, counted from 1. */
    decisive: number | null;
    /** What the game was worth at the start and after each move. */
    worths: Worth[];
    moves: { mark: string; worse: boolean; better: string[] }[];
    players: string[];
}

/** A game on the table. */
export interface View {
    game: GameName;
    setup: string;
    position: string;
    record: string;
    moves: { text: string; words: string; player: number }[];
    at: number;
    players: number;
    /** The player to move, counted from 0; `null` when the game is over. */
    turn: number | null;
    status: string;
    task: string;
    about: string;
    winner: number | null;
    theorem: string | null;
    choices: string;
    sheet: string | null;
    later: string | null;
    /** The pie rule: `swapped` if the players exchange seats in the game, including moves that were taken back. */
    pie: "off" | "on" | "swapped";
    /** Whether they have exchanged seats before the position shown. */
    exchanged: boolean;
    /** Whether the second player may take the first player's seat now. */
    swap: boolean;
    /** What is on the board, by its `kind`: `drawing`, `letters` or `field`. */
    board: any;
}

/** The messages that the library answers, each with its answer. */
export interface Messages {
    setup: [
        {
            game: GameName;
            wish: { size: string; rules?: string; misere?: boolean; players?: number; pie?: boolean };
        },
        View,
    ];
    open: [
        {
            game: GameName;
            text: string;
            format?: string | null;
            pie?: "off" | "on" | "swapped";
            at?: number | null;
            sheet?: string | null;
            later?: string | null;
        },
        View,
    ];
    view: [object, View];
    play: [{ move: string }, View];
    swap: [object, View];
    go: [{ at: number }, View];
    choices: [
        { words?: string; touching?: string[]; skip?: number; take: number },
        { moves: { text: string; words: string }[]; more: boolean },
    ];
    write: [{ format: string; resigned?: number | null }, { text: string }];
    choose: [
        { game: GameName; text: string; level: 1 | 2 | 3 | 4 | 5; seed: number; milliseconds?: number },
        { move: string | null; swap?: boolean },
    ];
    study: [{ game: GameName; text: string; milliseconds: number }, Study];
    review: [{ game: GameName; text: string; milliseconds: number; resigned?: number | null }, Reviewed];
}

export type Message = { [K in keyof Messages]: { do: K } & Messages[K][0] }[keyof Messages];
export type AnswerTo<M extends Message> = Messages[M["do"]][1];

/** A message was refused; the text says why, and nothing has changed. */
export class Refused extends Error {}
/** The desk was stopped before it answered. */
export class Stopped extends Error {}

/** The library in a worker: answers messages one after another. */
export class Desk {
    constructor();
    /** Receives the news of a long search, as JSON. */
    onnote: (news: string) => void;
    /** Called when the library had to be started anew. */
    onbroken: () => void;
    ask<M extends Message>(message: M): Promise<AnswerTo<M>>;
    /** Ends the current request, which is rejected with `Stopped`, and begins with an empty desk. */
    stop(): void;
    /** Ends the worker. */
    close(): void;
}

/** Loads the library into this thread, for programs without workers. Answers throw an error if they are refused. */
export function load(
    source?: URL | string | Response | BufferSource | WebAssembly.Module,
    tell?: (news: object) => void,
): Promise<<M extends Message>(message: M) => AnswerTo<M>>;
