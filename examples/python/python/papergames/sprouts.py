"""What only Sprouts has: its solver."""

from papergames._papergames import SproutsSolver as Solver

__all__ = ["Solver"]
