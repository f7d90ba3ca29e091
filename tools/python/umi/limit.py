"""How long a search may take: seconds here, milliseconds on the wire."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

from .score import DARK


@dataclass(frozen=True)
class Limit:
    """Bounds of a search; they combine, and the first one reached ends it.

    >>> Limit(time=0.5, depth=12).words()
    'movetime 500 depth 12'
    >>> Limit(light_clock=60, dark_clock=58.5, light_increment=1).words()
    'wtime 60000 btime 58500 winc 1000'
    >>> Limit().is_empty
    True
    """

    #: Seconds for this turn.
    time: float | None = None
    #: Plies to look ahead.
    depth: int | None = None
    #: Positions to look at.
    nodes: int | None = None
    #: End as soon as a win in that many own turns is proved or cannot be found.
    win: int | None = None
    #: Seconds left to the light side.
    light_clock: float | None = None
    #: Seconds left to the dark side.
    dark_clock: float | None = None
    #: Seconds that the light side gains with each turn.
    light_increment: float | None = None
    #: Seconds that the dark side gains with each turn.
    dark_increment: float | None = None
    #: Turns to the next time control.
    moves_to_go: int | None = None

    def __post_init__(self) -> None:
        for name in ("depth", "nodes", "win"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise ValueError(f"{name} is at least 1, not {value!r}")
        for name, _ in _SECONDS:
            value = getattr(self, name)
            if value is not None and not math.isfinite(value):
                raise ValueError(f"{name} is a number of seconds, not {value!r}")
        if self.time is not None and self.time < 0:
            raise ValueError(f"time cannot be negative: {self.time!r}")

    @property
    def is_empty(self) -> bool:
        """Whether nothing is bounded, so that such a search does not end by itself."""
        return all(getattr(self, field.name) is None for field in fields(self))

    def words(self) -> str:
        """The words of `go`."""
        said = []
        for name, word in _SECONDS:
            value = getattr(self, name)
            if value is not None:
                said.append(f"{word} {math.floor(round(value * 1000, 3))}")
        for name, word in _NUMBERS:
            value = getattr(self, name)
            if value is not None:
                said.append(f"{word} {value}")
        return " ".join(said)

    def seconds(self, side: str) -> float:
        """The longest that `side` may think, in seconds; infinite if no time bounds it."""
        bounds = [math.inf] if self.time is None else [self.time]
        clock = self.dark_clock if side == DARK else self.light_clock
        if clock is not None:
            gain = self.dark_increment if side == DARK else self.light_increment
            bounds.append(max(0.0, clock) + max(0.0, gain or 0.0))
        return min(bounds)


_SECONDS = (
    ("time", "movetime"),
    ("light_clock", "wtime"),
    ("dark_clock", "btime"),
    ("light_increment", "winc"),
    ("dark_increment", "binc"),
)
_NUMBERS = (
    ("moves_to_go", "movestogo"),
    ("depth", "depth"),
    ("nodes", "nodes"),
    ("win", "win"),
)
