// The board of Phutball: men and a ball on points.

import { Cells, grid, replace, TAP } from "./cells.js";
import { Refused } from "./desk.js";
import { bounds, calm, polyline, resampled, shape, tapOf, wait } from "./shapes.js";

// The milliseconds of a jump, and the points of a stroke that are sent.
const HOP = 320;
const DOTS = 100;
// The largest sides of a ring and of a dot that put a man on a point, in cells.
const RING = 1.9;
const DOT = 0.7;
// The pixels between points that a finger can tell apart, and those between them in a closer look.
const FINGER = 24;
const CLOSE = 40;
// The size of the words in a goal, and the part of it that a letter is wide, with some room beside the words.
const WORDS = 13;
const LETTER = 0.46;

export class Field extends Cells {
    // `wants` has play(move), say(text), idle(), refused(reason, at) and missed(at).
    constructor(box, wants, zoom) {
        super(box, wants, zoom);
        this.held = false;
        this.flick = null;
    }

    show(board, from) {
        const side = 24;
        const { columns, rows, names } = board;
        this.held = board.jumping;
        this.board = board;
        const at = (column, row) => [(column + 1) * side, (rows - row) * side];
        const svg = shape("svg", {
            role: "grid",
            class: "field",
        });
        const lines = shape("g", { class: "points", "aria-hidden": "true" });
        const [left, top] = at(0, rows - 2);
        const [right, bottom] = at(columns - 1, 1);
        lines.append(
            shape("rect", {
                class: "goal seat0",
                x: left - side / 2,
                y: top - side * 1.5,
                width: right - left + side,
                height: side * 2,
            }),
        );
        lines.append(
            shape("rect", {
                class: "goal seat1",
                x: left - side / 2,
                y: bottom - side / 2,
                width: right - left + side,
                height: side * 2,
            }),
        );
        for (let column = 0; column < columns; column++) {
            const [x] = at(column, 0);
            lines.append(shape("path", { d: `M${x} ${top}V${bottom}` }));
            lines.append(shape("text", { class: "rim", x, y: (rows + 1) * side }, names[column]));
        }
        this.goals = [rows - 1, 0].map((row) => {
            const y = at(0, row)[1];
            const goal = shape("text", { class: "whose", x: (left + right) / 2, y, dy: "0.35em" });
            lines.append(goal);
            lines.append(shape("text", { class: "rim", x: side * 0.05, y, dy: "0.35em" }, row));
            return goal;
        });
        for (let row = 1; row < rows - 1; row++) {
            const [, y] = at(0, row);
            lines.append(shape("path", { d: `M${left} ${y}H${right}` }));
            lines.append(shape("text", { class: "rim", x: side * 0.05, y, dy: "0.35em" }, row));
        }
        svg.append(lines);
        const key = (column, row) => `${column},${row}`;
        const men = new Set(board.men.map(([column, row]) => key(column, row)));
        const jumps = new Map(board.jumps.map((jump) => [key(...jump.to), jump]));
        const ball = key(...board.ball);
        const cells = grid(svg, columns, rows, (column, line) => {
            const row = rows - 1 - line;
            const here = key(column, row);
            const [x, y] = at(column, row);
            const what = here === ball ? "ball" : men.has(here) ? "man" : "empty";
            const jump = jumps.get(here);
            const name = names[column] + row;
            const goal = row <= 1 || row >= rows - 2 ? ", goal" : "";
            const node = shape("g", {
                class: `cell ${what}`,
                "data-index": line * columns + column,
                "data-name": name,
                "aria-label": `${name}, ${what}${goal}${jump ? ", the ball can land here" : ""}`,
            });
            node.append(shape("rect", { class: "touch", x: x - side / 2, y: y - side / 2, width: side, height: side }));
            if (jump) node.append(shape("circle", { class: "landing", cx: x, cy: y, r: side * 0.36 }));
            if (what === "man") node.append(shape("circle", { class: "man", cx: x, cy: y, r: side * 0.36 }));
            if (board.last && key(...board.last) === here) {
                node.append(shape("circle", { class: "last", cx: x, cy: y, r: side * 0.45 }));
            }
            if (what === "ball") {
                node.append(shape("circle", { class: "ball", cx: x, cy: y, r: side * 0.4 }));
                node.append(shape("circle", { class: "core", cx: x, cy: y, r: side * 0.14 }));
            }
            node.addEventListener("click", (event) => this.tapped(column, row, event));
            node.addEventListener("keydown", (event) => {
                if (event.key === "Enter" || event.key === " ") {
                    event.preventDefault();
                    this.press(column, row, true);
                }
            });
            return node;
        });
        const [bx, by] = at(...board.ball);
        const way = (chain) => `M${chain.map((place) => at(...place).join(" ")).join("L")}`;
        if (board.chain.length)
            svg.append(shape("path", { class: "trace", d: way(board.chain), "aria-hidden": "true" }));
        // There are no cells beyond the sides, where a jump through a corner leads and where the ball may be.
        const outside = ([column, row]) => column < 0 || column >= columns || row < 0 || row >= rows;
        for (const jump of board.jumps.filter((jump) => outside(jump.to))) {
            const [x, y] = at(...jump.to);
            const node = shape("circle", {
                class: "landing beyond",
                cx: x,
                cy: y,
                r: side * 0.36,
                role: "button",
                "aria-label": jump.words,
                tabindex: 0,
            });
            node.addEventListener("click", () => this.may() && this.wants.play(jump.text));
            svg.append(node);
        }
        if (outside(board.ball)) svg.append(shape("circle", { class: "ball", cx: bx, cy: by, r: side * 0.4 }));
        const [column, row] = board.ball;
        this.clear();
        this.pen = shape("path", { class: "pen", "aria-hidden": "true" });
        svg.append(this.worths, this.ghosts, this.pen, this.offers);
        this.at = at;
        this.way = way;
        this.side = side;
        this.svg = svg;
        for (const kind of ["down", "move", "up"]) {
            svg.addEventListener(`pointer${kind}`, (event) => this[kind](event));
        }
        replace(this.box, svg, cells, Math.max(0, (rows - 1 - row) * columns + column));
        this.zoom.show(svg, [-side * 0.4, 0, (columns + 1.8) * side, (rows + 1.4) * side]);
        this.hold(this.held, svg);
        if (from && board.chain.length > 1 && !calm()) this.hop(board.chain, svg);
    }

    // A finger cannot tell small points apart: it gets a closer look first.
    tapped(column, row, { pointerType, clientX, clientY }) {
        const pixels = this.side * this.svg.getScreenCTM().a;
        const isBall = column === this.board.ball[0] && row === this.board.ball[1];
        const isSmall = pointerType === "touch" && pixels < FINGER && !isBall && !this.held;
        if (!isSmall || this.zoom.isClose || !this.active) return this.press(column, row);
        this.zoom.by(CLOSE / pixels, [clientX, clientY]);
        this.wants.say("The points are small: now tap the one that you mean.");
    }

    // A press on a point: on the ball, where it can land, or where a man is put.
    press(column, row, isByKey = false) {
        const { names, ball, men, jumps, jumping, rows } = this.board;
        const isHere = ([a, b]) => a === column && b === row;
        this.offers.replaceChildren();
        if (!this.may()) return;
        const name = (names[column] ?? "") + row;
        const jump = jumps.find(({ to }) => isHere(to));
        if (isHere(ball)) {
            if (!jumps.length) this.wants.say("The ball has no man to jump over.");
            else this.hold(jumping || !this.held, this.svg);
        } else if (this.held) {
            if (jump) this.wants.play(jump.text);
            else if (jumping) this.wants.say("Jump on, or stop here.");
            else this.hold(false, this.svg);
        } else if (men.some(isHere)) {
            const orJump = jumps.length ? ", or press the ball to jump" : "";
            this.wants.say(`There is a man on ${name} already: choose an empty point${orJump}.`);
        } else if (jump) {
            this.land(jump, row > 0 && row < rows - 1 ? name : null, isByKey);
        } else {
            this.wants.play(name);
        }
    }

    // Jumps to a point, or offers to place a man there instead.
    land(jump, name, isByKey) {
        if (!name) return this.wants.play(jump.text);
        const part =
            (...kinds) =>
            (x, y, r) =>
                kinds.map(([kind, size]) => shape("circle", { class: kind, cx: x, cy: y, r: r * size }));
        const ball = part(["ball", 0.36], ["core", 0.12]);
        const choices = [
            { label: jump.words, word: "jump", draw: ball, act: () => this.wants.play(jump.text) },
            {
                label: `Place a man on ${name}`,
                word: "man",
                draw: part(["man", 0.36]),
                act: () => this.wants.play(name),
            },
        ];
        this.suggest(...this.at(...jump.to), choices, isByKey);
    }

    taken() {
        const { men, ball, jumps, columns, rows } = this.board;
        const points = Array.from({ length: columns * rows }, (_, i) => [i % columns, Math.floor(i / columns)]);
        const held = [...men, ball, ...jumps.map(({ to }) => to)];
        return [
            ...points.map((place) => [...this.at(...place), 0.1]),
            ...held.map((place) => [...this.at(...place), 2]),
        ];
    }

    // `goals` says who wins where.
    state(shown) {
        super.state(shown);
        const { columns, rows, ball, jumps } = this.board;
        const words = shown.goals ?? ["first wins here", "second wins here"];
        this.goals.forEach((goal, i) => {
            // The words are as small as needed in the widest room beside the ball and the places where it can land.
            const row = i ? 0 : rows - 1;
            const held = [ball, ...jumps.map(({ to }) => to)].filter((place) => place[1] === row).map(([x]) => x);
            const ends = [-1, ...held, columns].sort((a, b) => a - b);
            const rooms = ends.slice(1).map((end, k) => [ends[k], end]);
            const [from, to] = rooms.reduce((best, room) => (room[1] - room[0] > best[1] - best[0] ? room : best));
            goal.setAttribute("x", this.at((from + to) / 2, row)[0]);
            const size = Math.min(WORDS, ((to - from - 1) * this.side) / (words[i].length * LETTER));
            goal.style.fontSize = `${size}px`;
            goal.textContent = words[i];
        });
    }

    // ---- the ball, flicked along a jump ----

    down(event) {
        if (event.button > 0) return;
        const place = this.zoom.place([event.clientX, event.clientY]);
        const isAstray = !this.active || !this.isAtBall(...place);
        // Elsewhere than at the ball a stroke moves the enlarged paper, or is no move.
        if ((isAstray && this.zoom.isClose) || event.target.closest(".offers")) return;
        const from = [event.clientX, event.clientY];
        this.flick = { id: event.pointerId, from, isAstray, points: place, chain: [] };
    }

    isAtBall(x, y) {
        const [bx, by] = this.at(...this.board.ball);
        return Math.hypot(x - bx, y - by) < this.side * 0.7;
    }

    grabs(event) {
        return this.active && this.isAtBall(...this.zoom.place([event.clientX, event.clientY]));
    }

    // Whether the ball is on its way.
    draws() {
        return Boolean(this.flick?.isFlicked) && !this.flick.isAstray;
    }

    move(event) {
        if (this.flick?.id !== event.pointerId || this.flick.isUp) return;
        const { from } = this.flick;
        if (Math.hypot(event.clientX - from[0], event.clientY - from[1]) < TAP) return;
        if (!this.flick.isFlicked) this.svg.setPointerCapture(event.pointerId);
        this.flick.isFlicked = true;
        const all = event.getCoalescedEvents?.() ?? [];
        for (const { clientX, clientY } of all.length ? all : [event]) {
            this.flick.points = [...this.flick.points, ...this.zoom.place([clientX, clientY])];
        }
        if (this.flick.isAstray) this.pen.setAttribute("d", polyline(this.flick.points));
        else this.pump(this.flick);
    }

    // Asks which jumps the stroke goes along, one question at a time.
    async pump(flick) {
        if (flick.isBusy) return;
        flick.isBusy = true;
        try {
            for (let asked = 0; asked < flick.points.length; ) {
                asked = flick.points.length;
                flick.chain = await this.wants.pen({ do: "along", points: this.onBoard(flick.points) });
                if (this.flick === flick) this.trace(flick);
            }
        } finally {
            flick.isBusy = false;
        }
        if (flick.isUp) this.end(flick);
    }

    // The places of a stroke as columns and rows.
    onBoard(points) {
        const way = resampled(points, DOTS);
        const { rows } = this.board;
        return Array.from({ length: DOTS }, (_, i) => [way[2 * i] / this.side - 1, rows - way[2 * i + 1] / this.side]);
    }

    trace({ chain, points }) {
        const { ball } = this.board;
        const isChain = chain.length > 0;
        const way = [ball, ...chain.map(({ to }) => to)];
        this.pen.setAttribute("d", isChain ? this.way(way) : polyline([...this.at(...ball), ...points.slice(-2)]));
        this.pen.classList.toggle("blocked", !isChain);
    }

    // Plays the jumps of a chain one after the other, as long as each is legal.
    async jumpAlong(chain) {
        for (const { text } of chain) {
            const isLegal = this.board.jumps.some((jump) => jump.text === text);
            if (!isLegal || !(await this.wants.play(text)) || !this.board.jumping) return;
            if (this.isMoving) await wait(HOP);
        }
    }

    up(event) {
        const { flick } = this;
        if (flick?.id !== event.pointerId || flick.isUp) return;
        flick.isUp = true;
        flick.event = event;
        flick.here = [event.clientX, event.clientY];
        flick.tap = tapOf(event, TAP) / this.svg.getScreenCTM().a;
        if (flick.isFlicked) this.zoom.handle(event);
        if (!flick.isFlicked) this.drop();
        else if (flick.isAstray || !flick.isBusy) this.end(flick);
    }

    // Ends a stroke: it is a chain of jumps, or a small ring, which puts a man on its point.
    end(flick) {
        if (this.flick !== flick) return;
        this.drop();
        const { chain, points, here } = flick;
        if (!this.active) return this.wants.idle();
        const isTap = bounds(points).every(([low, high]) => high - low < flick.tap);
        if (chain.length && !isTap) return this.jumpAlong(chain);
        const ringed = this.ringed(flick);
        if (ringed) return this.tapped(...ringed, flick.event);
        this.recoil(points);
        if (flick.isAstray) return this.wants.missed(here);
        const why = "No jump goes that way: the ball jumps over men beside it, in a straight line.";
        this.wants.refused(new Refused(why), here);
    }

    // The point around which a small closed stroke goes, or on which a dot is that began there; the ball is pressed by
    // a tap alone.
    ringed({ points, tap }) {
        const sides = bounds(points);
        const size = Math.max(...sides.map(([low, high]) => high - low)) / this.side;
        const gap = Math.hypot(points[0] - points.at(-2), points[1] - points.at(-1)) / this.side;
        const isRing = gap <= size / 2 && size > DOT;
        if (size > RING || (size > DOT && !isRing)) return null;
        const { columns, rows, ball } = this.board;
        const on = (x, y) => [Math.round(x - 1), Math.round(rows - y)];
        const [column, row] = on(...sides.map(([low, high]) => (low + high) / 2 / this.side));
        const from = on(points[0] / this.side, points[1] / this.side);
        if (!isRing && !(from[0] === column && from[1] === row)) return null;
        const isOn = column >= 0 && column < columns && row >= 0 && row < rows;
        const isBall = column === ball[0] && row === ball[1];
        return isOn && (!isBall || size * this.side < tap) ? [column, row] : null;
    }

    drop() {
        const had = Boolean(this.flick || this.offers.childElementCount);
        this.flick = null;
        this.pen.removeAttribute("d");
        this.offers.replaceChildren();
        return had;
    }

    // Animates the last jump of the ball as an arc.
    hop(chain, svg) {
        const [[x0, y0], [x1, y1]] = chain.slice(-2).map((place) => this.at(...place));
        const parts = svg.querySelectorAll(".ball:not(.cell), .core");
        const begun = performance.now();
        const step = (now) => {
            const t = Math.min(1, (now - begun) / HOP);
            const up = 14 * 4 * t * (1 - t);
            const move = `translate(${(x0 - x1) * (1 - t)} ${(y0 - y1) * (1 - t) - up})`;
            parts.forEach((part) => (t < 1 ? part.setAttribute("transform", move) : part.removeAttribute("transform")));
            this.isMoving = t < 1;
            if (t < 1) requestAnimationFrame(step);
            else this.wants.rested?.();
        };
        step(begun);
    }

    // A man, the way of the ball, or both.
    sketch({ at, chain }) {
        const ring = (place) => {
            const [x, y] = this.at(...place);
            return shape("path", { d: `M${x + 10} ${y}a10 10 0 1 0 -20 0a10 10 0 1 0 20 0` });
        };
        const man = at ? [ring(at)] : [];
        return chain ? [...man, shape("path", { d: this.way(chain) }), ring(chain.at(-1))] : man;
    }

    markPlace({ at, chain }) {
        return this.at(...(at ?? chain.at(-1)));
    }

    hold(held, svg) {
        this.held = held;
        svg.classList.toggle("held", held);
        if (held && !this.board.jumping)
            this.wants.say("The ball is in your hand: choose where to jump, or the ball again to put it back.");
        else if (!held) this.wants.say("");
    }
}
