// A drawing that makes room for a line, and the line that is drawn.

import { reversed } from "./joined.js";
import { end, resampled, shape, spline } from "./shapes.js";
import { END } from "./spots.js";
import { lengthOf, POINTS, pairs, sampled } from "./ways.js";

/**
 * @typedef {import("./npm/index.js").Sheet} Sheet
 * @typedef {import("./npm/index.js").Disc} Disc
 * @typedef {import("./types.js").Path} Path
 * @typedef {import("./types.js").From} From
 *
 * @typedef {object} Scene the drawing, whose nodes are in the order of the board's lines and spots
 * @property {Sheet} board
 * @property {SVGPathElement[]} paths
 * @property {SVGGElement[]} nodes
 * @property {SVGGElement} lines
 * @property {number} scale how many pixels a unit of the page has
 *
 * @typedef {object} Part a line that is drawn
 * @property {number} i its number
 * @property {Path} to
 * @property {boolean} turned whether it is drawn from its last point
 * @property {Path} [from] its shape at first, if it was drawn by hand
 * @property {number} begins the share of the time at which a program begins to draw it
 * @property {number} ends
 *
 * @typedef {object} Track a line that moves
 * @property {SVGPathElement} node
 * @property {Tip} [tip]
 * @property {Path} from
 * @property {Path} to
 *
 * @typedef {{ at: number, node: SVGCircleElement }} Tip the end of a free arm: its place among the coordinates, from
 * the end or not
 *
 * @typedef {object} Move a spot that moves, from so far off, or a new one
 * @property {SVGGElement} node
 * @property {Disc} spot
 * @property {boolean} fresh
 * @property {number} x
 * @property {number} y
 */

// The milliseconds for spots and lines to make room, and for a program to draw a line.
const ROOM = 300;
const PEN = 520;
// The milliseconds that a pixel of way takes at least, and the longest step in time from a frame to the next.
const PACE = 3;
const FRAME = 18;
// The milliseconds in which a new spot pops in, and those after the last line until the picture rests.
const POP = 260;
const AFTER = 180;

export class Motion {
    /** @param {() => void} rested is called when the picture stops moving */
    constructor(rested) {
        this.rested = rested;
        this.frame = 0;
        this.isMoving = false;
        // When the picture stops moving.
        this.rest = 0;
        /** @type {Map<string, number[]>} how far each spot still is from its target */
        this.shifts = new Map();
    }

    stop() {
        cancelAnimationFrame(this.frame);
        this.isMoving = false;
        this.shifts.clear();
    }

    /**
     * The old board makes room. A line drawn by hand moves to its final shape; one drawn by a program is drawn along
     * its path, attached to spots that still move. A new spot pops in.
     * @param {Sheet} before
     * @param {Scene} scene
     * @param {From} from
     */
    begin(before, scene, from) {
        const { board, paths } = scene;
        // The arms that a line of a program joins stay as they were until it is complete; the pen goes over them.
        const arms = board.lines.map((_, i) => i).filter((i) => board.lines[i].last && !from.fresh.includes(i));
        const parts = births(board, from, from.path || !from.fresh.length ? [] : arms);
        const tracks = tracksOf(before, scene, from, parts);
        const places = placesOf(before, scene, from);
        // No faster than the eye follows: the farthest way takes its time, and a late frame does not make up for it.
        const farthest = Math.max(
            ...places.map(({ fresh, x, y }) => (fresh ? 0 : Math.hypot(x, y))),
            ...tracks.map(({ from, to }) => Math.max(...to.map((x, k) => Math.abs(x - from[k])))),
        );
        const room = Math.max(ROOM, farthest * scene.scale * PACE);
        const moves = tracks.length || places.some(({ fresh, x, y }) => !fresh && Math.hypot(x, y) > 0.05);
        const wait = from.path ? 0 : moves ? room * 0.7 : 0;
        const whole = from.path ? room : wait + Math.max(PEN, room * 0.3);
        const pops = from.path ? 0.4 * room : wait + PEN * 0.75;
        this.rest = performance.now() + whole + 200;
        this.isMoving = true;
        let time = 0;
        let last = performance.now();
        const step = (/** @type {number} */ now) => {
            time += Math.min(FRAME, Math.max(0, now - last));
            last = now;
            const s = ease(time / room);
            for (const track of tracks) follow(track, s, time > wait + PEN);
            for (const part of parts) draw(part, paths[part.i], places, s, ease((time - wait) / PEN));
            for (const place of places) this.shift(place, s, pop((time - pops) / POP));
            if (time < whole + AFTER) this.frame = requestAnimationFrame(step);
            else this.end(scene, places);
        };
        step(last);
    }

    /**
     * @param {Move} place
     * @param {number} s how far it has come
     * @param {number} size how large it is if it is new
     */
    shift({ node, spot, fresh, x, y }, s, size) {
        if (fresh) {
            const about = `translate(${spot.x} ${spot.y}) scale(${size}) translate(${-spot.x} ${-spot.y})`;
            node.setAttribute("transform", about);
        } else {
            this.shifts.set(spot.name, [x * (1 - s), y * (1 - s)]);
            node.setAttribute("transform", `translate(${x * (1 - s)} ${y * (1 - s)})`);
        }
    }

    /**
     * @param {Scene} scene
     * @param {Move[]} places
     */
    end({ board, paths }, places) {
        this.shifts.clear();
        paths.forEach((path, i) => {
            path.setAttribute("visibility", "visible");
            path.setAttribute("d", spline(board.lines[i].points));
        });
        places.forEach(({ node }) => node.removeAttribute("transform"));
        this.isMoving = false;
        this.rested();
    }
}

/**
 * The lines that move.
 * @param {Sheet} before
 * @param {Scene} scene
 * @param {From} from
 * @param {Part[]} parts
 */
function tracksOf(before, scene, from, parts) {
    /** @type {Track[]} */
    const tracks = [];
    scene.board.lines.forEach((line, i) => {
        if (from.fresh.includes(i) || !before.lines[i]) return;
        const [old, to] = [before.lines[i].points, line.points];
        const isDrawn = parts.some((part) => part.i === i);
        const isStill = old.length === to.length && old.every((x, k) => Math.abs(x - to[k]) < 0.05);
        if (isStill && !isDrawn) return;
        const moved = { from: sampled(old), to: sampled(to) };
        tracks.push(isDrawn ? { ...copy(before, scene, i), ...moved } : { node: scene.paths[i], ...moved });
    });
    return tracks;
}

/**
 * The spots that move, and new ones.
 * @param {Sheet} before
 * @param {Scene} scene
 * @param {From} from
 * @returns {Move[]}
 */
function placesOf(before, { board, nodes }, from) {
    return board.spots.map((spot, i) => {
        // The arms of a new bar have the names of those that the line has joined.
        const old = spot.fresh && from.fresh.length ? null : before.spots.find((other) => other.name === spot.name);
        return { node: nodes[i], spot, fresh: !old, x: (old ?? spot).x - spot.x, y: (old ?? spot).y - spot.y };
    });
}

/**
 * A line of the board before, with the end of a free arm.
 * @param {Sheet} before
 * @param {Scene} scene
 * @param {number} i
 */
function copy(before, scene, i) {
    const { points, owner } = before.lines[i];
    const node = shape("path", { class: `line owner${owner ?? "-none"}` });
    const ends = [0, -2].map((at) => {
        const [x, y] = at ? points.slice(-2) : points;
        return { at, spot: before.spots.find((spot) => Math.hypot(x - spot.x, y - spot.y) < 1) };
    });
    const { at, spot } = ends.find(({ spot }) => spot) ?? ends[0];
    const radius = spot?.radius ?? 0;
    const tip = { at, node: shape("circle", { class: "tip", r: radius * END, "stroke-width": radius * 0.22 }) };
    scene.lines.prepend(node);
    scene.lines.append(tip.node);
    return { node, tip };
}

/**
 * @param {Track} track
 * @param {number} s how far it has come
 * @param {boolean} isOver whether a line of a program has replaced it
 */
function follow({ node, tip, from, to }, s, isOver) {
    const way = to.map((x, k) => from[k] + (x - from[k]) * s);
    node.setAttribute("d", spline(way));
    if (!tip) return;
    const [x, y] = tip.at ? way.slice(-2) : way;
    tip.node.setAttribute("transform", `translate(${x} ${y})`);
    if (isOver) for (const old of [node, tip.node]) old.remove();
}

/**
 * @param {Part} part
 * @param {SVGPathElement} path
 * @param {Move[]} places
 * @param {number} s how far a line drawn by hand has come to its final shape
 * @param {number} share how far a program has drawn all lines
 */
function draw({ to, from, turned, begins, ends }, path, places, s, share) {
    if (from) {
        path.setAttribute("d", spline(to.map((x, k) => from[k] + (x - from[k]) * s)));
        return;
    }
    const shift = (/** @type {number} */ x, /** @type {number} */ y) => {
        const near = places.find(({ spot, fresh }) => !fresh && Math.hypot(spot.x - x, spot.y - y) < 1);
        return near ? [near.x * (1 - s), near.y * (1 - s)] : [0, 0];
    };
    const n = to.length / 2;
    const drawn = Math.min(1, Math.max(0, (share - begins) / (ends - begins)));
    const [a, b] = [shift(to[0], to[1]), shift(to[2 * n - 2], to[2 * n - 1])];
    const way = [];
    const last = Math.max(1, Math.round(drawn * (n - 1)));
    for (let k = 0; k <= last; k++) {
        const at = turned ? n - 1 - k : k;
        const u = at / (n - 1);
        way.push(to[2 * at] + a[0] * (1 - u) + b[0] * u, to[2 * at + 1] + a[1] * (1 - u) + b[1] * u);
    }
    path.setAttribute("visibility", drawn <= 0 ? "hidden" : "visible");
    path.setAttribute("d", spline(way));
}

/**
 * The new lines and the arms that they join: the start shape of each if it was drawn by hand, and otherwise the time at
 * which it is drawn.
 * @param {Sheet} board
 * @param {From} from
 * @param {number[]} arms
 */
function births(board, { path, fresh }, arms) {
    const part = (/** @type {number} */ i) => {
        /** @type {Part} */
        const part = { i, to: sampled(board.lines[i].points), turned: false, begins: 0.9, ends: 1 };
        return part;
    };
    const meets = (/** @type {Path} */ p, /** @type {Path} */ q) => Math.hypot(p[0] - q[0], p[1] - q[1]) < 1;
    const tail = (/** @type {Path} */ way) => way.slice(-2);
    // The parts in the order in which a pen draws them: each continues where the one before ends, in either direction
    // of storage.
    const parts = fresh.slice(0, 2).map(part);
    const forwards = (/** @type {Part} */ { to, turned }) => (turned ? reversed(to) : to);
    const [a, b] = parts;
    if (b) {
        a.turned = ![b.to, reversed(b.to)].some((next) => meets(tail(a.to), next));
        b.turned = !meets(tail(forwards(a)), b.to);
    }
    for (const arm of arms.map(part)) {
        const first = forwards(parts[0]);
        const isFirst = [arm.to, reversed(arm.to)].some((before) => meets(tail(before), first));
        arm.turned = isFirst ? !meets(tail(arm.to), first) : !meets(tail(forwards(end(parts))), arm.to);
        parts[isFirst ? "unshift" : "push"](arm);
    }
    if (path) {
        const whole = parts.flatMap(forwards);
        const both = [path, reversed(path)].map((way) => resampled(way, parts.length * POINTS));
        const [off, back] = both.map((way) => way.reduce((sum, x, k) => sum + (x - whole[k]) ** 2, 0));
        const drawn = off <= back ? both[0] : both[1];
        parts.forEach((part, k) => {
            const own = drawn.slice(2 * POINTS * k, 2 * POINTS * (k + 1));
            part.from = part.turned ? reversed(own) : own;
        });
    }
    const lengths = parts.map(({ to }) => lengthOf(pairs(to)));
    const total = lengths.reduce((sum, length) => sum + length, 0);
    let far = 0;
    for (const [k, part] of parts.entries()) {
        part.begins = (0.9 * far) / total;
        far += lengths[k];
        part.ends = (0.9 * far) / total;
    }
    // The bar across a line appears when the line is complete.
    return [...parts, ...fresh.slice(2).map(part)];
}

const ease = (/** @type {number} */ t) => {
    const x = Math.min(1, Math.max(0, t));
    return x * x * (3 - 2 * x);
};

// From nothing to full size, with a slight overshoot.
const pop = (/** @type {number} */ t) => {
    const x = Math.min(1, Math.max(0, t)) - 1;
    return 1 + 2.7 * x ** 3 + 1.7 * x ** 2;
};
