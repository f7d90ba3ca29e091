"""`python -m umi`: play against the engine in the terminal."""

from __future__ import annotations

import argparse
import sys

from .board import Board
from .engine import Engine
from .errors import EngineError, UmiError
from .finding import words_of
from .limit import Limit
from .playing import best_turn, watch

_HELP = "a turn like d6, d6xb4 or c5-d5; or: turns, hint, watch, undo, help, quit"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m umi", description=__doc__)
    parser.add_argument("--engine", help="the program; looked for if not given")
    parser.add_argument("--variant", help="the game; the engine's first one if not given")
    parser.add_argument(
        "--side", choices=["w", "b"], help="yours; the first to move if not given"
    )
    parser.add_argument("--time", type=float, default=1.0, help="seconds of the engine's turns")
    parser.add_argument("--skill", type=int, default=20, help="its strength, 0 to 20")
    return parser.parse_args()


def main() -> int:
    """Plays one game; the exit code is 0 unless the engine fails."""
    words = _arguments()
    try:
        with Engine.open(words_of(words.engine)) as engine:
            if words.skill != 20:
                engine.configure({"SkillLevel": words.skill})
            _play(Board(engine, words.variant), words.side, words.time)
    except (KeyboardInterrupt, EOFError):
        print()
    except UmiError as error:
        print(f"umi: {error}", file=sys.stderr)
        return 1
    return 0


def _play(board: Board, side: str | None, seconds: float) -> None:
    mine = side or board.side
    print(f"{board.rules.name}. You are {'light (O)' if mine == 'w' else 'dark (@)'}.")
    print(f"Type {_HELP}.\n\n{board}\n")
    while not board.is_over:
        if board.side == mine:
            if not _answer(board, mine, input("your turn: ").strip()):
                return
        else:
            turn = board.engine.play(board, Limit(time=seconds)).turn
            board.push(turn)
            print(f"the engine plays {turn}\n\n{board}\n")
    if board.winner is None:
        print("A draw.")
    else:
        print("You have won." if board.winner == mine else "You have lost.")


def _answer(board: Board, mine: str, text: str) -> bool:
    """Does what the player says; whether the game goes on."""
    if text == "quit":
        return False
    if text == "turns":
        print(" ".join(board.legal_turns))
    elif text == "hint":
        print(best_turn(board))
    elif text == "watch":
        watch(board)
    elif text == "undo":
        _undo(board, mine)
    elif text in ("", "help", "?"):
        print(_HELP)
    else:
        try:
            board.push(text)
        except EngineError as error:
            print(error)
            return True
        print(f"\n{board}\n")
    return True


def _undo(board: Board, mine: str) -> None:
    """Back to where the player was on turn before; nothing if that was never."""
    earlier = board.copy()
    while earlier.turns:
        earlier.pop()
        if earlier.side == mine:
            while board.ply > earlier.ply:
                board.pop()
            break
    print(f"\n{board}\n")


if __name__ == "__main__":
    sys.exit(main())
