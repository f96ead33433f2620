"""Rules, texts and records: counts of the literature, and laws that all games obey."""

from __future__ import annotations

import contextlib
import copy
import json
import pickle

import pytest
from conftest import STARTS
from hypothesis import given, settings
from hypothesis import strategies as st
from papergames import (
    GAMES,
    Engine,
    Error,
    IllegalMove,
    Move,
    Position,
    Record,
    UnfinishedError,
    formats,
    read,
    rule_sets,
    sprouts,
    summary,
    title,
)

# The same counts as in the perft tests of the crates.
COUNTS = [
    ("sprouts", "2", False, [3, 19, 98, 372, 360]),
    ("sprouts", "3", False, [9, 129, 1641]),
    ("sprouts", "4", False, [22, 582]),
    # As many as by gluing, in `sprouts/tests/surfaces.rs`.
    ("sprouts", "3@h1", False, [5, 55, 576]),
    ("sprouts", "3@c2", False, [8, 105, 1340]),
    ("brussels", "1", False, [6, 16, 16]),
    ("brussels", "2", False, [40, 1024, 15872]),
    ("phutball", "15x21", True, [284, 80380]),
]


@pytest.mark.parametrize(("game", "setup", "turns", "counts"), COUNTS)
def test_counts_of_sequences(game: str, setup: str, turns: bool, counts: list[int]) -> None:
    position = Position(game, setup)
    assert [position.perft(depth, turns=turns) for depth in range(1, len(counts) + 1)] == counts


def test_sos_counts_cells_and_letters() -> None:
    assert [Position("sos", "1x3").perft(depth) for depth in range(1, 4)] == [6, 24, 48]


@st.composite
def games(draw: st.DrawFn) -> Record:
    """Records of random games, finished or not."""
    start = STARTS[draw(st.sampled_from(sorted(STARTS)))]
    seed = draw(st.integers(0, 2**64 - 1))
    return start.playout(seed, most_moves=draw(st.integers(0, 40)))


@settings(max_examples=150, deadline=None)
@given(games())
def test_laws_of_positions(record: Record) -> None:
    position = record.position
    game = position.game
    # Exactly one of turn and outcome, and moves exactly when there is a turn.
    assert (position.turn is None) == (position.outcome is not None) == position.is_over
    moves = list(position.legal_moves)
    assert len(moves) == len(position.legal_moves) == position.n_legal_moves == len(set(moves))
    assert bool(moves) == bool(position.legal_moves) == (not position.is_over)
    # Texts read back, and so do pickles.
    assert Position(game, str(position)) == position
    assert hash(Position(game, str(position))) == hash(position)
    assert pickle.loads(pickle.dumps(position)) == position == copy.deepcopy(position)
    assert Record.parse(game, str(record)) == record == pickle.loads(pickle.dumps(record))
    assert Record.from_bytes(game, record.to_bytes()) == record
    assert record.copy() is not record
    # Moves, and the position stays as it is.
    text = str(position)
    for move in moves[:5] + moves[-5:]:
        assert Move(game, str(move)) == move == pickle.loads(pickle.dumps(move))
        assert move in position.legal_moves
        assert position.legal_moves[position.legal_moves.index(move)] == move
        assert position.why_illegal(move) is None
        assert position.say(move)
        longer = record.copy()
        longer.push(move)
        assert longer.position == position.apply(move) == position.apply(str(move))
        assert longer.pop() == move
        assert longer == record
    assert str(position) == text
    if record.position.outcome is not None:
        assert all(holds for _, holds in record.facts)
        assert len(position.outcome.utilities) == position.players  # type: ignore[union-attr]


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(GAMES), st.text(max_size=30))
def test_any_text_is_read_or_refused(game: str, text: str) -> None:
    for attempt in (
        lambda: Position(game, text),
        lambda: Move(game, text),
        lambda: Record.parse(game, text),
        lambda: read(game, text),
        lambda: Position(game, {"sprouts": 3, "brussels": 2}.get(game)).apply(text),
    ):
        # Anything but an error of the library fails the test.
        with contextlib.suppress(Error):
            attempt()


def test_errors_say_what_would_be_right() -> None:
    known = "sprouts, sprouts-surface, brussels, brussels-surface, sos, phutball"
    with pytest.raises(Error, match=rf"expected the name of a game \({known}\), found `chess`"):
        Position("chess")
    with pytest.raises(IllegalMove, match="there is no spot 5; the position has spots 1 to 2"):
        Position("sprouts", 2).apply("5-1")
    with pytest.raises(Error, match="a move of sprouts cannot be played in sos"):
        Position("sos", "3x3").apply(Move("sprouts", "1-2"))
    with pytest.raises(ValueError, match="option players"):
        Position("sprouts", 2, players=3)
    with pytest.raises(UnfinishedError, match="stopped after"):
        Position("sprouts", 30).solve(nodes=1000)
    with pytest.raises(IndexError, match="the index must be below 3, found 3"):
        Position("sprouts", 2).legal_moves[3]
    record = Record(Position("sos", "3x3"))
    with pytest.raises(IllegalMove):
        record.push("Sz9")
    assert len(record) == 0


def test_moves_are_counted_without_listing() -> None:
    many = Position("sprouts", 30)
    assert many.n_legal_moves == 8053064115 == len(many.legal_moves)
    assert str(many.legal_moves[-1]).startswith("30-30[")
    for index in (1000, 8053064114, many.n_legal_moves // 3):
        assert many.legal_moves.index(many.legal_moves[index]) == index
    assert many.legal_moves[1:4] == [many.legal_moves[i] for i in (1, 2, 3)]
    first = iter(many.legal_moves)
    assert [next(first), next(first)] == many.legal_moves[:2]


def test_turns_of_several_moves() -> None:
    position = Position("phutball", "15x21").apply("h11", "h9")
    assert [str(move) for move in position.moves("h10-h12")] == ["N"]
    record = Record(position)
    record.push("h10-h12")
    assert record.turns == 1
    scored = Position("sos", "3x3").apply("Sa1", "Ob1", "Sc1")
    assert (scored.scores, scored.turn) == ((1, 0), 0)


def test_notations_convert() -> None:
    (record,) = read("sprouts", "2+ 1-2 1-2 1-2! 3-4!")
    for notation in formats("sprouts"):
        if notation.is_written and notation.name in ("text", "wgosa", "hoey", "cards"):
            (again,) = read("sprouts", record.write(notation.name), format=notation.name)
            assert str(again.position) == str(record.position), notation.name
    assert record.position.outcome is not None
    assert record.position.outcome.winner == 1
    (text,) = read("phutball", Position("phutball").playout(1, most_moves=30).write("text"))
    assert len(text) == 30
    with pytest.raises(Error, match="SOS has no format"):
        Record(Position("sos", "3x3")).write("pgn")


def test_notes_say_how_a_text_was_understood() -> None:
    (log,) = read("sos", "Player 1: S (0,0)\nPlayer 2: O (0,1)\nsize: 3", format="log")
    assert log.notes[0].endswith("counted from 0")
    assert len(read("sprouts", "3+\n1 1", format="pairs")[0].notes) == 1
    assert read("sprouts", "3+ 1-1")[0].notes == []


def test_other_numbers_of_lines() -> None:
    record = Position("sprouts", 2, variant="lines-4").playout(1)
    assert record.position.outcome is not None
    assert 5 <= len(record) <= 7
    verdict = Position("sprouts", 2, variant="lines-4").solve()
    assert verdict.outcome.winner == 1
    with pytest.raises(Error, match="certificates exist only for standard and Black-and-White Sprouts"):
        sprouts.Solver(variant="lines-4").certify(Position("sprouts", 2, variant="lines-4"))
    with pytest.raises(Error, match="positions are not sums of lands"):
        sprouts.lands(Position("sprouts", 2, variant="lines-4"))


def test_games_describe_themselves() -> None:
    for game in GAMES:
        assert title(game)
        assert summary(game)
        assert all(rules.about and rules.source for rules in rule_sets(game))
        for notation in formats(game):
            assert notation.about
            # What is numbered in order is read as the plain notation, which has the example.
            assert notation.example or notation.name.endswith("in-order")


#: A short game by each rule set that a game lists, and by each handicap.
RULES = {f"{game}, {rules.name}": Record.parse(game, rules.example) for game in GAMES for rules in rule_sets(game)} | {
    f"{game}, handicap": Position(game, board, handicap=2).playout(1, most_moves=4)
    for game, board in (("sos", "3x3"), ("phutball", "3x7"))
}


@pytest.mark.parametrize("record", RULES.values(), ids=RULES)
def test_every_rule_is_played_drawn_hinted_valued_and_converted(record: Record) -> None:
    game = record.game
    hint = Engine(game, seed=1).choose(record.setup, nodes=100)
    assert hint.best in record.setup.legal_moves
    assert record.setup.apply(hint.best) != record.setup
    with contextlib.suppress(UnfinishedError):
        assert record.position.solve(every_move=True, nodes=10_000).outcome
    for svg in (record.position.svg(), record.film(), record.animation()):
        assert svg.startswith("<svg")
    if not game.endswith("-surface"):
        is_on_board = game in ("sos", "phutball")
        assert record.position.planes().size if is_on_board else record.position.graph().nodes.size
    assert Record.parse(game, str(record)) == record == Record.from_bytes(game, record.to_bytes())
    for notation in formats(game):
        with contextlib.suppress(Error):
            text = record.write(notation.name)
            assert read(game, text, format=notation.name)


def test_every_rule_set_is_an_option() -> None:
    smallest: dict[str, str | int] = {"sprouts": 2, "brussels": 1, "sos": "3x3", "phutball": "3x5"}
    smallest |= {"sprouts-surface": "2@c1", "brussels-surface": "2@c1"}
    for game in GAMES:
        starts = [Position(game, smallest[game], rules=rules.name) for rules in rule_sets(game)]
        assert len(set(starts)) == len(starts)
    given = [Position("sos", "3x3", handicap=2), Position("phutball", "3x5", handicap=2)]
    assert [str(start) for start in given] == [".../.../...:1:0-2:general+2", str(Position("phutball", "3x5+2"))]
    with pytest.raises(Error, match="handicap"):
        Position("sprouts", 2, handicap=2)


def test_the_pie_rule_is_kept() -> None:
    record = Record(Position("sos", "3x3"))
    with pytest.raises(Error, match="only once, after the first turn"):
        record.swap()
    record.push("Sb2")
    record.swap()
    assert record.swapped
    with pytest.raises(Error, match="only once"):
        record.swap()
    again = read("sos", record.write())[0]
    assert again == record == record.copy() == pickle.loads(pickle.dumps(record))
    assert again.notes == ["the players exchanged seats after the first turn, by the pie rule"]
    record.pop()
    assert not record.swapped
    assert read("sos", record.write())[0] != again


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_pictures(start: Position) -> None:
    record = start.playout(3, most_moves=6)
    for svg in (start.svg(), record.svg(look="dark"), record.film(columns=2), record.animation(seconds=0.5)):
        assert svg.startswith("<svg")
        assert svg.rstrip().endswith("</svg>")
    for png in (start.png(width=120), record.png(width=120, look="dark")):
        assert png.startswith(b"\x89PNG\r\n")
        assert int.from_bytes(png[16:20], "big") == 120
    assert start._repr_svg_() == start.svg() == start.picture("still")
    assert record.picture("film") == record.film()
    assert record._repr_svg_() == record.film()
    with pytest.raises(Error, match="there is no look"):
        start.svg(look="neon")  # type: ignore[arg-type]
    kinds = "there is no kind of picture `eps`; use one of still, film, animation, tikz, json"
    with pytest.raises(Error, match=kinds):
        start.picture("eps")


def test_pictures_for_papers_and_programs() -> None:
    record = Position("sprouts", "2").playout(1)
    assert record.picture("tikz").count("{tikzpicture}") == 2
    assert json.loads(record.picture("json"))
    with pytest.raises(Error, match="a picture of the kind `json` has no view `cards`; leave out the view"):
        record.picture("json", view="cards")
    with pytest.raises(Error, match="only positions on a planar map can be drawn as TikZ"):
        Position("sos", "3x3").picture("tikz")


def test_outcomes_of_several_players() -> None:
    played = STARTS["sos, three players"].playouts(50, seed=1, records=True)
    assert played.records is not None
    for record, utilities in zip(played.records, played.utilities, strict=True):
        outcome = record.position.outcome
        assert outcome is not None
        assert outcome.utilities == utilities.tolist()
        assert outcome.is_draw == (not outcome.winners)
        assert (outcome.winner is not None) == (len(outcome.winners) == 1)


def test_moves_and_positions_have_fields() -> None:
    assert Move("sos", "Ob2").fields == {"cell": "b2", "row": 1, "column": 1, "letter": "O"}
    assert Position("sos", "2x3").apply("Sb1").fields == {"board": [["", "S", ""], ["", "", ""]]}
    phutball = Position("phutball").apply("h11")
    board = phutball.fields.pop("board")
    assert [len(board), len(board[0]), board[10][7], board[11][7], board[0][0]] == [21, 15, "*", "o", ""]
    assert {**phutball.fields, "board": []} == {"ball": "h10", "men": ["h11"], "jumping": False, "board": []}
    assert phutball.move_fields("N") == {
        "kind": "jump", "direction": "N", "from": "h10", "landing": "h12", "removed": ["h11"], "row": 12, "column": 7
    }  # fmt: skip
    assert Move("phutball", "a1").fields == {"kind": "place", "point": "a1", "row": 1, "column": 0}
    assert Move("phutball", "stop").fields == {"kind": "stop"}
    sprouts = Position("sprouts", 3)
    assert sprouts.fields == {"lives": {1: 3, 2: 3, 3: 3}, "regions": [[[1], [2], [3]]]}
    assert sprouts.move_fields("1-1[3]") == {
        "from": 1, "from_corner": 0, "to": 1, "to_corner": 0, "left": [3], "with_spot": True,
        "from_node": "corner 0.0.0", "to_node": "corner 0.0.0", "region": 0, "new": 4,
    }  # fmt: skip
    assert Position("sprouts", 2, variant="black-and-white").move_fields("1_2")["new"] is None
    brussels = Position("brussels", 2)
    assert brussels.fields["arms"] == {1: 4, 2: 4}
    assert brussels.move_fields("1a-1c[2]") == {"from": "1a", "to": "1c", "with": [2]}


@settings(max_examples=50, deadline=None)
@given(games())
def test_fields_agree_with_the_rules(record: Record) -> None:
    position = record.position
    for move in list(position.legal_moves)[:10]:
        fields, after = position.move_fields(move), position.apply(move).fields
        assert move.fields.items() <= fields.items()
        if position.game == "sprouts" and "@" not in str(position):
            ends = [fields["from"], fields["to"]]
            boundaries = position.fields["regions"][fields["region"]]
            assert all(any(end in boundary for boundary in boundaries) for end in ends)
            graph = position.graph()
            assert {fields["from_node"], fields["to_node"]} <= set(graph.names)
            for end, lives in position.fields["lives"].items():
                assert after["lives"][end] == lives - ends.count(end)
        elif position.game == "phutball" and fields["kind"] == "jump":
            assert after["ball"] == fields["landing"]
            assert set(position.fields["men"]) - set(after["men"]) == set(fields["removed"]) != set()
        elif position.game == "sos":
            assert after["board"][fields["row"]][fields["column"]] == fields["letter"]


def test_moves_are_sorted_with_their_numbers_in_order() -> None:
    moves = [Move("sprouts", text) for text in ("1-10", "2-3", "1-2", "1-2[3]")]
    assert [str(move) for move in sorted(moves)] == ["1-2", "1-2[3]", "1-10", "2-3"]
    assert moves[2] < moves[0] <= moves[0] >= moves[2]
    with pytest.raises(TypeError):
        assert moves[0] < "2-3"  # type: ignore[operator]


def test_a_symmetry_class_is_a_key() -> None:
    start = Position("sprouts", 4)
    one, other = start.apply("1-2"), start.apply("3-4")
    assert one.symmetry_class == other.symmetry_class != start.symmetry_class
    assert all(set(position.symmetry_class) <= set("0123456789:.") for position in (start, one))


def test_a_graph_has_names_and_goes_to_networkx() -> None:
    networkx = pytest.importorskip("networkx")
    for position in (Position("sprouts", 3).apply("1-2"), Position("brussels", 2).apply("1a-2c")):
        graph = position.graph()
        assert len(graph.names) == len(set(graph.names)) == len(graph.nodes)
        whole = graph.to_networkx()
        assert list(whole) == graph.names
        assert whole.number_of_edges() == graph.edges.shape[1]
        for name, row in zip(graph.names, graph.nodes, strict=True):
            assert list(whole.nodes[name].values()) == row.tolist()
            # The first word of a name is the kind of the node.
            kind = {"region": "face"}.get(name.split()[0], name.split()[0])
            assert whole.nodes[name][kind if kind in graph.features else "region"] == 1
        assert networkx.number_weakly_connected_components(whole) >= 1
    sprouts = Position("sprouts", 3).apply("1-2").graph().to_networkx()
    at = [(a, b) for a, b, kind in sprouts.edges(data="kind") if kind == "at"]
    assert ("corner 0.0.0", "spot 1") in at
    assert len(at) == 5


def test_a_copy_keeps_what_a_record_was_said_to_be() -> None:
    (record,) = read("sprouts", "2+ (A - B) 1(3)2 1(4)2 1(5)4 2(6)3 II")
    assert record.stated is not None
    assert record.stated.winner == 1
    assert record.players == "A - B"
    for again in (pickle.loads(pickle.dumps(record)), copy.copy(record), copy.deepcopy(record), record.copy()):
        assert again.stated == record.stated
        assert (again.notes, again.players) == (record.notes, record.players)
        assert again == record
    assert Record.parse("sprouts", str(record)) != record


@pytest.mark.parametrize("game", GAMES)
def test_positions_take_the_names_of_rule_sets(game: str) -> None:
    names = [rules.name for rules in rule_sets(game)]
    assert len({str(Position(game, rules=name)) for name in names}) == len(names)
    if "misere" in names:
        assert Position(game, rules="misere") == Position(game, misere=True)
    with pytest.raises(Error, match="expected one name of rules, found rules `a` and variant `b`"):
        Position(game, rules="a", variant="b")
