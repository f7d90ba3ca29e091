"""Scores, limits, options, reply lines and drawings: values that need no engine."""

from __future__ import annotations

import itertools
import math
import unittest

from support import umi
from umi.answers import Rules, State
from umi.drawing import draw, men_of
from umi.errors import reported
from umi.limit import Limit
from umi.options import Option, read_option
from umi.score import Cp, Draw, PovScore, Score, Wdl, Win
from umi.words import BestMove, read_bestmove, read_error, read_info

# From the worst to the best.
LOSSES: list[Score] = [Win(-1), Win(-2), Win(-9)]
LADDER = LOSSES + [Cp(-900), Cp(-1), Cp(1), Cp(900), Win(9), Win(2), Win(1)]


class Scores(unittest.TestCase):
    def test_nearer_wins_are_better_and_nearer_losses_worse(self) -> None:
        self.assertEqual(sorted(reversed(LADDER)), LADDER)
        for worse, better in itertools.combinations(LADDER, 2):
            self.assertTrue(worse < better <= better and better > worse and worse != better)

    def test_negation_turns_the_order_around(self) -> None:
        self.assertEqual([-score for score in reversed(LADDER)], LADDER)
        self.assertEqual([-(-score) for score in LADDER], LADDER)

    def test_a_proved_draw_counts_as_nothing_for_anybody(self) -> None:
        self.assertEqual(Draw(), Cp(0))
        self.assertEqual(-Draw(), Draw())
        self.assertEqual(hash(Draw()), hash(Cp(0)))
        self.assertTrue(Cp(-1) < Draw() < Cp(1))

    def test_a_score_is_no_number(self) -> None:
        self.assertNotEqual(Cp(3), 3)
        with self.assertRaises(TypeError):
            _ = Cp(3) < 4  # type: ignore[operator]
        with self.assertRaises(ValueError):
            Win(0)

    def test_the_point_of_view_decides_the_sign(self) -> None:
        score = PovScore(Win(3), "b", "upper")
        self.assertEqual((score.light(), score.dark()), (Win(-3), Win(3)))
        self.assertEqual(score.pov("w"), score.light())
        self.assertEqual(str(score), "<= win in 3")
        self.assertEqual(Wdl(1, 2, 3, "w").pov("b"), Wdl(3, 2, 1, "b"))
        self.assertEqual(Wdl(1, 2, 3, "w").pov("w"), Wdl(1, 2, 3, "w"))


class Limits(unittest.TestCase):
    def test_seconds_become_whole_milliseconds(self) -> None:
        self.assertEqual(Limit(time=0.29).words(), "movetime 290")
        self.assertEqual(Limit(time=0.0009).words(), "movetime 0")
        self.assertEqual(Limit(light_clock=-0.5).words(), "wtime -500")

    def test_all_bounds_are_said(self) -> None:
        limit = Limit(1, 2, 3, 4, 5, 6, 7, 8, 9)
        words = "movetime 1000 wtime 5000 btime 6000 winc 7000 binc 8000 movestogo 9"
        self.assertEqual(limit.words(), words + " depth 2 nodes 3 win 4")
        self.assertFalse(limit.is_empty)

    def test_the_longest_thought_is_that_of_the_tightest_bound(self) -> None:
        limit = Limit(time=30, light_clock=5, light_increment=1, dark_clock=60)
        self.assertEqual((limit.seconds("w"), limit.seconds("b")), (6, 30))
        self.assertEqual(Limit(depth=3).seconds("w"), math.inf)

    def test_senseless_bounds_are_refused(self) -> None:
        for wrong in ({"depth": 0}, {"nodes": -1}, {"win": 0}, {"time": -1.0}):
            with self.assertRaises(ValueError):
                Limit(**wrong)  # type: ignore[arg-type]
        for endless in (math.inf, math.nan):
            with self.assertRaises(ValueError):
                Limit(dark_clock=endless)


class Options(unittest.TestCase):
    def test_each_type_of_option_is_read(self) -> None:
        lines = {
            "name A type check default false value true": Option("A", "check", False, True),
            "name B type combo default x var x var y value y": Option(
                "B", "combo", "x", "y", allowed=("x", "y")
            ),
            "name C type string default <empty> value a b": Option("C", "string", "", "a b"),
            "name D type button": Option("D", "button"),
            "name E type spin default 1 min 0 max 2": Option("E", "spin", 1, None, 0, 2),
            "name F type spin default x": None,
            "name": None,
            "": None,
        }
        for line, option in lines.items():
            self.assertEqual(read_option(line), option, line)

    def test_values_are_checked_by_type(self) -> None:
        spin = Option("S", "spin", min=1, max=9)
        combo = Option("C", "combo", allowed=("on", "off"))
        check = Option("K", "check")
        text, button = Option("T", "string"), Option("B", "button")
        good = [
            (spin, 1, "1"), (spin, "9", "9"), (combo, True, "on"), (combo, "OFF", "OFF"),
            (check, True, "true"), (check, "False", "false"), (text, "a b", "a b"),
            (text, None, "<empty>"), (button, None, ""),
            (Option("Variant", "combo"), "mill", "mill"),
        ]  # fmt: skip
        for option, value, sent in good:
            self.assertEqual(option.text(value), sent)
        bad = [
            (spin, 0), (spin, 10), (spin, "x"), (spin, True), (spin, None), (spin, 1.5),
            (combo, "maybe"), (combo, None), (check, 1), (check, None), (text, "a\nb"),
            (button, 1),
        ]  # fmt: skip
        for option, value in bad:
            with self.assertRaises(umi.BadValue, msg=f"{option} {value!r}"):
                option.text(value)

    def test_a_refusal_says_what_would_do(self) -> None:
        with self.assertRaises(umi.BadValue) as caught:
            Option("S", "spin", min=1, max=9).text(10)
        self.assertEqual((caught.exception.min, caught.exception.max), (1, 9))
        with self.assertRaises(umi.BadValue) as caught:
            Option("C", "combo", allowed=("a", "b")).text("c")
        self.assertEqual(caught.exception.allowed, ("a", "b"))


class Words(unittest.TestCase):
    def test_a_whole_info_line_is_read(self) -> None:
        line = (
            "depth 5 seldepth 9 multipv 2 score win -3 upperbound wdl 10 20 970 nodes 1234 "
            "nps 5678 hashfull 9 tbhits 1 time 1500 pv a1 b1-b2xc3"
        )
        info = read_info(line, "w")
        score, pv = PovScore(Win(-3), "w", "upper"), ("a1", "b1-b2xc3")
        wdl = Wdl(10, 20, 970, "w")
        self.assertEqual(info, umi.Info(score, pv, 5, 9, 2, wdl, 1234, 5678, 9, 1, 1.5))

    def test_what_tells_no_line_is_no_info(self) -> None:
        lines = [
            "", "currmove a1 currmovenumber 3", "score cp 1", "score mate 3 pv a1", "score cp",
            "score cp 1 wdl 1 2 pv a1", "depth 1 pv a1", "depth",
        ]  # fmt: skip
        for line in lines:
            self.assertIsNone(read_info(line, "w"), line)

    def test_bestmove_is_one_turn_and_perhaps_a_reply(self) -> None:
        self.assertEqual(read_bestmove("a1"), BestMove("a1", None))
        for wrong in ("", "a1 b1", "a1 ponder", "a1 ponder b1 c1", "none ponder a1 a1"):
            self.assertIsNone(read_bestmove(wrong))

    def test_every_code_has_its_own_class(self) -> None:
        codes = {
            "unknown-command": umi.UnknownCommand, "bad-argument": umi.BadArgument,
            "bad-fen": umi.BadFen, "illegal-move": umi.IllegalTurn, "busy": umi.Busy,
            "no-position": umi.NoPosition, "no-such-option": umi.NoSuchOption,
            "bad-value": umi.BadValue, "line-too-long": umi.LineTooLong,
            "io": umi.EngineIoError, "unsupported": umi.Unsupported,
            "internal": umi.InternalError,
        }  # fmt: skip
        for code, kind in codes.items():
            error = read_error(f'{{"code":"{code}","command":"x","message":"m"}}')
            self.assertIs(type(error), kind)
            self.assertIsInstance(error, umi.UmiError)

    def test_members_of_an_error_have_their_types(self) -> None:
        data = {
            "code": "illegal-move",
            "index": 3,
            "token": "a1",
            "allowed": ["x"],
            "min": "no",
        }
        error = reported(data)
        self.assertEqual((error.index, error.token, error.allowed), (3, "a1", ("x",)))
        self.assertEqual((error.min, error.max), (None, None))
        for wrong in ("", "{", "[]", "{}", '{"code":1}'):
            self.assertIsNone(read_error(wrong))


STATE = {
    "variant": "x", "fen": "w1b/x2/3 b 1,2 - 0 7", "side": "b", "phase": "placing", "ply": 7,
    "hands": {"w": 1, "b": 2}, "onboard": {"w": 1, "b": 1}, "turns": [], "result": "win",
    "winner": "b", "reason": "line",
}  # fmt: skip


class Drawings(unittest.TestCase):
    def rules(self, names: str, places: list[tuple[int, int]], edges: list[list[str]]) -> Rules:
        points = [{"id": n, "x": x, "y": y} for n, (x, y) in zip(names.split(), places)]
        data = {"id": "x", "name": "X", "first": "w", "start": "-"}
        return Rules.read({**data, "points": points, "edges": edges})

    def test_rows_of_a_position_are_men_in_the_order_of_the_points(self) -> None:
        self.assertEqual(men_of("12w/b1 w"), " " * 12 + "wb ")

    def test_a_board_that_is_no_grid_has_names_in_place_of_empty_points(self) -> None:
        rules = self.rules(
            "p q r", [(0, 12), (12, 12), (6, 0)], [["p", "q"], ["q", "r"], ["x", "p"]]
        )
        lines = draw(rules, State.read({**STATE, "fen": "w2 b"})).splitlines()
        self.assertEqual(lines[0], "O-----------------------q")
        self.assertEqual(lines[12], " " * 12 + "r")
        self.assertEqual(lines[6].strip(), "/")

    def test_the_end_of_the_game_is_told(self) -> None:
        rules = self.rules("a1 b1", [(0, 1), (1, 1)], [["a1", "b1"]])
        drawing = draw(rules, State.read({**STATE, "fen": "xb b"}))
        self.assertTrue(drawing.startswith("1  x---@\n\n   a   b\n"), drawing)
        self.assertTrue(drawing.endswith("\n   over: b wins (line)"), drawing)

    def test_a_game_without_points_is_shown_as_its_position_text(self) -> None:
        drawing = draw(self.rules("", [], []), State.read({**STATE, "fen": "2,2/2,2 s 0 0"}))
        self.assertEqual(drawing.splitlines()[0], "2,2/2,2 s 0 0")
