"""Scores: how good a position is, for whom, and how likely each result.

A `Score` is from somebody's point of view. Scores have an order and can be negated, which
gives the same judgement from the other side:

>>> Win(-1) < Win(-4) < Cp(-30) < Draw() < Cp(120) < Win(7) < Win(2)
True
>>> -Win(3) == Win(-3), -Cp(20) == Cp(-20)
(True, True)

`PovScore` adds whose view it is, `Wdl` are expected results.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

#: The letters of the sides as they stand on the wire.
LIGHT, DARK = "w", "b"


@functools.total_ordering
class Score:
    """A judgement: `Cp`, `Win` or `Draw`. A proved draw counts as much as `Cp(0)`."""

    def _rank(self) -> tuple[int, int]:
        """A key whose order is the order of scores."""
        raise NotImplementedError

    def __neg__(self) -> Score:
        raise NotImplementedError

    def value(self, win: int = 100_000) -> int:
        """As one number, in hundredths of a man; a win in n turns is `win - n`.

        >>> Cp(35).value(), Win(2).value(win=1000), Win(-2).value(win=1000), Draw().value()
        (35, 998, -998, 0)
        """
        group, within = self._rank()
        return group * win + within

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return self._rank() == other._rank()

    def __lt__(self, other: Score) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return self._rank() < other._rank()

    def __hash__(self) -> int:
        return hash(self._rank())


@dataclass(frozen=True, eq=False)
class Cp(Score):
    """An estimate in hundredths of a man.

    >>> print(Cp(139))
    +1.39
    """

    cp: int

    def _rank(self) -> tuple[int, int]:
        return (0, self.cp)

    def __neg__(self) -> Cp:
        return Cp(-self.cp)

    def __str__(self) -> str:
        return f"{self.cp / 100:+.2f}"


@dataclass(frozen=True, eq=False)
class Win(Score):
    """A proved result: `Win(2)` wins with two more turns, `Win(-2)` loses to two more turns.

    >>> print(Win(2), Win(-1), sep=", ")
    win in 2, loss in 1
    """

    turns: int

    def __post_init__(self) -> None:
        if self.turns == 0:
            raise ValueError("a win takes at least one turn")

    def _rank(self) -> tuple[int, int]:
        return (1 if self.turns > 0 else -1, -self.turns)

    def __neg__(self) -> Win:
        return Win(-self.turns)

    def __str__(self) -> str:
        return f"{'win' if self.turns > 0 else 'loss'} in {abs(self.turns)}"


@dataclass(frozen=True, eq=False)
class Draw(Score):
    """A proved draw."""

    def _rank(self) -> tuple[int, int]:
        return (0, 0)

    def __neg__(self) -> Draw:
        return self

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True)
class PovScore:
    """A score, and the side from which it is seen.

    >>> score = PovScore(Cp(50), DARK)
    >>> print(score.relative, score.dark(), score.light())
    +0.50 +0.50 -0.50
    """

    #: As seen by `side`, the one on turn where the engine has said it.
    relative: Score
    #: The side on turn.
    side: str
    #: `lower` or `upper` if `relative` is at least or at most the true value, else None.
    bound: str | None = None

    def pov(self, side: str) -> Score:
        """The score as `side` sees it."""
        return self.relative if side == self.side else -self.relative

    def light(self) -> Score:
        """The score as light sees it."""
        return self.pov(LIGHT)

    def dark(self) -> Score:
        """The score as dark sees it."""
        return self.pov(DARK)

    def __str__(self) -> str:
        sign = {"lower": ">= ", "upper": "<= "}.get(self.bound or "", "")
        return f"{sign}{self.relative}"


@dataclass(frozen=True)
class Wdl:
    """Expected results in thousandths, as seen by `side`.

    >>> Wdl(700, 200, 100, LIGHT).pov(DARK)
    Wdl(wins=100, draws=200, losses=700, side='b')
    """

    wins: int
    draws: int
    losses: int
    side: str

    def pov(self, side: str) -> Wdl:
        """The same as `side` sees it."""
        if side == self.side:
            return self
        return Wdl(self.losses, self.draws, self.wins, side)
