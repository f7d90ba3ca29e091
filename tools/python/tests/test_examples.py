"""Every example is run: those of the docstrings, those of the README, and the terminal game."""

from __future__ import annotations

import asyncio
import contextlib
import doctest
import importlib
import io
import os
import pkgutil
import re
import subprocess
import sys
import unittest

from unittest import mock

from support import PACKAGE, FaceTest, SyncFace, umi
from umi.__main__ import main

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(PACKAGE), "MODISA": umi.find_engine()}
MODULES = [f"umi.{each.name}" for each in pkgutil.iter_modules(umi.__path__)]


def blocks(kind: str) -> list[str]:
    """The code blocks of a kind in the README."""
    text = (PACKAGE / "README.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


class Docstrings(FaceTest):
    """The examples of the docstrings, which share an engine."""

    make_face = SyncFace

    def test_docstrings_are_true(self) -> None:
        engine = self.open(umi.find_engine())
        names = {"umi": umi, "asyncio": asyncio}
        run = 0
        for name in ["umi", *MODULES]:
            module = importlib.import_module(name)
            for test in doctest.DocTestFinder().find(module):
                engine.configure({"Variant": "morabaraba", "ShowWDL": False})
                board = umi.Board(engine)
                test.globs.update(names, engine=engine, board=board)
                report = io.StringIO()
                runner = doctest.DocTestRunner()
                failed, tried = runner.run(test, out=report.write)[:2]
                self.assertEqual(failed, 0, report.getvalue())
                run += tried
        self.assertGreater(run, 50)


class Readme(unittest.TestCase):
    def test_every_program_of_the_readme_runs(self) -> None:
        programs = blocks("python")
        self.assertGreaterEqual(len(programs), 3)
        for text in programs:
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(text, "README.md", "exec"), {"__name__": "__main__"})
            self.assertTrue(out.getvalue(), text)

    def test_every_shell_line_of_the_readme_runs(self) -> None:
        lines = "".join(blocks("sh")).splitlines()
        self.assertGreaterEqual(len(lines), 1)
        for line in lines:
            done = subprocess.run(
                line, shell=True, input="quit\n", text=True, timeout=30,
                capture_output=True, cwd=PACKAGE.parents[1], env=ENVIRONMENT,
            )  # fmt: skip
            self.assertEqual((done.returncode, done.stderr), (0, ""), line)

    def test_there_is_no_other_kind_of_block(self) -> None:
        text = (PACKAGE / "README.md").read_text(encoding="utf-8")
        kinds = re.findall(r"^```(\w*)$", text, re.MULTILINE)
        self.assertEqual(set(kinds), {"python", "sh", ""})
        self.assertEqual(kinds.count(""), len(kinds) / 2)


class Terminal(unittest.TestCase):
    """The game in the terminal; the shell line of the README starts it as a program."""

    def talk(self, text: str, *words: str) -> tuple[int, str, str]:
        """Exit code and output of a game in which the player types `text`."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            with mock.patch.object(sys, "argv", ["umi", "--time", "0.02", *words]):
                with mock.patch.object(sys, "stdin", io.StringIO(text)):
                    code = main()
        return code, out.getvalue(), err.getvalue()

    def test_one_can_play_ask_and_take_back(self) -> None:
        said = "help\nturns\nhint\nz9\na1\nundo\nb2\nquit\n"
        words = ("--variant", "nine", "--side", "w", "--skill", "1")
        with mock.patch("umi.__main__.best_turn", lambda board: board.legal_turns[-1]):
            code, out, err = self.talk(said, *words)
        self.assertEqual((code, err), (0, ""))
        self.assertIn("You are light (O).", out)
        self.assertIn("your turn: g7\n", out)
        self.assertIn('"z9" is not a turn', out)
        self.assertEqual(out.count("the engine plays"), 2)
        last = out.split("your turn: ")[-2]
        self.assertIn("O light (w): 1 on the board, 8 in hand", last)

    def test_the_end_of_the_input_ends_the_game(self) -> None:
        code, out, _ = self.talk("", "--side", "w")
        self.assertEqual((code, out.count("the engine plays")), (0, 1))

    def test_a_game_goes_on_to_its_end(self) -> None:
        # Whatever the engine does in the meantime, one of these wins or the engine has won.
        turns = "".join(f"{file}{rank}\n" for file in "abc" for rank in "123")
        code, out, _ = self.talk(turns * 9, "--variant", "three", "--side", "b")
        self.assertEqual(code, 0)
        self.assertIn("You have lost.", out)

    def test_a_missing_engine_is_told(self) -> None:
        code, _, err = self.talk("", "--engine", "/no/such/engine")
        self.assertEqual(code, 1)
        self.assertIn("/no/such/engine", err)
