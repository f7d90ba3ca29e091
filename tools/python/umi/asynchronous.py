"""An engine for programs with an event loop: the same calls as `Engine`, to be awaited."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Mapping, Sequence, overload

from .answers import Evaluation, Rules, TableAnswer
from .board import AsyncBoard
from .conversation import Conversation
from .engine import TIMEOUT
from .errors import EngineTimeout
from .face import AnalysisView, Face
from .finding import Command, words_of
from .limit import Limit
from .options import OptionValue
from .process import GRACE
from .search import PlayResult
from .waiting import AsyncWaiting
from .words import Info


class AsyncEngine(Face[AsyncBoard]):
    """An engine, used within the event loop it was opened in.

    >>> async def main():
    ...     async with await umi.AsyncEngine.open() as modisa:
    ...         board = await modisa.board("nine")
    ...         result = await modisa.play(board, umi.Limit(depth=3))
    ...         await board.push(result.turn)
    ...         return board.ply
    >>> asyncio.run(main())
    1
    """

    @classmethod
    async def open(
        cls,
        command: Command = None,
        *,
        timeout: float = TIMEOUT,
        options: Mapping[str, OptionValue] | None = None,
    ) -> AsyncEngine:
        """Starts an engine; see `Engine.open`."""
        conversation = Conversation(words_of(command), AsyncWaiting(), timeout)
        await conversation.start(options or {})
        return cls(conversation)

    async def board(
        self,
        variant: str | None = None,
        *,
        fen: str | None = None,
        rules: Mapping[str, OptionValue] | None = None,
    ) -> AsyncBoard:
        """A new game refereed by this engine; see `Board`."""
        return await AsyncBoard.open(self, variant, fen=fen, rules=rules)

    async def play(
        self,
        board: AsyncBoard,
        limit: Limit,
        *,
        search_moves: Sequence[str] = (),
        avoid: Sequence[str] = (),
        timeout: float | None = None,
    ) -> PlayResult:
        """Chooses a turn; see `Engine.play`."""
        return await self._play(board, limit, search_moves, avoid, timeout)

    @overload
    async def analyse(
        self,
        board: AsyncBoard,
        limit: Limit,
        multipv: None = None,
        *,
        timeout: float | None = None,
    ) -> Info: ...

    @overload
    async def analyse(
        self, board: AsyncBoard, limit: Limit, multipv: int, *, timeout: float | None = None
    ) -> list[Info]: ...

    async def analyse(
        self,
        board: AsyncBoard,
        limit: Limit,
        multipv: int | None = None,
        *,
        timeout: float | None = None,
    ) -> Info | list[Info]:
        """What the engine thinks of a position; see `Engine.analyse`."""
        lines = await self._analyse(board, limit, multipv, timeout)
        return lines[0] if multipv is None else lines

    def analysis(
        self, board: AsyncBoard, limit: Limit | None = None, multipv: int | None = None
    ) -> AsyncAnalysis:
        """A search that tells its lines; it begins when it is entered or iterated over.

        >>> async def main():
        ...     async with await umi.AsyncEngine.open() as modisa:
        ...         board = await modisa.board("nine")
        ...         async with modisa.analysis(board) as analysis:
        ...             async for info in analysis:
        ...                 if info.depth >= 3:
        ...                     return info.depth
        >>> asyncio.run(main())
        3
        """
        return AsyncAnalysis(self, board, limit, multipv)

    async def configure(self, values: Mapping[str, OptionValue]) -> None:
        """Sets options; see `Engine.configure`."""
        await self.conversation.configure(values)

    async def ping(self) -> float:
        """Seconds until the engine has answered."""
        return await self.conversation.ping()

    async def new_game(self) -> None:
        """Has the engine forget what it learned from earlier positions."""
        await self.conversation.new_game()

    async def rules(self, variant: str | None = None) -> Rules:
        """Board and rules of a variant, or of the game that the engine is set to."""
        return await self.conversation.rules(variant)

    async def perft(
        self, depth: int, board: AsyncBoard | None = None, *, timeout: float | None = None
    ) -> int:
        """The number of turn sequences of a length; see `Engine.perft`."""
        return await self._perft(depth, board, timeout)

    async def evaluate(self, board: AsyncBoard | None = None) -> Evaluation:
        """The static estimate of the start or of a board."""
        return await self._evaluate(board)

    async def tablebase(self, board: AsyncBoard | None = None) -> TableAnswer:
        """What tables know of the start or of a board; see `Engine.tablebase`."""
        return await self._tablebase(board)

    async def quit(self) -> int | None:
        """Ends the engine; see `Engine.quit`."""
        if not await asyncio.to_thread(self._end):
            raise EngineTimeout("end of the process after `quit`", GRACE)
        return self.conversation.process.exit_code

    async def close(self) -> None:
        """Ends the engine; see `Engine.close`."""
        await asyncio.to_thread(self._end)

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


class AsyncAnalysis(AnalysisView):
    """A search that tells its lines as it finds them; see `Analysis`."""

    def __init__(
        self,
        engine: AsyncEngine,
        board: AsyncBoard,
        limit: Limit | None,
        multipv: int | None,
    ) -> None:
        super().__init__(engine.conversation, board, limit, multipv)
        # So that the engine lives as long as somebody waits for its lines.
        self._engine = engine
        self._begun = False

    async def _ensure_begun(self) -> None:
        if not self._begun:
            self._begun = True
            await self._begin()

    async def wait(self) -> PlayResult:
        """Waits until the search has ended, and returns its choice."""
        await self._ensure_begun()
        return await self._wait()

    def __aiter__(self) -> AsyncAnalysis:
        return self

    async def __anext__(self) -> Info:
        await self._ensure_begun()
        info = await self._next()
        if info is None:
            raise StopAsyncIteration
        return info

    async def __aenter__(self) -> AsyncAnalysis:
        await self._ensure_begun()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._leave(kind is not None)
