#!/usr/bin/env python3
"""Measures pictures of Sprouts and Brussels Sprouts as they are drawn, from the SVG alone.

    python3 check_svg.py [--worst N] [--verbose] PICTURE.svg...

prints a table by number of vertices and a list of the worst pictures, and ends with exit code 1 if a picture does
not show the position in its description. It shares no code with the library: it parses the paths, finds out which
drawn shapes touch (discs with their rims, squares and diamonds with their corners, labels, leaders, strokes with
their width), walks around the faces and compares them with the text of the position. Pictures are written by

    cargo run --release -p papergames-cli --example drawings -- 1000 0 FOLDER

Lengths are in units of a page 400 wide. The columns:

    topology  lines cross, or faces, boundaries or their order differ from the text (mirrored counts as different)
    ink       pictures in which two shapes touch that should not; a line may touch what it ends at
    hard      of those, a line runs into a disc, another line or a label, or the fills of two spots overlap
    full      the picture claims to be as it should be: no sentence on schematic or coarse pictures
    angle     least angle between lines at a vertex, a little outside of its disc
    faces     largest inner face by the smallest
    digit     least height of a digit or letter
    inflect   changes between left and right turns per line, each of at least 8 degrees
    bend      least radius of curvature where it can be seen
    kinks     pictures with a corner of more than 15 degrees in a line or where one goes on beyond a vertex
    stray     pictures with a label without a leader that is nearest to another end
    leaders   pictures in which a leader crosses a line
    blank     pictures with a disc without a number in it or beside it, or a number that spills over its rim
    kB        size of the document
"""

import argparse
import collections
import math
import re
import statistics
import sys
import xml.etree.ElementTree as xml

PAGE = 400.0
STEP = 1.5  # between the points at which bends are measured
NOISE = 0.011  # coordinates are rounded to a hundredth
BANDS = [12, 25, 40, 60, 85, 120, 10**9]


# Paths -------------------------------------------------------------------------------------------------------------


def read_path(text):
    """Returns the pieces of a path, each a list of Bezier curves; a curve is a list of 2 to 4 points."""
    tokens = re.findall(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", text)
    pieces, at, i, command, start = [], (0.0, 0.0), 0, "", (0.0, 0.0)

    def numbers(count):
        nonlocal i
        found = [float(token) for token in tokens[i : i + count]]
        i += count
        return found

    while i < len(tokens):
        if tokens[i].isalpha():
            command = tokens[i]
            i += 1
        kind = command.upper()
        origin = at if command.islower() else (0.0, 0.0)
        if kind == "Z":
            if at != start:
                pieces[-1].append([at, start])
            at = start
            continue
        if kind in "HV":
            value = numbers(1)[0]
            end = (value + origin[0], at[1]) if kind == "H" else (at[0], value + origin[1])
            points = [end]
        else:
            count = {"M": 1, "L": 1, "T": 1, "Q": 2, "S": 2, "C": 3}[kind]
            flat = numbers(2 * count)
            points = [(flat[k] + origin[0], flat[k + 1] + origin[1]) for k in range(0, 2 * count, 2)]
        # Sums of ways are off by a rounding error, and lines that meet would miss each other.
        points = [(round(x, 6), round(y, 6)) for x, y in points]
        if kind == "M":
            start = points[0]
            pieces.append([])
            command = "l" if command == "m" else "L"
        else:
            if kind in "TS":
                last = pieces[-1][-1] if pieces[-1] else None
                same = last and len(last) == (3 if kind == "T" else 4)
                mirrored = (2 * at[0] - last[-2][0], 2 * at[1] - last[-2][1]) if same else at
                points = [mirrored] + points
            pieces[-1].append([at] + points)
        at = points[-1]
    return pieces


def bezier(curve, t):
    points = curve
    while len(points) > 1:
        points = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in zip(points, points[1:])]
    return points[0]


def flatten(piece):
    """A piece of a path as a polyline."""
    points = [piece[0][0]] if piece else []
    for curve in piece:
        if len(curve) == 2:
            points.append(curve[1])
            continue
        length = sum(math.dist(a, b) for a, b in zip(curve, curve[1:]))
        parts = max(4, min(32, int(length / 0.7)))
        points.extend(bezier(curve, k / parts) for k in range(1, parts))
        points.append(curve[-1])
    return points


def heading(a, b):
    return math.atan2(b[1] - a[1], b[0] - a[0])


def turn(a, b):
    """The angle between two headings, with its sign."""
    return (b - a + math.pi) % (2 * math.pi) - math.pi


def tangents(curve):
    """The headings at both ends of a Bezier curve."""
    first = next((p for p in curve[1:] if math.dist(p, curve[0]) > 0.02), curve[-1])
    last = next((p for p in curve[-2::-1] if math.dist(p, curve[-1]) > 0.02), curve[0])
    return heading(curve[0], first), heading(last, curve[-1])


def resample(points, step):
    """Points at equal distances along a polyline."""
    found, left = [points[0]], step
    for a, b in zip(points, points[1:]):
        length = math.dist(a, b)
        done = 0.0
        while length - done >= left:
            done += left
            found.append((a[0] + (b[0] - a[0]) * done / length, a[1] + (b[1] - a[1]) * done / length))
            left = step
        left -= length - done
    return found


# Shapes ------------------------------------------------------------------------------------------------------------


class Shape:
    """Something drawn: capsules (a segment with a radius; a disc has no length) and filled polygons."""

    def __init__(self, kind, name, owner=None):
        self.kind, self.name, self.owner = kind, name, owner
        self.capsules = []  # (ax, ay, bx, by, radius, distance along the line)
        self.polygons = []
        self.fill = 0.0  # how much less the fill reaches than the rim
        self.ends = ()  # vertices, of a line
        self.length = 0.0
        self.points = []
        self.grid = collections.defaultdict(list)  # capsules by place

    def add_polyline(self, points, radius):
        done = self.length
        for a, b in zip(points, points[1:]):
            self.capsules.append((*a, *b, radius, done))
            done += math.dist(a, b)
        self.length = done
        self.points.extend(points)

    def box(self):
        boxes = [
            (min(ax, bx) - r, min(ay, by) - r, max(ax, bx) + r, max(ay, by) + r)
            for ax, ay, bx, by, r, _ in self.capsules
        ]
        for polygon in self.polygons:
            xs, ys = zip(*polygon)
            boxes.append((min(xs), min(ys), max(xs), max(ys)))
        return (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))

    def distance(self, place):
        """How far a place is from the shape; less than 0 inside."""
        found = [segment_distance(*place, *place, *c[:4]) - c[4] for c in self.capsules]
        for polygon in self.polygons:
            edge = min(segment_distance(*place, *place, *a, *b) for a, b in zip(polygon, polygon[1:] + polygon[:1]))
            found.append(-edge if inside(place, polygon) else edge)
        return min(found)


def segment_distance(ax, ay, bx, by, cx, cy, dx, dy):
    """The distance of two segments."""
    ux, uy, vx, vy, wx, wy = bx - ax, by - ay, dx - cx, dy - cy, cx - ax, cy - ay
    across = ux * vy - uy * vx
    if across != 0.0:
        s, t = (wx * vy - wy * vx) / across, (wx * uy - wy * ux) / across
        if 0.0 <= s <= 1.0 and 0.0 <= t <= 1.0:
            return 0.0
    best = math.inf
    for px, py, qx, qy, ex, ey in (
        (ax, ay, cx, cy, vx, vy),
        (bx, by, cx, cy, vx, vy),
        (cx, cy, ax, ay, ux, uy),
        (dx, dy, ax, ay, ux, uy),
    ):
        square = ex * ex + ey * ey
        t = ((px - qx) * ex + (py - qy) * ey) / square if square > 0.0 else 0.0
        t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
        gx, gy = px - qx - t * ex, py - qy - t * ey
        gap = gx * gx + gy * gy
        if gap < best:
            best = gap
    return math.sqrt(best)


def crosses(p, q):
    """Whether two segments cross in their interiors."""
    (ax, ay, bx, by), (cx, cy, dx, dy) = p[:4], q[:4]
    side = lambda ox, oy, px, py, qx, qy: (px - ox) * (qy - oy) - (py - oy) * (qx - ox)
    return (
        side(ax, ay, bx, by, cx, cy) * side(ax, ay, bx, by, dx, dy) < 0
        and side(cx, cy, dx, dy, ax, ay) * side(cx, cy, dx, dy, bx, by) < 0
    )


def inside(place, polygon):
    x, y = place
    found = False
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1]):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            found = not found
    return found


def grown(polygon, by):
    """A convex polygon with its sides moved outwards, as a rim with sharp corners does."""
    middle = [sum(p[k] for p in polygon) / len(polygon) for k in (0, 1)]
    sides = []
    for a, b in zip(polygon, polygon[1:] + polygon[:1]):
        length = math.dist(a, b)
        nx, ny = (b[1] - a[1]) / length, (a[0] - b[0]) / length
        if nx * (a[0] - middle[0]) + ny * (a[1] - middle[1]) < 0:
            nx, ny = -nx, -ny
        sides.append((nx, ny, nx * a[0] + ny * a[1] + by))
    corners = []
    for (a, b, c), (d, e, f) in zip(sides[-1:] + sides, sides):
        across = a * e - b * d
        corners.append(((c * e - b * f) / across, (a * f - c * d) / across))
    return corners


# Reading a picture -------------------------------------------------------------------------------------------------


def number(element, name, otherwise=0.0):
    return float(element.get(name, otherwise))


class Page:
    """The picture."""

    def __init__(self, element, style):
        style = self.style(element, style)
        self.lines, self.nodes, self.labels, self.leaders, self.curves = [], [], [], [], []
        self.texts = collections.defaultdict(str)
        box = [float(word) for word in element.get("viewBox").split()]
        self.width, self.height = min(box[2], PAGE), box[3]
        self.read(element, style, None)
        self.join()

    def read(self, element, style, group):
        for child in element:
            tag = child.tag.split("}")[-1]
            classes = (child.get("class") or "").split()
            own = self.style(child, style)
            if tag in ("title", "desc"):
                self.texts[tag] = self.texts[tag] or (child.text or "")
            elif tag == "g" and "node" in classes:
                self.read(child, own, child)
            elif tag == "g":
                self.read(child, own, group)
            elif "line" in classes:
                self.add_line(child, own["stroke-width"])
            elif "leader" in classes:
                shape = Shape("leader", f"leader {len(self.leaders)}")
                shape.add_polyline(flatten(read_path(child.get("d"))[0]), own["stroke-width"] / 2)
                self.leaders.append(shape)
            elif "spot" in classes or "star" in classes:
                rim = own["stroke-width"] if "spot" in classes else 0.0
                self.nodes.append(self.node(child, rim, own["stroke-linejoin"] == "round", group))
            elif "number" in classes or "name" in classes or "tip" in classes:
                self.add_label(child, own["stroke-width"], group, "tip" in classes)

    @staticmethod
    def style(element, style):
        """How strokes are drawn, with what is inherited."""
        own = {key: element.get(key, value) for key, value in style.items()}
        return dict(own, **{"stroke-width": float(own["stroke-width"])})

    def add_line(self, element, width):
        piece = read_path(element.get("d"))[0]
        title = next((c.text for c in element if c.tag.endswith("title")), "") or ""
        title = title.removesuffix(", drawn last")
        shape = Shape("line", title)
        shape.add_polyline(flatten(piece), width / 2)
        self.lines.append(shape)
        self.curves.append(piece)

    def node(self, element, width, is_round, group):
        shape = Shape("disc", group.get("data-part") if group is not None else "?")
        shape.fill = width / 2
        if element.tag.endswith("circle"):
            x, y, r = number(element, "cx"), number(element, "cy"), number(element, "r")
            shape.capsules = [(x, y, x, y, r + width / 2, 0.0)]
            shape.centre, shape.radius = (x, y), r
            return shape
        if element.tag.endswith("rect"):
            x, y, w, h = (number(element, name) for name in ("x", "y", "width", "height"))
            polygon = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
        else:
            polygon = flatten(read_path(element.get("d"))[0])[:-1]
        if is_round:
            shape.polygons = [polygon]
            shape.add_polyline(polygon + polygon[:1], width / 2)
        else:
            shape.polygons = [grown(polygon, width / 2)]
        shape.centre = tuple(sum(p[k] for p in polygon) / len(polygon) for k in (0, 1))
        shape.radius = min(math.dist(p, shape.centre) for p in polygon) / math.sqrt(2)
        return shape

    def add_label(self, element, width, group, is_frame):
        name = group.get("data-part")
        label = next((label for label in self.labels if label.owner == name), None)
        if label is None:
            label = Shape("label", name, name)
            label.height, label.strokes = 0.0, []
            self.labels.append(label)
        if is_frame:
            x, y, w, h = (number(element, key) for key in ("x", "y", "width", "height"))
            r = min(number(element, "rx"), h / 2)
            label.capsules.append((x + r, y + h / 2, x + w - r, y + h / 2, h / 2 + width / 2, 0.0))
            return
        polylines = [flatten(piece) for piece in read_path(element.get("d"))]
        ys = [y for points in polylines for _, y in points]
        label.height = max(ys) - min(ys)
        for points in polylines:
            label.add_polyline(points, width / 2)
            label.strokes += points

    def join(self):
        """Finds the vertices: places where lines end, and spots."""
        self.vertices = {}  # rounded place -> index
        self.places, self.node_at = [], []
        for node in self.nodes:
            self.vertices[self.key(node.centre)] = len(self.places)
            self.places.append(node.centre)
            self.node_at.append(node)
        for line in self.lines:
            ends = []
            for place in (line.points[0], line.points[-1]):
                key = self.key(place)
                near = [(key[0] + i, key[1] + j) for i in (0, -1, 1) for j in (0, -1, 1)]
                known = next((self.vertices[k] for k in near if k in self.vertices), None)
                if known is None:
                    known = self.vertices[key] = len(self.places)
                    self.places.append(place)
                    self.node_at.append(None)
                ends.append(known)
            line.ends = tuple(ends)
        self.degree = collections.Counter(v for line in self.lines for v in line.ends)
        self.tips = {}  # name of a free arm -> vertex
        for line in self.lines:
            name = re.search(r"(?:to|at) (\d+[a-z]+)$", line.name)
            free = [v for v in line.ends if self.degree[v] == 1 and self.node_at[v] is None]
            if name and free:
                self.tips[name[1]] = free[0]
        for leader in self.leaders:
            label = min(self.labels, key=lambda label: label.distance(leader.points[-1]), default=None)
            leader.owner = label.owner if label else None

    @staticmethod
    def key(place):
        return (round(place[0] * 10), round(place[1] * 10))

    def anchor(self, owner):
        """Where the thing is that a label names."""
        if owner.startswith("arm"):
            vertex = self.tips.get(owner[3:])
            return self.places[vertex] if vertex is not None else None
        node = next((node for node in self.nodes if node.name == owner), None)
        return node.centre if node else None

    def is_in_disc(self, label):
        node = next((node for node in self.nodes if node.name == label.owner), None)
        return node is not None and node.distance(middle(label)) < 0

    def radius(self, vertex):
        node = self.node_at[vertex]
        return node.radius if node else 0.0

    def visible(self, line):
        """The part of a line outside of the discs that it ends at."""
        points = line.points
        start, end = (self.places[v] for v in line.ends)
        first, last = (max(self.radius(v), 0.3) for v in line.ends)
        i, j = 0, len(points) - 1
        while i < j and math.dist(points[i], start) < first:
            i += 1
        while j > i and math.dist(points[j], end) < last:
            j -= 1
        return points[i : j + 1]


# What touches ------------------------------------------------------------------------------------------------------


class Zones:
    """How far from a common end two lines may touch, since they meet there."""

    def __init__(self, page):
        self.page, self.known = page, {}

    def reach(self, p, p_end, q, q_end):
        key = (id(p), p_end, id(q), q_end)
        if key not in self.known:
            vertex = p.ends[p_end]
            width = p.capsules[0][4] + q.capsules[0][4]
            far = self.page.radius(vertex) + 6 * width
            ways = [resample(s.points[::-1] if end else s.points, 0.4) for s, end in ((p, p_end), (q, q_end))]
            reach = self.page.radius(vertex)
            for i, (a, b) in enumerate(zip(*ways)):
                if 0.4 * i > far:
                    break
                reach = max(reach, 0.4 * i) if math.dist(a, b) <= 1.1 * width else reach
                if 0.4 * i > reach + width:
                    break
            self.known[key] = reach + width
        return self.known[key]


def touches(page):
    """Returns the pairs of shapes that touch and should not, each with how deep."""
    # A disc covers what its number could touch.
    outside = [label for label in page.labels if not page.is_in_disc(label)]
    shapes = page.lines + page.nodes + outside + page.leaders
    cell, grid = 5.0, collections.defaultdict(list)
    for number_, shape in enumerate(shapes):
        for part, (ax, ay, bx, by, r, _) in enumerate(shape.capsules):
            for x in range(int((min(ax, bx) - r) // cell), int((max(ax, bx) + r) // cell) + 1):
                for y in range(int((min(ay, by) - r) // cell), int((max(ay, by) + r) // cell) + 1):
                    grid[x, y].append((number_, part))
        for part, polygon in enumerate(shape.polygons):
            xs, ys = [p[0] for p in polygon], [p[1] for p in polygon]
            for x in range(int(min(xs) // cell), int(max(xs) // cell) + 1):
                for y in range(int(min(ys) // cell), int(max(ys) // cell) + 1):
                    grid[x, y].append((number_, -1 - part))
    zones, found, seen = Zones(page), {}, set()
    for members in grid.values():
        for k, (i, a) in enumerate(members):
            for j, b in members[k + 1 :]:
                if i == j and (shapes[i].kind != "line" or abs(a - b) < 2):
                    continue
                (i_, a_), (j_, b_) = sorted(((i, a), (j, b)))
                if (i_, a_, j_, b_) in seen or may_touch(page, shapes[i_], shapes[j_]):
                    continue
                seen.add((i_, a_, j_, b_))
                depth = contact(page, zones, shapes[i_], a_, shapes[j_], b_)
                if depth > NOISE and depth > found.get((i_, j_), 0.0):
                    found[i_, j_] = depth
    return [(shapes[i], shapes[j], depth) for (i, j), depth in found.items()]


def may_touch(page, p, q):
    """Whether two shapes belong together. `p` comes before `q` among lines, discs, labels and leaders."""
    if p.kind == "line" and q.kind == "disc":
        return any(page.node_at[v] is q for v in p.ends)
    if q.kind == "leader":
        return p.name == q.owner or (p.kind == "line" and page.tips.get((q.owner or "")[3:]) in p.ends)
    return False


def middle(label):
    x0, y0, x1, y1 = label.box()
    return ((x0 + x1) / 2, (y0 + y1) / 2)


def contact(page, zones, p, a, q, b):
    """How deep a part of one shape lies in a part of another; less than 0 if they are apart."""
    if a < 0 or b < 0:
        if a < 0 and b < 0:
            polygons = p.polygons[-1 - a], q.polygons[-1 - b]
            sides = [list(zip(s, s[1:] + s[:1])) for s in polygons]
            meet = any(crosses((*s[0], *s[1]), (*t[0], *t[1])) for s in sides[0] for t in sides[1])
            within = inside(polygons[0][0], polygons[1]) or inside(polygons[1][0], polygons[0])
            return 1.0 if meet or within else -1.0
        polygon, capsule = (p.polygons[-1 - a], q.capsules[b]) if a < 0 else (q.polygons[-1 - b], p.capsules[a])
        if inside(capsule[:2], polygon):
            return 1.0 + capsule[4]
        sides = zip(polygon, polygon[1:] + polygon[:1])
        return capsule[4] - min(segment_distance(*capsule[:4], *s, *t) for s, t in sides)
    c, d = p.capsules[a], q.capsules[b]
    reach = c[4] + d[4]
    if min(c[0], c[2]) - max(d[0], d[2]) > reach or min(d[0], d[2]) - max(c[0], c[2]) > reach:
        return -1.0
    if min(c[1], c[3]) - max(d[1], d[3]) > reach or min(d[1], d[3]) - max(c[1], c[3]) > reach:
        return -1.0
    depth = reach - segment_distance(*c[:4], *d[:4])
    if depth <= NOISE:
        return depth
    if not (-reach < c[0] < page.width + reach and -reach < c[1] < page.height + reach):
        return -1.0
    if p.kind == "line" and q.kind == "line":
        ends = lambda s, e: (e[5], s.length - e[5] - math.dist(e[:2], e[2:4]))
        if p is q and abs(c[5] - d[5]) < 3 * reach + math.dist(c[:2], c[2:4]):
            return -1.0
        for i, s in enumerate(ends(p, c)):
            for j, t in enumerate(ends(q, d)):
                if p.ends[i] == q.ends[j] and (p is not q or i != j):
                    if max(s, t) <= zones.reach(p, i, q, j):
                        return -1.0
    return depth


def is_hard(p, q, depth):
    kinds = {p.kind, q.kind}
    if kinds == {"disc"}:
        return depth > p.fill + q.fill + NOISE
    if kinds == {"line", "disc"}:
        return depth > (q.fill if q.kind == "disc" else p.fill) + NOISE
    return "leader" not in kinds


# What the picture shows ----------------------------------------------------------------------------------------------


class Faces:
    """The faces of a picture: walks around boundaries with the face on the right, and which are nested where."""

    def __init__(self, page):
        darts, around = {}, collections.defaultdict(list)
        for k, line in enumerate(page.lines):
            for end in (0, 1):
                points = line.points[::-1] if end else line.points
                away = self.leaves(points, page.radius(line.ends[end]))
                darts[k, end] = points
                around[line.ends[end]].append((math.atan2(points[0][1] - away[1], away[0] - points[0][0]), (k, end)))
        after = {}
        for found in around.values():
            found.sort()
            for (_, dart), (_, follows) in zip(found, found[1:] + found[:1]):
                after[dart] = follows
        self.walks, self.polygons, self.areas = [], [], []
        component = list(range(len(page.places)))

        def root(v):
            while component[v] != v:
                v = component[v]
            return v

        for line in page.lines:
            component[root(line.ends[0])] = root(line.ends[1])
        left, pieces = set(darts), collections.defaultdict(list)
        for vertex in range(len(page.places)):
            if not page.degree[vertex]:
                self.add([vertex], [page.places[vertex]], pieces[root(vertex)])
        for dart in sorted(darts):
            walk, polygon = [], []
            while dart in left:
                left.remove(dart)
                walk.append(page.lines[dart[0]].ends[dart[1]])
                polygon += darts[dart][:-1]
                dart = after[dart[0], 1 - dart[1]]
            if walk:
                self.add(walk, polygon, pieces[root(walk[0])])
        # The walk around the outside of a piece runs counter-clockwise; the others surround a face each.
        outer = {piece: max(walks, key=lambda w: self.areas[w]) for piece, walks in pieces.items()}
        inner = {w: piece for piece, walks in pieces.items() for w in walks if w != outer[piece]}
        self.faces = {w: [w] for w in inner}
        self.faces[None] = []
        for piece, walk in outer.items():
            place = self.polygons[walk][0]
            within = [w for w, other in inner.items() if other != piece and inside(place, self.polygons[w])]
            self.faces[min(within, key=lambda w: -self.areas[w], default=None)].append(walk)

    @staticmethod
    def leaves(points, radius):
        """Where a line comes out of the disc at its start."""
        far = max(1.15 * radius, 0.8)
        return next((p for p in points if math.dist(p, points[0]) > far), points[len(points) // 2])

    def add(self, walk, polygon, piece):
        piece.append(len(self.walks))
        self.walks.append(walk)
        self.polygons.append(polygon)
        twice = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(polygon, polygon[1:] + polygon[:1]))
        self.areas.append(-twice / 2)  # `y` grows downwards

    def ratio(self):
        """The area of the largest inner face by that of the smallest."""
        areas = [-sum(self.areas[w] for w in walks) for face, walks in self.faces.items() if face is not None]
        return max(areas) / max(min(areas), 1e-9) if areas else 1.0

    def named(self, name):
        """The faces as lists of boundaries of names; what has none is left out."""
        faces = []
        for walks in self.faces.values():
            boundaries = [[name[v] for v in self.walks[w] if v in name] for w in walks]
            faces.append([b for b in boundaries if b])
        return normal(faces)


def normal(faces):
    """Faces in an order that does not depend on where a boundary begins."""
    rotated = lambda b: min(tuple(b[i:] + b[:i]) for i in range(len(b)))
    return sorted(sorted(rotated(b) for b in face) for face in faces if face)


def sprouts(text):
    """The faces of a position of Sprouts."""
    start, _, lists = text.partition(":")
    if not lists:
        return [[[str(k + 1)] for k in range(int(re.match(r"\d+", start)[0]))]]
    return [[boundary.split(",") for boundary in region.split(";")] for region in lists.split("/")]


def letters(n):
    return (letters(n // 26 - 1) if n >= 26 else "") + chr(ord("a") + n % 26)


def brussels(text):
    """The faces of a position of Brussels Sprouts: its lines drawn one by one."""
    setup, *moves = text.split(":")
    arms = []
    setup = setup.rstrip("+-")
    if setup.isdigit():
        arms = [4] * int(setup)
    else:
        for group in setup.split(","):
            count, _, each = group.rpartition("x")
            arms += [int(each)] * int(count or 1)
    face = [[f"{star + 1}{letters(k)}" for k in range(n)] for star, n in enumerate(arms)]
    faces, piece = [face], {b[0]: star + 1 for star, b in enumerate(face)}
    lowest = {arm: star + 1 for star, b in enumerate(face) for arm in b}
    for move in moves:
        p, q, stays = re.fullmatch(r"(\w+)-(\w+?)(?:\[([\d,]+)\])?", move).groups()
        stays = {int(n) for n in (stays or "").split(",") if n}
        face = next(face for face in faces if any(p in b for b in face))
        first, second = (next(b for b in face if arm in b) for arm in (p, q))
        others = [b for b in face if b is not first and b is not second]
        i = first.index(p)
        first = first[i:] + first[:i]
        faces = [f for f in faces if f is not face]
        if q in first:
            # Looking along the line, the new arm on the right is called p.
            k = first.index(q)
            left, right = [q] + first[1:k], [p] + first[k + 1 :]
            with_p = [b for b in others if lowest[b[0]] in stays]
            with_q = [b for b in others if lowest[b[0]] not in stays]
            faces += [[right] + with_p, [left] + with_q]
        else:
            k = second.index(q)
            second = second[k:] + second[:k]
            faces.append([[p] + second[1:] + [q] + first[1:]] + others)
            least, most = sorted((lowest[p], lowest[q]))
            lowest = {arm: least if n == most else n for arm, n in lowest.items()}
    return faces


# Measuring ------------------------------------------------------------------------------------------------------------


class Report:
    """What was measured of one picture."""

    def __init__(self, path, text):
        self.path, self.size = path, len(text.encode())
        page = Page(xml.fromstring(text), {"stroke-width": 1.0, "stroke-linejoin": "miter"})
        self.position = page.texts["desc"].split(". ")[0]
        self.is_full = "picture is schematic" not in text and "picture is coarse" not in text
        self.is_brussels = "Brussels" in page.texts["title"]
        stars = self.is_brussels and not re.match(r"\d+[+-]", self.position)
        self.kind = "stars" if stars else "crosses" if self.is_brussels else "Sprouts"
        seen = [v for v, node in enumerate(page.node_at) if node or page.degree[v] > 2]
        self.n = len(seen)
        faces = Faces(page)
        self.faults = self.topology(page, faces)
        found = list(touches(page))
        self.touches = [f"{p.name} ({p.kind}) and {q.name} ({q.kind}) by {depth:.2f}" for p, q, depth in found]
        self.hard = sum(is_hard(p, q, depth) for p, q, depth in found)
        crossing = {"line", "leader"}
        self.leaders = sum({p.kind, q.kind} == crossing for p, q, _ in found)
        self.angle = min((self.least_angle(page, v) for v in seen if page.degree[v] > 1), default=360.0)
        self.ratio = faces.ratio()
        heights = [label.height for label in page.labels]
        self.digit = min(heights, default=math.inf)
        ways = [resample(page.visible(line), STEP) for line in page.lines]
        self.inflections = sum(map(inflections, ways)) / max(len(ways), 1)
        self.bend = min((bend(way) for way in ways), default=PAGE)
        self.kinks = sum(kinks(page, line, piece) for line, piece in zip(page.lines, page.curves))
        self.kinks += sum(self.is_bent(page, v) for v in range(len(page.places)))
        self.strays = stray(page)
        named = {label.owner for label in page.labels}
        self.blanks = sum(node.name[:4] == "spot" and node.name not in named for node in page.nodes)
        self.blanks += sum(spills(page, label) for label in page.labels)

    def topology(self, page, faces):
        """Sentences on what the picture shows otherwise than the text says."""
        faults = []
        boxed = [(line, line.box()) for line in page.lines]
        for i, (p, box) in enumerate(boxed):
            for q, other in boxed[i:]:
                apart = box[2] < other[0] or other[2] < box[0] or box[3] < other[1] or other[3] < box[1]
                if not apart and self.cross(p, q):
                    faults.append(f"{p.name} crosses {q.name}")
        if self.is_brussels:
            name, wanted = {v: arm for arm, v in page.tips.items()}, brussels(self.position)
        else:
            name = {v: node.name[4:] for v, node in enumerate(page.node_at) if node}
            wanted = sprouts(self.position)
        if faces.named(name) != normal(wanted):
            faults.append("the faces are not those of the text")
        return faults

    @staticmethod
    def cross(p, q):
        for line in (p, q):
            for c in line.capsules if not line.grid else ():
                for x in range(int(min(c[0], c[2]) // 8), int(max(c[0], c[2]) // 8) + 1):
                    for y in range(int(min(c[1], c[3]) // 8), int(max(c[1], c[3]) // 8) + 1):
                        line.grid[x, y].append(c)
        return any(crosses(c, d) for key in p.grid.keys() & q.grid.keys() for c in p.grid[key] for d in q.grid[key])

    @staticmethod
    def ways(page, vertex):
        """The headings in which lines leave a vertex."""
        radius, found = page.radius(vertex), []
        for line in page.lines:
            for end in (0, 1):
                if line.ends[end] == vertex:
                    points = line.points[::-1] if end else line.points
                    away = next((p for p in points if math.dist(p, points[0]) > max(1.3 * radius, 2.0)), points[-1])
                    found.append(heading(points[0], away))
        return sorted(found)

    def least_angle(self, page, vertex):
        ways = self.ways(page, vertex)
        gaps = [b - a for a, b in zip(ways, ways[1:])] + [ways[0] + 2 * math.pi - ways[-1]]
        return math.degrees(min(gaps))

    def is_bent(self, page, vertex):
        """Whether a line has a corner where it goes on through a bar or a joined tip."""
        if page.node_at[vertex] or page.degree[vertex] not in (2, 4):
            return False
        ways = self.ways(page, vertex)
        half = len(ways) // 2
        corners = [math.pi - abs(turn(ways[i], ways[i + half])) for i in range(half)]
        return max(corners) > math.radians(15)


def inflections(way):
    """How often a line changes from left to right turns, not counting those of less than 8 degrees."""
    total, extremes, low, high, direction = 0.0, 0, 0.0, 0.0, 0
    for a, b, c in zip(way, way[1:], way[2:]):
        total += math.degrees(turn(heading(a, b), heading(b, c)))
        low, high = min(low, total), max(high, total)
        if direction >= 0 and total < high - 8:
            extremes += direction > 0
            direction, low = -1, total
        elif direction <= 0 and total > low + 8:
            extremes += direction < 0
            direction, high = 1, total
    return extremes


def bend(way):
    """The radius of the tightest circle through three neighbouring points."""
    least = PAGE
    for a, b, c in zip(way, way[1:], way[2:]):
        twice = abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
        if twice > 1e-9:
            least = min(least, math.dist(a, b) * math.dist(b, c) * math.dist(c, a) / (2 * twice))
    return least


def kinks(page, line, piece):
    """How many corners of more than 15 degrees a line has where it can be seen."""
    ends = [(page.places[v], page.radius(v)) for v in line.ends]
    count = 0
    for before, after in zip(piece, piece[1:]):
        is_hidden = any(math.dist(after[0], place) < radius for place, radius in ends)
        count += not is_hidden and abs(turn(tangents(before)[1], tangents(after)[0])) > math.radians(15)
    return count


def stray(page):
    """How many labels without a leader are nearest to something that they do not name."""
    count, led = 0, {leader.owner for leader in page.leaders}
    arms = [page.places[v] for v in page.tips.values()]
    for label in page.labels:
        own = page.anchor(label.owner)
        if own is None or label.owner in led:
            continue
        if label.owner.startswith("arm"):
            distances = [label.distance(place) for place in arms]
            count += min(distances) < label.distance(own) - NOISE
        elif not page.is_in_disc(label):
            place = middle(label)
            nearest = min(page.nodes, key=lambda node: node.distance(place))
            count += nearest.name != label.owner
    return count


def spills(page, label):
    """Whether a number in a disc reaches over the middle of its rim."""
    if not page.is_in_disc(label):
        return False
    node = next(node for node in page.nodes if node.name == label.owner)
    reach = label.capsules[0][4] + node.fill
    return any(node.distance(place) > -reach for place in label.strokes)


def table(reports):
    groups = collections.defaultdict(list)
    for report in reports:
        band = next(band for band in BANDS if report.n <= band)
        groups[report.kind, band].append(report)
    names = "pictures topology ink hard full angle faces digit inflect bend kinks stray leaders blank kB".split()
    print("| kind | V up to | " + " | ".join(names) + " |")
    print("|---" * (len(names) + 2) + "|")
    for (kind, band), found in sorted(groups.items()):
        share = lambda test: f"{100 * sum(map(bool, map(test, found))) / len(found):.0f} %"

        def column(key, worst, digits):
            values = [key(report) for report in found]
            return f"{statistics.median(values):.{digits}f} ({worst(values):.{digits}f})"

        cells = [
            len(found),
            sum(bool(r.faults) for r in found),
            share(lambda r: r.touches),
            share(lambda r: r.hard),
            share(lambda r: r.is_full),
            column(lambda r: r.angle, min, 0),
            column(lambda r: r.ratio, max, 0),
            column(lambda r: r.digit, min, 1),
            column(lambda r: r.inflections, max, 2),
            column(lambda r: r.bend, min, 1),
            share(lambda r: r.kinks),
            share(lambda r: r.strays),
            share(lambda r: r.leaders),
            share(lambda r: r.blanks),
            column(lambda r: r.size / 1000, max, 0),
        ]
        name = "more" if band == BANDS[-1] else band
        print(f"| {kind} | {name} | " + " | ".join(map(str, cells)) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pictures", nargs="+")
    parser.add_argument("--worst", type=int, default=10, help="how many of the worst pictures to list")
    parser.add_argument("--verbose", action="store_true", help="a line for each picture")
    options = parser.parse_args()
    reports = []
    for path in options.pictures:
        with open(path, encoding="utf-8") as file:
            report = Report(path, file.read())
        reports.append(report)
        if options.verbose:
            shown = dict(vars(report), touches=len(report.touches))
            print(" ".join(f"{key}={value:.4g}" if isinstance(value, float) else f"{key}={value}"
                           for key, value in shown.items() if key != "position"), flush=True)
    table(reports)
    claimed = [r for r in reports if r.is_full]
    touch = sum(bool(report.touches) for report in claimed)
    print(f"\n{len(reports)} pictures, {len(claimed)} said to be full, of which {touch} touch")
    badness = lambda r: (len(r.faults), r.hard, len(r.touches), r.kinks, r.strays)
    for report in sorted(reports, key=badness, reverse=True)[: options.worst]:
        if any(badness(report)):
            print(f"\n{report.path}: V = {report.n}, {len(report.touches)} touch, {report.hard} hard, "
                  f"{report.kinks} kinks, {report.strays} stray labels")
            for sentence in (report.faults + report.touches)[:6]:
                print(f"    {sentence}")
    return 1 if any(report.faults for report in reports) else 0


if __name__ == "__main__":
    sys.exit(main())
