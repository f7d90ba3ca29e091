"""Reply lines that are words and no JSON: `info`, `bestmove`, and the shape of `error`.

Nothing here raises: what cannot be understood gives None and is for the caller to log, and
words that are not known are passed over, as later versions of the protocol may add some.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import NamedTuple

from .errors import EngineError, ProtocolError, reported
from .members import read_object
from .score import Cp, Draw, PovScore, Score, Wdl, Win

log = logging.getLogger("umi")


@dataclass(frozen=True)
class Info:
    """One line that a search has found."""

    #: Its worth, from the side on turn.
    score: PovScore
    #: The expected course, at least one turn.
    pv: tuple[str, ...]
    #: Plies looked ahead, at least and at most.
    depth: int = 0
    seldepth: int = 0
    #: Rank of the line, from 1.
    multipv: int = 1
    wdl: Wdl | None = None
    nodes: int = 0
    #: Nodes in a second.
    nps: int = 0
    #: Thousandths of the table that are in use.
    hashfull: int = 0
    tbhits: int = 0
    #: Seconds since the search began.
    time: float = 0.0

    @property
    def turn(self) -> str:
        """The turn that this line begins with."""
        return self.pv[0]


class BestMove(NamedTuple):
    """What a `bestmove` line says; no turn if there is none to make."""

    turn: str | None
    ponder: str | None


_NUMBERS = ("depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time")
_PROGRESS = ("currmove", "currmovenumber")


def read_info(text: str, side: str) -> Info | None:
    """The line that an `info` tells, its score seen from `side`; None if it tells none.

    >>> info = read_info("depth 3 score cp 39 colour red time 250 pv d6 f4", "b")
    >>> info.depth, info.score.light(), info.time, info.pv
    (3, Cp(cp=-39), 0.25, ('d6', 'f4'))
    """
    words = text.split()
    numbers: dict[str, int] = {}
    score: Score | None = None
    bound: str | None = None
    wdl: Wdl | None = None
    at = 0
    try:
        while at < len(words) and words[at] != "pv":
            word = words[at]
            at += 1
            if word in _NUMBERS:
                numbers[word] = int(words[at])
                at += 1
            elif word == "score":
                score, used = _read_score(words[at:])
                at += used
            elif word in ("lowerbound", "upperbound"):
                bound = word[:-5]
            elif word == "wdl":
                wins, draws, losses = map(int, words[at : at + 3])
                wdl = Wdl(wins, draws, losses, side)
                at += 3
            elif word in _PROGRESS:
                at += 1
            else:
                log.info("unknown word %r in info", word)
    except (ValueError, IndexError):
        log.warning("malformed info: %.200s", text)
        return None
    pv = tuple(words[at + 1 :])
    if score is None or not pv:
        return None
    seconds = numbers.pop("time", 0) / 1000
    return Info(PovScore(score, side, bound), pv, wdl=wdl, time=seconds, **numbers)


def _read_score(words: list[str]) -> tuple[Score, int]:
    """The score at the head of some words, and how many words it takes."""
    if words[0] == "draw":
        return Draw(), 1
    kinds = {"cp": Cp, "win": Win}
    if words[0] not in kinds:
        raise ValueError(words[0])
    return kinds[words[0]](int(words[1])), 2


def read_bestmove(text: str) -> BestMove | None:
    """What follows the word `bestmove`; None if it is malformed.

    >>> read_bestmove("d6 ponder f4")
    BestMove(turn='d6', ponder='f4')
    >>> read_bestmove("none")
    BestMove(turn=None, ponder=None)
    """
    words = text.split()
    if words == ["none"]:
        return BestMove(None, None)
    if len(words) == 1:
        return BestMove(words[0], None)
    if len(words) == 3 and words[1] == "ponder":
        return BestMove(words[0], words[2])
    return None


def read_error(text: str) -> EngineError | None:
    """What follows the word `error`; None if it is no error of the protocol."""
    try:
        data = read_object("error", text)
    except ProtocolError:
        return None
    return reported(data) if isinstance(data.get("code"), str) else None
