// How to play: four steps with pictures for each game, and a pencil that shows the first move on the paper.

import { by, calm, element, end, LETTERS, shape, wait } from "./shapes.js";
import { hasBegun, isYourTurn } from "./state.js";
import { read, write } from "./storage.js";

/**
 * @typedef {import("./types.js").Place} Place
 * @typedef {import("./types.js").Preview} Preview
 * @typedef {import("./npm/index.js").Board} Board
 * @typedef {import("./npm/index.js").Disc} Disc
 */

const PLACE = "papergames-shown";
// The milliseconds of a demonstration: before it, while the pencil draws, and while each further rule is told.
const BEFORE = 700;
const DRAWN = 1500;
const TOLD = 2200;
// The rules that the pencil tells: three of those in `LESSONS`, from this one on.
const RULES = 3;
const firstRule = (/** @type {string} */ game) => (game === "brussels" ? 1 : 0);
// The pixels of a line that would cross, to where it is blocked, and half a side of the mark there.
const CROSSING = 44;
const BLOCKED = 7;
// How close a point of a line is to a place that the line goes through.
const NEAR = 5;
// How many pairs of neighbours are tried for a line that says much.
const PAIRS = 4;

// ---- small pictures, 120 by 80 ----

/** @typedef {(x: number, y: number) => SVGElement} Mark */

const path = (/** @type {string} */ d, kind = "") => shape("path", { d, class: kind });
const spot = (/** @type {number} */ x, /** @type {number} */ y, kind = "") =>
    shape("circle", { cx: x, cy: y, r: 6, class: `dot ${kind}` });
const letter = (/** @type {string} */ name, /** @type {number} */ x, /** @type {number} */ y, kind = "") =>
    shape("path", { d: LETTERS[name], class: kind, transform: `translate(${x} ${y})` });
/** @type {Mark} */
const ball = (x, y) => shape("g", {}, spot(x, y), shape("circle", { cx: x, cy: y, r: 2, class: "dot full" }));
/** @type {Mark} */
const man = (x, y) => shape("circle", { cx: x, cy: y, r: 6, class: "dot full" });
/** @type {Mark} */
const cross = (x, y) => path(`M${x - 14} ${y}H${x + 14}M${x} ${y - 14}V${y + 14}`);
const grid = () => path("M40 8V72M80 8V72M8 24H112M8 56H112", "faint");
const rows = () => path("M40 4V76M80 4V76M8 40H112", "faint");
const row = (/** @type {number} */ y, /** @type {string[]} */ ...names) =>
    names.map((name, i) => letter(name, 22 + 38 * i, y));
const strike = (/** @type {number} */ y) => path(`M12 ${y + 4}C40 ${y - 2} 80 ${y + 2} 110 ${y}`, "first");
const points = () => path("M12 20H108M12 40H108M12 60H108M30 8V72M50 8V72M70 8V72M90 8V72", "faint");
const stubs = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number[]} */ ...angles) =>
    path(
        angles
            .map((angle) => [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)])
            .map(([a, b]) => `M${x + 6 * a} ${y + 6 * b}L${x + 13 * a} ${y + 13 * b}`)
            .join(""),
    );

/** @type {Record<string, [string, () => SVGElement[]][]>} what is told, and what is drawn beside it */
const LESSONS = {
    sprouts: [
        [
            "Draw a line from spot to spot, or back to the same one.",
            () => [path("M25 55C35 15 75 10 95 50", "first"), spot(25, 55), spot(95, 50)],
        ],
        [
            "A new spot grows on the line.",
            () => [path("M25 55C35 15 75 10 95 50", "first"), spot(25, 55), spot(95, 50), spot(61, 24, "new")],
        ],
        [
            "Lines never cross, and at most three end at a spot.",
            () => [
                path("M60 42V10M60 42 30 68M60 42 92 68", "second"),
                spot(60, 42, "full"),
                path("M14 30C25 30 35 30 46 30", "first"),
                path("M50 22 62 38M62 22 50 38", "warn"),
            ],
        ],
        [
            "If you cannot draw a line, you have lost.",
            () => [
                path("M60 66C15 66 15 14 60 14C105 14 105 66 60 66", "first"),
                path("M60 14V66", "second"),
                spot(60, 14, "full"),
                spot(60, 66, "full"),
                spot(60, 40),
                stubs(60, 40, 0),
            ],
        ],
    ],
    brussels: [
        ["Each cross has four free arms.", () => [cross(35, 40), cross(85, 40)]],
        [
            "Draw a line from a free arm to a free arm.",
            () => [cross(30, 45), cross(90, 45), path("M44 45H76", "first")],
        ],
        [
            "A bar across it makes two new arms.",
            () => [cross(30, 45), cross(90, 45), path("M44 45H76M60 36V54", "first")],
        ],
        [
            "Lines never cross. If you cannot draw one, you have lost.",
            () => [cross(35, 40), path("M49 40C75 40 75 10 35 26", "second"), path("M58 22V38", "second")],
        ],
    ],
    sos: [
        ["Write S or O in an empty square, or press it to choose.", () => [grid(), letter("S", 60, 40, "first")]],
        [
            "S-O-S in a row, a column or a diagonal scores a point.",
            () => [grid(), ...row(40, "S", "O", "S"), strike(40)],
        ],
        [
            "With a point you move again.",
            () => [rows(), ...row(20, "S", "O", "S"), strike(20), letter("O", 60, 60, "first")],
        ],
        [
            "When the board is full, most points win.",
            () => [rows(), ...row(20, "S", "O", "S"), strike(20), ...row(60, "O", "S", "O")],
        ],
    ],
    phutball: [
        ["Put a man on an empty point …", () => [points(), ball(30, 60), man(50, 40)]],
        [
            "… or flick the ball over men in a row.",
            () => [points(), ball(30, 60), man(50, 40), man(70, 20), path("M32 54C40 25 60 8 88 4", "first")],
        ],
        [
            "Men that were jumped are taken off. You may jump on.",
            () => [
                points(),
                ball(90, 20),
                man(90, 40),
                path("M30 60C45 25 70 15 84 20M92 26C104 40 104 50 92 60", "first"),
            ],
        ],
        [
            "Bring the ball to the side where you win.",
            () => [points(), path("M12 8H108", "first"), ball(60, 14), path("M60 60V24", "first")],
        ],
    ],
};

const picture = (/** @type {SVGElement[]} */ parts) =>
    shape("svg", { viewBox: "0 0 120 80", class: "sketch", "aria-hidden": "true" }, ...parts);

// The step whose picture stands for a game.
const EMBLEM = { brussels: 2, usual: 1 };

/**
 * The small drawing by which a game is chosen.
 * @param {string} game
 */
export function emblem(game) {
    const [, parts] = LESSONS[game][game === "brussels" ? EMBLEM.brussels : EMBLEM.usual];
    return picture(parts());
}

export class Lesson {
    /**
     * @param {import("./play.js").Play} play
     * @param {import("./paint.js").Paint} paint
     */
    constructor(play, paint) {
        this.play = play;
        this.paint = paint;
        this.game = "";
        this.frame = 0;
        // Counts the demonstrations and what ended them.
        this.number = 0;
        /** @type {(() => void) | null} */
        this.clear = null;
        by("board").addEventListener("pointerdown", () => this.stop(), true);
    }

    /** @param {import("./state.js").State} state */
    show(state) {
        this.stop();
        const { game } = state.view;
        if (this.game !== game) {
            this.game = game;
            by("lesson").replaceChildren(
                ...LESSONS[game].map(([text, parts]) => element("li", {}, picture(parts()), element("p", {}, text))),
            );
        }
        if (!hasBegun(state) && !state.puzzle) this.demonstrate();
    }

    /** Lets a pencil draw a first move, once for each game, or when it is `asked` for. */
    async demonstrate(asked = false) {
        const { play, paint } = this;
        if (calm() && !asked) return;
        const shown = read(PLACE, /** @type {string[]} */ ([]));
        if (!asked && (!isYourTurn(play.state) || shown.includes(this.game))) return;
        const number = ++this.number;
        await play.attempt(async () => {
            /** @type {Preview[]} */
            const ghosts = [];
            for (const touching of [...telling(play.state.view.board), []]) {
                if (!touching.length && ghosts.length) break;
                const { moves } = await play.latest(play.table.ask({ do: "choices", touching, take: 2 }));
                for (const { text } of moves) {
                    ghosts.push(await play.latest(play.table.ask({ do: "ghost", move: text })));
                }
            }
            const ghost = paint.board?.plainest?.(ghosts) ?? ghosts[0];
            // What is asked while the drawer closes waits for the paper to be as wide as the window.
            await play.latest(wait(BEFORE));
            if (number !== this.number || !paint.board?.svg) return;
            write(PLACE, [...new Set([...shown, this.game])]);
            paint.board.ghost({ ...ghost, ...jumped(play.state.view.board, ghost) });
            this.draw(paint.board.svg);
        });
    }

    /**
     * The pencil follows the ghost; then the ghost goes.
     * @param {SVGSVGElement} svg
     */
    draw(svg) {
        /** @type {NodeListOf<SVGPathElement>} */
        const paths = svg.querySelectorAll(".ghost path");
        /** @type {NodeListOf<SVGCircleElement>} */
        const circles = svg.querySelectorAll(".ghost circle");
        const [strokes, dots] = [[...paths], [...circles]];
        dots.forEach((dot) => dot.setAttribute("visibility", "hidden"));
        const lengths = strokes.map((stroke) => stroke.getTotalLength());
        const whole = lengths.reduce((sum, length) => sum + length, 0);
        if (!whole) return;
        const scale = svg.getScreenCTM()?.a ?? 1;
        const pencil = shape(
            "g",
            { class: "pencil", "aria-hidden": "true" },
            shape("path", { class: "wood", d: "M0 0 7 -22H-7Z" }),
            shape("path", { class: "lead", d: "M0 0 2.500 -8H-2.500Z" }),
            shape("rect", { class: "shaft", x: -7, y: -102, width: 14, height: 80 }),
            shape("rect", { class: "rubber", x: -7, y: -115, width: 14, height: 13 }),
        );
        const sprout = shape("circle", { class: "sprout", r: 0 });
        svg.append(sprout, pencil);
        const ways = strokes.map((stroke, i) => {
            const n = 40;
            // A letter is drawn around its middle, and moved to its square.
            const { e, f } = stroke.transform.baseVal.consolidate()?.matrix ?? { e: 0, f: 0 };
            const at = (/** @type {number} */ k) => stroke.getPointAtLength((lengths[i] * k) / n);
            return Array.from({ length: n + 1 }, (_, k) => at(k)).map(({ x, y }) => [x + e, y + f]);
        });
        const ends = dots.map((dot) => [dot.cx.baseVal.value, dot.cy.baseVal.value]);
        const isDrawing = this.play.state.view.board.kind === "drawing";
        const points = isDrawing ? chained(ways, ends[0], end(ends)) : ways.flat();
        // The other marks are drawn one after the other.
        const begins = new Set(isDrawing ? [points[0]] : ways.map(([first]) => first));
        // The new spot grows where the halves of the line meet.
        const middle = this.game === "sprouts" ? points[Math.floor(points.length / 2)] : null;
        strokes[0].removeAttribute("transform");
        const others = strokes.slice(1);
        for (const stroke of others) stroke.setAttribute("visibility", "hidden");
        const begun = performance.now();
        // Where lines are drawn, the pencil tries to cross the first.
        const crossing = shape("path", { class: "crossing" });
        svg.append(crossing);
        const { from, to } = crossed(points, scale);
        let told = "";
        this.clear = () => {
            for (const node of [pencil, sprout, crossing]) node.remove();
            this.paint.board?.ghost(this.play.state.hinted);
            if (this.play.state.said.text === told) this.play.say("");
        };
        const tell = (/** @type {number} */ rule) => {
            const [text] = LESSONS[this.game][firstRule(this.game) + rule];
            if (text === told) return;
            told = text;
            this.play.say(text);
        };
        const step = (/** @type {number} */ now) => {
            const t = Math.min(1, Math.max(0, (now - begun) / DRAWN));
            const rule = Math.max(0, Math.floor((now - begun - DRAWN) / TOLD) + 1);
            if (rule < RULES) tell(rule);
            const drawn = Math.max(2, Math.round(t * points.length));
            const [x, y] = points[drawn - 1];
            pencil.setAttribute("transform", `translate(${x} ${y}) scale(${1.1 / scale}) rotate(28)`);
            const way = points.slice(0, drawn).map((point) => `${begins.has(point) ? "M" : "L"}${point}`);
            strokes[0].setAttribute("d", way.join(""));
            const rest = now - begun - DRAWN;
            if (isDrawing && rest > TOLD) {
                const t = Math.min(1, (2 * (rest - TOLD)) / TOLD);
                const tip = from.map((x, i) => x + (to[i] - x) * t);
                const [a, b] = to;
                const size = BLOCKED / scale;
                const mark = `M${a - size} ${b - size}l${2 * size} ${2 * size}m0 ${-2 * size}l${-2 * size} ${2 * size}`;
                crossing.setAttribute("d", `M${from}L${tip}${t === 1 ? mark : ""}`);
                pencil.setAttribute("transform", `translate(${tip}) scale(${1.1 / scale}) rotate(28)`);
                pencil.setAttribute("opacity", "1");
            } else if (rest > 0) {
                for (const node of [...dots, ...others]) node.setAttribute("visibility", "visible");
                pencil.setAttribute("opacity", String(Math.max(0, 1 - rest / 300)));
                if (middle) {
                    sprout.setAttribute("cx", String(middle[0]));
                    sprout.setAttribute("cy", String(middle[1]));
                    sprout.setAttribute("r", String(Math.min(7, rest / 30)));
                }
            }
            if (rule >= RULES) this.stop();
            else this.frame = requestAnimationFrame(step);
        };
        step(begun);
    }

    stop() {
        this.number++;
        cancelAnimationFrame(this.frame);
        this.clear?.();
        this.clear = null;
    }
}

/**
 * The places of moves that say more than most: lines between neighbours rather than loops, a letter in the middle, a
 * man beside the ball.
 * @param {Board} board
 */
function telling(board) {
    if (board.kind === "letters") return [[board.names[board.cells.length >> 1]]];
    if (board.kind === "field") {
        const [column, row] = board.ball;
        return column > 0 ? [[board.names[column - 1] + row]] : [];
    }
    if (board.kind !== "drawing") return [];
    const open = board.spots.filter((spot) => spot.open);
    const pairs = open.flatMap((p, i) => open.slice(i + 1).map((q) => [p, q]));
    // Arms of different crosses rather than those of one.
    const star = (/** @type {Disc} */ { name }) => Number.parseInt(name, 10);
    const cost = (/** @type {Disc[]} */ [p, q]) => Math.hypot(p.x - q.x, p.y - q.y) + (star(p) === star(q) ? 400 : 0);
    const near = pairs.sort((a, b) => cost(a) - cost(b)).slice(0, PAIRS);
    return near.map((pair) => pair.map(({ name }) => name));
}

/**
 * The jump over a man that is put to the left of the ball, if nothing is in the way.
 * @param {Board} board
 * @param {Preview} ghost
 * @returns {{ chain?: [number, number][] }}
 */
function jumped(board, ghost) {
    if (board.kind !== "field" || ghost.kind !== "man") return {};
    const [column, row] = board.ball;
    if (ghost.at[1] !== row || ghost.at[0] !== column - 1 || column < 2) return {};
    const isTaken = board.men.some(([a, b]) => a === column - 2 && b === row);
    return isTaken ? {} : { chain: [board.ball, [column - 2, row]] };
}

/**
 * Where a line begins that would cross a way, and where it is blocked: at a quarter of it.
 * @param {Place[]} points
 * @param {number} scale
 */
function crossed(points, scale) {
    const at = points.length >> 2;
    const [a, b] = [points[Math.max(0, at - 1)], points[at + 1] ?? points[at]];
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const far = CROSSING / scale / (Math.hypot(dx, dy) || 1);
    const to = points[at];
    return { to, from: [to[0] + dy * far, to[1] - dx * far] };
}

/**
 * The points of the way from one place to another along parts that meet. The first part may begin before.
 * @param {Place[][]} parts
 * @param {Place} from
 * @param {Place} to
 */
function chained(parts, from, to) {
    const far = (/** @type {Place} */ p, /** @type {Place} */ q) => Math.hypot(p[0] - q[0], p[1] - q[1]);
    const nearest = (/** @type {Place[]} */ part, /** @type {Place} */ place) =>
        part.reduce((best, p, i) => (far(p, place) < far(part[best], place) ? i : best), 0);
    const left = [...parts];
    const take = (/** @type {(part: Place[]) => number} */ cost) => {
        left.sort((p, q) => cost(p) - cost(q));
        return left.splice(0, 1)[0];
    };
    const toEnd = (/** @type {Place} */ place) => (/** @type {Place[]} */ part) =>
        Math.min(far(part[0], place), far(end(part), place));
    const first = take((part) => far(part[nearest(part, from)], from));
    const meets = (/** @type {Place} */ place) => Math.min(...left.map(toEnd(place)));
    const onwards = meets(first[0]) < meets(end(first)) ? first.toReversed() : first;
    const way = onwards.slice(nearest(onwards, from));
    while (left.length && far(end(way), to) > NEAR) {
        const here = end(way);
        const part = take(toEnd(here));
        const next = far(part[0], here) <= far(end(part), here) ? part : part.toReversed();
        const stop = nearest(next, to);
        way.push(...(far(next[stop], to) < NEAR ? next.slice(0, stop + 1) : next));
    }
    return way;
}
