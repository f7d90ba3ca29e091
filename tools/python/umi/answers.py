"""What an engine answers in JSON, as values: the state of a game, its rules, an evaluation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Mapping

from .errors import ProtocolError
from .members import counts, member, optional, texts
from .score import Cp, PovScore


@dataclass(frozen=True)
class State:
    """What the referee says of a position (the answer to `state`)."""

    variant: str
    #: Position text, without the word `fen`.
    fen: str
    #: Who is on turn, `w` or `b`.
    side: str
    #: `placing`, `removing`, `moving` or `over`.
    phase: str
    #: Men in hand, by side.
    hands: Mapping[str, int]
    #: Men on the board, by side.
    on_board: Mapping[str, int]
    ply: int
    #: Legal turns, sorted; none if the game is over.
    turns: tuple[str, ...]
    #: `ongoing`, `win`, `loss` or `draw`, from the side on turn.
    result: str
    winner: str | None
    reason: str | None
    #: Plies since the last capture or placement.
    quiet: int
    #: How often the position has occurred, this time included.
    repetition: int
    #: Turns that the machine-gun rule bars.
    barred: tuple[str, ...]
    #: Identity of the position, within one engine.
    key: str

    @staticmethod
    def read(data: Mapping[str, Any]) -> State:
        """From the members of the answer."""
        return State(
            variant=member(data, "variant", str),
            fen=member(data, "fen", str),
            side=member(data, "side", str),
            phase=member(data, "phase", str),
            hands=counts(data, "hands"),
            on_board=counts(data, "onboard"),
            ply=member(data, "ply", int),
            turns=texts(data, "turns"),
            result=member(data, "result", str),
            winner=optional(data, "winner", str),
            reason=optional(data, "reason", str),
            quiet=optional(data, "quiet", int) or 0,
            repetition=optional(data, "repetition", int) or 1,
            barred=texts(data, "barred"),
            key=optional(data, "key", str) or "",
        )


@dataclass(frozen=True)
class Point:
    """A point of a board; `x` grows to the right and `y` upward."""

    id: str
    x: int
    y: int
    #: Its ring name, where it has one.
    gar: str | None = None


@dataclass(frozen=True)
class Rules:
    """Board and rules of a game (the answer to `rules`); `data` has all members.

    >>> nine = engine.rules("nine")
    >>> nine.name, nine.men, len(nine.points), nine.switches["Fly"]
    ("Nine men's morris", 9, 24, 'three')
    """

    id: str
    name: str
    #: Who makes the first turn.
    first: str
    #: Men of each side; 0 where there are none.
    men: int
    #: Position text of the start.
    start: str
    #: In the order of the rows of a position text.
    points: tuple[Point, ...]
    #: Pairs of neighbouring points.
    edges: tuple[tuple[str, ...], ...]
    #: Triples of points that are mills.
    lines: tuple[tuple[str, ...], ...]
    #: Every rule switch by the name of its option, the value as text.
    switches: Mapping[str, str]
    #: The rules in plain sentences.
    words: tuple[str, ...]
    data: Mapping[str, Any] = field(repr=False, compare=False)

    @staticmethod
    def read(data: Mapping[str, Any]) -> Rules:
        """From the members of the answer."""
        switches = optional(data, "switches", dict) or {}
        return Rules(
            id=member(data, "id", str),
            name=member(data, "name", str),
            first=member(data, "first", str),
            men=optional(data, "men", int) or 0,
            start=member(data, "start", str),
            points=tuple(_point(each) for each in optional(data, "points", list) or ()),
            edges=_chains(data, "edges"),
            lines=_chains(data, "lines"),
            switches={str(name): str(value) for name, value in switches.items()},
            words=texts(data, "words"),
            data=data,
        )


def _point(data: Any) -> Point:
    if not isinstance(data, dict):
        raise ProtocolError(f"a point should be an object, not {data!r}")
    return Point(
        id=member(data, "id", str),
        x=member(data, "x", int),
        y=member(data, "y", int),
        gar=optional(data, "gar", str),
    )


def _chains(data: Mapping[str, Any], name: str) -> tuple[tuple[str, ...], ...]:
    chains = optional(data, name, list) or ()
    return tuple(tuple(map(str, each)) for each in chains if isinstance(each, list))


@dataclass(frozen=True)
class Evaluation:
    """The static estimate of a position (the answer to `eval`)."""

    #: Who is on turn.
    side: str
    #: As in `State`.
    result: str
    #: The estimate; None if the game is over.
    score: PovScore | None
    #: The engine's own parts of it: name, then the share of each side.
    terms: Mapping[str, Mapping[str, int]]

    @staticmethod
    def read(data: Mapping[str, Any]) -> Evaluation:
        """From the members of the answer."""
        side = member(data, "side", str)
        score = optional(data, "score", int)
        terms = optional(data, "terms", dict) or {}
        return Evaluation(
            side=side,
            result=member(data, "result", str),
            score=None if score is None else PovScore(Cp(score), side),
            terms={str(name): counts(terms, name) for name in terms},
        )


@dataclass(frozen=True)
class TurnValue:
    """What tables know of a turn, for the side that makes it."""

    #: `win`, `draw` or `loss`; None if it is not known.
    value: str | None
    #: Plies to the end of the game, this turn included; None for a draw or if not known.
    plies: int | None


@dataclass(frozen=True)
class TableAnswer:
    """What tables of exact values know of a position (the answer to `tb`)."""

    fen: str
    #: Who is on turn.
    side: str
    #: `win`, `draw` or `loss` of the side on turn; None if it is not known.
    value: str | None
    #: Plies to the end of the game; None for a draw or if not known.
    plies: int | None
    #: Whether there is a value.
    known: bool
    #: Why there is none, a sentence for people.
    reason: str | None
    #: Every legal turn.
    turns: Mapping[str, TurnValue]

    @staticmethod
    def read(data: Mapping[str, Any]) -> TableAnswer:
        """From the members of the answer."""
        turns = member(data, "turns", dict)
        known = {str(turn): member(turns, turn, dict) for turn in turns}
        return TableAnswer(
            fen=member(data, "fen", str),
            side=member(data, "side", str),
            value=optional(data, "value", str),
            plies=optional(data, "plies", int),
            known=member(data, "known", bool),
            reason=optional(data, "reason", str),
            turns={
                turn: TurnValue(optional(each, "value", str), optional(each, "plies", int))
                for turn, each in known.items()
            },
        )


@dataclass(frozen=True)
class Variant:
    """A game that the engine plays."""

    id: str
    name: str

    @staticmethod
    def read_all(data: Mapping[str, Any]) -> tuple[Variant, ...]:
        """From the members of the answer to `variants`."""
        listed = [each for each in member(data, "variants", list) if isinstance(each, dict)]
        return tuple(Variant(member(v, "id", str), member(v, "name", str)) for v in listed)
