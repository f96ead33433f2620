// A pen on a drawing: lines drawn by hand, also ahead of one's turn, and taps.

import { recoil } from "./recoil.js";
import { polyline, shape, tapOf } from "./shapes.js";

/**
 * @typedef {import("./types.js").Place} Place
 * @typedef {import("./types.js").Path} Path
 * @typedef {import("./types.js").Candidate} Candidate
 *
 * @typedef {object} Stroke
 * @property {number | null} id the pointer; `null` for a line that was drawn ahead
 * @property {"line" | "ahead" | "astray"} kind a line; one for the next turn; one that begins beside every spot
 * @property {number} reach how far from a spot it may begin and end
 * @property {number} tap how far a tap may move
 * @property {Path} points those that were not sent yet
 * @property {number} moved the farthest that the pen has been from its beginning, in pixels
 * @property {Place} at where it began on the screen
 * @property {Place} here where it is
 * @property {string | undefined} name the spot where it begins
 * @property {Candidate | undefined} tapped the move that is taken if it is a tap
 * @property {boolean} isUp whether the pen was lifted
 * @property {boolean} isReady whether the table knows of it
 * @property {boolean} isBusy whether the table is being asked
 * @property {boolean} isEnded
 * @property {unknown} failed why the table refused it
 * @property {Path} path the line as the table reads it
 * @property {Place | null} mark where it is blocked
 * @property {string} state
 *
 * @typedef {import("./npm/index.js").Disc} Disc
 */

// The pixels that a tap may move, and those beside a spot that it may be if it can also mean a line.
const TAP = 6;
export const BESIDE = 5;
// The size of the ring around a spot that a line has reached, in radii of the spot.
export const RING = 1.8;
// How far a spot may move, in its radii, while a line that was drawn ahead waits: more than lines need to make room.
// Other numbers have not been tried.
const MOVED = 8;

export class Pen {
    /**
     * @param {import("./drawing.js").Drawing} drawing
     * @param {import("./types.js").Wants} wants
     */
    constructor(drawing, wants) {
        this.drawing = drawing;
        this.wants = wants;
        this.zoom = drawing.zoom;
        this.ink = shape("path", { class: "pen", "aria-hidden": "true" });
        this.mark = shape("g", { class: "mark", "aria-hidden": "true" });
        /** @type {Stroke | null} */
        this.stroke = null;
        /**
         * A line for the person's turn.
         * @type {{ name: string, end: string, reach: number, points: Path, places: (Disc | undefined)[] } | null}
         */
        this.ahead = null;
        const { svg } = drawing;
        svg.addEventListener("pointerdown", (event) => this.down(event));
        svg.addEventListener("pointermove", (event) => this.move(event));
        svg.addEventListener("pointerup", (event) => this.up(event));
        svg.addEventListener("pointercancel", (event) => this.cancel(event));
    }

    // The pen is up: shows what it has held back.
    release() {
        this.stroke = null;
        this.drawing.fence([]);
        this.drawing.sight.release();
    }

    clear() {
        this.ink.removeAttribute("d");
        this.ink.classList.remove("blocked", "ahead");
        this.mark.replaceChildren();
    }

    /**
     * Converts from the screen to the page, limited to the paper in sight.
     * @param {{ clientX: number, clientY: number }} event
     */
    place(event) {
        const { left, top, right, bottom } = this.drawing.svg.getBoundingClientRect();
        const within = (/** @type {number} */ x, /** @type {number} */ low, /** @type {number} */ high) =>
            Math.min(high - 4, Math.max(low + 4, x));
        return this.zoom.place([within(event.clientX, left, right), within(event.clientY, top, bottom)]);
    }

    /** @param {PointerEvent} event */
    down(event) {
        const { drawing, wants } = this;
        if (this.stroke || event.button > 0 || (this.zoom.isClose && !drawing.grabs(event))) return;
        const isAhead = !drawing.active && wants.mayDrawAhead();
        const tapped = drawing.chosen(event);
        if (!drawing.active && !isAhead) {
            if (tapped) wants.take?.(tapped);
            else wants.idle();
            return;
        }
        const place = this.place(event);
        const reach = drawing.reach(event);
        event.preventDefault();
        drawing.svg.setPointerCapture(event.pointerId);
        drawing.ghost(null);
        this.ahead = null;
        // Presses apply to what is visible, even during an animation.
        const name = drawing.near(place, reach);
        const [dx, dy] = drawing.shiftOf(name);
        const [x, y] = [place[0] - dx, place[1] - dy];
        const here = [event.clientX, event.clientY];
        const stroke = begun(reach, here);
        Object.assign(stroke, { id: event.pointerId, tap: tapOf(event, TAP), name, tapped });
        this.stroke = stroke;
        this.zoom.hold();
        if (name === undefined || isAhead) {
            stroke.kind = name === undefined ? "astray" : "ahead";
            stroke.points = [x, y];
            return;
        }
        wants.pen({ do: "down", x, y, reach }).then(
            ({ fenced }) => {
                if (this.stroke === stroke) drawing.fence(fenced);
                this.pump(stroke);
            },
            (error) => {
                stroke.failed = error;
                if (stroke.isUp) this.end(stroke);
            },
        );
    }

    /** @param {PointerEvent} event */
    move(event) {
        const { stroke } = this;
        if (!stroke || event.pointerId !== stroke.id || stroke.isUp) return;
        const all = event.getCoalescedEvents?.() ?? [];
        for (const each of all.length ? all : [event]) stroke.points.push(...this.place(each));
        stroke.moved = Math.max(stroke.moved, Math.hypot(event.clientX - stroke.at[0], event.clientY - stroke.at[1]));
        stroke.here = [event.clientX, event.clientY];
        if (stroke.kind !== "line") this.inkAhead(stroke.points);
        else if (stroke.isReady) this.pump(stroke);
    }

    /** @param {PointerEvent} event */
    up(event) {
        const { stroke } = this;
        if (!stroke || event.pointerId !== stroke.id) return;
        stroke.isUp = true;
        this.zoom.handle(event);
        if (stroke.kind === "astray") this.stray(stroke);
        else if (stroke.kind === "ahead") this.keepAhead(stroke);
        else if (stroke.failed || (stroke.isReady && !stroke.isBusy)) this.end(stroke);
    }

    /** @param {PointerEvent} event */
    cancel(event) {
        if (this.stroke?.id === event.pointerId) this.drop();
    }

    /** Drops the stroke in progress. Returns whether there was one. */
    drop() {
        if (!this.stroke && !this.ahead) return false;
        const isKnown = !this.ahead && this.stroke?.kind !== "ahead";
        this.ahead = null;
        this.release();
        this.clear();
        if (isKnown) this.wants.pen({ do: "drop" }).catch(() => {});
        return true;
    }

    /**
     * A stroke that begins beside every spot leaves ink and goes back.
     * @param {Stroke} stroke
     */
    stray(stroke) {
        this.release();
        this.clear();
        if (stroke.tapped && stroke.moved < stroke.tap) return this.wants.take?.(stroke.tapped);
        recoil(this.ink, stroke.points);
        this.wants.missed(stroke.here);
    }

    // ---- lines drawn ahead ----

    /** @param {Path} points */
    inkAhead(points) {
        this.ink.setAttribute("d", polyline(points));
        this.ink.classList.add("ahead");
    }

    /**
     * Keeps a line for the person's turn.
     * @param {Stroke} stroke
     */
    keepAhead(stroke) {
        this.release();
        const { name, reach, points, here } = stroke;
        const end = this.drawing.near(points.slice(-2), reach);
        if (stroke.moved < stroke.tap || name === undefined || end === undefined) {
            recoil(this.ink, points);
            this.clear();
            if (stroke.moved < stroke.tap) this.wants.idle();
            else this.wants.missed(here, true);
            return;
        }
        const places = [name, end].map((name) => this.drawing.spot(name));
        this.ahead = { name, end, reach, points, places };
        if (this.drawing.active) this.replay();
        else this.wants.say("Drawn ahead: the line counts as soon as it is your turn. Escape takes it away.");
    }

    /** Draws the line that was drawn ahead, from where its first spot is now to where its last one is. */
    async replay() {
        const { ahead, drawing } = this;
        if (!ahead || this.stroke || !drawing.active) return;
        this.ahead = null;
        const [from, to] = [ahead.name, ahead.end].map((name) => drawing.spot(name));
        if (!from || !to) return this.clear();
        // The name of an arm that the machine has used may be that of another one now.
        const isSame = [from, to].every(({ x, y, radius }, i) => {
            const before = ahead.places[i];
            return before && Math.hypot(x - before.x, y - before.y) < MOVED * radius;
        });
        if (!isSame) return this.clear();
        const stroke = begun(ahead.reach, drawing.onScreen([to.x, to.y]));
        this.stroke = stroke;
        await this.settle(stroke, async () => {
            await this.wants.pen({ do: "down", x: from.x, y: from.y, reach: ahead.reach });
            const points = [...ahead.points.slice(2), to.x, to.y];
            const { path, mark } = await this.wants.pen({ do: "draw", points });
            [stroke.path, stroke.mark] = [path, mark];
            if (this.stroke === stroke) await this.wants.lift(ahead.reach, path);
        });
    }

    // ---- lines ----

    /**
     * Sends the pen's points since the last message, one message at a time.
     * @param {Stroke} stroke
     */
    async pump(stroke) {
        if (stroke.isBusy) return;
        stroke.isBusy = true;
        stroke.isReady = true;
        try {
            while (stroke.points.length && !stroke.failed) {
                const points = stroke.points;
                stroke.points = [];
                const pen = await this.wants.pen({ do: "draw", points });
                if (this.stroke === stroke && stroke.moved >= TAP) this.follow(pen, stroke.here);
                [stroke.path, stroke.mark, stroke.state] = [pen.path, pen.mark, pen.state];
            }
        } catch (error) {
            stroke.failed = error;
        }
        stroke.isBusy = false;
        if (stroke.isUp) this.end(stroke);
    }

    /**
     * Shows a line as the table reads it.
     * @param {import("./npm/index.js").Pen} pen
     * @param {Place} at
     */
    follow(pen, at) {
        this.ink.setAttribute("d", polyline(pen.path));
        this.ink.classList.toggle("blocked", pen.state === "blocked");
        this.mark.replaceChildren();
        if (pen.mark) {
            const [x, y] = pen.mark;
            this.mark.append(
                shape("circle", { cx: x, cy: y, r: 9 }),
                shape("path", { d: `M${x - 5} ${y - 5}L${x + 5} ${y + 5}M${x - 5} ${y + 5}L${x + 5} ${y - 5}` }),
            );
        }
        // The end that the pen has reached has a ring.
        const end = pen.state === "arrived" ? this.drawing.near(pen.path.slice(-2), BESIDE) : undefined;
        const spot = this.drawing.spot(end);
        if (spot) {
            this.mark.append(shape("circle", { class: "arrived", cx: spot.x, cy: spot.y, r: spot.radius * RING }));
        }
        this.wants.say(pen.words, at);
    }

    /** @param {Stroke} stroke */
    async end(stroke) {
        if (this.stroke !== stroke || stroke.isEnded) return;
        stroke.isEnded = true;
        await this.settle(stroke, async () => {
            // A finger that rolls in a tap may also have drawn a line, to a spot close by.
            const leaves = () => this.drawing.near(stroke.path.slice(-2), BESIDE) !== stroke.name;
            const isLine = stroke.moved >= TAP && stroke.state === "arrived" && leaves();
            if (stroke.moved < stroke.tap && !isLine) {
                if (!stroke.failed) await this.wants.pen({ do: "drop" });
                this.release();
                if (stroke.tapped) this.wants.take?.(stroke.tapped);
                else if (stroke.name !== undefined) this.wants.pick(stroke.name, stroke.here);
                return;
            }
            if (stroke.failed) throw stroke.failed;
            await this.wants.lift(stroke.reach, stroke.path);
        });
    }

    /**
     * Ends the stroke with what `send` tells the table, which may refuse the line.
     * @param {Stroke} stroke
     * @param {() => Promise<void>} send
     */
    async settle(stroke, send) {
        try {
            await send();
        } catch (error) {
            recoil(this.ink, stroke.path);
            // The reason stands where the line was blocked, wherever the pen went then.
            this.wants.refused(error, stroke.mark ? this.drawing.onScreen(stroke.mark) : stroke.here);
        } finally {
            this.release();
            this.clear();
        }
    }
}

/**
 * A line that begins.
 * @param {number} reach
 * @param {Place} here
 * @returns {Stroke}
 */
const begun = (reach, here) => ({
    id: null,
    kind: "line",
    reach,
    tap: 0,
    points: [],
    moved: 0,
    at: here,
    here,
    name: undefined,
    tapped: undefined,
    isUp: false,
    isReady: false,
    isBusy: false,
    isEnded: false,
    failed: null,
    path: [],
    mark: null,
    state: "free",
});
