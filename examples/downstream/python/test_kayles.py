"""A game that the package has never heard of, through one registration."""

from __future__ import annotations

import pickle

import kayles
import pytest
from kayles import Engine, Error, IllegalMove, Position, Record


def test_the_list_of_games_is_the_one_of_the_module() -> None:
    assert kayles.GAMES == ["kayles"]
    assert kayles.title("kayles") == "Kayles"
    with pytest.raises(Error, match=r"expected the name of a game \(kayles\), found `sprouts`"):
        Position("sprouts", 2)


def test_a_game_is_played_against_an_engine() -> None:
    position = Position("kayles", "|||:first")
    assert [str(move) for move in position.legal_moves] == ["1", "1+", "2", "2+", "3"]
    with pytest.raises(IllegalMove, match="expected one pin that stands, or two neighbours"):
        position.apply("2", "2")
    verdict = position.solve()
    assert verdict.outcome.winner == 0
    record = Record(position)
    engine = Engine("kayles", level=5, seed=1)
    while not record.position.is_over:
        record.push(engine.choose(record).best)
    assert record.position.outcome.winner == 0
    assert Record.parse("kayles", str(record)) == record
    assert record.svg().startswith("<svg")


def test_random_games_come_to_an_end() -> None:
    record = Position("kayles", "||||||||||:first").playout(7)
    assert record.position.is_over
    played = Position("kayles", "||||||||||:first").playouts(100, seed=7)
    assert played.utilities.shape == (100, 2)


def test_values_can_be_pickled() -> None:
    position = Position("kayles", "|||||:first").apply("2+")
    move = position.legal_moves[0]
    record = position.playout(1)
    for value in (position, move, record):
        assert type(value).__module__ == "kayles"
        assert pickle.loads(pickle.dumps(value)) == value
