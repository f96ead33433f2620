"""What several tests use."""

from __future__ import annotations

import papergames

#: A small start of each game, and of variants.
STARTS = {
    "sprouts": papergames.Position("sprouts", 4),
    "sprouts, misere": papergames.Position("sprouts", 3, misere=True),
    "sprouts, black-and-white": papergames.Position("sprouts", 3, variant="black-and-white"),
    "sprouts, antwerp": papergames.Position("sprouts", 2, variant="antwerp-hot"),
    "brussels": papergames.Position("brussels", 2),
    "brussels, misere": papergames.Position("brussels", 2, misere=True),
    "sos": papergames.Position("sos", "3x4"),
    "sos, three players": papergames.Position("sos", "3x3", players=3, rules="first"),
    "phutball": papergames.Position("phutball", "5x9"),
    "phutball, one column": papergames.Position("phutball", "1x9", rules="immediate"),
}
