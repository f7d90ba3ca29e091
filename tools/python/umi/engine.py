"""An engine for programs without an event loop: every call returns when it is done."""

from __future__ import annotations

from types import TracebackType
from typing import Mapping, Sequence, overload

from .answers import Evaluation, Rules, TableAnswer
from .board import Board
from .conversation import Conversation
from .errors import EngineTimeout
from .face import AnalysisView, Face
from .finding import Command, words_of
from .limit import Limit
from .options import OptionValue
from .process import GRACE
from .search import PlayResult
from .waiting import BlockingWaiting, run
from .words import Info

#: Seconds that an engine may be silent when it should speak.
TIMEOUT = 10.0


class Engine(Face[Board]):
    """An engine. Open it by `Engine.open`, and close it, best by `with`.

    >>> with umi.Engine.open(options={"Threads": 2}) as modisa:
    ...     board = modisa.board("nine")
    ...     result = modisa.play(board, umi.Limit(depth=3))
    >>> result.turn in board.legal_turns
    True

    Its calls may come from several threads; one waits for the other. A search begun by
    `analysis` is the exception: a call that needs the engine for something else ends it.
    """

    @classmethod
    def open(
        cls,
        command: Command = None,
        *,
        timeout: float = TIMEOUT,
        options: Mapping[str, OptionValue] | None = None,
    ) -> Engine:
        """Starts an engine and greets it.

        The command is a program, or a list of a program and its arguments; without one it is
        looked for by `find_engine`. `timeout` is how many seconds it may be silent when it
        should speak; `options` are set at once.
        """
        conversation = Conversation(words_of(command), BlockingWaiting(), timeout)
        run(conversation.start(options or {}))
        return cls(conversation)

    def board(
        self,
        variant: str | None = None,
        *,
        fen: str | None = None,
        rules: Mapping[str, OptionValue] | None = None,
    ) -> Board:
        """A new game refereed by this engine; the same as `Board(engine, ...)`."""
        return Board(self, variant, fen=fen, rules=rules)

    def play(
        self,
        board: Board,
        limit: Limit,
        *,
        search_moves: Sequence[str] = (),
        avoid: Sequence[str] = (),
        timeout: float | None = None,
    ) -> PlayResult:
        """Chooses a turn; the board stays as it is.

        It chooses only among `search_moves`, if there are any, and none of `avoid`. `timeout`
        is when to give up, in seconds; without it that is soon after the end of a limit of
        time, and with other limits never, as long as the engine gives signs of life.

        >>> engine.play(board, umi.Limit(depth=2), search_moves=["d6"]).turn
        'd6'
        """
        return run(self._play(board, limit, search_moves, avoid, timeout))

    @overload
    def analyse(
        self, board: Board, limit: Limit, multipv: None = None, *, timeout: float | None = None
    ) -> Info: ...

    @overload
    def analyse(
        self, board: Board, limit: Limit, multipv: int, *, timeout: float | None = None
    ) -> list[Info]: ...

    def analyse(
        self,
        board: Board,
        limit: Limit,
        multipv: int | None = None,
        *,
        timeout: float | None = None,
    ) -> Info | list[Info]:
        """What the engine thinks of a position: the best line, or the best `multipv` lines.

        >>> info = engine.analyse(board, umi.Limit(depth=2))
        >>> info.depth, info.score.side, len(info.pv)
        (2, 'b', 2)
        >>> [info.multipv for info in engine.analyse(board, umi.Limit(depth=2), multipv=3)]
        [1, 2, 3]
        """
        lines = run(self._analyse(board, limit, multipv, timeout))
        return lines[0] if multipv is None else lines

    def analysis(
        self, board: Board, limit: Limit | None = None, multipv: int | None = None
    ) -> Analysis:
        """Begins to think, and tells each line as it is found; without a limit until stopped.

        >>> with engine.analysis(board) as analysis:
        ...     for info in analysis:
        ...         if info.depth >= 3:
        ...             break
        >>> analysis.is_running
        False
        """
        return Analysis(self, board, limit, multipv)

    def configure(self, values: Mapping[str, OptionValue]) -> None:
        """Sets options. All values are checked before the first one is sent.

        `Variant` and rule switches hold for the boards that are made from then on.

        >>> engine.configure({"Hash": 16, "ShowWDL": True})
        >>> engine.options["Hash"].value
        16
        """
        run(self.conversation.configure(values))

    def ping(self) -> float:
        """Seconds until the engine has answered; also during an analysis."""
        return run(self.conversation.ping())

    def new_game(self) -> None:
        """Has the engine forget what it learned from earlier positions."""
        run(self.conversation.new_game())

    def rules(self, variant: str | None = None) -> Rules:
        """Board and rules of a variant, or of the game that the engine is set to."""
        return run(self.conversation.rules(variant))

    def perft(
        self, depth: int, board: Board | None = None, *, timeout: float | None = None
    ) -> int:
        """The number of turn sequences of a length, from the start or from a board.

        >>> engine.perft(2)
        552
        """
        return run(self._perft(depth, board, timeout))

    def evaluate(self, board: Board | None = None) -> Evaluation:
        """The static estimate of the start or of a board.

        >>> engine.evaluate(umi.Board(engine, "lasker")).terms["men"]
        {'w': 1000, 'b': 1000}
        """
        return run(self._evaluate(board))

    def tablebase(self, board: Board | None = None) -> TableAnswer:
        """What tables of exact values know of the start or of a board, and of each turn.

        >>> board = umi.Board(engine, "nine", fen="ww1/3/3/3b1w/bb1/3/3 w 0,0 - 0 40")
        >>> engine.tablebase(board).turns["g4-g7xc3"]
        TurnValue(value='win', plies=1)
        """
        return run(self._tablebase(board))

    def quit(self) -> int | None:
        """Ends the engine and returns its exit code; `EngineTimeout` if it had to be killed."""
        if not self._end():
            raise EngineTimeout("end of the process after `quit`", GRACE)
        return self.conversation.process.exit_code

    def close(self) -> None:
        """Ends the engine: politely, and after a second by force. Safe to call again."""
        self._end()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Analysis(AnalysisView):
    """A search that tells its lines as it finds them; see `Engine.analysis`.

    Iterating ends with the search. Leaving `with` stops it, and the engine is free again.
    """

    def __init__(
        self, engine: Engine, board: Board, limit: Limit | None, multipv: int | None
    ) -> None:
        super().__init__(engine.conversation, board, limit, multipv)
        # So that the engine lives as long as somebody waits for its lines.
        self._engine = engine
        run(self._begin())

    def wait(self) -> PlayResult:
        """Waits until the search has ended, and returns its choice."""
        return run(self._wait())

    def __iter__(self) -> Analysis:
        return self

    def __next__(self) -> Info:
        info = run(self._next())
        if info is None:
            raise StopIteration
        return info

    def __enter__(self) -> Analysis:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        run(self._leave(kind is not None))
