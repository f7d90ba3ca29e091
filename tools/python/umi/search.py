"""Jobs that an engine has been given, and what has come of them so far.

The reading thread feeds a job with its lines; those who wait for it look at it. What one of the
two changes while the other reads is a queue or a single value.
"""

from __future__ import annotations

import collections
import math
import time
from dataclasses import dataclass

from .errors import EngineError, ProtocolError
from .words import BestMove, Info, log, read_bestmove, read_info

#: Lines of a search that are kept for somebody who does not read them; older ones are dropped.
KEPT_INFOS = 4096


@dataclass(frozen=True)
class PlayResult:
    """The turn that an engine chose."""

    turn: str
    #: The reply that it expects.
    ponder: str | None
    #: The last line of the first rank.
    info: Info | None


class Job:
    """What an engine is busy with until it says so."""

    #: First word of its line.
    command = ""

    def __init__(self) -> None:
        self.ended = False
        self.errors: list[EngineError] = []
        #: When its end is overdue, by `time.monotonic`.
        self.deadline = math.inf

    def due_in(self, seconds: float) -> None:
        """It must end in that many seconds, or earlier if that was said before."""
        self.deadline = min(self.deadline, time.monotonic() + seconds)

    def take(self, word: str, rest: str) -> bool:
        """Takes a line of the engine, if it belongs to this job; whether it does."""
        raise NotImplementedError

    def take_error(self, error: EngineError) -> bool:
        """Takes an error of the engine, if it belongs to this job; whether it does."""
        if error.command != self.command:
            return False
        self.errors.append(error)
        return True

    def raise_error(self) -> None:
        """Raises the first error that the engine has reported."""
        if self.errors:
            raise self.errors[0]


class Count(Job):
    """A `perft`; ended by its `nodes` line or by an error."""

    command = "perft"

    def __init__(self) -> None:
        super().__init__()
        self.nodes = 0

    def take(self, word: str, rest: str) -> bool:
        if word == "nodes" and rest.isdecimal():
            self.nodes = int(rest)
            self.ended = True
        return word in ("nodes", "time", "nps")

    def take_error(self, error: EngineError) -> bool:
        self.ended = super().take_error(error) or self.ended
        return error.command == self.command


class Search(Job):
    """A `go`; ended by its `bestmove`. `side` is the one on turn."""

    command = "go"

    def __init__(self, side: str, legal: tuple[str, ...]) -> None:
        super().__init__()
        self.side = side
        self.legal = legal
        #: What has been found and not yet been read.
        self.infos: collections.deque[Info] = collections.deque(maxlen=KEPT_INFOS)
        #: The last line of each rank, one with an exact score if there is any.
        self.lines: dict[int, Info] = {}
        self.best: BestMove | None = None

    def take(self, word: str, rest: str) -> bool:
        if word == "info":
            info = read_info(rest, self.side)
            if info is not None:
                self.infos.append(info)
                if info.score.bound is None or info.multipv not in self.lines:
                    self.lines = {**self.lines, info.multipv: info}
        elif word == "bestmove":
            self.best = read_bestmove(rest)
            if self.best is None:
                log.warning("malformed bestmove: %.200s", rest)
            self.ended = True
        return word in ("info", "bestmove")

    def result(self) -> PlayResult:
        """What came of it, once it has ended; or what was wrong with it."""
        self.raise_error()
        if self.best is None:
            raise ProtocolError("malformed `bestmove`")
        turn, ponder = self.best
        if turn is None:
            raise ProtocolError("`bestmove none` in a game that is not over")
        if turn not in self.legal:
            raise ProtocolError(f"`bestmove {turn}` is not legal")
        return PlayResult(turn, ponder, self.lines.get(1))
