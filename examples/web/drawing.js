// The board of Sprouts and Brussels Sprouts: curves, spots, and a pen.

import { joined, reversed } from "./joined.js";
import { recoil } from "./recoil.js";
import { bounds, calm, candidates, flattened, polyline, resampled, roving, shape, spline, tapOf } from "./shapes.js";
import { BODY, clearest, disc, END, leaving, nearest } from "./spots.js";

const PAGE = 400;
const MARGIN = 24;
const SIDE = PAGE + 2 * MARGIN;
const POINTS = 48;
const DRAFT = 24;
// The free paper around what is drawn, so that a line can go around it: at least, and at the beginning. What comes
// closer to the edge shows another strip of paper, so broad that the next lines do not move the paper again.
const AROUND = 18;
const BEGIN = 64;
const STRIP = 30;
// About the length of an arm of a cross.
const ARM = 32;
// The room around a hint that the window has at least.
const NEAR = 8;
// The most lines that are offered at once, and the pixels from the mark of each to all others.
const MOST_OFFERED = 6;
const APART = 15;
// The pixels that a tap may move, and those beside a spot that it may be if it can also mean a line.
const TAP = 6;
const BESIDE = 5;
// The size of the ring around a spot that a hint joins, in radii of the spot.
const RING = 1.8;
const HALO = 1.6;
// The milliseconds for spots and lines to make room, and for a program to draw a line.
const ROOM = 300;
const PEN = 520;
// The milliseconds that a pixel of way takes at least, and the longest step in time from a frame to the next.
const PACE = 3;
const FRAME = 18;

export class Drawing {
    // `zoom` is the closer look. `wants` has: pick(name, at), take(candidate), pen(message) -> promise of the
    // library's answer, lift(reach, path), refused(reason, at), say(text, at), idle() when someone presses the pen on
    // a board that is not theirs to draw on, rested() when the picture stops moving, missed(at, isEnd) when the
    // beginning or the end of a stroke meets no spot, and mayDrawAhead(), whether a line may be drawn for the next
    // turn. `at` is the place of the pen on the screen.
    constructor(box, wants, zoom) {
        this.wants = wants;
        this.zoom = zoom;
        this.shades = shape("g", { "aria-hidden": "true" });
        this.lines = shape("g", { class: "lines", "aria-hidden": "true" });
        this.worths = shape("g", { class: "candidates", "aria-hidden": "true" });
        this.ghosts = shape("g", { class: "ghost", "aria-hidden": "true" });
        this.pen = shape("path", { class: "pen", "aria-hidden": "true" });
        this.mark = shape("g", { class: "mark", "aria-hidden": "true" });
        this.spots = shape("g", { class: "spots" });
        this.svg = shape("svg", { role: "group", class: "drawing" });
        this.svg.append(
            shape("rect", { class: "paper", x: -MARGIN, y: -MARGIN, width: SIDE, height: SIDE }),
            this.shades,
            this.lines,
            this.worths,
            this.ghosts,
            this.pen,
            this.mark,
            this.spots,
        );
        box.replaceChildren(this.svg);
        this.board = null;
        // The moves among which a tap chooses, and the places of what is drawn of moves that are not made.
        this.choices = [];
        this.drafts = [];
        // The spots with a ring around them.
        this.ringed = [];
        this.stroke = null;
        this.frame = 0;
        // A line drawn ahead, while it was not yet the person's turn, and when the picture stops moving.
        this.ahead = null;
        this.rest = 0;
        this.isMoving = false;
        // The parts of the sheet that were in sight, by the number of lines.
        this.homes = [];
        // What is in sight for a preview.
        this.previewed = null;
        // How far each spot still is from its target.
        this.shifts = new Map();
        for (const kind of ["down", "move", "up", "cancel"]) {
            this.svg.addEventListener(`pointer${kind}`, (event) => this[kind](event));
        }
    }

    // Shows another board. `from` has the path of the pen, if the line was drawn by hand, and the new lines; without it
    // nothing is animated.
    show(shown, from) {
        const before = this.board;
        const board = joined(shown);
        this.board = board;
        cancelAnimationFrame(this.frame);
        this.isMoving = false;
        this.shifts.clear();
        this.svg.classList.toggle("crosses", board.stars.length > 0);
        if (!this.stroke && !this.ahead) this.clear();
        this.build(board, from ? before : null);
        this.ghost(null);
        this.candidates([]);
        // The part of the sheet in sight begins as a square and grows with the drawing. An earlier position of the same
        // game is as large as it was, and a game that is opened again as large as it had become.
        const n = board.lines.length;
        if (!from || !this.home) this.home = this.homes[n];
        if (!this.home) {
            const sides = around(beginning(shown), 0);
            const half =
                BEGIN + (board.stars.length ? ARM : 0) + Math.max(...sides.map(([low, high]) => (high - low) / 2));
            this.begun = this.home = sides.map(([low, high]) => {
                const middle = (low + high) / 2;
                return [Math.max(-MARGIN, middle - half), Math.min(PAGE + MARGIN, middle + half)];
            });
        }
        this.previewed = null;
        this.reveal(around(board, AROUND));
        this.homes[n] = this.home;
        if (before && from && !calm()) this.animate(before, board, from);
    }

    /** What a picture of the whole drawing shows, with equal room on all sides. */
    extent() {
        const [[left, right], [top, bottom]] = around(this.board, AROUND);
        return [left, top, right - left, bottom - top];
    }

    // Another game begins.
    forget() {
        this.homes = [];
    }

    // Shows more of the sheet, in whole strips, if places are out of sight; for a preview, until the next position.
    // Nothing moves under a pen.
    reveal(sides, isPreview = false) {
        const strips = (beyond) => STRIP * Math.ceil(Math.max(0, beyond) / STRIP);
        const home = this.home.map(([low, high], k) => [
            low - strips(low - sides[k][0]),
            high + strips(sides[k][1] - high),
        ]);
        if (!isPreview) this.home = home;
        if (this.stroke && this.zoom.svg === this.svg) return;
        // Where the window has room beside the paper, both sides grow alike, so that nothing moves.
        const room = [innerWidth, innerHeight];
        const size = home.map(([low, high]) => high - low);
        const [[x, right], [y, bottom]] = this.begun.map(([low, high], k) => {
            const grown = Math.max(low - home[k][0], home[k][1] - high);
            const isFree = (high - low + 2 * grown) * room[1 - k] <= size[1 - k] * room[k];
            return isFree ? [low - grown, high + grown] : home[k];
        });
        this.zoom.show(this.svg, [x, y, right - x, bottom - y]);
    }

    // Shows the paper of previews, which stays in sight until the next position.
    preview(ghosts) {
        const lines = ghosts.flatMap((ghost) => ghost?.lines ?? []).map((points) => ({ points }));
        if (!lines.length) return;
        this.previewed = around({ lines, spots: [] }, NEAR);
        this.reveal(this.previewed, true);
    }

    /** The line of a preview that shows most plainly how to draw one: the shortest that is on the paper in sight. */
    plainest(ghosts) {
        const isOut = (place) => place.some((x, k) => x < this.home[k][0] + NEAR || x > this.home[k][1] - NEAR);
        const lines = ghosts.map((ghost) => ({ ghost, places: ways(ghost) }));
        const cost = ({ places }) => lengthOf(places) + (places.some(isOut) ? PAGE * PAGE : 0);
        return lines.sort((a, b) => cost(a) - cost(b))[0].ghost;
    }

    // The spots to which no line leads fade while the pen is down.
    fence(names) {
        this.nodes.forEach((node) => node.classList.toggle("fenced", names.includes(node.dataset.name)));
    }

    // The pen is up: shows what it has held back.
    release() {
        this.stroke = null;
        this.fence([]);
        this.reveal(this.previewed ?? this.home, true);
    }

    // Updates what can be pressed, without touching what moves.
    state({ label, active, picked, player }) {
        this.active = active;
        this.svg.setAttribute("aria-label", label);
        this.svg.classList.toggle("active", active);
        this.pen.dataset.owner = player ?? "none";
        const open = [];
        this.nodes.forEach((node, i) => {
            const spot = this.board.spots[i];
            const may = spot.open && active;
            node.classList.toggle("picked", picked.includes(spot.name));
            if (may) {
                open.push(node);
                node.setAttribute("role", "button");
                node.setAttribute("aria-pressed", picked.includes(spot.name));
            } else {
                node.setAttribute("role", "img");
                node.removeAttribute("aria-pressed");
                node.removeAttribute("tabindex");
            }
        });
        this.open = open;
        const held =
            open.find((node) => node === document.activeElement) ??
            open.find((node) => node.dataset.name === this.focused);
        open.forEach((node) => node.setAttribute("tabindex", node === (held ?? open[0]) ? 0 : -1));
        if (this.focused && held && document.activeElement === document.body) held.focus();
        if (active) this.focused = null;
        if (active && this.ahead) setTimeout(() => this.replay(), Math.max(0, this.rest - performance.now()));
    }

    // Shows the numbers of the spots that a text names.
    name(text) {
        const names = new Set(text.match(/\d+[a-z]?/g));
        this.nodes?.forEach((node) => node.classList.toggle("named", names.has(node.dataset.name)));
        if (names.size) this.label();
    }

    clear() {
        this.pen.removeAttribute("d");
        this.pen.classList.remove("blocked", "ahead");
        this.mark.replaceChildren();
    }

    // Shows a preview of a move; `null` removes it.
    ghost(ghost) {
        const ends = this.board.spots.filter((spot) => ghost?.ends?.includes(spot.name));
        this.ghosts.replaceChildren(
            ...this.sketch(ghost),
            ...ends.map((spot) => shape("circle", { cx: spot.x, cy: spot.y, r: spot.radius * RING })),
        );
        const isNew = ghost || this.drafts.length > 0;
        this.drafts = ways(ghost);
        this.ringed = ends;
        if (isNew) this.label(true);
        this.preview([ghost]);
    }

    sketch(ghost) {
        return ghost?.kind === "line" ? ghost.lines.map((points) => shape("path", { d: spline(points) })) : [];
    }

    // Shows moves of which a tap takes one, each with a mark where it is farthest from the others.
    candidates(moves) {
        if (!moves.length && !this.choices.length) return;
        this.choices = moves.map((move) => ({ ...move, places: ways(move.ghost) }));
        for (const choice of this.choices) choice.mark = this.own(choice, this.choices).mark;
        candidates(
            this.worths,
            this.choices,
            (ghost) => this.sketch(ghost),
            ({ mark }) => mark,
            Math.max(1, 1 / this.scale()),
        );
        this.label(true);
        this.preview(moves.map(({ ghost }) => ghost));
    }

    // The place of a line that is farthest from others and from all spots, and how far that is.
    own(line, others) {
        const taken = this.board.spots.map(({ x, y }) => [x, y]);
        for (const other of others) if (other !== line) taken.push(...other.places);
        const free = ([x, y]) => Math.min(...taken.map(([a, b]) => Math.hypot(a - x, b - y)));
        const all = line.places.map((mark) => ({ mark, room: free(mark) }));
        return all.reduce((best, one) => (one.room > best.room ? one : best));
    }

    /** The lines of moves that a finger can tell apart, the shortest first. */
    apart(moves) {
        const lines = moves.map((move) => ({ move, places: ways(move.ghost) }));
        const room = APART / this.scale();
        let taken = [];
        for (const line of lines.sort((a, b) => lengthOf(a.places) - lengthOf(b.places))) {
            const more = [...taken, line];
            if (more.length <= MOST_OFFERED && more.every((one) => this.own(one, more).room > room)) taken = more;
        }
        return taken.map(({ move }) => move);
    }

    // The candidate that a press means.
    chosen(event) {
        const [x, y] = this.zoom.place([event.clientX, event.clientY]);
        if (!this.choices.length || this.near(x, y, BESIDE / this.scale()) !== undefined) return undefined;
        const far = ([a, b]) => Math.hypot(a - x, b - y);
        const near = this.choices.map((choice) => ({ choice, least: Math.min(...choice.places.map(far)) }));
        const found = near.filter(({ least }) => least <= this.reach(event));
        // Where lines run together, the mark counts.
        const cost = ({ choice, least }) => least + 0.1 * far(choice.mark);
        return found.sort((a, b) => cost(a) - cost(b))[0]?.choice;
    }

    // Places the numbers of the spots and the names of the arms, in a task of its own while none are shown.
    label(isNew = false) {
        if (isNew) this.letters = 0;
        clearTimeout(this.labelling);
        if (this.svg.closest(".numbered, .naming") || this.spots.querySelector(".named")) this.placeNames();
        else this.labelling = setTimeout(() => this.placeNames());
    }

    // The numbers and names are as large on a small picture as on a large one: the name of an arm is beyond its end,
    // that of a spot where nothing else is.
    placeNames() {
        const letters = Math.max(10, 15 / this.scale());
        if (Math.abs(letters - this.letters) < 0.1 * letters) return;
        this.letters = letters;
        const places = [...this.board.places, ...this.drafts, ...this.choices.flatMap(({ places }) => places)];
        this.nodes?.forEach((node, i) => {
            const spot = this.board.spots[i];
            const isEnd = /\D/.test(spot.name);
            const [way] = isEnd ? leaving(spot, this.board.lines) : [];
            const size = this.ringed.includes(spot) ? RING : isEnd ? END : BODY;
            const far = spot.radius * size + 0.75 * letters;
            const turn = way === undefined ? clearest(spot, { ...this.board, places }, far) : way + Math.PI;
            const [x, y] = [spot.x + Math.cos(turn) * far, spot.y + Math.sin(turn) * far];
            const text = node.querySelector("text");
            text.setAttribute("x", x);
            text.setAttribute("y", y);
            // The next ones keep off this one, which is as broad as its letters.
            const half = (letters / 4) * spot.name.length;
            for (const off of [-half, 0, half]) places.push([x + off, y]);
        });
    }

    onScreen([x, y]) {
        const { a, d, e, f } = this.svg.getScreenCTM();
        return [a * x + e, d * y + f];
    }

    // Where there is ink, on the screen.
    ink() {
        const { places, spots } = this.board;
        const offered = this.choices.flatMap(({ places }) => places);
        const named = this.nodes.filter((node) => node.classList.contains("named"));
        const names = named.map((node) => ["x", "y"].map((k) => Number(node.querySelector("text").getAttribute(k))));
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

    // Marks a part of the board.
    shade(land) {
        this.shades.replaceChildren(...(land ? [area(land)] : []));
    }

    // Returns a small picture of the board with a part of it marked.
    thumbnail(land) {
        const { lines, spots } = this.board;
        const marked = spots.filter((spot) => land.spots.includes(spot.name));
        return shape(
            "svg",
            { viewBox: `0 0 ${PAGE} ${PAGE}`, class: "thumbnail", "aria-hidden": "true" },
            area(land),
            ...lines.map((line) => shape("path", { class: "line", d: spline(line.points) })),
            ...marked.map((spot) => shape("circle", { cx: spot.x, cy: spot.y, r: 15 })),
        );
    }

    // `before` is the board of the move before, whose spots lose lives.
    build(board, before) {
        if (this.spots.contains(document.activeElement)) {
            this.focused = /** @type {SVGElement} */ (document.activeElement).dataset.name;
        }
        const width = Math.max(board.width, 1.8);
        this.svg.style.setProperty("--width", `${width}px`);
        this.paths = board.lines.map((line) =>
            shape("path", {
                class: `line owner${line.owner ?? "-none"}${line.last ? " last" : ""}`,
                d: spline(line.points),
            }),
        );
        this.lines.replaceChildren(...this.paths);
        this.stars = [];
        for (let i = 0; i < board.stars.length; i += 2) {
            this.stars.push(
                shape("circle", { class: "star", cx: board.stars[i], cy: board.stars[i + 1], r: width * 1.5 }),
            );
        }
        this.lines.append(...this.stars);
        board.places = board.lines.flatMap(({ points }) => pairs(flattened(points, 2)));
        this.nodes = board.spots.map((spot) =>
            disc(
                spot,
                board,
                before?.spots.find((other) => other.name === spot.name),
                before,
            ),
        );
        this.spots.replaceChildren(...this.nodes);
        this.label(true);
        roving(this.nodes, (node, dx, dy) => {
            const open = this.open ?? [];
            const spots = open.map((each) => board.spots.find((spot) => spot.name === each.dataset.name));
            return open[nearest(spots, open.indexOf(node), dx, dy)];
        });
        this.nodes.forEach((node) =>
            node.addEventListener("keydown", (event) => {
                if ((event.key === "Enter" || event.key === " ") && node.getAttribute("role") === "button") {
                    event.preventDefault();
                    this.wants.pick(node.dataset.name);
                }
            }),
        );
    }

    // The old board makes room. A line drawn by hand moves to its final shape; one drawn by a program is drawn along
    // its path, attached to spots that still move. A new spot pops in.
    animate(before, board, from) {
        // The arms that a line of a program joins stay as they were until it is complete; the pen goes over them.
        const arms = board.lines.map((_, i) => i).filter((i) => board.lines[i].last && !from.fresh.includes(i));
        const fresh = this.births(board, from, from.path || !from.fresh.length ? [] : arms);
        const tracks = board.lines
            .map((line, i) => {
                if (from.fresh.includes(i) || !before.lines[i]) return null;
                const [old, to] = [before.lines[i].points, line.points];
                const isDrawn = fresh.some((birth) => birth.i === i);
                const still = old.length === to.length && old.every((x, k) => Math.abs(x - to[k]) < 0.05);
                if (still && !isDrawn) return null;
                const ways = { from: sampled(old), to: sampled(to) };
                return isDrawn ? { ...this.copy(before, i), ...ways } : { node: this.paths[i], ...ways };
            })
            .filter((track) => track);
        const places = board.spots.map((spot, i) => {
            // The arms of a new bar have the names of those that the line has joined.
            const old =
                spot.fresh && from.fresh.length ? undefined : before.spots.find((other) => other.name === spot.name);
            return { node: this.nodes[i], spot, fresh: !old, x: (old ?? spot).x - spot.x, y: (old ?? spot).y - spot.y };
        });
        const shift = (x, y, s) => {
            const near = places.find(({ spot, fresh }) => !fresh && Math.hypot(spot.x - x, spot.y - y) < 1);
            return near ? [near.x * (1 - s), near.y * (1 - s)] : [0, 0];
        };
        // No faster than the eye follows: the farthest way takes its time, and a late frame does not make up for it.
        const farthest = Math.max(
            ...places.map(({ fresh, x, y }) => (fresh ? 0 : Math.hypot(x, y))),
            ...tracks.map(({ from, to }) => Math.max(...to.map((x, k) => Math.abs(x - from[k])))),
        );
        const room = Math.max(ROOM, farthest * this.scale() * PACE);
        const moves = tracks.length || places.some(({ fresh, x, y }) => !fresh && Math.hypot(x, y) > 0.05);
        const wait = from.path ? 0 : moves ? room * 0.7 : 0;
        const whole = from.path ? room : wait + Math.max(PEN, room * 0.3);
        const set = (i, d) => this.paths[i].setAttribute("d", d);
        const hide = (node, hidden) => node?.setAttribute("visibility", hidden ? "hidden" : "visible");
        this.rest = performance.now() + whole + 200;
        this.isMoving = true;
        let time = 0;
        let last = performance.now();
        const step = (now) => {
            time += Math.min(FRAME, Math.max(0, now - last));
            last = now;
            const s = ease(time / room);
            for (const { node, tip, from, to } of tracks) {
                const way = to.map((x, k) => from[k] + (x - from[k]) * s);
                node.setAttribute("d", spline(way));
                tip?.node.setAttribute("transform", `translate(${way.at(tip.at)} ${way.at(tip.at + 1)})`);
                if (tip && time > wait + PEN) [node, tip.node].forEach((old) => old.remove());
            }
            for (const line of fresh) {
                const { i, to } = line;
                const n = to.length / 2;
                if (line.from) {
                    set(i, spline(to.map((x, k) => line.from[k] + (x - line.from[k]) * s)));
                    continue;
                }
                const share = ease((time - wait) / PEN);
                const drawn = Math.min(1, Math.max(0, (share - line.begins) / (line.ends - line.begins)));
                const [a, b] = [shift(to[0], to[1], s), shift(to.at(-2), to.at(-1), s)];
                const way = [];
                const last = Math.max(1, Math.round(drawn * (n - 1)));
                const order = (k) => (line.turned ? n - 1 - k : k);
                for (let k = 0; k <= last; k++) {
                    const at = order(k);
                    const u = at / (n - 1);
                    way.push(to[2 * at] + a[0] * (1 - u) + b[0] * u, to[2 * at + 1] + a[1] * (1 - u) + b[1] * u);
                }
                hide(this.paths[i], drawn <= 0);
                set(i, spline(way));
            }
            for (const { node, spot, fresh, x, y } of places) {
                if (fresh) {
                    const begins = from.path ? 0.4 * room : wait + PEN * 0.75;
                    const size = pop((time - begins) / 260);
                    node.setAttribute(
                        "transform",
                        `translate(${spot.x} ${spot.y}) scale(${size}) translate(${-spot.x} ${-spot.y})`,
                    );
                } else {
                    this.shifts.set(spot.name, [x * (1 - s), y * (1 - s)]);
                    node.setAttribute("transform", `translate(${x * (1 - s)} ${y * (1 - s)})`);
                }
            }
            if (time < whole + 180) {
                this.frame = requestAnimationFrame(step);
            } else {
                this.shifts.clear();
                this.paths.forEach((path) => hide(path, false));
                board.lines.forEach((line, i) => set(i, spline(line.points)));
                places.forEach(({ node }) => node.removeAttribute("transform"));
                this.isMoving = false;
                this.wants.rested?.();
            }
        };
        step(last);
    }

    // A line of the board before, with the end of a free arm: its place among the coordinates, from the end or not.
    copy({ lines, spots }, i) {
        const { points, owner } = lines[i];
        const node = shape("path", { class: `line owner${owner ?? "-none"}` });
        const isAt = ({ x, y }, at) => Math.hypot(points.at(at) - x, points.at(at + 1) - y) < 1;
        const ends = [0, -2].map((at) => ({ at, spot: spots.find((spot) => isAt(spot, at)) }));
        const { at, spot } = ends.find(({ spot }) => spot) ?? { at: 0, spot: { radius: 0 } };
        const circle = { class: "tip", r: spot.radius * END, "stroke-width": spot.radius * 0.22 };
        const tip = { at, node: shape("circle", circle) };
        this.lines.prepend(node);
        this.lines.append(tip.node);
        return { node, tip };
    }

    // The new lines and the arms that they join: the start shape of each if it was drawn by hand, and otherwise the
    // time at which it is drawn.
    births(board, { path, fresh }, arms) {
        const halves = fresh.slice(0, 2);
        const way = (i) => sampled(board.lines[i].points);
        const meets = (p, q) => Math.hypot(p.at(0) - q.at(0), p.at(1) - q.at(1)) < 1;
        // The parts in the order in which a pen draws them: each continues where the one before ends, in either
        // direction of storage.
        const parts = halves.map((i) => ({ i, to: way(i), turned: false }));
        const forwards = ({ to, turned }) => (turned ? reversed(to) : to);
        const [a, b] = parts;
        if (b) {
            a.turned = ![b.to, reversed(b.to)].some((next) => meets(a.to.slice(-2), next));
            b.turned = !meets(forwards(a).slice(-2), b.to);
        }
        for (const i of arms) {
            const arm = { i, to: way(i), turned: false };
            const first = forwards(parts[0]);
            const isFirst = [arm.to, reversed(arm.to)].some((before) => meets(before.slice(-2), first));
            arm.turned = isFirst ? !meets(arm.to.slice(-2), first) : !meets(forwards(parts.at(-1)).slice(-2), arm.to);
            parts[isFirst ? "unshift" : "push"](arm);
        }
        if (path) {
            const whole = parts.flatMap(forwards);
            const both = [path, reversed(path)].map((way) => resampled(way, parts.length * POINTS));
            const off = (way) => way.reduce((sum, x, k) => sum + (x - whole[k]) ** 2, 0);
            const drawn = off(both[0]) <= off(both[1]) ? both[0] : both[1];
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
        const bar = fresh.slice(2).map((i) => ({ i, to: way(i), turned: false, begins: 0.9, ends: 1 }));
        return [...parts, ...bar];
    }

    // Converts from the screen to the page, limited to the paper in sight.
    place(event) {
        const { left, top, right, bottom } = this.svg.getBoundingClientRect();
        const within = (x, low, high) => Math.min(high - 4, Math.max(low + 4, x));
        return this.zoom.place([within(event.clientX, left, right), within(event.clientY, top, bottom)]);
    }

    // How many pixels a unit of the page has.
    scale() {
        return this.svg.getScreenCTM()?.a || 1;
    }

    reach(event) {
        return (event.pointerType === "touch" ? 26 : 12) / this.scale();
    }

    // Whether a press begins a line, rather than moving the enlarged paper.
    grabs(event) {
        return this.near(...this.place(event), this.reach(event)) !== undefined || Boolean(this.chosen(event));
    }

    // Whether a line is on its way from a spot.
    draws() {
        return Boolean(this.stroke) && !this.stroke.isAstray;
    }

    picks(event) {
        return this.grabs(event);
    }

    async down(event) {
        if (this.stroke || event.button > 0 || (this.zoom.isClose && !this.grabs(event))) return;
        const isAhead = !this.active && this.wants.mayDrawAhead();
        const tapped = this.chosen(event);
        if (!this.active && !isAhead) {
            if (tapped) this.wants.take(tapped);
            else this.wants.idle();
            return;
        }
        let [x, y] = this.place(event);
        const reach = this.reach(event);
        event.preventDefault();
        this.svg.setPointerCapture(event.pointerId);
        this.ghost(null);
        this.ahead = null;
        // Presses apply to what is visible, even during an animation.
        const name = this.near(x, y, reach);
        const [dx, dy] = this.shifts.get(name) ?? [0, 0];
        [x, y] = [x - dx, y - dy];
        const stroke = {
            id: event.pointerId,
            reach,
            tap: tapOf(event, TAP),
            points: [],
            moved: 0,
            at: [event.clientX, event.clientY],
            up: false,
            here: [event.clientX, event.clientY],
            name,
            tapped,
        };
        this.stroke = stroke;
        this.zoom.hold();
        stroke.isAstray = name === undefined;
        if (stroke.isAstray) {
            stroke.points = [x, y];
            return;
        }
        if (isAhead) {
            stroke.isAhead = true;
            stroke.points = [x, y];
            return;
        }
        stroke.begun = this.wants.pen({ do: "down", x, y, reach });
        stroke.begun.then(
            ({ fenced = [] }) => {
                if (this.stroke === stroke) this.fence(fenced);
                this.pump(stroke);
            },
            (error) => {
                stroke.failed = error;
                if (stroke.up) this.end(stroke);
            },
        );
    }

    near(x, y, reach) {
        const far = (spot) => {
            const [dx, dy] = this.shifts.get(spot.name) ?? [0, 0];
            return Math.hypot(spot.x + dx - x, spot.y + dy - y) - spot.radius;
        };
        const spots = this.board.spots.filter((spot) => far(spot) <= reach);
        spots.sort((a, b) => far(a) - far(b));
        return (spots.find((spot) => spot.open) ?? spots[0])?.name;
    }

    move(event) {
        const stroke = this.stroke;
        if (!stroke || event.pointerId !== stroke.id || stroke.up) return;
        const all = event.getCoalescedEvents?.() ?? [];
        for (const each of all.length ? all : [event]) {
            stroke.points.push(...this.place(each));
        }
        stroke.moved = Math.max(stroke.moved, Math.hypot(event.clientX - stroke.at[0], event.clientY - stroke.at[1]));
        stroke.here = [event.clientX, event.clientY];
        if (stroke.isAhead || stroke.isAstray) this.inkAhead(stroke.points);
        else if (stroke.ready) this.pump(stroke);
    }

    // A stroke that begins beside every spot leaves ink and goes back.
    stray(stroke) {
        this.release();
        this.clear();
        if (stroke.tapped && stroke.moved < stroke.tap) return this.wants.take(stroke.tapped);
        this.recoil(stroke.points);
        this.wants.missed(stroke.here);
    }

    // ---- lines drawn ahead ----

    inkAhead(points) {
        this.pen.setAttribute("d", polyline(points));
        this.pen.classList.add("ahead");
    }

    // Keeps a line for the person's turn.
    keepAhead(stroke) {
        this.release();
        const { name, reach, points, here } = stroke;
        const end = this.near(points.at(-2), points.at(-1), reach);
        if (stroke.moved < stroke.tap || end === undefined) {
            this.recoil(points);
            this.clear();
            if (stroke.moved < stroke.tap) this.wants.idle();
            else this.wants.missed(here, true);
            return;
        }
        this.ahead = { name, end, reach, points };
        if (this.active) this.replay();
        else this.wants.say("Drawn ahead: the line counts as soon as it is your turn. Escape takes it away.");
    }

    // Draws the line that was drawn ahead, from where its first spot is now to where its last one is.
    async replay() {
        const { ahead } = this;
        if (!ahead || this.stroke || !this.active) return;
        this.ahead = null;
        const place = (name) => this.board.spots.find((spot) => spot.name === name);
        const [from, to] = [place(ahead.name), place(ahead.end)];
        const stroke = { id: null, here: this.onScreen([to.x, to.y]) };
        this.stroke = stroke;
        await this.settle(stroke, async () => {
            await this.wants.pen({ do: "down", x: from.x, y: from.y, reach: ahead.reach });
            const points = [...ahead.points.slice(2), to.x, to.y];
            const { path, mark } = await this.wants.pen({ do: "draw", points });
            [stroke.path, stroke.mark] = [path, mark];
            if (this.stroke === stroke) await this.wants.lift(ahead.reach, path);
        });
    }

    // Ends the stroke with what `send` tells the table, which may refuse the line.
    async settle(stroke, send) {
        try {
            await send();
        } catch (error) {
            this.recoil(stroke.path ?? []);
            // The reason stands where the line was blocked, wherever the pen went then.
            this.wants.refused(error, stroke.mark ? this.onScreen(stroke.mark) : stroke.here);
        } finally {
            this.release();
            this.clear();
        }
    }

    // Sends the pen's points since the last message, one message at a time.
    async pump(stroke) {
        if (stroke.busy) return;
        stroke.busy = true;
        stroke.ready = true;
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
        stroke.busy = false;
        if (stroke.up) this.end(stroke);
    }

    follow(pen, at) {
        this.pen.setAttribute("d", polyline(pen.path));
        this.pen.classList.toggle("blocked", pen.state === "blocked");
        this.mark.replaceChildren();
        if (pen.mark) {
            const [x, y] = pen.mark;
            this.mark.append(
                shape("circle", { cx: x, cy: y, r: 9 }),
                shape("path", { d: `M${x - 5} ${y - 5}L${x + 5} ${y + 5}M${x - 5} ${y + 5}L${x + 5} ${y - 5}` }),
            );
        }
        // The end that the pen has reached has a ring.
        const [x, y] = pen.path.slice(-2);
        const end = pen.state === "arrived" ? this.near(x, y, BESIDE) : undefined;
        for (const spot of this.board.spots.filter(({ name }) => name === end)) {
            this.mark.append(shape("circle", { class: "arrived", cx: spot.x, cy: spot.y, r: spot.radius * RING }));
        }
        this.wants.say(pen.words, at);
    }

    up(event) {
        const stroke = this.stroke;
        if (!stroke || event.pointerId !== stroke.id) return;
        stroke.up = true;
        this.zoom.handle(event);
        if (stroke.isAstray) this.stray(stroke);
        else if (stroke.isAhead) this.keepAhead(stroke);
        else if (stroke.failed || (stroke.ready && !stroke.busy)) this.end(stroke);
    }

    cancel(event) {
        if (this.stroke?.id === event.pointerId) this.drop();
    }

    // Drops the stroke in progress. Returns whether there was one.
    drop() {
        if (!this.stroke && !this.ahead) return false;
        const isAhead = this.ahead || this.stroke.isAhead;
        this.ahead = null;
        this.release();
        this.clear();
        if (!isAhead) this.wants.pen({ do: "drop" }).catch(() => {});
        return true;
    }

    // Whether a stroke ends on another spot than it began on.
    leaves({ name, path }) {
        return this.near(path.at(-2), path.at(-1), BESIDE) !== name;
    }

    // Refused ink stays for a while.
    recoil(points) {
        recoil(this.pen, points);
    }

    async end(stroke) {
        if (this.stroke !== stroke || stroke.ended) return;
        stroke.ended = true;
        await this.settle(stroke, async () => {
            // A finger that rolls in a tap may also have drawn a line, to a spot close by.
            const isLine = stroke.moved >= TAP && stroke.state === "arrived" && this.leaves(stroke);
            if (stroke.moved < stroke.tap && !isLine) {
                if (!stroke.failed) await this.wants.pen({ do: "drop" });
                this.release();
                if (stroke.tapped) this.wants.take(stroke.tapped);
                else this.wants.pick(stroke.name, stroke.here);
                return;
            }
            if (stroke.failed) throw stroke.failed;
            await this.wants.lift(stroke.reach, stroke.path);
        });
    }
}

const sampled = (points) => resampled(flattened(points), POINTS);

// The places of what a move would add.
const ways = (ghost) => (ghost?.lines ?? []).flatMap((points) => pairs(resampled(flattened(points), DRAFT)));

const lengthOf = (places) =>
    places.reduce((sum, [x, y], i) => sum + (i ? Math.hypot(x - places[i - 1][0], y - places[i - 1][1]) : 0), 0);

const pairs = (points) => Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i], points[2 * i + 1]]);

// The lowest and highest place of all lines and spots, across and down, with room around them.
function around({ lines, spots }, room) {
    const places = [...lines.flatMap(({ points }) => points), ...spots.flatMap(({ x, y }) => [x, y])];
    return bounds(places).map(([low, high]) => [low - room, high + room]);
}

// The part of a board that was there before the first move, as far as it shows that.
function beginning({ lines, spots, stars }) {
    if (stars.length) return { lines: [], spots: pairs(stars).map(([x, y]) => ({ x, y })) };
    const old = lines.filter(({ owner }) => owner === null);
    // A line has two halves and a new spot.
    const count = spots.length - Math.floor((lines.length - old.length) / 2);
    return { lines: old, spots: spots.slice(0, Math.max(1, count)) };
}

const ease = (t) => {
    const x = Math.min(1, Math.max(0, t));
    return x * x * (3 - 2 * x);
};

// From nothing to full size, with a slight overshoot.
const pop = (t) => {
    const x = Math.min(1, Math.max(0, t)) - 1;
    return 1 + 2.7 * x ** 3 + 1.7 * x ** 2;
};

function area(land) {
    return shape("path", {
        class: "area",
        "fill-rule": "evenodd",
        d: land.outline.map((way) => `${polyline(way)}Z`).join(""),
    });
}
