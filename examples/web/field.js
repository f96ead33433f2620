// The board of Phutball: men and a ball on points.

import { Cells, closest, grid, replace, TAP } from "./cells.js";
import { Refused } from "./desk.js";
import { bounds, calm, end, polyline, resampled, shape, tapOf, wait } from "./shapes.js";

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

/**
 * @typedef {import("./npm/index.js").Leap} Leap
 * @typedef {import("./types.js").Place} Place
 * @typedef {import("./types.js").Path} Path
 * @typedef {import("./types.js").Preview} Preview
 * @typedef {[number, number]} Point a column and a row
 *
 * @typedef {object} Flick a stroke from the ball, or elsewhere
 * @property {number} id
 * @property {Place} from where it began on the screen
 * @property {boolean} isAstray
 * @property {Path} points
 * @property {Leap[]} chain the jumps that it goes along
 * @property {boolean} isFlicked whether it is longer than a tap
 * @property {boolean} isBusy
 * @property {PointerEvent | null} event its end
 */

// The distance between neighbouring points.
const SIDE = 24;

/** @type {import("./npm/index.js").Field} */
const EMPTY = {
    columns: 0,
    names: [],
    rows: 0,
    men: [],
    ball: [0, 0],
    chain: [],
    last: null,
    jumps: [],
    jumping: false,
    stop: false,
    winner: null,
};

/** @extends {Cells<import("./npm/index.js").Field>} */
export class Field extends Cells {
    /**
     * @param {HTMLElement} box
     * @param {import("./types.js").Wants} wants
     * @param {import("./zoom.js").Zoom} zoom
     */
    constructor(box, wants, zoom) {
        super(box, wants, zoom, EMPTY);
        this.side = SIDE;
        this.held = false;
        /** @type {Flick | null} */
        this.flick = null;
        /** @type {SVGTextElement[]} */
        this.goals = [];
    }

    /**
     * @param {import("./npm/index.js").Board} board
     * @param {import("./types.js").From | null} from
     */
    show(board, from) {
        if (board.kind !== "field") return;
        const { side } = this;
        const { columns, rows, names } = board;
        this.held = board.jumping;
        this.board = board;
        const at = (/** @type {number} */ column, /** @type {number} */ row) => this.at([column, row]);
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
            lines.append(shape("text", { class: "rim", x: side * 0.05, y, dy: "0.35em" }, String(row)));
            return goal;
        });
        for (let row = 1; row < rows - 1; row++) {
            const [, y] = at(0, row);
            lines.append(shape("path", { d: `M${left} ${y}H${right}` }));
            lines.append(shape("text", { class: "rim", x: side * 0.05, y, dy: "0.35em" }, String(row)));
        }
        svg.append(lines);
        const men = new Set(board.men.map(String));
        const jumps = new Map(board.jumps.map((jump) => [String(jump.to), jump]));
        const ball = String(board.ball);
        const cells = grid(svg, columns, rows, (column, line) => {
            const row = rows - 1 - line;
            const here = String([column, row]);
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
            if (board.last && String(board.last) === here) {
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
        const [bx, by] = this.at(board.ball);
        if (board.chain.length)
            svg.append(shape("path", { class: "trace", d: this.way(board.chain), "aria-hidden": "true" }));
        // There are no cells beyond the sides, where a jump through a corner leads and where the ball may be.
        const outside = (/** @type {Point} */ [column, row]) =>
            column < 0 || column >= columns || row < 0 || row >= rows;
        for (const jump of board.jumps.filter((jump) => outside(jump.to))) {
            const [x, y] = this.at(jump.to);
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
        this.svg = svg;
        svg.addEventListener("pointerdown", (event) => this.down(event));
        svg.addEventListener("pointermove", (event) => this.move(event));
        svg.addEventListener("pointerup", (event) => this.up(event));
        replace(this.box, svg, cells, Math.max(0, (rows - 1 - row) * columns + column));
        this.zoom.show(svg, [-side * 0.4, 0, (columns + 1.8) * side, (rows + 1.4) * side]);
        this.hold(this.held, svg);
        if (from && board.chain.length > 1 && !calm()) this.hop(board.chain, svg);
    }

    /**
     * Where a point is drawn.
     * @param {Point} point
     */
    at([column, row]) {
        return [(column + 1) * this.side, (this.board.rows - row) * this.side];
    }

    /**
     * The way of the ball.
     * @param {Point[]} chain
     */
    way(chain) {
        return `M${chain.map((point) => this.at(point).join(" ")).join("L")}`;
    }

    /** How many pixels a unit of the picture has. */
    get pixel() {
        return this.svg.getScreenCTM()?.a ?? 1;
    }

    /**
     * A finger cannot tell small points apart: it gets a closer look first.
     * @param {number} column
     * @param {number} row
     * @param {MouseEvent} event
     */
    tapped(column, row, event) {
        const { pointerType, clientX, clientY } = /** @type {PointerEvent} */ (event);
        const pixels = this.side * this.pixel;
        const isBall = column === this.board.ball[0] && row === this.board.ball[1];
        const isSmall = pointerType === "touch" && pixels < FINGER && !isBall && !this.held;
        if (!isSmall || this.zoom.isClose || !this.active) return this.press(column, row);
        this.zoom.by(CLOSE / pixels, [clientX, clientY]);
        this.wants.say("The points are small: now tap the one that you mean.");
    }

    /**
     * A press on a point: on the ball, where it can land, or where a man is put.
     * @param {number} column
     * @param {number} row
     */
    press(column, row, isByKey = false) {
        const { names, ball, men, jumps, jumping, rows } = this.board;
        const isHere = (/** @type {Point} */ [a, b]) => a === column && b === row;
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

    /**
     * Jumps to a point, or offers to place a man there instead.
     * @param {Leap} jump
     * @param {string | null} name
     * @param {boolean} isByKey
     */
    land(jump, name, isByKey) {
        if (!name) return this.wants.play(jump.text);
        /** @type {(sizes: Record<string, number>) => import("./cells.js").Choice["draw"]} */
        const part = (sizes) => (x, y, r) =>
            Object.entries(sizes).map(([kind, size]) => shape("circle", { class: kind, cx: x, cy: y, r: r * size }));
        const ball = part({ ball: 0.36, core: 0.12 });
        const choices = [
            { label: jump.words, word: "jump", draw: ball, act: () => this.wants.play(jump.text) },
            {
                label: `Place a man on ${name}`,
                word: "man",
                draw: part({ man: 0.36 }),
                act: () => this.wants.play(name),
            },
        ];
        const [x, y] = this.at(jump.to);
        this.suggest(x, y, choices, isByKey);
    }

    /** @returns {[number, number, number][]} */
    taken() {
        const { men, ball, jumps, columns, rows } = this.board;
        const taken = (/** @type {Point} */ point, /** @type {number} */ weight) => {
            const [x, y] = this.at(point);
            /** @type {[number, number, number]} */
            const place = [x, y, weight];
            return place;
        };
        const all = Array.from({ length: columns * rows }, (_, i) =>
            taken([i % columns, Math.floor(i / columns)], 0.1),
        );
        const held = [...men, ball, ...jumps.map(({ to }) => to)];
        return [...all, ...held.map((point) => taken(point, 2))];
    }

    /** @param {import("./types.js").Shown} shown */
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
            goal.setAttribute("x", String(this.at([(from + to) / 2, row])[0]));
            const size = Math.min(WORDS, ((to - from - 1) * this.side) / (words[i].length * LETTER));
            goal.style.fontSize = `${size}px`;
            goal.textContent = words[i];
        });
    }

    // ---- the ball, flicked along a jump ----

    /** @param {PointerEvent} event */
    down(event) {
        if (event.button > 0) return;
        const place = this.zoom.place([event.clientX, event.clientY]);
        const isAstray = !this.active || !this.isAtBall(place);
        // Elsewhere than at the ball a stroke moves the enlarged paper, or is no move.
        if ((isAstray && this.zoom.isClose) || closest(event, ".offers")) return;
        const from = [event.clientX, event.clientY];
        const begun = { isFlicked: false, isBusy: false, event: null };
        this.flick = { id: event.pointerId, from, isAstray, points: place, chain: [], ...begun };
    }

    /** @param {Place} place */
    isAtBall([x, y]) {
        const [bx, by] = this.at(this.board.ball);
        return Math.hypot(x - bx, y - by) < this.side * 0.7;
    }

    /** @param {PointerEvent} event */
    grabs(event) {
        return this.active && this.isAtBall(this.zoom.place([event.clientX, event.clientY]));
    }

    // Whether the ball is on its way.
    draws() {
        return Boolean(this.flick?.isFlicked && !this.flick.isAstray);
    }

    /** @param {PointerEvent} event */
    move(event) {
        const { flick } = this;
        if (flick?.id !== event.pointerId || flick.event) return;
        if (Math.hypot(event.clientX - flick.from[0], event.clientY - flick.from[1]) < TAP) return;
        if (!flick.isFlicked) this.svg.setPointerCapture(event.pointerId);
        flick.isFlicked = true;
        const all = event.getCoalescedEvents?.() ?? [];
        for (const { clientX, clientY } of all.length ? all : [event]) {
            flick.points = [...flick.points, ...this.zoom.place([clientX, clientY])];
        }
        if (flick.isAstray) this.pen.setAttribute("d", polyline(flick.points));
        else this.pump(flick);
    }

    /**
     * Asks which jumps the stroke goes along, one question at a time.
     * @param {Flick} flick
     */
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
        if (flick.event) this.end(flick);
    }

    /**
     * The places of a stroke as columns and rows.
     * @param {Path} points
     * @returns {Point[]}
     */
    onBoard(points) {
        const way = resampled(points, DOTS);
        const { rows } = this.board;
        return Array.from({ length: DOTS }, (_, i) => [way[2 * i] / this.side - 1, rows - way[2 * i + 1] / this.side]);
    }

    /** @param {Flick} flick */
    trace({ chain, points }) {
        const { ball } = this.board;
        const isChain = chain.length > 0;
        const way = this.way([ball, ...chain.map(({ to }) => to)]);
        this.pen.setAttribute("d", isChain ? way : polyline([...this.at(ball), ...points.slice(-2)]));
        this.pen.classList.toggle("blocked", !isChain);
    }

    /**
     * Plays the jumps of a chain one after the other, as long as each is legal.
     * @param {Leap[]} chain
     */
    async jumpAlong(chain) {
        for (const { text } of chain) {
            const isLegal = this.board.jumps.some((jump) => jump.text === text);
            if (!isLegal || !(await this.wants.play(text)) || !this.board.jumping) return;
            if (this.isMoving) await wait(HOP);
        }
    }

    /** @param {PointerEvent} event */
    up(event) {
        const { flick } = this;
        if (flick?.id !== event.pointerId || flick.event) return;
        flick.event = event;
        if (flick.isFlicked) this.zoom.handle(event);
        if (!flick.isFlicked) this.drop();
        else if (flick.isAstray || !flick.isBusy) this.end(flick);
    }

    /**
     * Ends a stroke: it is a chain of jumps, or a small ring, which puts a man on its point.
     * @param {Flick} flick
     */
    end(flick) {
        const { chain, points, event } = flick;
        if (this.flick !== flick || !event) return;
        this.drop();
        if (!this.active) return this.wants.idle();
        const here = [event.clientX, event.clientY];
        const tap = tapOf(event, TAP) / this.pixel;
        const isTap = bounds(points).every(([low, high]) => high - low < tap);
        if (chain.length && !isTap) return this.jumpAlong(chain);
        const ringed = this.ringed(points, tap);
        if (ringed) return this.tapped(...ringed, event);
        this.recoil(points);
        if (flick.isAstray) return this.wants.missed(here);
        const why = "No jump goes that way: the ball jumps over men beside it, in a straight line.";
        this.wants.refused(new Refused(why), here);
    }

    /**
     * The point around which a small closed stroke goes, or on which a dot is that began there; the ball is pressed by
     * a tap alone.
     * @param {Path} points
     * @param {number} tap
     * @returns {Point | null}
     */
    ringed(points, tap) {
        const sides = bounds(points);
        const size = Math.max(...sides.map(([low, high]) => high - low)) / this.side;
        const [x, y] = points.slice(-2);
        const gap = Math.hypot(points[0] - x, points[1] - y) / this.side;
        const isRing = gap <= size / 2 && size > DOT;
        if (size > RING || (size > DOT && !isRing)) return null;
        const { columns, rows, ball } = this.board;
        const on = (/** @type {Place} */ [x, y]) => [Math.round(x / this.side - 1), Math.round(rows - y / this.side)];
        const [column, row] = on(sides.map(([low, high]) => (low + high) / 2));
        const from = on(points);
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

    /**
     * Animates the last jump of the ball as an arc.
     * @param {Point[]} chain
     * @param {SVGSVGElement} svg
     */
    hop(chain, svg) {
        const [[x0, y0], [x1, y1]] = chain.slice(-2).map((point) => this.at(point));
        const parts = svg.querySelectorAll(".ball:not(.cell), .core");
        const begun = performance.now();
        const step = (/** @type {number} */ now) => {
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

    /**
     * A man, the way of the ball, or both.
     * @param {Preview} ghost
     */
    sketch(ghost) {
        const { chain } = ghost;
        const ring = (/** @type {Point} */ point) => {
            const [x, y] = this.at(point);
            return shape("path", { d: `M${x + 10} ${y}a10 10 0 1 0 -20 0a10 10 0 1 0 20 0` });
        };
        const man = ghost.kind === "man" ? [ring(ghost.at)] : [];
        return chain ? [...man, shape("path", { d: this.way(chain) }), ring(end(chain))] : man;
    }

    /** @param {Preview} ghost */
    markPlace(ghost) {
        return this.at(ghost.kind === "man" ? ghost.at : end(ghost.chain ?? [this.board.ball]));
    }

    /**
     * Takes the ball in the hand, or puts it back.
     * @param {boolean} held
     * @param {SVGSVGElement} svg
     */
    hold(held, svg) {
        this.held = held;
        svg.classList.toggle("held", held);
        if (held && !this.board.jumping)
            this.wants.say("The ball is in your hand: choose where to jump, or the ball again to put it back.");
        else if (!held) this.wants.say("");
    }
}
