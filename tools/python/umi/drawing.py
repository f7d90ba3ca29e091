"""A board as text.

Drawn from the points and edges that `rules` tells and from the position text, and not taken
from the command `d`: what `d` prints is the engine's own and not meant for programs, while
these are part of the protocol. So the drawing looks the same with every engine, and it needs no
question to one: `str(board)` never waits, never fails, and works where nothing can be awaited.
"""

from __future__ import annotations

from typing import Iterator

from .answers import Point, Rules, State
from .score import DARK, LIGHT

#: How men and closed points look; empty points are dots, or their names.
MARKS = {"w": "O", "b": "@", "x": "x"}


def men_of(fen: str) -> str:
    """What stands on each point, in the order of `Rules.points`: `w`, `b`, `x` or a blank.

    >>> men_of("w1b/1x1/3 w 2,2")
    'w b x    '
    """
    men = ""
    number = ""
    for mark in fen.split(" ", 1)[0] + "/":
        if mark.isdecimal():
            number += mark
            continue
        men += " " * int(number or 0)
        number = ""
        if mark != "/":
            men += mark
    return men


def draw(rules: Rules, state: State) -> str:
    r"""The board, then what each side has, with an arrow at the side on turn.

    >>> board = umi.Board(engine, "three", fen="w1b/1w1/3 b 1,2")
    >>> print(board)
    3  O---.---@
       | \ | / |
    2  .---O---.
       | / | \ |
    1  .---.---.
    <BLANKLINE>
       a   b   c
    <BLANKLINE>
       O light (w): 2 on the board, 1 in hand
    -> @ dark (b): 1 on the board, 2 in hand
    """
    lines = (
        _board(rules.points, rules.edges, men_of(state.fen)) if rules.points else [state.fen]
    )
    lines.append("")
    for side, name in ((LIGHT, "light"), (DARK, "dark")):
        arrow = "->" if side == state.side and state.result == "ongoing" else "  "
        board, hand = state.on_board.get(side, 0), state.hands.get(side, 0)
        lines.append(
            f"{arrow} {MARKS[side]} {name} ({side}): {board} on the board, {hand} in hand"
        )
    if state.result != "ongoing":
        lines.append(f"   over: {state.winner or 'nobody'} wins ({state.reason})")
    return "\n".join(lines)


def _board(
    points: tuple[Point, ...], edges: tuple[tuple[str, ...], ...], men: str
) -> list[str]:
    left, top = min(p.x for p in points), max(p.y for p in points)
    spread = max(max(p.x for p in points) - left, top - min(p.y for p in points))
    # Most boards are grids a few steps wide; the others are drawn to a scale of their own.
    step = 2 if spread <= 10 else 1
    places = {p.id: (2 * step * (p.x - left), step * (top - p.y)) for p in points}
    named = all(p.id == f"{chr(ord('a') + p.x)}{p.y}" for p in points)
    cells: dict[tuple[int, int], str] = {}
    for edge in edges:
        if len(edge) == 2 and edge[0] in places and edge[1] in places:
            cells.update(_line(places[edge[0]], places[edge[1]]))
    for point, man in zip(points, men.ljust(len(points))):
        column, row = places[point.id]
        text = MARKS.get(man) or ("." if named else point.id)
        cells.update({(column + at, row): mark for at, mark in enumerate(text)})
    width = max(column for column, _ in cells) + 1
    height = max(row for _, row in cells) + 1
    rows = [
        "".join(cells.get((c, r), " ") for c in range(width)).rstrip() for r in range(height)
    ]
    return _with_names(rows, points, places) if named else rows


def _line(
    start: tuple[int, int], end: tuple[int, int]
) -> Iterator[tuple[tuple[int, int], str]]:
    """The cells between two places, and what to draw there."""
    across, down = end[0] - start[0], end[1] - start[1]
    steps = abs(across) if down == 0 else max(abs(down), abs(across) // 2)
    mark = "-" if down == 0 else "|" if across == 0 else "\\" if across * down > 0 else "/"
    for step in range(1, steps):
        column = start[0] + round(across * step / steps)
        yield (column, start[1] + round(down * step / steps)), mark


def _with_names(
    rows: list[str], points: tuple[Point, ...], places: dict[str, tuple[int, int]]
) -> list[str]:
    """Ranks at the left, files below; both are what the points of a grid are named by."""
    ranks = {places[p.id][1]: p.id[1:] for p in points}
    files = {places[p.id][0]: p.id[0] for p in points}
    below = "".join(files.get(column, " ") for column in range(max(files) + 1))
    return [f"{ranks.get(at, ''):<3}{row}" for at, row in enumerate(rows)] + ["", "   " + below]
