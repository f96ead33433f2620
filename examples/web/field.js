// The board of Phutball: men and a ball on points.

import { Cells, grid, replace, TAP } from "./cells.js";
import { Refused } from "./desk.js";
import { calm, polyline, resampled, shape } from "./shapes.js";

// The milliseconds of a jump; the points of a stroke that are compared; and how near a landing it passes, in cells.
const HOP = 320;
const DOTS = 200;
const NEAR = 0.7;

/** @type {[number, number][]} */
const WAYS = [
    [-1, -1],
    [-1, 0],
    [-1, 1],
    [0, -1],
    [0, 1],
    [1, -1],
    [1, 0],
    [1, 1],
];

/** @returns {[number, number]} */
const beside = ([column, row], [dx, dy]) => [column + dx, row + dy];

// The points between two that are in a straight line.
function between(from, to) {
    const way = [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];
    const count = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])) - 1;
    return Array.from({ length: Math.max(0, count) }, (_, i) => [
        from[0] + way[0] * (i + 1),
        from[1] + way[1] * (i + 1),
    ]);
}

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
        const click = (column, row, isByKey) => {
            this.offers.replaceChildren();
            if (!this.may()) return;
            const here = key(column, row);
            const name = (names[column] ?? "") + row;
            if (here === ball) {
                if (!board.jumps.length) this.wants.say("The ball has no man to jump over.");
                else this.hold(board.jumping || !this.held, svg);
            } else if (this.held) {
                if (jumps.has(here)) this.wants.play(jumps.get(here).text);
                else if (board.jumping) this.wants.say("Jump on, or stop here.");
                else this.hold(false, svg);
            } else if (men.has(here)) {
                const jump = jumps.size ? ", or press the ball to jump" : "";
                this.wants.say(`${name} has a man already: choose an empty point${jump}.`);
            } else if (jumps.has(here)) {
                this.land(jumps.get(here), row > 0 && row < rows - 1 ? name : null, isByKey);
            } else {
                this.wants.play(name);
            }
        };
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
            node.addEventListener("click", () => click(column, row));
            node.addEventListener("keydown", (event) => {
                if (event.key === "Enter" || event.key === " ") {
                    event.preventDefault();
                    click(column, row, true);
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
        this.zoom.show(svg, [-side * 0.4, 0, (columns + 1.6) * side, (rows + 1.4) * side]);
        this.hold(this.held, svg);
        if (from && board.chain.length > 1 && !calm()) this.hop(board.chain, svg);
    }

    // Jumps to a point, or offers to place a man there instead.
    land(jump, name, isByKey) {
        if (!name) return this.wants.play(jump.text);
        const part = (kind, size) => (x, y) => shape("circle", { class: kind, cx: x, cy: y, r: this.side * size });
        const choices = [
            { label: jump.words, draw: part("ball", 0.36), act: () => this.wants.play(jump.text) },
            { label: `Place a man on ${name}`, draw: part("man", 0.36), act: () => this.wants.play(name) },
        ];
        this.suggest(...this.at(...jump.to), choices, isByKey);
    }

    // `goals` says who wins where.
    state(shown) {
        super.state(shown);
        const words = shown.goals ?? ["first wins here", "second wins here"];
        this.goals.forEach((goal, i) => {
            goal.textContent = words[i];
        });
    }

    // ---- the ball, flicked along a jump ----

    down(event) {
        if (event.button > 0) return;
        const place = this.zoom.place([event.clientX, event.clientY]);
        const isAstray = !this.active || !this.isAtBall(...place);
        // Elsewhere than at the ball a stroke moves the enlarged paper, or is no move.
        if (isAstray && (this.zoom.isClose || event.target.closest(".offers"))) return;
        const from = [event.clientX, event.clientY];
        this.flick = { id: event.pointerId, from, place, isAstray, points: place, chain: [] };
    }

    isAtBall(x, y) {
        const [bx, by] = this.at(...this.board.ball);
        return Math.hypot(x - bx, y - by) < this.side * 0.7;
    }

    grabs(event) {
        return this.active && this.isAtBall(...this.zoom.place([event.clientX, event.clientY]));
    }

    move(event) {
        if (this.flick?.id !== event.pointerId) return;
        const { from } = this.flick;
        if (Math.hypot(event.clientX - from[0], event.clientY - from[1]) < TAP) return;
        const [x, y] = this.zoom.place([event.clientX, event.clientY]);
        if (!this.flick.isFlicked) this.svg.setPointerCapture(event.pointerId);
        this.flick.isFlicked = true;
        if (this.flick.isAstray) {
            this.pen.setAttribute("d", polyline([...this.flick.place, x, y]));
            this.pen.classList.add("blocked");
            return;
        }
        const all = event.getCoalescedEvents?.() ?? [];
        for (const { clientX, clientY } of all.length ? all : [event]) {
            this.flick.points = [...this.flick.points, ...this.zoom.place([clientX, clientY])];
        }
        this.flick.chain = this.chainAlong(this.flick.points);
        const { ball } = this.board;
        const isChain = this.flick.chain.length > 0;
        this.pen.setAttribute(
            "d",
            isChain ? this.way([ball, ...this.flick.chain]) : polyline([...this.at(...ball), x, y]),
        );
        this.pen.classList.toggle("blocked", !isChain);
    }

    // The landings of the jumps that a stroke from the ball goes through, in their order. The first may also be only
    // in the direction in which the stroke ends.
    chainAlong(points) {
        const men = new Set(this.board.men.map(String));
        const chain = [];
        let landings = this.board.jumps.map(({ to }) => to);
        let ball = this.board.ball;
        const way = resampled(points, DOTS);
        for (let i = 0; i < way.length; i += 2) {
            const far = (place) => {
                const [x, y] = this.at(...place);
                return Math.hypot(x - way[i], y - way[i + 1]);
            };
            const next = landings.find((place) => far(place) < this.side * NEAR);
            if (!next) continue;
            // The men that were jumped over are gone.
            for (const man of between(ball, next)) men.delete(String(man));
            chain.push(next);
            ball = next;
            landings = WAYS.map((step) => {
                let place = beside(ball, step);
                while (men.has(String(place))) place = beside(place, step);
                return place;
            }).filter((place) => between(ball, place).length > 0);
        }
        if (chain.length) return chain;
        const [bx, by] = this.at(...this.board.ball);
        const [x, y] = points.slice(-2);
        // How far the stroke is from the direction of a jump.
        const off = (place) => {
            const [tx, ty] = this.at(...place);
            const turn = Math.atan2(ty - by, tx - bx) - Math.atan2(y - by, x - bx);
            return Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn)));
        };
        return landings.filter((place) => off(place) < Math.PI / 8).slice(0, 1);
    }

    // Plays the jumps of a chain one after the other, as long as each is legal.
    async jumpAlong(chain) {
        for (const place of chain) {
            const jump = this.board.jumps.find(({ to }) => String(to) === String(place));
            if (!jump || !(await this.wants.play(jump.text)) || !this.board.jumping) return;
            if (this.isMoving) await new Promise((done) => setTimeout(done, HOP));
        }
    }

    up(event) {
        const { flick } = this;
        if (flick?.id !== event.pointerId) return;
        this.drop();
        if (!flick.isFlicked) return;
        if (flick.isAstray && !this.active) this.wants.idle();
        else if (flick.isAstray) this.wants.missed([event.clientX, event.clientY]);
        else if (flick.chain.length) this.jumpAlong(flick.chain);
        else {
            const why = "No jump goes that way: the ball jumps over men beside it, in a straight line.";
            this.wants.refused(new Refused(why), [event.clientX, event.clientY]);
        }
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

    sketch({ at, chain }) {
        const [x, y] = this.at(...(at ?? chain.at(-1)));
        const ring = shape("path", { d: `M${x + 10} ${y}a10 10 0 1 0 -20 0a10 10 0 1 0 20 0` });
        return chain ? [shape("path", { d: this.way(chain) }), ring] : [ring];
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
