// Written by `SNAPSHOTS=overwrite cargo test`; see `src/schema.rs`.

/** An independent part of a drawing: a land of Sprouts. */
export type Area = {
    /** The names of the spots that can still take lines in it. */
    spots: Array<string>;
    /** Its spelling in the notation of GLOP. */
    text: string;
    /** Closed paths, each `x, y` one after another. A point is inside if an odd number of them go around it. */
    outline: Array<Array<number>>;
};

/** The answer to a turn that was tried in a puzzle. */
export type Attempt = {
    right: boolean;
    /** The reply to a wrong turn: its moves, and the same in words. */
    reply: Array<string>;
    words: string;
    /** Why the turn does not win, as the end of a sentence about the reply. */
    reason: string;
};

/** A turn that would have been better. */
export type Better = {
    turn: Array<string>;
    words: string;
};

/** The visible parts of a position of any game. */
export type Board = {
    "kind": "drawing"
} & Sheet | {
    "kind": "letters"
} & Letters | {
    "kind": "field"
} & Field | {
    "kind": "text";
    lines: Array<string>;
};

/** A position as a table of cards, and the last move as it is made with them. */
export type Cards = {
    /** The rows: stacks of cards from top to bottom. */
    rows: Array<Array<Array<number>>>;
    /** The steps of the last move; none if there is no move, or if it cannot be made with cards. */
    steps: Array<Step>;
    /** Whether the move joins two stacks; otherwise it divides one. */
    joins: boolean;
};

/** A legal move. */
export type Choice = {
    text: string;
    words: string;
};

/** A part of the list of legal moves. */
export type Choices = {
    moves: Array<Choice>;
    /** Whether there are more. */
    more: boolean;
};

/** A move that an opponent or a hint has chosen. */
export type ChosenMove = {
    move: string;
    /** The whole turn that begins with the move. */
    turn: Array<string>;
    /** What the player to move reaches with best play, if it is proved: 1 for a win, 0 for a draw, -1 for a loss. */
    proved: number | null;
    /** The same, if the engine has found it without a proof. */
    foreseen: number | null;
    /** Whether the engine would rather have the other seat. */
    swap: boolean;
};

/** A line, given by the control points of a spline as `x, y` one after another. */
export type Curve = {
    points: Array<number>;
    /** Whether the last move drew it. */
    last: boolean;
    /** The player who drew it, counted from 0, or `null` if it was there at the start. */
    owner: number | null;
};

/** A spot of Sprouts, or the end of a free arm of Brussels Sprouts. */
export type Disc = {
    /** Its name in the text of moves. */
    name: string;
    x: number;
    y: number;
    radius: number;
    /** The number of lines that can still end here. */
    lives: number;
    /** `round`, `square` or `diamond`. */
    shape: string;
    /** Whether the last move made it. */
    fresh: boolean;
    /** Whether a line of the player to move can end here. */
    open: boolean;
    /** Its description in words. */
    label: string;
};

/** A board of Phutball. */
export type Field = {
    columns: number;
    /** The names of the columns. */
    names: Array<string>;
    /** The number of rows, including both end rows. */
    rows: number;
    /** Men as column and row, rows from the bottom, both counted from 0. */
    men: Array<[number, number]>;
    ball: [number, number];
    /** The places of the ball in the last chain of jumps, in order; empty after a man was placed. */
    chain: Array<[number, number]>;
    /** The man placed by the last move. */
    last: [number, number] | null;
    jumps: Array<Leap>;
    /** Whether the ball is in the middle of a chain of jumps. */
    jumping: boolean;
    /** Whether the chain may end here. */
    stop: boolean;
    /** The player who wins if it ends here, counted from 0. */
    winner: number | null;
};

/** A reviewed game. */
export type GameReview = {
    /** Where the game was decided, as a sentence. */
    decision: string;
    /**
     * The number of the first move of the turn that decided it, counted from 1, or after which the lead changed last.
     */
    decisive: number | null;
    /** The value of the game at the start and after each move. */
    worths: Array<Worth>;
    /** The turns: moves, and chains of them. */
    turns: Array<ReviewedTurn>;
    /** A sentence about the play of each player. */
    players: Array<string>;
};

/** A preview of a move: the part that it would add to the board. */
export type Ghost = {
    "kind": "line";
    lines: Array<Array<number>>;
    ends: Array<string>;
} | {
    "kind": "letter";
    cell: number;
    letter: string;
} | {
    "kind": "man";
    at: [number, number];
} | {
    "kind": "jump";
    chain: Array<[number, number]>;
} | {
    "kind": "nothing";
};

/** A class of equivalent moves, which lead to the same position up to symmetry. */
export type JudgedClass = {
    /** The first of the moves, and the whole turn that begins with it. */
    text: string;
    turn: Array<string>;
    /** The turn in words. */
    words: string;
    /** The number of moves in the class. */
    alike: number;
    worth: Worth;
    /**
     * Whether it keeps the proved value of the position, a win or else a draw; or, if nothing is proved, whether it is
     * estimated to be the best.
     */
    best: boolean;
};

/** A legal jump. */
export type Leap = {
    /** The move, such as `NE`. */
    text: string;
    to: [number, number];
    words: string;
};

/** A board of SOS. */
export type Letters = {
    rows: number;
    columns: number;
    /** Row by row from the top: `S`, `O` or a blank. */
    cells: string;
    /** The names of the cells in the same order. */
    names: Array<string>;
    /** The player who wrote each letter, counted from 0, or `null` for a blank and for what was there at the start. */
    owners: Array<number | null>;
    /** Each S-O-S: the indices of its first and last cell, and who made it. */
    marks: Array<[number, number, number | null]>;
    /** The index of the last letter. */
    last: number | null;
    /** The points of each player. */
    scores: Array<number>;
};

/** A report of a search that is still running. */
export type News = {
    "progress": string
} | {
    "worth": Worth
} | {
    "judged": JudgedClass
};

/** A notation. */
export type Notation = {
    name: string;
    about: string;
    written: boolean;
};

/** A stroke for the page to show: its path, and whether it is free, has arrived or is blocked. */
export type Pen = {
    /** Its points on the page: `x, y` one after another. */
    path: Array<number>;
    /** `free`, `arrived` or `blocked`. */
    state: string;
    /** The point where the stroke is blocked. */
    mark: [number, number] | null;
    /** The obstacle in words. */
    words: string;
    /** When the stroke begins, the names of the places to which no line leads from there. */
    fenced: Array<string>;
};

/** A move of the record. */
export type RecordedMove = {
    text: string;
    words: string;
    /** The player who made it, counted from 0. */
    player: number;
};

/** A turn of a reviewed game. */
export type ReviewedTurn = {
    /** The index of its first move, and the number of its moves. */
    at: number;
    moves: number;
    /** The turn in words. */
    words: string;
    /** `keeps`, `gives away`, `loses points`, `lost` or `unproved`. */
    mark: string;
    /** Whether it provably gave a win, a draw or points away. */
    worse: boolean;
    /** Better turns. */
    better: Array<Better>;
};

/** A puzzle on the page. */
export type Riddle = {
    game: string;
    /** The position, as the text of a game without moves. */
    text: string;
    /** The player to move, counted from 0. */
    turn: number;
    grade: number;
};

/** A drawing on a page of 400 by 400 units, `y` downwards, with a margin of 24 units. */
export type Sheet = {
    /** The width in which lines are drawn. */
    width: number;
    lines: Array<Curve>;
    spots: Array<Disc>;
    /** The centres of crosses, as `x, y` one after another. */
    stars: Array<number>;
};

/** A step of a move with cards. */
export type Step = {
    /** Its number among those of a join or a division, counted from 1. */
    number: number;
    /** The rows of the table after it. */
    rows: Array<Array<Array<number>>>;
};

/** A position and its moves. */
export type Study = {
    headline: string;
    details: Array<string>;
    /** Nimbers and expected moves, for those who know what these are. */
    expert: Array<string>;
    worth: Worth;
    /** The classes of moves, the best first. */
    moves: Array<JudgedClass>;
    /** The number of all classes, judged or not. */
    classes: number;
    /** The nimbers of the lands in order, if there are any, with `null` for one that was not found. */
    nimbers: Array<number | null>;
};

/** The view of a game on the page. */
export type View = {
    game: string;
    /** The text of the position in which the game began. */
    setup: string;
    /** The text of the position shown. */
    position: string;
    /** The whole game in the library's own notation, including moves that were taken back. */
    record: string;
    moves: Array<RecordedMove>;
    /** The number of moves before the position shown. */
    at: number;
    players: number;
    /** The player to move, counted from 0, or `null` when the game is over. */
    turn: number | null;
    /** The winner or the player to move, in words. */
    status: string;
    /** The task of the player to move, as the rest of a sentence. Empty when the game is over. */
    task: string;
    /** An explanation of the game. */
    about: string;
    /** The winner, counted from 0, if one player has won. */
    winner: number | null;
    /** A theorem about the finished game. */
    theorem: string | null;
    /** The number of legal moves. */
    choices: string;
    /** The places of all spots and lines, as a text. Only games of lines have them. */
    sheet: string | null;
    /** The same for the position after the moves that were taken back, if there are any. */
    later: string | null;
    board: Board;
    /** The pie rule in the whole game: `off`, `on`, or `swapped` if the players exchange seats. */
    pie: string;
    /** Whether they have exchanged seats before the position shown. */
    exchanged: boolean;
    /** Whether the second player may take the first player's seat now. */
    swap: boolean;
    /** How the text of the game was understood, if it could have been understood differently. */
    notes: Array<string>;
};

/** The wishes for a new game. */
export type Wish = {
    size?: string | null;
    /** A rule set; the usual one if it is empty or missing. */
    rules?: string | null;
    misere?: boolean | null;
    /** The number of players; the usual one if it is 0 or missing. */
    players?: number | null;
    /** Whether the pie rule is in force. */
    pie?: boolean | null;
};

/** The value of a position. */
export type Worth = {
    /** The value in words, such as `first wins by 2` or `second +0.35`. */
    text: string;
    /** `proved`, `estimated` or `unknown`. */
    certainty: string;
    /** The value from -1, if the second player wins, to 1, if the first wins, or `null` if nothing is known. */
    height: number | null;
};

/** The messages that the library answers: the fields of each, and its answer. */
export interface Messages {
    along: {
        fields: {
            points: Array<[number, number]>;
        };
        answer: Array<Leap>;
    };
    attempt: {
        fields: {
            at: number;
            moves: Array<string>;
        };
        answer: Attempt;
    };
    cards: {
        fields: {};
        answer: Cards;
    };
    choices: {
        fields: {
            skip?: number | null;
            take: number;
            touching?: Array<string> | null;
            words?: string | null;
        };
        answer: Choices;
    };
    choose: {
        fields: {
            game: string;
            level: number;
            milliseconds?: number | null;
            seed: number;
            text: string;
        };
        answer: ChosenMove | null;
    };
    down: {
        fields: {
            reach: number;
            x: number;
            y: number;
        };
        answer: Pen;
    };
    draw: {
        fields: {
            points: Array<number>;
        };
        answer: Pen;
    };
    drop: {
        fields: {};
        answer: null;
    };
    ghost: {
        fields: {
            move: string;
        };
        answer: Ghost;
    };
    go: {
        fields: {
            at: number;
        };
        answer: View;
    };
    lands: {
        fields: {};
        answer: Array<Area>;
    };
    notations: {
        fields: {};
        answer: Array<Notation>;
    };
    open: {
        fields: {
            at?: number | null;
            format?: string | null;
            game: string;
            later?: string | null;
            pie?: string | null;
            sheet?: string | null;
            text: string;
        };
        answer: View;
    };
    play: {
        fields: {
            move: string;
        };
        answer: View;
    };
    puzzle: {
        fields: {
            at: number;
            day?: number | null;
            game?: string | null;
        };
        answer: Riddle | null;
    };
    review: {
        fields: {
            game: string;
            milliseconds: number;
            resigned?: number | null;
            text: string;
        };
        answer: GameReview;
    };
    setup: {
        fields: {
            game: string;
            wish?: Wish | null;
        };
        answer: View;
    };
    solution: {
        fields: {
            at: number;
        };
        answer: Array<string>;
    };
    study: {
        fields: {
            game: string;
            milliseconds: number;
            text: string;
        };
        answer: Study;
    };
    swap: {
        fields: {};
        answer: View;
    };
    tidy: {
        fields: {};
        answer: View;
    };
    up: {
        fields: {
            reach: number;
            spot: boolean;
        };
        answer: View;
    };
    view: {
        fields: {};
        answer: View;
    };
    write: {
        fields: {
            format: string;
            resigned?: number | null;
        };
        answer: string;
    };
}
