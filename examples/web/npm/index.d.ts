import type { Messages, News } from "./messages.js";

export type * from "./messages.js";

export type GameName = "sprouts" | "brussels" | "sos" | "phutball";

/** A message: its request and its fields. */
export type Message = { [K in keyof Messages]: { do: K } & Messages[K]["fields"] }[keyof Messages];
export type AnswerTo<M extends Message> = Messages[M["do"]]["answer"];

/** A message was refused; the text says why, and nothing has changed. */
export class Refused extends Error {}
/** The desk was stopped before it answered. */
export class Stopped extends Error {}

/** The library in a worker: answers messages one after another. */
export class Desk {
    constructor();
    /** Receives the news of a long search, as JSON. */
    onnote: (news: string) => void;
    /** Called when the library had to be started again. */
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
    tell?: (news: News) => void,
): Promise<<M extends Message>(message: M) => AnswerTo<M>>;
