#!/usr/bin/env python3
"""A second checker of certificates, written from the page FORMAT.md alone.

    python3 second_checker.py FILE [--claim 'sprouts 11 normal'] [--limit SECONDS]

Exit codes: 0 accepted, 1 refused, 2 the command line is invalid or the file cannot be read, 3 gave up at the limit.
It shares only that page with the first checker, and needs only Python 3.8. It is slower than the first. The limits on
memory, and on the time until a slow source has ended, need a Unix system.
"""

import argparse
import re
import signal
import sys
import time
from collections import Counter, defaultdict
from itertools import product

try:
    import resource
except ImportError:  # not a Unix system
    resource = None

NUMBER = r"(?:0|[1-9][0-9]{0,8})"
INTEGER = r"(?:0|-?[1-9][0-9]{0,8})"
CORNER = re.compile(rf"[12A-Ya-l]|[Znm]\({NUMBER}\)")


LONGEST = 64 << 20  # the most bytes of a certificate
MOST_MEMORY = 4 << 30  # the most bytes of memory: a fact takes some hundred bytes


class Refused(Exception):
    """The text does not prove what it states."""


class GaveUp(Exception):
    """A limit was reached."""


class Clock:
    """A clock that gives up when the limit has passed."""

    def __init__(self, limit):
        self.start = time.monotonic()
        self.limit = limit

    def spent(self):
        return time.monotonic() - self.start

    def check(self):
        if self.spent() > self.limit:
            self.give_up()

    def give_up(self):
        raise GaveUp(f"the limit of {self.limit:g} s")


def demand(condition, reason):
    """Raises Refused unless the condition holds."""
    if not condition:
        raise Refused(reason)


# ---- Can it be drawn? -----------------------------------------------------------------------------------------------

def blocks(graph):
    """The blocks of a graph, which stay connected when any one point is removed, each as a graph."""
    found, number, low, edges = [], {}, {}, []

    def visit(point, parent):
        number[point] = low[point] = len(number)
        for other in graph[point]:
            if other not in number:
                start = len(edges)
                edges.append((point, other))
                visit(other, point)
                low[point] = min(low[point], low[other])
                if low[other] >= number[point]:
                    block = defaultdict(set)
                    for a, b in edges[start:]:
                        block[a].add(b)
                        block[b].add(a)
                    found.append(block)
                    del edges[start:]
            elif other != parent and number[other] < number[point]:
                edges.append((point, other))
                low[point] = min(low[point], number[other])

    for point in graph:
        if point not in number:
            visit(point, None)
    return found


def path(graph, start, goals, through, forbidden=None):
    """A shortest path from the start to a goal through points of `through`, without the forbidden line."""
    before, queue = {start: None}, [start]
    for point in queue:
        for other in graph[point]:
            if {point, other} == forbidden or other in before:
                continue
            if other in goals:
                way = [other]
                while point is not None:
                    way.append(point)
                    point = before[point]
                return way[::-1]
            if other in through:
                before[other] = point
                queue.append(other)
    raise AssertionError("a block has two paths between any two of its points")


def is_planar(graph):
    """Whether a block is planar, by the method of Demoucron, Malgrange and Pertuiset."""
    n_lines = sum(map(len, graph.values())) // 2
    if n_lines < 9 or len(graph) < 5:
        return True
    if n_lines > 3 * len(graph) - 6:
        return False
    a = next(iter(graph))
    b = next(iter(graph[a]))
    cycle = path(graph, a, {b}, set(graph), {a, b})
    faces = [cycle, cycle]
    placed = set(cycle)
    drawn = {frozenset((cycle[i - 1], point)) for i, point in enumerate(cycle)}
    while True:
        parts, seen = [], set()  # each part: its points on the drawing, its points that are not drawn yet
        for point in graph:
            if point in placed:
                parts += [({point, other}, set()) for other in graph[point]
                          if other in placed and frozenset((point, other)) not in drawn]
            elif point not in seen:
                inner, feet, stack = {point}, set(), [point]
                while stack:
                    for other in graph[stack.pop()]:
                        if other in placed:
                            feet.add(other)
                        elif other not in inner:
                            inner.add(other)
                            stack.append(other)
                seen |= inner
                parts.append((feet, inner))
        if not parts:
            return True
        fits = [[k for k, face in enumerate(faces) if feet <= set(face)] for feet, _ in parts]
        least = min(range(len(parts)), key=lambda i: len(fits[i]))
        if not fits[least]:
            return False
        feet, inner = parts[least]
        start = next(iter(feet))
        if inner:
            first = next(point for point in graph[start] if point in inner)
            way = [start] + path(graph, first, feet - {start}, inner)
        else:
            way = [start, next(iter(feet - {start}))]
        face = faces.pop(fits[least][0])
        i = face.index(way[0])
        face = face[i:] + face[:i]
        j = face.index(way[-1])
        faces.append(face[:j] + way[:0:-1])
        faces.append(face[j:] + way[:-1])
        placed.update(way)
        drawn.update(frozenset(line) for line in zip(way, way[1:]))


def can_be_drawn(regions):
    """Checks the page's two conditions: no cycle of pieces and regions, and planarity with the corners in order."""
    boundaries = [(r, boundary) for r, region in enumerate(regions) for boundary in region]
    where = defaultdict(list)
    for k, (_, boundary) in enumerate(boundaries):
        for spot in boundary:
            where[spot].append(k)
    leader = {}

    def find(point):
        while leader.get(point, point) != point:
            point = leader[point]
        return point

    for first, *others in where.values():
        for other in others:
            leader[find(other)] = find(first)
    for piece, region in [(find(k), ("region", r)) for k, (r, _) in enumerate(boundaries)]:
        if find(piece) == find(region):
            return False
        leader[find(piece)] = find(region)

    graph, ends = defaultdict(set), defaultdict(list)

    def link(a, b):
        if a != b:
            graph[a].add(b)
            graph[b].add(a)

    for k, (_, boundary) in enumerate(boundaries):
        letters = [spot for spot in boundary if len(where[spot]) == 2]
        wheel = len(letters) >= 4
        for i, letter in enumerate(letters):
            ends[letter].append((k, i) if wheel else (k, 0))
            if wheel:
                link((k, i), (k, (i + 1) % len(letters)))
                link((k, i), (k, "hub"))
    for a, b in ends.values():
        link(a, b)
    return all(map(is_planar, blocks(graph)))


# ---- Sprouts --------------------------------------------------------------------------------------------------------

class Region(list):
    """The boundaries of a region, and its surface: 2 minus the Euler characteristic, and whether it has crosscaps."""

    def __init__(self, boundaries=(), surface=(0, False)):
        super().__init__(boundaries)
        self.surface = surface

    def having(self, boundaries):
        return Region(boundaries, self.surface)


def read_surface(text):
    """The surface that the text after `@` names."""
    demand(re.fullmatch(rf"h{NUMBER}|c{NUMBER}", text), f"`{text}` is no surface")
    kind, n = text[0], int(text[1:])
    demand(n <= 20 and text != "c0", f"`{text}` is no surface of at most 20 handles or crosscaps")
    return (2 * n, False) if kind == "h" else (n, True)


def of_genus(genus):
    """The surfaces with this number, 2 minus the Euler characteristic."""
    return [(genus, crosscaps) for crosscaps in (False, True) if (genus > 0 if crosscaps else genus >= 0 == genus % 2)]


def parts(surface):
    """The pairs of surfaces whose connected sum this is."""
    genus, crosscaps = surface
    pairs = (pair for n in range(genus + 1) for pair in product(of_genus(n), of_genus(genus - n)))
    return [(one, two) for one, two in pairs if (one[1] or two[1]) == crosscaps]


def after_loop(surface, sides):
    """The surfaces that can remain after a one-sided or two-sided line that does not divide its region."""
    genus, crosscaps = surface
    if sides == 1 and not crosscaps:
        return []
    return [left for left in of_genus(genus - sides) if crosscaps or not left[1]]


def turned(before, regions, n_fixed):
    """The regions in each way that their directions may have: free for all boundaries of a region but the first ones
    if it has lost all crosscaps, and fixed otherwise."""
    free = [(r, k) for r, region in enumerate(regions) if before[1] and not region.surface[1]
            for k in range(n_fixed, len(region)) if len(region[k]) > 2]
    for backwards in product((False, True), repeat=len(free)):
        result = [region.having(region) for region in regions]
        for (r, k), back in zip(free, backwards):
            if back:
                result[r][k] = result[r][k][::-1]
        yield result


def read_land(text):
    """Reads a drawing from the text of a land: its regions as lists of boundaries, and the lives of each spot."""
    regions, lives, capitals = [], [], defaultdict(list)

    def spot(n_lives):
        lives.append(n_lives)
        return len(lives) - 1

    for region_text in text.split("|"):
        region_text, at, surface = region_text.partition("@")
        region = Region((), read_surface(surface) if at else (0, False))
        for boundary_text in region_text.split("."):
            if boundary_text[:1] == "0":
                demand(re.fullmatch(rf"0(\*{NUMBER})?", boundary_text), f"`{boundary_text}` is no boundary")
                n_spots = int(boundary_text[2:] or "1")
                demand(1 <= n_spots <= 120, f"`{boundary_text}` is not 1 to 120 spots")
                region += [[spot(3)] for _ in range(n_spots)]
                continue
            corners = CORNER.findall(boundary_text)
            demand(corners and "".join(corners) == boundary_text, f"`{boundary_text}` is no boundary")
            boundary, smalls = [], defaultdict(list)
            for corner in corners:
                if corner in "12":
                    boundary.append(spot(3 - int(corner)))
                    continue
                family = smalls if corner[0] in "abcdefghijklm" else capitals
                boundary.append(family[corner][0] if family[corner] else spot(1))
                family[corner].append(boundary[-1])
            demand(all(len(c) == 2 for c in smalls.values()), f"a small letter is not twice in `{boundary_text}`")
            region.append(boundary)
        regions.append(region)
    demand(all(len(c) == 2 for c in capitals.values()), f"a capital is not twice in `{text}`")
    demand(len(lives) <= 200, "a land of more than 200 spots")
    demand("@" in text or can_be_drawn(regions), f"`{text}` cannot be drawn")
    return regions, lives


def count_corners(regions):
    """The number of corners of each spot."""
    corners = {}
    for region in regions:
        for boundary in region:
            for spot in boundary:
                corners[spot] = corners.get(spot, 0) + 1
    return corners


def rotations(items):
    """All rotations of a cyclic list."""
    return [items[i:] + items[:i] for i in range(len(items))]


def pattern(boundary, lives):
    """The least rotation of a boundary, with spots named in order of appearance, each with its lives."""
    def named(reading):
        names = {}
        return tuple((names.setdefault(spot, len(names)), lives[spot]) for spot in reading)
    return min(map(named, rotations(boundary)))


def least_pattern(boundary, region, lives):
    """The pattern of a boundary, which may be read in either direction if the region has crosscaps."""
    own = pattern(boundary, lives)
    return min(own, pattern(boundary[::-1], lives)) if region.surface[1] else own


class Land:
    """A land, prepared to be compared with others."""

    def __init__(self, regions, lives):
        self.regions, self.lives = regions, lives
        self.n_lives = sum(lives)
        boundaries = defaultdict(set)
        for r, region in enumerate(regions):
            for k, boundary in enumerate(region):
                for spot in boundary:
                    boundaries[spot].add((r, k))
        # Boundaries all of whose corners' spots are on no other boundary, by their patterns; and all others.
        self.alone, self.linked = [], []
        for r, region in enumerate(regions):
            others = [k for k, b in enumerate(region) if any(len(boundaries[spot]) > 1 for spot in b)]
            self.linked.append(others)
            own = [b for k, b in enumerate(region) if k not in others]
            self.alone.append({step: Counter(least_pattern(b[::step], region, lives) for b in own) for step in (1, -1)})
        self.colour()

    def colour(self):
        """Gives spots and regions numbers, equal ones if a map to the same land could take one to the other."""
        corners = count_corners(self.regions)
        colour = {spot: hash((self.lives[spot], n)) for spot, n in corners.items()}
        for _ in range(3):
            around, self.region_colours = defaultdict(list), []
            for region in self.regions:
                readings = [[[hash(tuple(c)) for c in rotations([colour[spot] for spot in boundary[::step]])]
                             for boundary in region] for step in (1, -1)]
                if region.surface[1]:  # each boundary has both directions
                    both = [min(min(one), min(two)) for one, two in zip(*readings)]
                    ways = [hash(tuple(sorted(both)))] * 2
                else:
                    ways = [hash(tuple(sorted(map(min, reading)))) for reading in readings]
                self.region_colours.append(hash((region.surface, *sorted(ways))))
                for k, boundary in enumerate(region):
                    for i, spot in enumerate(boundary):
                        seen = sorted([(ways[0], readings[0][k][i]), (ways[1], readings[1][k][-1 - i])])
                        around[spot].append(hash((self.region_colours[-1], *seen)))
            colour = {spot: hash((colour[spot], *sorted(around[spot]))) for spot in colour}
        self.spot_colours = colour
        self.invariant = hash((tuple(sorted(self.region_colours)), tuple(sorted(colour.values()))))

    def order(self):
        """The linked boundaries, ordered so that each shares a spot or at least a region with earlier ones."""
        left = [(r, k) for r, ks in enumerate(self.linked) for k in ks]
        spots, regions, order = set(), set(), []
        while left:
            best = max(left, key=lambda b: (not spots.isdisjoint(self.regions[b[0]][b[1]]), b[0] in regions))
            left.remove(best)
            order.append(best)
            regions.add(best[0])
            spots.update(self.regions[best[0]][best[1]])
        return order

    def is_same(self, other, clock):
        """Whether the lands are the same: looks for a map of regions, boundaries and spots, exactly."""
        if len(self.regions) != len(other.regions) or sorted(self.lives) != sorted(other.lives):
            return False
        order = self.order()
        if not order:  # a single region whose boundaries share no spot
            return (any(self.alone[0][1] == other.alone[0][step] for step in (1, -1)) and not any(other.linked)
                    and self.regions[0].surface == other.regions[0].surface)
        image, taken, region_image, used = {}, {}, {}, set()

        def fits(r, s, step):
            return (self.region_colours[r] == other.region_colours[s]
                    and self.regions[r].surface == other.regions[s].surface
                    and len(self.linked[r]) == len(other.linked[s])
                    and self.alone[r][1] == other.alone[s][step])

        def match(at):
            clock.check()
            if at == len(order):
                return True
            r, k = order[at]
            boundary = self.regions[r][k]
            if r in region_image:
                choices = [region_image[r]]
            else:
                free = set(range(len(other.regions))) - {s for s, _ in region_image.values()}
                choices = [(s, step) for s in sorted(free) for step in (1, -1) if fits(r, s, step)]
            for s, step in choices:
                is_new = r not in region_image
                region_image[r] = (s, step)
                for m in other.linked[s]:
                    if (s, m) in used or len(other.regions[s][m]) != len(boundary):
                        continue
                    used.add((s, m))
                    image_boundary = other.regions[s][m]
                    readings = rotations(image_boundary[::step])
                    if other.regions[s].surface[1]:
                        readings += rotations(image_boundary[::-step])
                    for reading in readings:
                        added = []
                        for a, b in zip(boundary, reading):
                            if a not in image and b not in taken and self.spot_colours[a] == other.spot_colours[b]:
                                image[a], taken[b] = b, a
                                added.append((a, b))
                            elif image.get(a) != b or taken.get(b) != a:
                                break
                        else:
                            if match(at + 1):
                                return True
                        for a, b in added:
                            del image[a], taken[b]
                    used.remove((s, m))
                if is_new:
                    del region_image[r]
            return False

        return match(0)


class Sprouts:
    """The lands of one variant, numbered so that two are the same exactly if their numbers are equal."""

    def __init__(self, variant, clock):
        self.variant, self.clock = variant, clock
        self.lands, self.by_name, self.by_invariant = [], {}, defaultdict(list)
        self.read, self.known_children = {}, {}

    def reduce(self, regions, lives):
        """Removes what does not matter; may change the lives."""
        if self.variant != "standard":
            regions = [region.having([s for s in boundary if lives[s]] for boundary in region) for region in regions]
            regions = [region.having(filter(None, region)) for region in regions]
            return [region for region in regions if region]
        changed = True
        while changed:
            self.clock.check()
            regions, changed = self.reduce_once(regions, lives)
        return regions

    @staticmethod
    def reduce_once(regions, lives):
        """One pass of steps 1 to 3 for standard Sprouts, and whether another pass may find more."""
        walked = []
        for region in regions:
            boundaries = region.having([])
            for boundary in region:
                kept = [spot for spot in boundary if lives[spot]]
                if len(kept) > 1:
                    kept = [spot for i, spot in enumerate(kept) if spot != kept[i - 1]] or kept[:1]
                if kept:
                    boundaries.append(kept)
            walked.append(boundaries)
        corners = count_corners(walked)
        result, changed = [], False
        for region in walked:
            for k, boundary in enumerate(region):
                if len(boundary) == 2 and all(lives[spot] == 1 and corners[spot] == 1 for spot in boundary):
                    lives[boundary[0]] = 2
                    region[k] = boundary[:1]
                    changed = True
            flat = [spot for boundary in region for spot in boundary]
            spots = list(dict.fromkeys(flat))
            n_lives = sum(lives[spot] for spot in spots)
            if n_lives >= 2:
                merge = n_lives <= 3 and (len(region) > 1 or len(spots) < len(flat))
                result.append(Region([spots] if merge else region, region.surface if n_lives > 3 else (0, False)))
                changed |= merge
            else:
                changed = True
        return result, changed

    def lands_of(self, regions, lives):
        """The numbers of the lands of a drawing, in order."""
        regions = self.reduce(regions, lives)
        home, parts = {}, []  # spot -> its part; a part is a list of regions
        for region in regions:
            spots = {spot for boundary in region for spot in boundary}
            part = [region]
            for old in {id(home[spot]): home[spot] for spot in spots if spot in home}.values():
                part += old
                parts = [p for p in parts if p is not old]
            parts.append(part)
            for member in part:
                for boundary in member:
                    for spot in boundary:
                        home[spot] = part
        return tuple(sorted(number for part in parts for number in self.number(part, lives)))

    def number(self, regions, lives):
        """The number of a land as a list, which is empty if the land has less than two lives."""
        corners = count_corners(regions)
        if sum(lives[spot] for spot in corners) < 2:
            return []
        # A name that is quick to find, sorted by lives and numbers of corners. A land may have several.
        kind = {spot: lives[spot] * 1000 + n for spot, n in corners.items()}
        sketch = sorted((region.surface, sorted(
            min([([kind[s] for s in b], b) for b in rotations(boundary)])
            if len(boundary) > 1 else ([kind[boundary[0]]], boundary) for boundary in region)) for region in regions)
        names = {}
        regions = [Region(([names.setdefault(s, len(names)) for s in b] for _, b in region), surface)
                   for surface, region in sketch]
        lives = [lives[spot] for spot in names]
        name = (str(regions), str([region.surface for region in regions]), tuple(lives))
        if name not in self.by_name:
            self.clock.check()
            land = Land(regions, lives)
            same = self.by_invariant[land.invariant]
            found = next((n for n in same if land.is_same(self.lands[n], self.clock)), None)
            if found is None:
                found = len(self.lands)
                same.append(found)
                self.lands.append(land)
            self.by_name[name] = found
        return [self.by_name[name]]

    def lands_in(self, text):
        """The numbers of the lands of the text of a land."""
        if text not in self.read:
            self.clock.check()
            self.read[text] = self.lands_of(*read_land(text))
        return self.read[text]

    def position(self, text):
        """The numbers of the lands of the text of a position."""
        return () if text == "!" else tuple(sorted(n for land in text.split("+") for n in self.lands_in(land)))

    def children(self, number):
        """The positions that one line in the land leads to, each as the numbers of its lands in order."""
        if number not in self.known_children:
            self.clock.check()
            self.known_children[number] = {self.lands_of(*drawing) for drawing in self.lines(self.lands[number])}
        return self.known_children[number]

    def lines(self, land):
        """The drawings after each line. Of interchangeable boundaries, only one is tried."""
        x = len(land.lives)
        for r, region in enumerate(land.regions):
            rest = land.regions[:r] + land.regions[r + 1:]
            kinds = [k if k in land.linked[r] else least_pattern(b, region, land.lives) for k, b in enumerate(region)]
            tried = set()
            for a, first in enumerate(region):
                if kinds[a] not in tried:
                    tried.add(kinds[a])
                    yield from self.lines_on(land.lives, x, rest, first, kinds[:a] + kinds[a + 1:],
                                             region.having(region[:a] + region[a + 1:]))
                for b in range(a):
                    pair = frozenset((kinds[a], kinds[b])), "pair"
                    if pair not in tried:
                        tried.add(pair)
                        others = region.having(region[k] for k in range(len(region)) if k not in (a, b))
                        yield from self.lines_between(land.lives, x, rest, first, region[b], others)

    def after(self, lives, p, q):
        """The lives after a line from p to q, with its new spot, and the choices whether the line has it."""
        lives = lives + [1]
        lives[p] -= 1
        lives[q] -= 1
        bare = self.variant == "black-and-white" or self.variant == "black-and-white-loops" and p != q
        return lives, (True, False) if bare else (True,)

    def lines_between(self, lives, x, rest, first, second, others):
        """Each line between two boundaries of a region."""
        for i, j in product(range(len(first)), range(len(second))):
            self.clock.check()
            p, q = first[i], second[j]
            if p == q:
                continue
            walks = [b[k:] + b[:k] + ([b[k]] if lives[b[k]] < 3 else []) for b, k in ((first, i), (second, j))]
            after, spotted = self.after(lives, p, q)
            for new in ([x] if with_x else [] for with_x in spotted):
                for walk in (walks[1], walks[1][::-1])[:2 if others.surface[1] else 1]:
                    yield rest + [others.having(others + [walks[0] + new + walk + new])], list(after)

    def lines_on(self, lives, x, rest, boundary, kinds, others):
        """Each line from a boundary to itself, with each way to distribute the other boundaries of the region."""
        same = defaultdict(list)
        for kind, other in zip(kinds, others):
            same[kind].append(other)
        same = list(same.values())
        for i, p in enumerate(boundary):
            for j in range(i, len(boundary)):
                q = boundary[j]
                if lives[p] < 2 if i == j else p == q:
                    continue
                one, two = boundary[i:j + 1], boundary[j:] + boundary[:i + 1]
                if lives[p] == 3:
                    one, two = [p], [p]
                after, spotted = self.after(lives, p, q)
                for new in ([x] if with_x else [] for with_x in spotted):
                    yield from ((rest + left, list(after)) for left in self.loops(one, two, new, others))
                for shares in product(*(range(len(s) + 1) for s in same)):
                    self.clock.check()
                    if lives[p] == 3 and others.surface == (0, False) and sum(shares) * 2 > len(others):
                        continue  # the two sides are equal, so exchanging them changes nothing
                    left = [b for s, n in zip(same, shares) for b in s[:n]]
                    right = [b for s, n in zip(same, shares) for b in s[n:]]
                    for new in ([x] if with_x else [] for with_x in spotted):
                        for surfaces in parts(others.surface):
                            sides = zip(([one + new] + left, [two + new] + right), surfaces)
                            for regions in turned(others.surface, [Region(*side) for side in sides], 1):
                                yield rest + regions, list(after)

    @staticmethod
    def loops(one, two, new, others):
        """The regions that remain after lines that run around a handle or through crosscaps."""
        surface = others.surface
        for left in after_loop(surface, 2):
            second = two[::-1] if surface[1] else two
            yield from turned(surface, [Region([one + new, second + new, *others], left)], 2)
        for left in after_loop(surface, 1):
            yield from turned(surface, [Region([one + new + two[::-1] + new, *others], left)], 1)


class Normal:
    """Facts in normal play: the nimbers of lands."""

    def __init__(self, sprouts, facts):
        self.sprouts, self.nimbers, self.reached = sprouts, {}, {}
        texts = {}
        for fact in facts:
            found = re.fullmatch(rf"([^ ]+) ({NUMBER})", fact)
            demand(found, f"`{fact}` is no fact of normal play")
            lands = sprouts.lands_in(found[1])
            demand(len(lands) == 1, f"of `{found[1]}` not one land is left")
            nimber = int(found[2])
            demand(self.nimbers.setdefault(lands[0], nimber) == nimber, f"`{found[1]}` has two nimbers")
            texts.setdefault(lands[0], fact)
        for land, fact in texts.items():
            demand(self.follows(land, self.nimbers[land]), f"`{fact}` does not follow")

    def value(self, position):
        """The known value of a position, or None."""
        value = 0
        for land in position:
            if land not in self.nimbers:
                return None
            value ^= self.nimbers[land]
        return value

    def child_has(self, position, value):
        """Whether a position without a known value has a child of this known value."""
        unknown = [land for land in position if land not in self.nimbers]
        if len(unknown) != 1:  # a line changes one land, so a second land without a fact would remain
            return False
        land = unknown[0]
        if land not in self.reached:
            self.reached[land] = {self.value(child) for child in self.sprouts.children(land)}
        return value ^ self.value([other for other in position if other != land]) in self.reached[land]

    def follows(self, land, nimber):
        children = self.sprouts.children(land)
        values = {child: self.value(child) for child in children}
        return (nimber <= len(children) and set(range(nimber)) <= set(values.values())
                and all(value != nimber if value is not None else self.child_has(child, nimber)
                        for child, value in values.items()))

    def proves(self, position, wins):
        value = self.value(position)
        if value is None:
            return wins and self.child_has(position, 0)
        return wins == (value != 0)


class Trees:
    """Canonical trees of misère play, by numbers; 0 is the tree without options."""

    def __init__(self, clock):
        self.clock = clock
        self.options, self.numbers, self.wins, self.sums = [frozenset()], {frozenset(): 0}, [True], {}

    def canonical(self, options):
        """The canonical tree with these canonical options."""
        for c in sorted({c for option in options for c in self.options[option]}):
            if (self.options[c] <= options and all(s in self.options[c] or c in self.options[s] for s in options)
                    and (c != 0 or not all(self.wins[s] for s in options))):
                return c
        if options not in self.numbers:
            self.numbers[options] = len(self.options)
            self.options.append(options)
            self.wins.append(not options or not all(self.wins[option] for option in options))
        return self.numbers[options]

    def sum(self, a, b):
        """The sum of two trees, made canonical."""
        if a == 0 or b == 0:
            return a + b
        a, b = min(a, b), max(a, b)
        if (a, b) not in self.sums:
            self.clock.check()
            self.sums[a, b] = self.canonical(frozenset(
                [self.sum(option, b) for option in self.options[a]]
                + [self.sum(a, option) for option in self.options[b]]))
        return self.sums[a, b]


class Misere:
    """Facts in misère play: positions that the player to move loses, made of lands and one tree."""

    def __init__(self, sprouts, forms, facts):
        self.sprouts, self.forms, self.trees = sprouts, forms, Trees(sprouts.clock)
        self.land_trees, self.won = {}, {}
        stated = {}
        for fact in facts:
            stated.setdefault(self.made_of(sprouts.position(fact)), fact)
        self.lost = set(stated)
        for state, fact in stated.items():
            lands, tree = state
            follows = all(map(self.known_won, self.moves(state))) if lands else not self.trees.wins[tree]
            demand(follows, f"`{fact}` does not follow")

    def tree(self, land):
        """The canonical tree of a land."""
        if land not in self.land_trees:
            options = frozenset(self.tree_of_all(child) for child in self.sprouts.children(land))
            self.land_trees[land] = self.trees.canonical(options)
        return self.land_trees[land]

    def tree_of_all(self, lands):
        tree = 0
        for land in lands:
            tree = self.trees.sum(tree, self.tree(land))
        return tree

    def made_of(self, position):
        """The lands that are not small, and the tree of those that are."""
        large = tuple(land for land in position if self.sprouts.lands[land].n_lives > self.forms)
        return large, self.tree_of_all([land for land in position if land not in large])

    def moves(self, state):
        lands, tree = state
        for i, land in enumerate(lands):
            if i == 0 or lands[i - 1] != land:
                for child in self.sprouts.children(land):
                    large, small = self.made_of(child)
                    yield tuple(sorted(lands[:i] + lands[i + 1:] + large)), self.trees.sum(tree, small)
        for option in self.trees.options[tree]:
            yield lands, option

    def known_lost(self, state):
        lands, tree = state
        return state in self.lost or not lands and not self.trees.wins[tree]

    def known_won(self, state):
        if state not in self.won:
            lands, tree = state
            self.won[state] = not lands and self.trees.wins[tree] or any(map(self.known_lost, self.moves(state)))
        return self.won[state]

    def proves(self, position, wins):
        state = self.made_of(position)
        return self.known_won(state) if wins else self.known_lost(state)


# ---- SOS ------------------------------------------------------------------------------------------------------------

# By rule set: whether the first S-O-S ends the game, what one is worth to its player, and whether the player goes on.
SOS_RULES = {
    "general": (False, 1, True),
    "first": (True, 1, False),
    "alternating": (False, 1, False),
    "misere": (True, -1, False),
}
SOS_NAMES = "|".join(SOS_RULES)


class Sos:
    """Boards of one shape under one rule set, with the facts about them."""

    def __init__(self, rules, n_rows, n_columns, clock):
        (self.ends, self.worth, self.again), self.clock = SOS_RULES[rules], clock
        cells = [(r, c) for r in range(n_rows) for c in range(n_columns)]
        index = {cell: i for i, cell in enumerate(cells)}
        self.sos_lines = [tuple(index[r + k * dr, c + k * dc] for k in range(3)) for r, c in cells
                          for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)) if (r + 2 * dr, c + 2 * dc) in index]
        self.through = [[line for line in self.sos_lines if i in line] for i in range(len(cells))]
        turns = {tuple(index[(n_rows - 1 - r) if up else r, (n_columns - 1 - c) if left else c] for r, c in cells)
                 for up in (False, True) for left in (False, True)}
        if n_rows == n_columns:
            turns |= {tuple(turn[index[c, r]] for r, c in cells) for turn in turns}
        self.turns = turns
        self.low, self.high, self.same = {}, {}, {}

    def is_open(self, board, line):
        signs = [board[i] for i in line]
        return "." in signs and all(sign in (".", fit) for sign, fit in zip(signs, "SOS"))

    def reduce(self, board, star):
        """The board that represents all that count as the same."""
        if (board, star) not in self.same:
            self.clock.check()
            used = {i for line in self.sos_lines if self.is_open(board, line) for i in line}
            odd = sum(sign == "." and i not in used for i, sign in enumerate(board)) % 2 == 1
            kept = [sign if i in used else "-" for i, sign in enumerate(board)]
            self.same[board, star] = min("".join(kept[i] for i in turn) for turn in self.turns), star != odd
        return self.same[board, star]

    def plain(self, board):
        """The bounds that hold without facts."""
        opens = [line for line in self.sos_lines if self.is_open(board[0], line)]
        if self.ends and self.worth > 0 and any(sum(board[0][i] == "." for i in line) == 1 for line in opens):
            return 1, 1
        k = min(len(opens), 1) if self.ends else len(opens)
        return -k, k

    def known(self, board):
        """The known bounds of a reduced board."""
        low, high = self.plain(board)
        return max(low, self.low.get(board, low)), min(high, self.high.get(board, high))

    def brings(self, board):
        """The bounds on the value of each letter and of the pass."""
        signs, star = board
        if star:
            low, high = self.known(self.reduce(signs, False))
            yield -high, -low
        for i, sign in enumerate(signs):
            if sign != ".":
                continue
            for letter in "SO":
                after = signs[:i] + letter + signs[i + 1:]
                made = sum([after[cell] for cell in line] == ["S", "O", "S"] for line in self.through[i])
                if made and self.ends:
                    yield self.worth, self.worth
                    continue
                gain = made * self.worth
                low, high = self.known(self.reduce(after, star))
                yield (gain + low, gain + high) if made and self.again else (gain - high, gain - low)

    def state(self, board, sign, n):
        """Adds a fact, from which others may follow."""
        if sign == ">=":
            self.low[board] = max(n, self.low.get(board, n))
        else:
            self.high[board] = min(n, self.high.get(board, n))

    def follows(self, board, sign, n):
        self.clock.check()
        low, high = self.plain(board)
        bounds = list(self.brings(board))
        if sign == ">=":
            return low >= n or any(least >= n for least, _ in bounds)
        return high <= n or bool(bounds) and all(most <= n for _, most in bounds)


# ---- Certificates ---------------------------------------------------------------------------------------------------

class Lines:
    """The lines of a text, taken one after another."""

    def __init__(self, lines):
        self.lines, self.at = lines, 0

    def take(self, expression, required=True):
        """The group of the next line if it has this form; otherwise None, and the line stays."""
        found = self.at < len(self.lines) and re.fullmatch(expression, self.lines[self.at])
        if not found:
            demand(not required, f"line {self.at + 2} is not of the form `{expression}`")
            return None
        self.at += 1
        return found[1]

    def facts(self):
        """The remaining lines, which must be the number of facts and the facts."""
        n_facts = int(self.take(rf"facts ({NUMBER})"))
        facts = self.lines[self.at:]
        demand(len(facts) == n_facts, f"{n_facts} facts are said to follow, not {len(facts)}")
        return facts


def fnv1a(data):
    """The 64-bit FNV-1a hash."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def check(data, claim=None, clock=None):
    """The sentence that a certificate proves, and the claim in it; raises Refused or GaveUp."""
    clock = clock or Clock(float("inf"))
    if len(data) > LONGEST:
        raise GaveUp(f"a certificate of more than {LONGEST} bytes")
    demand(all(byte == 0x0A or 0x20 <= byte <= 0x7E for byte in data), "a byte that may not appear")
    lines = data.decode("ascii").split("\n")
    demand(len(lines) >= 4 and lines[-1] == "" and "" not in lines[:-1], "an empty line, or a last one without its end")
    demand(lines[0] == "papergames certificate 1", "no certificate of version 1")
    body = data[:len(data) - len(lines[-2]) - 1]
    demand(lines[-2] == f"checksum {fnv1a(body):016x}", "the checksum is wrong")
    lines = Lines(lines[1:-2])
    game = lines.take("game (sprouts|sos)")
    if claim is not None:
        claim = claim.split(" ")
        demand(claim[0] == game, f"the claim is about `{claim[0]}`, the certificate about `{game}`")
    return (check_sprouts if game == "sprouts" else check_sos)(lines, claim, clock)


def check_sprouts(lines, claim, clock):
    variant = lines.take("variant (black-and-white|black-and-white-loops)", required=False) or "standard"
    ending = lines.take("ending (normal|misere)")
    forms = int(lines.take(rf"forms ({NUMBER})", required=False) or 0) if ending == "misere" else 0
    demand(forms <= 16, "forms of more than 16 lives")
    text = lines.take("position (.+)")
    wins = lines.take("mover (wins|loses)") == "wins"
    facts = lines.facts()
    sprouts = Sprouts(variant, clock)
    position = sprouts.position(text)
    start = re.fullmatch(r"0(?:\*([0-9]+))?(@[^|+]+)?", text)
    n_spots = start and int(start[1] or 1)
    setup = f"{n_spots}{start[2] or ''}" if start else "position " * text.partition("@")[0].isdigit() + text
    if claim is not None:
        *setup, claimed_ending, claimed_variant = claim[1:]
        claimed = sprouts.position(claimed_position(setup))
        demand((claimed, claimed_ending, claimed_variant) == (position, ending, variant),
               f"the certificate is about `{text}`, {ending} play, {variant}")
    play = Normal(sprouts, facts) if ending == "normal" else Misere(sprouts, forms, facts)
    demand(play.proves(position, wins), f"that the player to move {'wins' if wins else 'loses'} does not follow")
    value = play.value(position) if ending == "normal" else None
    shown = text + ("" if not start else f", the start with {n_spots} spot{'s' if n_spots > 1 else ''},")
    name = {"standard": "standard Sprouts", "black-and-white": "Black-and-White Sprouts",
            "black-and-white-loops": "Black-and-White Sprouts whose loops always have a spot"}[variant]
    return (f"the player to move {'wins' if wins else 'loses'} {shown} in {name}, {ending.replace('ere', 'ère')} play "
            f"(the last line {'wins' if ending == 'normal' else 'loses'})"
            + ("" if value is None else f"; nimber {value}") + f"; {len(facts)} facts, {clock.spent():.2f} s",
            f"sprouts {setup} {ending} {variant}")


def read_board(text, shape=None):
    """The rows of a board, as one string; and its shape."""
    rows = text.split("/")
    found = (len(rows), len(rows[0]))
    demand(all(re.fullmatch(r"[SO.-]+", row) and len(row) == found[1] for row in rows), f"`{text}` is no board")
    demand(found[0] * found[1] <= 400, "a board of more than 400 cells")
    demand(shape in (None, found), f"`{text}` does not have the shape of the first board")
    return "".join(rows), found


def read_integer(text):
    demand(abs(int(text)) <= 32767, f"{text} is not from -32767 to 32767")
    return int(text)


def check_sos(lines, claim, clock):
    rules = lines.take(f"rules ({SOS_NAMES})")
    text = lines.take(r"board ([SO./]+)")
    board, shape = read_board(text)
    value = read_integer(lines.take(rf"value ({INTEGER})"))
    facts = lines.facts()
    sos = Sos(rules, *shape, clock)
    made = any([board[i] for i in line] == ["S", "O", "S"] for line in sos.sos_lines)
    demand(not (made and sos.ends), "the game is over: the board has an S-O-S")
    if claim is not None:
        setup, claimed_rules = claim[1:]
        demand((claimed_board(setup), claimed_rules) == (text, rules), f"the certificate is about `{text}`, {rules}")
    stated = set()
    for fact in facts:
        found = re.fullmatch(rf"([SO./-]+)(\*?) (>=|<=) ({INTEGER})", fact)
        demand(found, f"`{fact}` is no fact of SOS")
        reduced = sos.reduce(read_board(found[1], shape)[0], found[2] == "*")
        stated.add((reduced, found[3], read_integer(found[4]), fact))
    for reduced, sign, n, _ in stated:
        sos.state(reduced, sign, n)
    for reduced, sign, n, fact in sorted(stated):
        demand(sos.follows(reduced, sign, n), f"`{fact}` does not follow")
    demand(sos.known(sos.reduce(board, False)) == (value, value), f"that the value is {value} does not follow")
    setup = text if text.strip("./") else f"{shape[0]}x{shape[1]}"
    unit = "1 a win, 0 a draw, -1 a loss" if sos.ends else "points ahead"
    return (f"the board {text} of SOS, rules `{rules}`, is worth {value} to the player to move ({unit}); "
            f"{len(facts)} facts, {clock.spent():.2f} s", f"sos {setup} {rules}")


def claimed_position(setup):
    """The text of the position of a claim: a number of spots, or a position, perhaps after the word `position`."""
    return f"0*{setup[0]}" if re.fullmatch(rf"{NUMBER}(@.*)?", setup[0]) else setup[-1]


def claimed_board(setup):
    """The text of the board of a claim: a size, or a board."""
    size = re.fullmatch("([1-9][0-9]{0,2})x([1-9][0-9]{0,2})", setup)
    return "/".join(["." * int(size[2])] * int(size[1])) if size else setup


def complete(claim):
    """A claim with its variant or rules, or None if the text is not a claim."""
    signed = re.fullmatch(rf"sprouts ({NUMBER})([+-])(|standard|black-and-white|black-and-white-loops)", claim)
    if signed:
        claim = f"sprouts {signed[1]} {'normal' if signed[2] == '+' else 'misere'} {signed[3] or 'standard'}"
    words = claim.split(" ")
    if words[0] == "sprouts" and words[-1] in ("normal", "misere"):
        words.append("standard")
    if words[0] == "sos" and len(words) == 2:
        words.append("general")
    claim = " ".join(words)
    sprouts = r"sprouts (position )?\S+ (normal|misere) (standard|black-and-white|black-and-white-loops)"
    sos = rf"sos \S+ ({SOS_NAMES})"
    if not re.fullmatch(f"{sprouts}|{sos}", claim):
        return None
    try:
        if words[0] == "sos":
            read_board(claimed_board(words[1]))
        else:
            for land in claimed_position(words[1:-2]).split("+"):
                demand(land == "!" or read_land(land), "no land")
    except Refused:
        return None
    return claim


def seconds(text):
    """A number of seconds, at least a millisecond and at most some years."""
    return min(max(float(text), 0.001), 1e8)


def main():
    parser = argparse.ArgumentParser(description="A second checker of certificates of Sprouts and SOS.")
    parser.add_argument("file", help="the certificate; `-` is standard input")
    parser.add_argument("--claim", help="the claim to prove, without its answer; for example, `sprouts 11 normal`")
    parser.add_argument("--limit", type=seconds, default=3600, help="give up after so many seconds (3600)")
    arguments = parser.parse_args()
    claim = None if arguments.claim is None else complete(arguments.claim)
    if arguments.claim is not None and claim is None:
        parser.error(f"`{arguments.claim}` is no claim such as `sprouts 11 normal` or `sos 3x9 first`")
    sys.setrecursionlimit(100_000)
    clock = Clock(arguments.limit)
    if hasattr(signal, "setitimer"):  # it interrupts waiting for a source, too
        signal.signal(signal.SIGALRM, lambda *_: clock.give_up())
        signal.setitimer(signal.ITIMER_REAL, arguments.limit)
    if resource:
        most = resource.getrlimit(resource.RLIMIT_AS)[1]
        most = MOST_MEMORY if most == resource.RLIM_INFINITY else min(most, MOST_MEMORY)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    try:
        file = sys.stdin.buffer if arguments.file == "-" else open(arguments.file, "rb")
        sentence, proved = check(file.read(LONGEST + 1), claim, clock)
    except OSError as error:
        parser.error(str(error))
    except Refused as reason:
        print(f"refused: {reason}")
        return 1
    except (GaveUp, MemoryError, RecursionError) as reason:
        print(f"gave up: {str(reason) or 'the memory does not suffice'}, which says nothing about the claim")
        return 3
    finally:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
    print(f"accepted: {sentence}\nclaim: {proved}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
