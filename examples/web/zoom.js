// A closer look at a board: wheel, pinch and keys zoom, and dragging moves the paper. The picture stays one SVG, of
// which a smaller part is shown.

import { calm } from "./shapes.js";

const MOST = 8;
const STEP = 1.5;
// The milliseconds in which the view follows a drawing that grows.
const GLIDE = 500;
// The milliseconds in which the board moves out of the way of a card.
const LIFT = 900;
// The longest step in time from a frame to the next.
const FRAME = 18;
// The milliseconds in which a second tap follows.
const DOUBLE = 300;
// The milliseconds in which the click of a press follows.
const CLICK = 700;
// A second finger pinches if the line of the first is still shorter than this number of pixels and younger than this
// number of milliseconds, or if the first has hardly moved, by at most this number of pixels.
const LINE = 24;
const PINCH = 150;
const REST = 8;

/**
 * @typedef {import("./types.js").Place} Place
 */

/**
 * Calls `show` with shares from 0 to 1 that begin and end slowly, over a time in milliseconds. `next` gets the number
 * of each frame that is waited for.
 * @param {number} milliseconds
 * @param {(share: number) => void} show
 * @param {(frame: number) => void} next
 */
function gliding(milliseconds, show, next) {
    let time = 0;
    let last = performance.now();
    const step = (/** @type {number} */ now) => {
        // After a late frame, the rest only takes longer.
        time += Math.min(FRAME, Math.max(0, now - last));
        last = now;
        const t = calm() ? 1 : Math.min(1, time / milliseconds);
        show(t * t * (3 - 2 * t));
        if (t < 1) next(requestAnimationFrame(step));
    };
    step(last);
}

export class Zoom {
    /**
     * @param {HTMLElement} box
     * @param {() => import("./types.js").GameBoard | null} board the current board
     * @param {(scale: number) => void} changed is called on every change
     */
    constructor(box, board, changed) {
        this.box = box;
        this.board = board;
        this.changed = changed;
        /** @type {Map<number, Place>} where the fingers are on the screen */
        this.pointers = new Map();
        /** @type {{ id: number, at: Place, far: number } | null} a press that moves the paper */
        this.drag = null;
        this.dragged = false;
        /** @type {{ at: Place, time: number, far: number }} the first press */
        this.begun = { at: [], time: 0, far: 0 };
        // Whether two fingers were down since there was none, and what waits until there is none.
        this.isPinched = false;
        /** @type {((isSingle: boolean) => void)[]} */
        this.waiting = [];
        /** @type {SVGSVGElement | null} */
        this.svg = null;
        /** @type {number[] | null} */
        this.frame = null;
        this.scale = 1;
        /** @type {Place} */
        this.middle = [0, 0];
        this.step = 0;
        // Whether the board stands above a card, and how far it is on its way there.
        this.isLifted = false;
        this.height = 0;
        this.lifting = 0;
        this.tapping = 0;
        // When a board has handled the last press.
        this.handled = -Infinity;
        this.reset();
        new ResizeObserver(() => this.paint()).observe(box);
        box.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
        box.addEventListener("pointerdown", (event) => this.down(event), true);
        addEventListener("pointermove", (event) => this.move(event), true);
        addEventListener("pointerup", (event) => this.up(event), true);
        addEventListener("pointercancel", (event) => this.up(event), true);
        // The click of a press that the board has handled is none, whatever stands under it by now.
        addEventListener("pointerdown", () => (this.handled = -Infinity), true);
        addEventListener(
            "click",
            (event) => {
                const isOwn = event.isTrusted && event.detail > 0 && event.timeStamp - this.handled < CLICK;
                if (!isOwn) return;
                this.handled = -Infinity;
                event.stopPropagation();
                event.preventDefault();
            },
            true,
        );
        // The click that ends a drag is none.
        box.addEventListener(
            "click",
            (event) => {
                if (!this.dragged) return this.tap(event);
                this.dragged = false;
                event.stopPropagation();
                event.preventDefault();
            },
            true,
        );
    }

    /**
     * The press that an event ends is handled, so its click is none.
     * @param {PointerEvent} event
     */
    handle(event) {
        this.handled = event.timeStamp;
    }

    /**
     * Shows a picture whose whole is `frame`: x, y, width, height. One that grows keeps a closer look, and is seen from
     * farther away little by little.
     * @param {SVGSVGElement} svg
     * @param {number[]} frame
     */
    show(svg, frame) {
        const before = svg === this.svg ? this.frame : null;
        const isSame = before?.every((x, i) => x === frame[i]);
        this.svg = svg;
        this.frame = frame;
        cancelAnimationFrame(this.step);
        if (!before) this.reset();
        else if (!isSame && !this.isClose) this.glide(before, frame);
        else this.paint();
    }

    // Stays where it is, until the next picture is shown.
    hold() {
        cancelAnimationFrame(this.step);
    }

    /**
     * @param {number[]} from
     * @param {number[]} to
     */
    glide(from, to) {
        const show = (/** @type {number} */ t) => {
            this.frame = to.map((x, i) => from[i] + (x - from[i]) * t);
            this.reset();
        };
        gliding(GLIDE, show, (frame) => (this.step = frame));
    }

    /** Another game begins, whose board appears where it stays. */
    forget() {
        this.scale = 1;
        this.frame = null;
    }

    /**
     * Lifts the board above the card at its foot, or lets it sink: little by little, or at once.
     * @param {boolean} isLifted
     * @param {boolean} isAtOnce
     */
    lift(isLifted, isAtOnce) {
        if (isLifted === this.isLifted) return;
        this.isLifted = isLifted;
        cancelAnimationFrame(this.lifting);
        const [from, to] = [this.height, Number(isLifted)];
        const show = (/** @type {number} */ t) => {
            this.height = from + (to - from) * t;
            this.box.style.setProperty("--lift", String(this.height));
            // Labels and what is pressed have another size now.
            if (t === 1) this.paint();
        };
        if (isAtOnce) show(1);
        else gliding(LIFT, show, (frame) => (this.lifting = frame));
    }

    reset() {
        this.scale = 1;
        if (!this.frame) return;
        const [x, y, width, height] = this.frame;
        this.middle = [x + width / 2, y + height / 2];
        this.paint();
    }

    get isClose() {
        return this.scale > 1.001;
    }

    /**
     * Zooms by a factor about a place on the screen, which stays where it is.
     * @param {number} factor
     * @param {Place | null} at
     */
    by(factor, at = null) {
        const before = at && this.place(at);
        this.scale = Math.min(MOST, Math.max(1, this.scale * factor));
        this.paint();
        if (!before) return;
        const after = this.place(at);
        this.shift(before[0] - after[0], before[1] - after[1]);
    }

    closer = () => this.by(STEP);

    farther = () => this.by(1 / STEP);

    /**
     * @param {number} dx
     * @param {number} dy
     */
    shift(dx, dy) {
        this.middle = [this.middle[0] + dx, this.middle[1] + dy];
        this.paint();
    }

    /**
     * From the screen to the picture.
     * @param {Place} place
     */
    place([x, y]) {
        const point = new DOMPoint(x, y).matrixTransform(this.svg?.getScreenCTM()?.inverse());
        return [point.x, point.y];
    }

    paint() {
        if (!this.svg || !this.frame) return;
        const [x, y, width, height] = this.frame;
        const [wide, high] = [width / this.scale, height / this.scale];
        /** @type {(middle: number, from: number, whole: number, part: number) => number} */
        const inside = (middle, from, whole, part) =>
            Math.min(from + whole - part / 2, Math.max(from + part / 2, middle));
        this.middle = [inside(this.middle[0], x, width, wide), inside(this.middle[1], y, height, high)];
        const [left, top] = [this.middle[0] - wide / 2, this.middle[1] - high / 2];
        this.svg.setAttribute("viewBox", [left, top, wide, high].map((x) => Math.round(x * 1000) / 1000).join(" "));
        this.svg.classList.toggle("close", this.isClose);
        // Numbers stay as large as a person can read.
        this.svg.style.setProperty("--pixel", String(1 / (this.svg.getScreenCTM()?.a || 1)));
        this.changed(this.scale);
    }

    /**
     * On an enlarged board a second tap of a finger shows the whole again; a single one counts once none has followed.
     * @param {MouseEvent} click
     */
    tap(click) {
        const event = /** @type {PointerEvent} */ (click);
        const isFinger = event.isTrusted && event.pointerType === "touch";
        if (!isFinger || !this.isClose || this.board()?.picks?.(event)) return;
        event.stopPropagation();
        const { target } = event;
        const isSecond = this.tapping !== 0;
        clearTimeout(this.tapping);
        this.tapping = 0;
        if (isSecond) return this.reset();
        this.tapping = setTimeout(() => {
            this.tapping = 0;
            if (target instanceof Element && target.isConnected)
                target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        }, DOUBLE);
    }

    /** @param {WheelEvent} event */
    wheel(event) {
        if (!this.svg || (event.deltaY > 0 && !this.isClose)) return;
        event.preventDefault();
        const lines = event.deltaMode ? 24 : 1;
        this.by(Math.exp((-event.deltaY * lines) / (event.ctrlKey ? 100 : 400)), [event.clientX, event.clientY]);
    }

    /** @param {PointerEvent} event */
    down(event) {
        this.dragged = false;
        if (event.pointerType === "touch" && event.isPrimary) this.pointers.clear();
        const at = [event.clientX, event.clientY];
        if (!this.pointers.size) this.begun = { at, time: event.timeStamp, far: 0 };
        else if (this.pointers.size === 1 && this.isPalm(event)) return event.stopPropagation();
        this.pointers.set(event.pointerId, at);
        this.isPinched = this.pointers.size > 1;
        if (this.pointers.size === 2) {
            // Two fingers zoom; the line that the first had begun is forgotten.
            this.board()?.drop();
            this.drag = null;
            event.stopPropagation();
        } else if (this.pointers.size > 2) {
            event.stopPropagation();
        } else if (this.isClose && (event.button === 1 || !this.board()?.grabs(event))) {
            this.drag = { id: event.pointerId, at, far: 0 };
            if (event.button === 1) event.preventDefault();
        }
    }

    /**
     * Whether a second touch comes too late to be a pinch, while the first draws a line, which goes on.
     * @param {PointerEvent} event
     */
    isPalm(event) {
        const { time, far } = this.begun;
        const isLate = far > LINE || (far > REST && event.timeStamp - time > PINCH);
        return isLate && Boolean(this.board()?.draws());
    }

    /** @param {PointerEvent} event */
    move(event) {
        const old = this.pointers.get(event.pointerId);
        if (!old) return;
        const now = [event.clientX, event.clientY];
        if (this.pointers.size === 2) {
            const [other] = [...this.pointers].flatMap(([id, at]) => (id === event.pointerId ? [] : [at]));
            const far = (/** @type {Place} */ a) => Math.max(20, Math.hypot(a[0] - other[0], a[1] - other[1]));
            const half = (/** @type {Place} */ a) => [(a[0] + other[0]) / 2, (a[1] + other[1]) / 2];
            this.pointers.set(event.pointerId, now);
            this.slide(half(old), half(now));
            this.by(far(now) / far(old), half(now));
            this.dragged = true;
            event.stopPropagation();
            return;
        }
        this.pointers.set(event.pointerId, now);
        const { at, far } = this.begun;
        this.begun.far = Math.max(far, Math.hypot(now[0] - at[0], now[1] - at[1]));
        if (this.drag?.id !== event.pointerId) return;
        this.drag.far = Math.max(this.drag.far, Math.hypot(now[0] - this.drag.at[0], now[1] - this.drag.at[1]));
        if (this.drag.far < 8) return;
        this.dragged = true;
        this.slide(old, now);
    }

    /**
     * @param {Place} from
     * @param {Place} to
     */
    slide(from, to) {
        const [a, b] = [this.place(from), this.place(to)];
        this.shift(a[0] - b[0], a[1] - b[1]);
    }

    /** @param {PointerEvent} event */
    up(event) {
        const pinching = this.pointers.size > 1;
        if (!this.pointers.delete(event.pointerId)) return;
        if (pinching) event.stopPropagation();
        if (this.drag?.id === event.pointerId) this.drag = null;
        if (!this.pointers.size) this.waiting.splice(0).forEach((done) => done(!this.isPinched));
    }

    /**
     * Waits until nothing is pressed, and returns whether it was a single press.
     * @returns {Promise<boolean>}
     */
    lifted() {
        return new Promise((done) => (this.pointers.size ? this.waiting.push(done) : done(true)));
    }
}
