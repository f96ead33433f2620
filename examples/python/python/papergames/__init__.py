"""Sprouts, Brussels Sprouts, SOS and Phutball: rules, solvers, opponents and pictures."""

from papergames._papergames import Error, IllegalMove, Move, Outcome, Position, UnfinishedError, Verdict, __version__

__all__ = ["Error", "IllegalMove", "Move", "Outcome", "Position", "UnfinishedError", "Verdict", "__version__"]
