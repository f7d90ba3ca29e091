"""Whole tasks in one call: play a game, ask for the best turn, watch an engine think."""

from __future__ import annotations

import sys
from typing import Callable, Mapping, TextIO, Union

from .board import Board
from .engine import Engine
from .limit import Limit
from .options import OptionValue
from .words import Info

#: Who can play: an engine, or a function that chooses one of `board.legal_turns`.
Player = Union[Engine, Callable[[Board], str]]


def play_game(
    light: Player,
    dark: Player,
    variant: str | None = None,
    *,
    limit: Limit = Limit(time=0.1),
    fen: str | None = None,
    rules: Mapping[str, OptionValue] | None = None,
    referee: Engine | None = None,
    each_turn: Callable[[Board], None] | None = None,
) -> Board:
    """Plays a game to its end and returns its board.

    `limit` is that of each turn of an engine; `each_turn` is called after every turn. The
    referee is the first engine among the players, if no other is given.

    >>> import random
    >>> game = umi.play_game(engine, lambda board: random.choice(board.legal_turns), "three",
    ...                      limit=umi.Limit(depth=4))
    >>> game.winner, game.reason
    ('w', 'line')
    """
    engines = [player for player in (referee, light, dark) if isinstance(player, Engine)]
    if not engines:
        raise ValueError("two functions need a referee, which is an engine")
    board = Board(engines[0], variant, fen=fen, rules=rules)
    while not board.is_over:
        # Sides are w and b, or s and n, the first of them light.
        player = light if board.side in ("w", "s") else dark
        if isinstance(player, Engine):
            turn = player.play(board, limit).turn
        else:
            turn = player(board)
        board.push(turn)
        if each_turn is not None:
            each_turn(board)
    return board


def best_turn(board: Board, seconds: float = 1.0) -> str:
    """The turn that the board's own engine chooses.

    >>> umi.best_turn(board, seconds=0.05) in board.legal_turns
    True
    """
    return board.engine.play(board, Limit(time=seconds)).turn


def watch(board: Board, seconds: float = 5.0, *, out: TextIO | None = None) -> Info | None:
    """Prints what the board's own engine thinks while it thinks; returns the last line."""
    with board.engine.analysis(board, Limit(time=seconds)) as analysis:
        for info in analysis:
            line = f"depth {info.depth:3}  {info.score!s:>10}  {' '.join(info.pv)}"
            print(line, file=out or sys.stdout, flush=True)
    return analysis.best
