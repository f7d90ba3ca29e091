"""Boards: games being played, refereed by an engine.

A board asks its engine what is legal and how a game stands, and knows no rules itself. Several
boards may share an engine, whatever games they are of: each question says what is new to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping, TypeVar

from .answers import Rules, State
from .conversation import Conversation, Setup
from .drawing import draw
from .options import OptionValue, spelled
from .waiting import run

if TYPE_CHECKING:
    from .asynchronous import AsyncEngine
    from .engine import Engine

AnyBoard = TypeVar("AnyBoard", bound="BoardView")


class BoardView:
    """What both kinds of boards know without asking."""

    def __init__(
        self,
        conversation: Conversation,
        variant: str | None,
        fen: str | None,
        rules: Mapping[str, OptionValue] | None,
    ) -> None:
        default = conversation.default
        switches = dict(default.switches) if variant is None else {}
        switches.update({name: spelled(value) for name, value in (rules or {}).items()})
        self._conversation = conversation
        self._setup = Setup(variant or default.variant, tuple(switches.items()))
        self._start = "startpos" if fen is None else f"fen {' '.join(fen.split())}"
        self._turns: list[str] = []
        self._states: list[State] = []
        self._rules: Rules

    async def _begin(self) -> None:
        self._rules = await self._conversation.rules_of(self._setup)
        self._states = [await self._conversation.look(self._setup, self.position)]

    async def _push(self, turn: str) -> None:
        spelling = _canonical(turn, self.legal_turns)
        position = _position(self._start, [*self._turns, spelling])
        state = await self._conversation.look(self._setup, position)
        self._turns.append(spelling)
        self._states.append(state)

    def pop(self) -> str:
        """Takes the last turn back and returns it; `IndexError` if none was played."""
        if not self._turns:
            raise IndexError("no turn has been played on this board")
        self._states.pop()
        return self._turns.pop()

    def copy(self: AnyBoard) -> AnyBoard:
        """A board that begins where this one stands, with the same past.

        >>> other = board.copy()
        >>> other.push("a1")
        >>> other.ply - board.ply
        1
        """
        twin: AnyBoard = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._turns = list(self._turns)
        twin._states = list(self._states)
        return twin

    # ---- what it knows ----

    @property
    def state(self) -> State:
        """All that the referee says of the position."""
        return self._states[-1]

    @property
    def rules(self) -> Rules:
        """Board and rules of this game."""
        return self._rules

    @property
    def variant(self) -> str:
        """Id of the game."""
        return self.state.variant

    @property
    def position(self) -> str:
        """The words after `position` that say where it began and what was played."""
        return _position(self._start, self._turns)

    @property
    def turns(self) -> tuple[str, ...]:
        """The turns that were played on this board."""
        return tuple(self._turns)

    @property
    def legal_turns(self) -> tuple[str, ...]:
        """The legal turns, sorted; none if the game is over."""
        return self.state.turns

    @property
    def side(self) -> str:
        """Who is on turn, `w` (light) or `b` (dark); not always the two in alternation."""
        return self.state.side

    @property
    def fen(self) -> str:
        """The position as text."""
        return self.state.fen

    @property
    def ply(self) -> int:
        """Plies played since the start of the game."""
        return self.state.ply

    @property
    def phase(self) -> str:
        """`placing`, `removing`, `moving` or `over`."""
        return self.state.phase

    @property
    def hands(self) -> Mapping[str, int]:
        """Men in hand, by side."""
        return self.state.hands

    @property
    def on_board(self) -> Mapping[str, int]:
        """Men on the board, by side."""
        return self.state.on_board

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.result != "ongoing"

    @property
    def result(self) -> str:
        """`ongoing`, `win`, `loss` or `draw`, from the side on turn."""
        return self.state.result

    @property
    def winner(self) -> str | None:
        """Who has won; None in a draw and as long as the game goes on."""
        return self.state.winner

    @property
    def reason(self) -> str | None:
        """Why the game is over, in the words of the protocol."""
        return self.state.reason

    def __str__(self) -> str:
        return draw(self._rules, self.state)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.variant} {self.fen!r}>"


class Board(BoardView):
    """A game refereed by an `Engine`.

    Without a variant it is the game that the engine is set to; `rules` are rule switches by the
    names of their options, `fen` is a position text.

    >>> board = umi.Board(engine, "nine", rules={"Men": 5})
    >>> board.push("d6")
    >>> board.side, board.hands["w"], board.fen
    ('b', 4, '3/1w1/3/6/3/3/3 b 4,5 - 0 1')
    >>> board.push("d6")
    Traceback (most recent call last):
    ...
    umi.errors.IllegalTurn: "d6" is not legal here: d6 is occupied
    >>> board.pop()
    'd6'
    """

    def __init__(
        self,
        engine: Engine,
        variant: str | None = None,
        *,
        fen: str | None = None,
        rules: Mapping[str, OptionValue] | None = None,
    ) -> None:
        super().__init__(engine.conversation, variant, fen, rules)
        #: The referee.
        self.engine = engine
        run(self._begin())

    def push(self, turn: str) -> None:
        """Plays a turn; `IllegalTurn` with its `token` and its `index`, which is its number
        among the turns of this board from 0. The board is then as it was.
        """
        run(self._push(turn))


class AsyncBoard(BoardView):
    """A game refereed by an `AsyncEngine`; made by `AsyncEngine.board`."""

    #: The referee.
    engine: AsyncEngine

    @classmethod
    async def open(
        cls,
        engine: AsyncEngine,
        variant: str | None = None,
        *,
        fen: str | None = None,
        rules: Mapping[str, OptionValue] | None = None,
    ) -> AsyncBoard:
        """A new game; see `Board`."""
        board = cls(engine.conversation, variant, fen, rules)
        board.engine = engine
        await board._begin()
        return board

    async def push(self, turn: str) -> None:
        """Plays a turn; see `Board.push`."""
        await self._push(turn)


def _position(start: str, turns: list[str]) -> str:
    return f"{start} moves {' '.join(turns)}" if turns else start


def _canonical(turn: str, legal: tuple[str, ...]) -> str:
    """A turn as the engine spells it, whatever the spelling; as it is if that is not legal.

    The engine judges it anyway; this only keeps the record of turns in one form.
    """
    plain = " ".join(turn.lower().split())
    wanted = _loose(plain)
    return next((each for each in legal if _loose(each) == wanted), plain or "?")


def _loose(turn: str) -> list[str]:
    first, *taken = turn.replace(" ", "").replace("-", "").split("x")
    return [first, *sorted(taken)]
