// The board of Sprouts and Brussels Sprouts: curves, spots, and a pen.

import { calm, polyline, resampled, roving, shape, spline } from "./shapes.js";

const PAGE = 400;
const POINTS = 48;
const MILLISECONDS = 450;

export class Drawing {
  // `wants` has: pick(name), pen(message) -> promise of the library's answer, refused(reason), played(view, path).
  constructor(box, wants) {
    this.wants = wants;
    this.shades = shape("g", { "aria-hidden": "true" });
    this.lines = shape("g", { class: "lines", "aria-hidden": "true" });
    this.pen = shape("path", { class: "pen", "aria-hidden": "true" });
    this.mark = shape("g", { class: "mark", "aria-hidden": "true" });
    this.spots = shape("g", { class: "spots" });
    this.svg = shape("svg", { viewBox: `-4 -4 ${PAGE + 8} ${PAGE + 8}`, role: "group", class: "drawing" });
    this.svg.append(
      shape("rect", { class: "paper", x: -4, y: -4, width: PAGE + 8, height: PAGE + 8, rx: 8 }),
      this.shades, this.lines, this.pen, this.mark, this.spots,
    );
    box.replaceChildren(this.svg);
    this.board = null;
    this.stroke = null;
    this.frame = 0;
    for (const kind of ["down", "move", "up", "cancel"]) {
      this.svg.addEventListener(`pointer${kind}`, (event) => this[kind](event));
    }
  }

  show(board, { label, active, picked, from }) {
    const before = this.board;
    this.board = board;
    this.active = active;
    this.svg.setAttribute("aria-label", label);
    this.svg.classList.toggle("active", active);
    this.svg.classList.toggle("crosses", board.stars.length > 0);
    cancelAnimationFrame(this.frame);
    this.clear();
    this.build(board, picked);
    const grows = before && from && before.lines.length < board.lines.length && before.spots.length <= board.spots.length;
    if (grows && !calm()) this.animate(before, board, from);
  }

  clear() {
    this.pen.removeAttribute("d");
    this.pen.classList.remove("blocked");
    this.mark.replaceChildren();
  }

  // Marks a part of the board.
  shade(land) {
    this.shades.replaceChildren(...(land ? [area(land)] : []));
  }

  // A small picture of the board with a part of it marked.
  thumbnail(land) {
    const { lines, spots } = this.board;
    return shape("svg", { viewBox: `0 0 ${PAGE} ${PAGE}`, class: "thumbnail", "aria-hidden": "true" },
      area(land),
      ...lines.map((line) => shape("path", { class: "line", d: spline(line.points) })),
      ...spots.filter((spot) => land.spots.includes(spot.name)).map((spot) => shape("circle", { cx: spot.x, cy: spot.y, r: 15 })));
  }

  build(board, picked) {
    const focused = this.spots.contains(document.activeElement) ? document.activeElement.dataset.name : null;
    this.paths = board.lines.map((line) =>
      shape("path", { class: line.last ? "line last" : "line", d: spline(line.points), "stroke-width": board.width }));
    // The last line lies on top.
    this.lines.replaceChildren(
      ...this.paths.filter((_, i) => !board.lines[i].last),
      ...this.paths.filter((_, i) => board.lines[i].last),
    );
    for (let i = 0; i < board.stars.length; i += 2) {
      this.lines.append(shape("circle", { class: "star", cx: board.stars[i], cy: board.stars[i + 1], r: board.width * 1.5 }));
    }
    this.nodes = board.spots.map((spot) => disc(spot, picked.includes(spot.name)));
    this.spots.replaceChildren(...this.nodes);
    const open = this.nodes.filter((_, i) => board.spots[i].open && this.active);
    roving(open, (i, dx, dy) => {
      const names = open.map((node) => board.spots.find((spot) => spot.name === node.dataset.name));
      return nearest(names, i, dx, dy);
    });
    open.forEach((node, i) => {
      node.setAttribute("role", "button");
      node.setAttribute("tabindex", i === 0 ? 0 : -1);
      node.setAttribute("aria-pressed", picked.includes(node.dataset.name));
      node.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          this.wants.pick(node.dataset.name);
        }
      });
    });
    if (focused) open.find((node) => node.dataset.name === focused)?.focus();
  }

  // Everything moves from where it was to where it is; the new line comes from the stroke, or out of its first spot.
  animate(before, board, from) {
    const tracks = board.lines.map((line, i) => {
      const to = resampled(line.points, POINTS);
      const old = before.lines[i] && !from.fresh.includes(i) ? resampled(before.lines[i].points, POINTS) : null;
      return { path: this.paths[i], to, from: old ?? this.birth(board, i, to, from) };
    });
    const places = board.spots.map((spot, i) => {
      const old = before.spots.find((other) => other.name === spot.name);
      return { node: this.nodes[i], x: (old ?? spot).x - spot.x, y: (old ?? spot).y - spot.y };
    });
    const begun = performance.now();
    const step = (now) => {
      const t = Math.min(1, (now - begun) / MILLISECONDS);
      const s = t * t * (3 - 2 * t);
      for (const { path, to, from } of tracks) {
        path.setAttribute("d", polyline(to.map((x, i) => from[i] + (x - from[i]) * s)));
      }
      for (const { node, x, y } of places) {
        node.setAttribute("transform", `translate(${x * (1 - s)} ${y * (1 - s)})`);
      }
      if (t < 1) {
        this.frame = requestAnimationFrame(step);
      } else {
        tracks.forEach(({ path }, i) => path.setAttribute("d", spline(board.lines[i].points)));
        places.forEach(({ node }) => node.removeAttribute("transform"));
      }
    };
    step(begun);
  }

  // Where a new line comes from: its share of the stroke, in whichever direction is closer.
  birth(board, i, to, { path, fresh }) {
    const main = fresh.slice(0, 2);
    const place = main.indexOf(i);
    if (!path || place < 0) return to.map((_, k) => to[k % 2]);
    const whole = main.flatMap((line) => resampled(board.lines[line].points, POINTS));
    const ways = [path, reversed(path)].map((way) => resampled(way, main.length * POINTS));
    const off = (way) => way.reduce((sum, x, k) => sum + (x - whole[k]) ** 2, 0);
    const way = off(ways[0]) <= off(ways[1]) ? ways[0] : ways[1];
    return way.slice(2 * POINTS * place, 2 * POINTS * (place + 1));
  }

  // From the screen to the page.
  place(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  reach(event) {
    const scale = this.svg.getScreenCTM().a || 1;
    return (event.pointerType === "touch" ? 26 : 12) / scale;
  }

  async down(event) {
    if (!this.active || this.stroke || event.button > 0) return;
    const [x, y] = this.place(event);
    const reach = this.reach(event);
    event.preventDefault();
    this.svg.setPointerCapture(event.pointerId);
    const stroke = { id: event.pointerId, reach, points: [], moved: 0, at: [event.clientX, event.clientY], up: false, name: this.near(x, y, reach) };
    this.stroke = stroke;
    stroke.begun = this.wants.pen({ do: "down", x, y, reach });
    stroke.begun.then(() => this.pump(stroke), (error) => {
      stroke.failed = error;
      if (stroke.up) this.end(stroke);
    });
  }

  near(x, y, reach) {
    const far = (spot) => Math.hypot(spot.x - x, spot.y - y) - spot.radius;
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
    if (stroke.ready) this.pump(stroke);
  }

  // Sends what the pen has done since, one message at a time.
  async pump(stroke) {
    if (stroke.busy) return;
    stroke.busy = true;
    stroke.ready = true;
    try {
      while (stroke.points.length && !stroke.failed) {
        const points = stroke.points;
        stroke.points = [];
        const pen = await this.wants.pen({ do: "draw", points });
        if (this.stroke === stroke && stroke.moved >= 6) this.ink(pen);
        stroke.path = pen.path;
      }
    } catch (error) {
      stroke.failed = error;
    }
    stroke.busy = false;
    if (stroke.up) this.end(stroke);
  }

  ink(pen) {
    this.pen.setAttribute("d", polyline(pen.path));
    this.pen.setAttribute("stroke-width", Math.max(this.board.width, 1.6));
    this.pen.classList.toggle("blocked", pen.state === "blocked");
    this.mark.replaceChildren();
    if (pen.mark) {
      const [x, y] = pen.mark;
      this.mark.append(
        shape("circle", { cx: x, cy: y, r: 9 }),
        shape("path", { d: `M${x - 5} ${y - 5}L${x + 5} ${y + 5}M${x - 5} ${y + 5}L${x + 5} ${y - 5}` }),
      );
    }
    this.wants.say(pen.words);
  }

  up(event) {
    const stroke = this.stroke;
    if (!stroke || event.pointerId !== stroke.id) return;
    stroke.up = true;
    if (stroke.failed || (stroke.ready && !stroke.busy)) this.end(stroke);
  }

  cancel(event) {
    if (this.stroke?.id !== event.pointerId) return;
    this.stroke = null;
    this.clear();
    this.wants.pen({ do: "drop" }).catch(() => {});
  }

  async end(stroke) {
    if (this.stroke !== stroke || stroke.ended) return;
    stroke.ended = true;
    try {
      if (stroke.moved < 6) {
        if (!stroke.failed) await this.wants.pen({ do: "drop" });
        this.stroke = null;
        if (stroke.name) this.wants.pick(stroke.name);
        return;
      }
      if (stroke.failed) throw stroke.failed;
      await this.wants.lift(stroke.reach, stroke.path);
    } catch (error) {
      this.wants.refused(error);
    } finally {
      this.stroke = null;
      this.clear();
    }
  }
}

function disc(spot, picked) {
  const dead = spot.lives === 0;
  const name = `spot lives${spot.lives} ${spot.shape}${picked ? " picked" : ""}${spot.open ? " open" : ""}`;
  const node = shape("g", { class: name, "data-name": spot.name, "aria-label": spot.label });
  node.append(shape("title", {}, spot.label));
  const { x, y, radius: r } = spot;
  node.append(shape("circle", { class: "halo", cx: x, cy: y, r: r * 1.75 + 2 }));
  if (spot.shape === "square") {
    node.append(shape("rect", { class: "body", x: x - r * 0.9, y: y - r * 0.9, width: r * 1.8, height: r * 1.8 }));
  } else if (spot.shape === "diamond") {
    const s = r * 1.3;
    node.append(shape("path", { class: "body", d: `M${x + s} ${y}L${x} ${y + s}L${x - s} ${y}L${x} ${y - s}Z` }));
  } else {
    node.append(shape("circle", { class: "body", cx: x, cy: y, r }));
    // As many arcs as lives, so that colour is not needed.
    if (spot.lives > 1) {
      const dashes = spot.lives === 3 ? "0.8 0.2" : "0.8 0.2 0.8 1.2";
      node.append(shape("circle", { class: "ring", cx: x, cy: y, r: r * 1.3, pathLength: 3, "stroke-dasharray": dashes, transform: `rotate(-90 ${x} ${y})` }));
    }
  }
  const size = r * (spot.name.length > 2 ? 0.85 : spot.name.length > 1 ? 1.05 : 1.35);
  node.append(shape("text", { x, y, "font-size": size, dy: "0.35em", "aria-hidden": "true" }, spot.name));
  if (dead) node.setAttribute("role", "img");
  return node;
}

function area(land) {
  return shape("path", { class: "area", "fill-rule": "evenodd", d: land.outline.map((way) => `${polyline(way)}Z`).join("") });
}

// The spot that lies best in a direction.
function nearest(spots, i, dx, dy) {
  let best;
  let least = Infinity;
  spots.forEach((spot, k) => {
    const x = spot.x - spots[i].x;
    const y = spot.y - spots[i].y;
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    const cost = ahead + 2 * aside;
    if (k !== i && ahead > 0.1 && cost < least) [best, least] = [k, cost];
  });
  // Nothing there: around in the order of the names.
  return best ?? (i + (dx + dy > 0 ? 1 : spots.length - 1)) % spots.length;
}

function reversed(points) {
  const out = [];
  for (let i = points.length - 2; i >= 0; i -= 2) out.push(points[i], points[i + 1]);
  return out;
}
