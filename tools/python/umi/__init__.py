"""Talk to engines of Morabaraba and the morris games by the Universal Morris Interface.

>>> with umi.Engine.open() as engine:
...     board = umi.Board(engine, "nine")
...     board.push(umi.best_turn(board, seconds=0.05))
>>> board.ply
1

`Engine` is for plain programs, `AsyncEngine` for those with an event loop. Neither needs to
know rules: a `Board` asks its engine.
"""

from __future__ import annotations

import logging

from .answers import Evaluation, Point, Rules, State, TableAnswer, TurnValue, Variant
from .asynchronous import AsyncAnalysis, AsyncEngine
from .board import AsyncBoard, Board
from .engine import Analysis, Engine
from .errors import (
    BadArgument,
    BadFen,
    BadValue,
    Busy,
    EngineError,
    EngineIoError,
    EngineNotFound,
    EngineTerminated,
    EngineTimeout,
    GameOver,
    IllegalTurn,
    InternalError,
    LineTooLong,
    NoPosition,
    NoSuchOption,
    ProtocolError,
    UmiError,
    UnknownCommand,
    Unsupported,
)
from .finding import find_engine
from .limit import Limit
from .options import Option
from .playing import Player, best_turn, play_game, watch
from .score import DARK, LIGHT, Cp, Draw, PovScore, Score, Wdl, Win
from .search import PlayResult
from .words import Info

__all__ = [
    "DARK",
    "LIGHT",
    "Analysis",
    "AsyncAnalysis",
    "AsyncBoard",
    "AsyncEngine",
    "BadArgument",
    "BadFen",
    "BadValue",
    "Board",
    "Busy",
    "Cp",
    "Draw",
    "Engine",
    "EngineError",
    "EngineIoError",
    "EngineNotFound",
    "EngineTerminated",
    "EngineTimeout",
    "Evaluation",
    "GameOver",
    "IllegalTurn",
    "Info",
    "InternalError",
    "Limit",
    "LineTooLong",
    "NoPosition",
    "NoSuchOption",
    "Option",
    "PlayResult",
    "Player",
    "Point",
    "PovScore",
    "ProtocolError",
    "Rules",
    "Score",
    "State",
    "TableAnswer",
    "TurnValue",
    "UmiError",
    "UnknownCommand",
    "Unsupported",
    "Variant",
    "Wdl",
    "Win",
    "best_turn",
    "find_engine",
    "play_game",
    "watch",
]

# What the engine says is logged; a program that wants to see it adds a handler of its own.
logging.getLogger("umi").addHandler(logging.NullHandler())
