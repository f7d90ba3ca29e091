"""What the two faces of a conversation share: checks before a search, and what is known.

`Engine` runs these coroutines to their end, `AsyncEngine` awaits them.
"""

from __future__ import annotations

import weakref
from typing import Generic, Mapping, Sequence, TypeVar

from .answers import Evaluation, TableAnswer, Variant
from .board import BoardView
from .conversation import Conversation, Setup
from .errors import GameOver, ProtocolError, UmiError
from .limit import Limit
from .options import Option
from .search import PlayResult, Search
from .words import Info

AnyBoard = TypeVar("AnyBoard", bound=BoardView)


class Face(Generic[AnyBoard]):
    """An engine, without the ways to wait for it."""

    def __init__(self, conversation: Conversation) -> None:
        #: The conversation behind this face; for the inside of this package.
        self.conversation = conversation
        # An engine that nobody holds any more, or that is still there when the interpreter
        # ends, is ended too.
        self._last_will = weakref.finalize(self, conversation.process.end)

    @property
    def id(self) -> Mapping[str, str]:
        """What the engine says of itself: `name` and `author`."""
        return self.conversation.id

    @property
    def options(self) -> Mapping[str, Option]:
        """The options by name, with their present values."""
        return self.conversation.options

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The games that the engine plays."""
        return self.conversation.variants

    @property
    def pid(self) -> int:
        """Number of the engine's process."""
        return self.conversation.process.pid

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id.get('name', '?')!r} pid {self.pid}>"

    def _end(self) -> bool:
        self.conversation.closed = True
        polite = self.conversation.process.end()
        self._last_will.detach()
        return polite

    async def _searched(
        self,
        board: AnyBoard,
        limit: Limit,
        extra: str,
        timeout: float | None,
    ) -> tuple[Search, PlayResult]:
        if limit.is_empty:
            raise ValueError("this search would not end: give a limit, or use `analysis`")
        search = _search_of(board)
        words = f"{limit.words()} {extra}"
        seconds = limit.seconds(board.side) + self.conversation.timeout
        return search, await self.conversation.play(
            search,
            words.strip(),
            board._setup,
            board.position,
            seconds if timeout is None else timeout,
        )

    async def _play(
        self,
        board: AnyBoard,
        limit: Limit,
        search_moves: Sequence[str],
        avoid: Sequence[str],
        timeout: float | None,
    ) -> PlayResult:
        words = _listed("searchmoves", search_moves) + _listed("avoid", avoid)
        _, result = await self._searched(board, limit, " ".join(words), timeout)
        return result

    async def _analyse(
        self, board: AnyBoard, limit: Limit, multipv: int | None, timeout: float | None
    ) -> list[Info]:
        extra = f"multipv {1 if multipv is None else multipv}"
        search, _ = await self._searched(board, limit, extra, timeout)
        if not search.lines:
            raise ProtocolError("no `info` with a score and a line before `bestmove`")
        return [search.lines[rank] for rank in sorted(search.lines)]

    async def _evaluate(self, board: AnyBoard | None) -> Evaluation:
        setup, position = self._place(board)
        return await self.conversation.evaluate(setup, position)

    async def _tablebase(self, board: AnyBoard | None) -> TableAnswer:
        setup, position = self._place(board)
        return await self.conversation.tablebase(setup, position)

    async def _perft(self, depth: int, board: AnyBoard | None, timeout: float | None) -> int:
        setup, position = self._place(board)
        return await self.conversation.perft(setup, position, depth, timeout)

    def _place(self, board: AnyBoard | None) -> tuple[Setup, str]:
        if board is None:
            return self.conversation.default, "startpos"
        return board._setup, board.position


class AnalysisView:
    """A search that goes on, without the ways to wait for it."""

    def __init__(
        self,
        conversation: Conversation,
        board: BoardView,
        limit: Limit | None,
        multipv: int | None,
    ) -> None:
        limit = limit or Limit()
        words = [] if multipv is None else [f"multipv {multipv}"]
        self._words = " ".join(["infinite" if limit.is_empty else limit.words(), *words])
        self._seconds = limit.seconds(board.side) + conversation.timeout
        self._conversation = conversation
        self._setup = board._setup
        self._position = board.position
        self._search = _search_of(board)
        # A search that nobody holds any more would only warm the room.
        weakref.finalize(self, conversation.stop, self._search).atexit = False

    @property
    def best(self) -> Info | None:
        """The best line so far; None before the first one."""
        return self._search.lines.get(1)

    @property
    def lines(self) -> list[Info]:
        """The lines so far, the best one first."""
        found = self._search.lines
        return [found[rank] for rank in sorted(found)]

    @property
    def is_running(self) -> bool:
        """Whether the search goes on."""
        return not self._search.ended

    def stop(self) -> None:
        """Asks the search to end; does not wait for it, and may be called by any thread."""
        self._conversation.stop(self._search)

    async def _begin(self) -> None:
        await self._conversation.search(self._search, self._words, self._setup, self._position)
        self._search.due_in(self._seconds)

    async def _next(self) -> Info | None:
        return await self._conversation.next_info(self._search)

    async def _wait(self) -> PlayResult:
        await self._conversation.ended(self._search)
        return self._search.result()

    async def _leave(self, failing: bool) -> None:
        if self._conversation.closed:
            return
        self.stop()
        try:
            await self._conversation.ended(self._search)
        except UmiError:
            # The error that is on its way says more than that the engine has failed as well.
            if not failing:
                raise


def _search_of(board: BoardView) -> Search:
    if board.is_over:
        raise GameOver(board.reason)
    return Search(board.side, board.legal_turns)


def _listed(word: str, turns: Sequence[str]) -> list[str]:
    return [word, *turns] if turns else []
