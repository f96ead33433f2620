// The board of Sprouts and Brussels Sprouts: curves and spots.

import { joined } from "./joined.js";
import { Motion } from "./motion.js";
import { placeNames } from "./names.js";
import { apart, marked, meant } from "./offers.js";
import { BESIDE, Pen, RING } from "./pen.js";
import { calm, candidates, flattened, roving, shape, spline } from "./shapes.js";
import { SHEET, Sight } from "./sight.js";
import { disc, nearest } from "./spots.js";
import { area, lengthOf, linesOf, pairs, ways } from "./ways.js";

/**
 * @typedef {import("./types.js").Place} Place
 * @typedef {import("./types.js").Preview} Preview
 * @typedef {import("./types.js").Candidate} Candidate
 * @typedef {import("./types.js").Drawn} Drawn
 */

// The size of a spot's halo, in radii of the spot.
const HALO = 1.6;
// The pixels from a spot at which a finger and a finer pen find it.
const FINGER = 26;
const FINE = 12;

export class Drawing {
    /**
     * @param {HTMLElement} box
     * @param {import("./types.js").Wants} wants
     * @param {import("./zoom.js").Zoom} zoom
     */
    constructor(box, wants, zoom) {
        this.wants = wants;
        this.zoom = zoom;
        const layer = (/** @type {string} */ name) => shape("g", { class: name, "aria-hidden": "true" });
        this.shades = layer("shades");
        this.lines = layer("lines");
        this.worths = layer("candidates");
        this.ghosts = layer("ghost");
        this.spots = shape("g", { class: "spots" });
        this.svg = shape("svg", { role: "group", class: "drawing" });
        this.pen = new Pen(this, wants);
        this.sight = new Sight(zoom, this.svg, () => this.pen.stroke !== null);
        this.motion = new Motion(() => wants.rested?.());
        const { least, side } = SHEET;
        this.svg.append(
            shape("rect", { class: "paper", x: least, y: least, width: side, height: side }),
            this.shades,
            this.lines,
            this.worths,
            this.ghosts,
            this.pen.ink,
            this.pen.mark,
            this.spots,
        );
        box.replaceChildren(this.svg);
        /** @type {Drawn} */
        this.board = { width: 0, lines: [], spots: [], stars: [], places: [] };
        this.isShown = false;
        this.active = false;
        /** @type {SVGPathElement[]} */
        this.paths = [];
        /** @type {SVGGElement[]} the spots, those that can be pressed, and the name of the one with the focus */
        this.nodes = [];
        /** @type {SVGGElement[]} */
        this.open = [];
        /** @type {string | null} */
        this.focused = null;
        /** @type {import("./offers.js").Choice[]} the moves among which a tap chooses */
        this.choices = [];
        /** @type {Place[]} the places of what is drawn of a move that is not made */
        this.drafts = [];
        /** @type {import("./npm/index.js").Disc[]} the spots with a ring around them */
        this.ringed = [];
        // How high the names are that were placed last, and the task that places them.
        this.letters = 0;
        this.labelling = 0;
    }

    get isMoving() {
        return this.motion.isMoving;
    }

    /**
     * Shows another board. Without `from` nothing is animated.
     * @param {import("./npm/index.js").Board} shown
     * @param {import("./types.js").From | null} from
     */
    show(shown, from) {
        if (shown.kind !== "drawing") return;
        const before = this.isShown ? this.board : null;
        this.isShown = true;
        const sheet = joined(shown);
        const board = { ...sheet, places: sheet.lines.flatMap(({ points }) => pairs(flattened(points, 2))) };
        this.board = board;
        this.motion.stop();
        this.svg.classList.toggle("crosses", board.stars.length > 0);
        // A line that was drawn ahead is for the position after the next move, not for one that undo leads to.
        if (!from) this.pen.drop();
        if (!this.pen.stroke && !this.pen.ahead) this.pen.clear();
        this.build(board, from ? before : null);
        this.ghost(null);
        this.candidates([]);
        this.sight.show(board, Boolean(from));
        const { paths, nodes, lines } = this;
        if (before && from && !calm()) {
            this.motion.begin(before, { board, paths, nodes, lines, scale: this.scale() }, from);
        }
    }

    /** What a picture of the whole drawing shows. */
    extent() {
        return this.sight.extent(this.board);
    }

    /** Another game begins. */
    forget() {
        this.sight.forget();
    }

    /**
     * The line of a preview that shows most plainly how to draw one: the shortest that is on the paper in sight.
     * @param {Preview[]} ghosts
     */
    plainest(ghosts) {
        const lines = ghosts.map((ghost) => ({ ghost, places: ways(ghost) }));
        const cost = (/** @type {{ places: Place[] }} */ { places }) =>
            lengthOf(places) + (places.some((place) => this.sight.isOut(place)) ? SHEET.page ** 2 : 0);
        return lines.sort((a, b) => cost(a) - cost(b))[0].ghost;
    }

    /**
     * The spots to which no line leads fade while the pen is down.
     * @param {string[]} names
     */
    fence(names) {
        this.nodes.forEach((node, i) => node.classList.toggle("fenced", names.includes(this.board.spots[i].name)));
    }

    /**
     * Updates what can be pressed, without touching what moves.
     * @param {import("./types.js").Shown} shown
     */
    state({ label, active, picked, player }) {
        this.active = active;
        this.svg.setAttribute("aria-label", label);
        this.svg.classList.toggle("active", active);
        this.pen.ink.dataset.owner = String(player ?? "none");
        this.open = [];
        this.nodes.forEach((node, i) => {
            const spot = this.board.spots[i];
            const isPicked = picked.includes(spot.name);
            node.classList.toggle("picked", isPicked);
            if (spot.open && active) {
                this.open.push(node);
                node.setAttribute("role", "button");
                node.setAttribute("aria-pressed", String(isPicked));
            } else {
                node.setAttribute("role", "img");
                node.removeAttribute("aria-pressed");
                node.removeAttribute("tabindex");
            }
        });
        const { open } = this;
        const held =
            open.find((node) => node === document.activeElement) ??
            open.find((node) => node.dataset.name === this.focused);
        open.forEach((node) => node.setAttribute("tabindex", node === (held ?? open[0]) ? "0" : "-1"));
        if (this.focused && held && document.activeElement === document.body) held.focus();
        if (active) this.focused = null;
        if (active && this.pen.ahead) {
            setTimeout(() => this.pen.replay(), Math.max(0, this.motion.rest - performance.now()));
        }
    }

    /**
     * Shows the numbers of the spots that a text names.
     * @param {string} text
     */
    name(text) {
        const names = new Set(text.match(/\d+[a-z]?/g));
        this.nodes.forEach((node, i) => node.classList.toggle("named", names.has(this.board.spots[i].name)));
        if (names.size) this.label();
    }

    /**
     * Shows a preview of a move; `null` removes it.
     * @param {Preview | null} ghost
     */
    ghost(ghost) {
        const names = ghost?.kind === "line" ? ghost.ends : [];
        const ends = this.board.spots.filter((spot) => names.includes(spot.name));
        this.ghosts.replaceChildren(
            ...sketch(ghost),
            ...ends.map((spot) => shape("circle", { cx: spot.x, cy: spot.y, r: spot.radius * RING })),
        );
        const isNew = ghost || this.drafts.length > 0;
        this.drafts = ways(ghost);
        this.ringed = ends;
        if (isNew) this.label(true);
        this.sight.preview([ghost]);
    }

    /**
     * Shows moves of which a tap takes one, each with a mark where it is farthest from the others.
     * @param {Candidate[]} moves
     */
    candidates(moves) {
        if (!moves.length && !this.choices.length) return;
        this.choices = marked(moves, this.board.spots);
        candidates(this.worths, this.choices, sketch, ({ mark }) => mark, Math.max(1, 1 / this.scale()));
        this.label(true);
        this.sight.preview(moves.map(({ ghost }) => ghost));
    }

    /**
     * The lines of moves that a finger can tell apart, the shortest first.
     * @param {Candidate[]} moves
     */
    apart(moves) {
        return apart(moves, this.board.spots, this.scale());
    }

    /**
     * The candidate that a press means.
     * @param {PointerEvent} event
     */
    chosen(event) {
        const place = this.zoom.place([event.clientX, event.clientY]);
        if (!this.choices.length || this.near(place, BESIDE / this.scale()) !== undefined) return undefined;
        return meant(this.choices, place, this.reach(event));
    }

    /** Places the numbers of the spots and the names of the arms, in a task of its own while none are shown. */
    label(isNew = false) {
        if (isNew) this.letters = 0;
        clearTimeout(this.labelling);
        if (this.svg.closest(".numbered, .naming") || this.spots.querySelector(".named")) this.placeNames();
        else this.labelling = setTimeout(() => this.placeNames());
    }

    // They are as large on a small picture as on a large one.
    placeNames() {
        const letters = Math.max(10, 15 / this.scale());
        if (Math.abs(letters - this.letters) < 0.1 * letters) return;
        this.letters = letters;
        const drafts = [...this.drafts, ...this.choices.flatMap(({ places }) => places)];
        placeNames(this.board, this.nodes, drafts, this.ringed, letters);
    }

    /** @param {Place} place */
    onScreen([x, y]) {
        const { a, d, e, f } = this.svg.getScreenCTM() ?? new DOMMatrix();
        return [a * x + e, d * y + f];
    }

    /** Where there is ink, on the screen. */
    ink() {
        const { places, spots } = this.board;
        const offered = this.choices.flatMap(({ places }) => places);
        const texts = this.nodes.map((node) => (node.classList.contains("named") ? node.querySelector("text") : null));
        const names = texts.flatMap((text) => (text ? [["x", "y"].map((k) => Number(text.getAttribute(k)))] : []));
        // A spot is as large as its halo.
        const around = spots.flatMap(({ x, y, radius }) =>
            [0, 1, 2, 3, 4, 5].map((i) => [
                x + Math.cos((i * Math.PI) / 3) * radius * HALO,
                y + Math.sin((i * Math.PI) / 3) * radius * HALO,
            ]),
        );
        const all = [...places, ...offered, ...this.drafts, ...names, ...around];
        return all.map((place) => this.onScreen(place));
    }

    /**
     * Marks a part of the board.
     * @param {import("./npm/index.js").Area | null} land
     */
    shade(land) {
        this.shades.replaceChildren(...(land ? [area(land)] : []));
    }

    /**
     * Returns a small picture of the board with a part of it marked.
     * @param {import("./npm/index.js").Area} land
     */
    thumbnail(land) {
        const { lines, spots } = this.board;
        const marked = spots.filter((spot) => land.spots.includes(spot.name));
        return shape(
            "svg",
            { viewBox: `0 0 ${SHEET.page} ${SHEET.page}`, class: "thumbnail", "aria-hidden": "true" },
            area(land),
            ...lines.map((line) => shape("path", { class: "line", d: spline(line.points) })),
            ...marked.map((spot) => shape("circle", { cx: spot.x, cy: spot.y, r: 15 })),
        );
    }

    /**
     * Draws a board; `before` is that of the move before, whose spots lose lives.
     * @param {Drawn} board
     * @param {Drawn | null} before
     */
    build(board, before) {
        const { activeElement } = document;
        if (this.spots.contains(activeElement)) {
            this.focused = /** @type {SVGElement} */ (activeElement).dataset.name ?? null;
        }
        const width = Math.max(board.width, 1.8);
        this.svg.style.setProperty("--width", `${width}px`);
        this.paths = board.lines.map((line) =>
            shape("path", {
                class: `line owner${line.owner ?? "-none"}${line.last ? " last" : ""}`,
                d: spline(line.points),
            }),
        );
        const stars = pairs(board.stars).map(([cx, cy]) => shape("circle", { class: "star", cx, cy, r: width * 1.5 }));
        this.lines.replaceChildren(...this.paths, ...stars);
        this.nodes = board.spots.map((spot) => {
            const old = before?.spots.find((other) => other.name === spot.name);
            return disc(spot, board.lines, before && old ? { spot: old, lines: before.lines } : null);
        });
        this.spots.replaceChildren(...this.nodes);
        this.label(true);
        roving(this.nodes, (node, dx, dy) => {
            const spots = this.open.map((each) => board.spots[this.nodes.indexOf(each)]);
            return this.open[nearest(spots, this.open.indexOf(node), dx, dy)];
        });
        this.nodes.forEach((node, i) =>
            node.addEventListener("keydown", (event) => {
                if ((event.key === "Enter" || event.key === " ") && node.getAttribute("role") === "button") {
                    event.preventDefault();
                    this.wants.pick(board.spots[i].name);
                }
            }),
        );
    }

    /** How many pixels a unit of the page has. */
    scale() {
        return this.svg.getScreenCTM()?.a || 1;
    }

    /**
     * How far from a spot a press on it may be.
     * @param {PointerEvent} event
     */
    reach(event) {
        return (event.pointerType === "touch" ? FINGER : FINE) / this.scale();
    }

    /**
     * Whether a press begins a line, rather than moving the enlarged paper.
     * @param {PointerEvent} event
     */
    grabs(event) {
        return this.near(this.pen.place(event), this.reach(event)) !== undefined || Boolean(this.chosen(event));
    }

    /**
     * Whether a tap there is on something of the board.
     * @param {PointerEvent} event
     */
    picks(event) {
        return this.grabs(event);
    }

    /** Whether a line is on its way from a spot. */
    draws() {
        return this.pen.stroke !== null && this.pen.stroke.kind !== "astray";
    }

    /** Drops the stroke in progress. Returns whether there was one. */
    drop() {
        return this.pen.drop();
    }

    /** @param {string | undefined} name */
    spot(name) {
        return this.board.spots.find((spot) => spot.name === name);
    }

    /**
     * How far a spot still is from its target.
     * @param {string | undefined} name
     */
    shiftOf(name) {
        return this.motion.shifts.get(name ?? "") ?? [0, 0];
    }

    /**
     * The name of the spot at a place, as far as it is shown there.
     * @param {Place} place
     * @param {number} reach
     */
    near([x, y], reach) {
        const spots = this.board.spots.map((spot) => {
            const [dx, dy] = this.shiftOf(spot.name);
            return { spot, far: Math.hypot(spot.x + dx - x, spot.y + dy - y) - spot.radius };
        });
        const found = spots.filter(({ far }) => far <= reach).sort((a, b) => a.far - b.far);
        return (found.find(({ spot }) => spot.open) ?? found[0])?.spot.name;
    }
}

/** @param {Preview | null} ghost */
const sketch = (ghost) => linesOf(ghost).map((points) => shape("path", { d: spline(points) }));
