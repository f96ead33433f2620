"""Sprouts on many machines, through Ray.

An *owner* keeps the tree near the root and all proved facts; *workers* are Ray actors, each with a solver in
Rust on some cores. A *job* is a couple (a land beside a heap) with a budget of nodes; a *report* has what the worker
proved, and the proof numbers of what it did not. Owner and workers exchange bytes, and only the owner's store must
survive: workers may come, go and die at any time.

`solve` runs the whole cluster. `Owner` and `Worker` are its two halves, for other ways to send messages.
"""

from papergames._papergames import Owner, Worker, simulate
from papergames.cluster.engine import Answer, Progress, solve

__all__ = ["Answer", "Owner", "Progress", "Worker", "simulate", "solve"]
