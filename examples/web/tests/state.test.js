// The reducer, the address and the reader of letters, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as address from "../address.js";
import { inksOf } from "../games.js";
import { readLetter } from "../letter.js";
import { circled } from "../shapes.js";
import {
    againText,
    aimText,
    BEGINNING,
    isLookingBack,
    isYourTurn,
    lonely,
    mayTakeBack,
    named,
    promise,
    reduce,
    statusText,
    winnerOf,
} from "../state.js";
import { numbers } from "./player.js";

const view = (moves, at = moves.length) => ({
    game: "sprouts",
    setup: "3+",
    record: ["3+", ...moves].join(" "),
    moves: moves.map((text, i) => ({ text, words: text, player: i % 2 })),
    at,
    players: 2,
    turn: at % 2,
    winner: null,
    status: "First to move",
    task: "draw",
    board: { kind: "drawing" },
});

const begun = reduce(BEGINNING, { do: "begin", view: view([]), seats: ["you", "2"], id: "a" });

test("a new position forgets what belongs to the one before", () => {
    const busy = reduce(
        { ...begun, picked: ["1"], hinted: {}, thinking: "hint" },
        { do: "say", said: { text: "Hint", names: "1" } },
    );
    const next = reduce(busy, { do: "show", view: view(["1-2"]) });
    assert.deepEqual([next.picked, next.hinted, next.thinking, next.said.text], [[], null, null, ""]);
    assert.equal(next.turn, busy.turn + 1);
    assert.equal(statusText(next), "The machine's turn");
    assert.ok(!isYourTurn(next));
    assert.equal(lonely(next), 0);
});

test("by the pie rule, seats are exchanged with the view that says so", () => {
    const first = reduce(begun, { do: "show", view: { ...view(["1-2"]), pie: "on", swap: true } });
    const swapped = { ...view(["1-2"]), pie: "swapped", exchanged: true };
    const after = reduce(first, { do: "show", view: swapped });
    assert.deepEqual(after.seats, ["2", "you"]);
    assert.ok(isYourTurn(after));
    const back = reduce(after, { do: "show", view: { ...swapped, at: 0, turn: 0, exchanged: false } });
    assert.deepEqual(back.seats, ["you", "2"]);
    // A friend has not been sent the exchange with the move before.
    const friend = { ...begun, seats: ["friend", "you"], view: view(["1-2"]), sent: 1 };
    const taken = reduce(friend, { do: "show", view: swapped });
    assert.deepEqual([taken.seats, taken.sent], [["you", "friend"], 0]);
    const kept = { game: "sprouts", record: "3+ 1-2", seats: "you,friend", pie: "on" };
    const link = address.readGame(address.reply({ ...kept, pie: "swapped" }));
    assert.equal(link.pie, "swapped");
    assert.equal(address.refusal(kept, link), null);
    assert.match(address.refusal({ ...kept, pie: "swapped" }, link) ?? "", /own link/);
});

test("a game with a friend is looked back at, and only a move that was not sent is taken back", () => {
    const shown = (moves, at, sent) => ({ ...begun, seats: ["you", "friend"], view: view(moves, at), sent });
    const [mine, sent] = [shown(["1-2"], 1, 0), shown(["1-2"], 1, 1)];
    assert.deepEqual([mine, sent].map(mayTakeBack), [true, false]);
    // My move before it was sent, after it was sent, and two moves before a friend's answer.
    const back = [shown(["1-2"], 0, 0), shown(["1-2"], 0, 1), shown(["1-2", "3-4"], 0, 1)];
    assert.deepEqual(back.map(isLookingBack), [false, true, true]);
    assert.deepEqual(back.map(isYourTurn), [true, false, false]);
    assert.match(statusText(back[2]), /^Looking back: move 0 of 2/);
    assert.ok(!isLookingBack({ ...back[2], seats: ["you", "2"] }));
});

test("before the first move the rule is told, but not who wins", () => {
    const crosses = (setup, moves = []) => ({ ...begun, view: { ...view(moves), game: "brussels", setup } });
    assert.equal(aimText(crosses("2+")), "The last line wins.");
    assert.equal(aimText(crosses("3-")), "If you draw the last line, you lose.");
    assert.equal(aimText(begun), "The last line wins.");
    assert.equal(aimText({ ...begun, view: view(["1-2"]) }), "");
    const lost = { proved: -1, foreseen: null };
    assert.equal(promise(crosses("2+"), lost), "");
    assert.equal(promise(crosses("2+", ["1a-2a", "1b-2b"]), lost), "You lose, whatever you play.");
    assert.match(promise(begun, lost), /hard start/);
    const later = { ...begun, view: view(["1-2", "3-4"]) };
    assert.match(promise(later, lost), /^You lose, unless/);
    assert.match(promise(later, { proved: null, foreseen: -1 }), /^It looks lost/);
    assert.equal(promise(later, { proved: null, foreseen: null }), "");
});

test("who moves again is told after an S-O-S", () => {
    const scored = (turn, at = 1) => ({
        ...view(["1-2"], at),
        turn,
        board: { kind: "letters", scores: [1, 0] },
    });
    const texts = (seats) => [0, 1].map((turn) => againText({ ...begun, seats, view: scored(turn) }));
    assert.deepEqual(texts(["you", "2"]), ["S-O-S! You move again", ""]);
    assert.deepEqual(texts(["2", "you"]), ["S-O-S! The machine moves again", ""]);
    assert.deepEqual(texts(["friend", "you"]), ["S-O-S! Your friend moves again", ""]);
    assert.deepEqual(texts(["you", "you"]), ["S-O-S! First moves again", ""]);
    assert.equal(againText({ ...begun, view: scored(0, 0) }), "");
    assert.equal(againText({ ...begun, resigned: 1, view: scored(0) }), "");
});

test("what the library says of the players is said in the names on the page", () => {
    const state = { ...begun, seats: ["2", "you"] };
    for (const [text, told] of [
        ["First wins with the right move. Proved.", "The machine wins with the right move. Proved."],
        ["Every move loses: second wins by 2. Proved.", "Every move loses: you win by 2. Proved."],
        ["second +0.35", "you +0.35"],
        ["Second: 4 moves, no blunder. Proved.", "You: 4 moves, no blunder. Proved."],
        ["Decided from the start: the second player wins.", "Decided from the start: you win."],
        ["Decided by move 3, 1-2 by the first player.", "Decided by move 3, 1-2 by the machine."],
        ["Only the first 60 moves were listed.", "Only the first 60 moves were listed."],
    ]) {
        assert.equal(named(state, text), told);
        assert.equal(named({ ...state, seats: ["you", "you"] }, text), text);
    }
});

test("at the end it is said who has won", () => {
    const ended = (winner, scores) => ({ ...view(["1-2"]), turn: null, winner, board: { kind: "letters", scores } });
    const state = { ...begun, seats: ["2", "you"] };
    assert.equal(statusText({ ...state, view: ended(1, [0, 3]) }), "You win");
    assert.equal(statusText({ ...state, view: ended(0, [2, 1]) }), "The machine wins");
    assert.deepEqual(
        [ended(1, [0, 3]), ended(null, [1, 1])].map((view) => winnerOf({ ...state, view })),
        [1, null],
    );
    assert.equal(winnerOf({ ...state, view: view([]), resigned: 1 }), 0);
});

test("a game begun again says who is who now, until the person moves", () => {
    const again = (seats) => reduce(begun, { do: "begin", view: view([]), seats, id: "b", swapped: true });
    assert.match(aimText(again(["2", "you"])), /^You are second now\. /);
    assert.match(aimText(again(["you", "2"])), /^You are first now\. /);
    assert.doesNotMatch(aimText(again(["you", "you"])), /now/);
    assert.equal(statusText(again(["you", "2"])), "Your turn: draw; you begin");
    const answered = reduce(again(["2", "you"]), { do: "show", view: view(["1-2"]) });
    assert.equal(statusText(answered), "Your turn: draw; the machine began");
    assert.equal(statusText({ ...answered, seats: ["friend", "you"] }), "Your turn: draw; your friend began");
    assert.equal(statusText(begun), "Your turn: draw");
    assert.equal(statusText({ ...again(["you", "2"]), view: view(["1-2", "3-4"]) }), "Your turn: draw");
    // In Phutball each has a side.
    const pitch = { ...view([]), board: { kind: "field" } };
    assert.equal(statusText({ ...begun, view: pitch }), "Your turn: draw; you play upwards");
    const down = { ...again(["2", "you"]), view: { ...pitch, turn: 1 } };
    assert.equal(statusText(down), "Your turn: draw; the machine began, you play downwards");
    assert.equal(statusText({ ...down, seats: ["you", "you"] }), "First to move: draw");
    assert.equal(aimText({ ...again(["you", "2"]), view: view(["1-2"]) }), "");
});

test("while a game is shown from its beginning, it is nobody's turn", () => {
    const growing = reduce(begun, { do: "show", view: view(["1-2", "3-4"], 0), growing: true });
    assert.ok(isYourTurn(begun) && !isYourTurn(growing));
    assert.equal(statusText(growing), "The game from its beginning");
    for (const next of [{ do: "interrupt" }, { do: "show", view: view(["1-2", "3-4"], 0) }]) {
        assert.ok(isYourTurn(reduce(growing, next)), next.do);
    }
});

test("no action changes the state before", () => {
    const frozen = Object.freeze({ ...begun });
    for (const action of [
        { do: "show", view: view(["1-2"]) },
        { do: "seat", seat: 1, who: "you" },
        { do: "resign", seat: 0 },
        { do: "explore", id: "b" },
        { do: "interrupt" },
        { do: "set", fields: { panel: "moves" } },
    ]) {
        assert.notEqual(reduce(frozen, action), frozen);
    }
});

test("an address is read as it was written, and hostile ones are nothing or harmless", () => {
    const game = { id: "x1", game: "sprouts", record: "3+ 1-2", seats: "you,friend", at: 0, resigned: 1, pie: "on" };
    const read = address.readGame(address.write(game));
    assert.deepEqual(
        { ...read, seats: read.seats.join(), sheet: undefined, isReply: undefined },
        {
            ...game,
            sheet: undefined,
            isReply: undefined,
        },
    );
    assert.equal(address.read("game=constructor&record=3"), null);
    assert.equal(address.read("%%%"), null);
    assert.deepEqual(address.read("puzzle=sos&number=-4"), { puzzle: "sos", number: 0 });
    const odd = address.readGame("game=sos&record=x&seats=9,<b>&at=1e99&resigned=77&id=../..");
    assert.deepEqual([odd.seats, odd.resigned, odd.id], [["you", "you"], null, null]);
});

test("kept ink is that of letters, and of bounded size", () => {
    const ink = Array.from({ length: 56 }, (_, i) => i - 28);
    assert.deepEqual(inksOf({ inks: { Sa1: ink, Ob12: ink } }), { Sa1: ink, Ob12: ink });
    for (const inks of [
        null,
        "Sa1",
        [ink],
        { a1: ink },
        { constructor: ink },
        { Sa1: ink.slice(1) },
        { Sa1: [...ink.slice(1), 1e9] },
        { Sa1: [...ink.slice(1), 0.5] },
        { Sa1: [...ink.slice(1), '"/><script>'] },
        { Sa1: "x".repeat(56) },
    ]) {
        assert.deepEqual(inksOf({ inks }), {}, JSON.stringify(inks));
    }
    assert.deepEqual(inksOf(undefined), {});
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`S${"abcdefghi"[i % 9]}${i % 100}`, ink]));
    assert.equal(Object.keys(inksOf({ inks: many })).length, 100);
});

test("a friend's link only goes on", () => {
    const mine = { id: "a", game: "sprouts", record: "3+ 1-2", seats: "you,friend" };
    const theirs = (record, seats = ["you", "friend"]) => ({ game: "sprouts", record, seats });
    assert.equal(address.refusal(mine, theirs("3+ 1-2 3-4")), null);
    assert.equal(address.refusal(mine, theirs("3+ 1-2")), null);
    assert.match(address.refusal(mine, theirs("3+")), /older/);
    assert.match(address.refusal(mine, theirs("3+ 1-3 2-4")), /changes a move/);
    assert.match(address.refusal(mine, theirs("3+ 1-2!")), /changes a move/);
    assert.match(address.refusal(mine, theirs("3+ 1-2 3-4", ["friend", "you"])), /who plays/);
    assert.match(address.refusal(mine, theirs("3+ 1-2", ["friend", "you"])), /your own link/);
    assert.match(address.refusal(mine, theirs("3+", ["friend", "you"])), /your own link/);
    const reply = address.readGame(address.reply({ ...mine, at: 0 }));
    assert.deepEqual([reply.seats, reply.at, reply.isReply], [["friend", "you"], null, true]);
});

test("letters of shaking hands of any size are read", () => {
    const random = numbers(3);
    const curve = (f) => Array.from({ length: 60 }, (_, i) => f(i / 59));
    const corners = [
        [8, -9],
        [4, -13],
        [0, -14],
        [-5, -12],
        [-7, -7],
        [-4, -2],
        [2, 1],
        [7, 5],
        [7, 10],
        [2, 13],
        [-5, 12],
    ];
    const S = (t) => {
        const at = Math.min(corners.length - 2, Math.floor(t * (corners.length - 1)));
        const rest = t * (corners.length - 1) - at;
        return [0, 1].map((k) => corners[at][k] + (corners[at + 1][k] - corners[at][k]) * rest);
    };
    const O = (turn) => (t) => [10 * Math.cos(turn * t * 6.2), 13 * Math.sin(turn * t * 6.2)];
    for (let i = 0; i < 200; i++) {
        const size = 0.5 + 3 * random();
        const shaken = (points) => points.flatMap(([x, y]) => [x, y].map((z) => size * (z + (random() - 0.5) * 0.8)));
        assert.equal(readLetter(shaken(curve(O(i % 2 ? 1 : -1)))), "O");
        const line = curve((t) => [20 * t, 7 * t]);
        assert.equal(readLetter(shaken(line)), null);
        assert.equal(readLetter(shaken(curve(S))), "S");
        // The same from its other end; and a zigzag, an eight and a Z, which are neither.
        assert.equal(readLetter(shaken(curve(S).reverse())), "S");
        const zigzag = curve((t) => [30 * t, 12 * Math.abs(((4 * t) % 2) - 1)]);
        const eight = curve((t) => [7 * Math.sin(4 * Math.PI * t), 14 * Math.cos(2 * Math.PI * t)]);
        const Z = curve((t) => [t < 0.3 ? 60 * t : t < 0.7 ? 18 - 45 * (t - 0.3) : 60 * (t - 0.7), 0 + 24 * t]);
        for (const scribble of [zigzag, eight, Z]) assert.equal(readLetter(shaken(scribble)), null);
    }
    assert.equal(readLetter([]), null);
});

test("an O comes back near its beginning", () => {
    const random = numbers(5);
    // An X that is closed at its foot; and rings, some of them open.
    const X = [440, 150, 470, 190, 440, 190, 470, 150];
    assert.equal(readLetter(X), null);
    const ring = (open) => (t) => [10 * Math.cos((2 * Math.PI - open) * t), 13 * Math.sin((2 * Math.PI - open) * t)];
    for (let i = 0; i < 200; i++) {
        const size = 0.5 + 3 * random();
        const shaken = (f) =>
            Array.from({ length: 60 }, (_, k) => f(k / 59)).flatMap((place) =>
                place.map((z) => size * (z + (random() - 0.5) * 0.8)),
            );
        const corners = Array.from({ length: 4 }, (_, k) => [(X[2 * k] - 455) / 1.5, (X[2 * k + 1] - 170) / 1.5]);
        const scribble = shaken((t) => {
            const at = Math.min(2, Math.floor(3 * t));
            return corners[at].map((z, k) => z + (corners[at + 1][k] - z) * (3 * t - at));
        });
        assert.equal(readLetter(scribble), null);
        assert.equal(readLetter(shaken(ring(0))), "O");
        assert.equal(readLetter(shaken(ring(0.9))), "O");
        assert.equal(readLetter(shaken(ring(2))), null);
        // One that overlaps itself.
        assert.equal(readLetter(shaken(ring(-0.8))), "O");
    }
});

test("a circle around an S-O-S keeps its distance and bulges beyond both ends", () => {
    // From left to right: over the ends at the top and at the bottom, with arcs that turn outwards.
    assert.equal(circled([20, 20], [100, 20], 14), "M20 34L100 34A14 14 0 0 0 100 6L20 6A14 14 0 0 0 20 34Z");
    assert.ok(circled([0, 0], [30, 40], 10).startsWith("M-8 6L22 46A"));
});
