#!/usr/bin/env python3
"""Counts games and finds values of rule sets that have no certificates, from the rules alone.

    python3 second_counter.py sprouts 2+lines-4 4       # four lines may end at a starting spot
    python3 second_counter.py sos 1x7:first+wrap-rows+soo 4
    python3 second_counter.py phutball 3x5+2 4          # two more rows before the first player's goal
    python3 second_counter.py --value sos 3x3:wrap

Prints the number of sequences of 1, 2, ... moves, or the value of the start: in SOS the score of the first player, in
Sprouts the nimber, who wins if the last player loses, and the lengths of the shortest and longest game. It shares no
code with the Rust crates, and is slow.
Setups are those of `papergames perft`.
"""

import argparse
import functools
import re


class Sprouts:
    """A drawing as a tuple of regions; each is a tuple of boundaries, and each of these lists its spots.

    A boundary is walked with the region on the left, and begins where it reads least.
    """

    def __init__(self, setup):
        found = re.fullmatch(r"(\d+)(?:\+(?:lines-([2456]))?)?", setup)
        if not found:
            raise ValueError(f"expected a setup like 3+lines-4, found {setup}")
        self.n, self.lines = int(found[1]), int(found[2] or 3)
        self.start = (tuple((spot,) for spot in range(1, self.n + 1)),)

    def lives(self, drawing):
        """Each line has two sides, and so shows twice at each end; a spot without lines shows once."""
        shown, lone = {}, set()
        for region in drawing:
            for boundary in region:
                lone.update(boundary if len(boundary) == 1 else ())
                for spot in boundary:
                    shown[spot] = shown.get(spot, 0) + 1
        return {spot: (self.lines if spot <= self.n else 3) - (0 if spot in lone else times)
                for spot, times in shown.items()}

    @staticmethod
    def ordered(regions):
        turn = lambda walk: min(tuple(walk[i:]) + tuple(walk[:i]) for i in range(len(walk)))
        return tuple(sorted(tuple(sorted(turn(walk) for walk in region)) for region in regions))

    def children(self, drawing):
        lives = self.lives(drawing)
        new, after = len(lives) + 1, set()
        for at, region in enumerate(drawing):
            elsewhere = drawing[:at] + drawing[at + 1:]
            corners = [(b, i) for b, walk in enumerate(region) for i in range(len(walk))]
            for first, (b, i) in enumerate(corners):
                for c, j in corners[first:]:
                    ends = [region[b][i], region[c][j]]
                    if any(lives[spot] < ends.count(spot) for spot in ends):
                        continue
                    rest = [walk for k, walk in enumerate(region) if k not in (b, c)]
                    if b != c:
                        walks = [region[b][i:] + region[b][:i], region[c][j:] + region[c][:j]]
                        whole = []
                        for walk in walks:
                            # A spot that has a line has a corner on either side of the new one.
                            whole += walk + ((walk[0],) if len(walk) > 1 else ()) + (new,)
                        after.add(self.ordered(elsewhere + ((tuple(whole), *rest),)))
                        continue
                    walk = region[b]
                    left = walk[i:j + 1] + (new,)
                    right = (walk[0], new) if len(walk) == 1 else walk[j:] + walk[:i + 1] + (new,)
                    for sides in range(1 << len(rest)):
                        halves = [[left], [right]]
                        for k, other in enumerate(rest):
                            halves[sides >> k & 1].append(other)
                        after.add(self.ordered(elsewhere + tuple(map(tuple, halves))))
        return after

    def count(self, depth):
        @functools.cache
        def count(drawing, depth):
            return 1 if depth == 0 else sum(count(child, depth - 1) for child in self.children(drawing))
        return count(self.start, depth)

    def unnamed(self, drawing):
        """The drawing with starting and new spots renamed in the order of their first appearance: equal names are equal
        drawings, though not the other way round."""
        names, counts = {}, [0, self.n]
        for spot in (spot for region in drawing for walk in region for spot in walk):
            if spot not in names:
                kind = spot > self.n
                counts[kind] += 1
                names[spot] = counts[kind]
        return self.ordered([[tuple(names[spot] for spot in walk) for walk in region] for region in drawing])

    def value(self):
        """The nimber, who wins if the last player loses, and the numbers of moves in the shortest and longest game."""
        @functools.cache
        def value(drawing):
            values = {value(self.unnamed(child)) for child in self.children(drawing)}
            if not values:
                return 0, True, 0, 0
            nimbers, wins, shortest, longest = map(set, zip(*values))
            nimber = next(n for n in range(len(nimbers) + 1) if n not in nimbers)
            return nimber, False in wins, 1 + min(shortest), 1 + max(longest)
        nimber, wins, shortest, longest = value(self.start)
        return f"{nimber},{'first' if wins else 'second'},{shortest},{longest}"


class Sos:
    """A board of S, O and full stops."""

    def __init__(self, setup):
        found = re.fullmatch(r"(\d+)x(\d+)(?::(.+))?", setup)
        if not found:
            raise ValueError(f"expected a setup like 3x4:first+wrap+soo, found {setup}")
        self.rows, self.columns = int(found[1]), int(found[2])
        self.rule, self.word, self.handicap = "general", "SOS", 0
        wraps = set()
        for part in (found[3] or "general").split("+"):
            if part in ("general", "first", "alternating", "misere"):
                self.rule = part
            elif part.startswith("wrap"):
                wraps = {"wrap": {0, 1}, "wrap-columns": {0}, "wrap-rows": {1}}[part]
            elif part.isdigit():
                self.handicap = int(part)
            else:
                self.word = part.upper()
        self.places = self.lines(wraps)

    def lines(self, wraps):
        """Every way to read a word: cells from the left to the right, from the top down, or both.

        A word that reads the same backwards is read once in a line.
        """
        size, found, cells = (self.rows, self.columns), [], set()
        for row in range(self.rows):
            for column in range(self.columns):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    line = []
                    for step in range(3):
                        place = [row + step * down, column + step * right]
                        for axis in wraps:
                            place[axis] %= size[axis]
                        line.append(tuple(place))
                    inside = all(0 <= r < self.rows and 0 <= c < self.columns for r, c in line)
                    seen = frozenset(line), line[1]
                    if inside and (self.word != self.word[::-1] or seen not in cells):
                        cells.add(seen)
                        found.append([r * self.columns + c for r, c in line])
        return found

    def moves(self, board):
        """Each move as a board and the number of words that it makes."""
        for cell, letter in enumerate(board):
            if letter == ".":
                for letter in "SO":
                    after = board[:cell] + letter + board[cell + 1:]
                    made = sum(cell in line and "".join(after[c] for c in line) == self.word for line in self.places)
                    yield after, made

    def count(self, depth):
        ends = self.rule in ("first", "misere")
        @functools.cache
        def count(board, depth):
            if depth == 0:
                return 1
            # Games that end at the first word have a continuation only without one.
            return sum(int(depth == 1) if made and ends else count(after, depth - 1)
                       for after, made in self.moves(board))
        return count("." * self.rows * self.columns, depth)

    def value(self):
        """The score of the first player, or whether that player wins (1), draws or loses (-1)."""
        first_ends = {"first": 1, "misere": -1}.get(self.rule)
        @functools.cache
        def value(board):
            best = None
            for after, made in self.moves(board):
                if first_ends:
                    score = first_ends if made else -value(after)
                elif made and self.rule == "general":
                    score = made + value(after)
                else:
                    score = made - value(after)
                best = score if best is None else max(best, score)
            return best or 0
        return str(value("." * self.rows * self.columns) - self.handicap)


class Phutball:
    """Men and the ball on points (column, row), by the default rules: the ball's row at the end of a turn decides."""

    def __init__(self, setup):
        found = re.fullmatch(r"(\d+)x(\d+)(?:\+(\d+))?", setup)
        if not found:
            raise ValueError(f"expected a setup like 15x21+2, found {setup}")
        self.columns, rows = int(found[1]), int(found[2])
        self.top = rows + int(found[3] or 0) - 1
        self.start = ((self.columns - 1) // 2, (rows - 1) // 2), frozenset(), False

    def is_over(self, ball):
        return not 1 < ball[1] < self.top - 1

    def jumps(self, ball, men):
        for across in (-1, 0, 1):
            for up in (-1, 0, 1):
                column, row = ball[0] + across, ball[1] + up
                jumped = set()
                while (column, row) in men:
                    jumped.add((column, row))
                    column, row = column + across, row + up
                if jumped and 0 <= column < self.columns and 0 <= row <= self.top:
                    yield (column, row), men - jumped

    def moves(self, position):
        ball, men, jumping = position
        if not jumping:
            if self.is_over(ball):
                return
            for row in range(1, self.top):
                for column in range(self.columns):
                    if (column, row) != ball and (column, row) not in men:
                        yield ball, men | {(column, row)}, False
        else:
            yield ball, men, False
        for landing, left in self.jumps(ball, men):
            # If the ball cannot jump again, the turn is over.
            yield landing, left, any(True for _ in self.jumps(landing, left))

    def count(self, depth):
        @functools.cache
        def count(position, depth):
            return 1 if depth == 0 else sum(count(after, depth - 1) for after in self.moves(position))
        return count(self.start, depth)


GAMES = {"sprouts": Sprouts, "sos": Sos, "phutball": Phutball}


def main():
    parser = argparse.ArgumentParser(description="Counts games and finds values from the rules alone.")
    parser.add_argument("--value", action="store_true", help="find the value of the start (not in Phutball)")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("setup")
    parser.add_argument("depth", type=int, nargs="?", default=3)
    options = parser.parse_args()
    game = GAMES[options.game](options.setup)
    if options.value:
        if options.game == "phutball":
            parser.error("games of Phutball need not end, so there is no value")
        print(game.value())
    else:
        for depth in range(1, options.depth + 1):
            print(depth, game.count(depth))


if __name__ == "__main__":
    main()
