"""Nothing is left behind: no process, no thread, no open file, whatever becomes of the user."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import subprocess
import sys
import time
import unittest
from typing import Any

from support import PACKAGE, client_threads, fake, is_alive, is_running, open_files, soon, umi

ENGINE = umi.find_engine()


def program(text: str, *words: str) -> subprocess.Popen[str]:
    """A Python program of its own that may import `umi` and be sent signals."""
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE)}
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", "import os, sys, umi\n" + text, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


class Traces(unittest.TestCase):
    def setUp(self) -> None:
        gc.collect()
        self.files = open_files()

    def tearDown(self) -> None:
        self.assertTrue(soon(lambda: not client_threads()), client_threads())
        self.assertTrue(soon(lambda: open_files() <= self.files), "files are left open")

    def test_leaving_with_ends_the_process(self) -> None:
        with umi.Engine.open(ENGINE) as engine:
            self.assertTrue(is_alive(engine.pid))
            board = umi.Board(engine)
            engine.analysis(board)
        self.assertFalse(is_alive(engine.pid))
        self.assertEqual(engine.conversation.process.exit_code, 0)

    def test_an_error_within_with_ends_the_process(self) -> None:
        with self.assertRaises(ZeroDivisionError):
            with umi.Engine.open(ENGINE) as engine:
                _ = 1 / 0
        self.assertFalse(is_alive(engine.pid))

    def test_an_engine_that_nobody_holds_is_ended(self) -> None:
        engine = umi.Engine.open(ENGINE)
        pid = engine.pid
        board = umi.Board(engine)
        analysis = engine.analysis(board)
        del engine, board
        self.assertGreaterEqual(next(analysis).depth, 1)
        del analysis
        gc.collect()
        self.assertFalse(is_alive(pid))

    def test_an_engine_whose_loop_has_ended_is_ended(self) -> None:
        async def careless() -> int:
            engine = await umi.AsyncEngine.open(ENGINE)
            board = await engine.board()
            async for _ in engine.analysis(board):
                break
            return engine.pid

        pid = asyncio.run(careless())
        gc.collect()
        self.assertFalse(is_alive(pid))

    def test_a_cancelled_search_leaves_a_usable_engine(self) -> None:
        async def impatient() -> Any:
            async with await umi.AsyncEngine.open(ENGINE) as engine:
                board = await engine.board("nine")
                for limit in (umi.Limit(time=20), umi.Limit(depth=60)):
                    with self.assertRaises(asyncio.TimeoutError):
                        await asyncio.wait_for(engine.play(board, limit), 0.1)
                with self.assertRaises(asyncio.TimeoutError):
                    await asyncio.wait_for(engine.perft(12, board), 0.1)
                result = await engine.play(board, umi.Limit(depth=1))
                return result.turn in board.legal_turns

        self.assertTrue(asyncio.run(impatient()))

    def test_tasks_take_their_turns(self) -> None:
        async def crowd() -> list[str]:
            async with await umi.AsyncEngine.open(ENGINE) as engine:
                board = await engine.board("nine")
                limit = umi.Limit(depth=2)
                games = (engine.play(board, limit, search_moves=[t]) for t in board.legal_turns)
                return [result.turn for result in await asyncio.gather(*games)]

        turns = asyncio.run(crowd())
        self.assertEqual((len(turns), turns), (24, sorted(turns)))

    def test_failed_starts_leave_nothing(self) -> None:
        for fault in ("other_program", "crash_at_start"):
            with self.assertRaises(umi.UmiError):
                umi.Engine.open(fake(fault))

    def test_a_program_that_ends_without_closing_leaves_no_process(self) -> None:
        text = (
            "engine = umi.Engine.open(sys.argv[1:])\n"
            "board = umi.Board(engine)\n"
            "analysis = engine.analysis(board)\n"
            "print(engine.pid, flush=True)\n"
        )
        for end in ("", "1 / 0\n"):
            with program(text + end, ENGINE) as user:
                out, err = user.communicate(timeout=20)
            self.assertEqual(err.count("Traceback"), end.count("/"), err)
            self.assertNotIn("ResourceWarning", err)
            self.assertFalse(is_alive(int(out)))

    @unittest.skipUnless(hasattr(os, "fork"), "this system has no fork")
    def test_a_fork_of_the_program_leaves_the_engine_alone(self) -> None:
        text = (
            "import warnings\n"
            "warnings.simplefilter('ignore')  # Later Pythons warn of forks beside threads.\n"
            "with umi.Engine.open(sys.argv[1]) as engine:\n"
            "    if os.fork() == 0:\n"
            "        sys.exit()\n"
            "    os.wait()\n"
            "    print(engine.play(umi.Board(engine), umi.Limit(depth=1)).turn)\n"
        )
        with program(text, ENGINE) as user:
            out, err = user.communicate(timeout=20)
        self.assertRegex(out, "[a-g][1-7]", err)

    def test_control_c_interrupts_the_wait_and_not_the_engine(self) -> None:
        text = (
            "import signal\n"
            # A shell that runs the tests in the background has it ignored.
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "with umi.Engine.open(sys.argv[1]) as engine:\n"
            "    board = umi.Board(engine)\n"
            "    try:\n"
            "        print(engine.pid, flush=True)\n"
            "        engine.play(board, umi.Limit(time=60))\n"
            "    except KeyboardInterrupt:\n"
            "        print(engine.play(board, umi.Limit(depth=1)).turn, flush=True)\n"
            "        engine.play(board, umi.Limit(time=60))\n"
        )
        with program(text, ENGINE) as user:
            assert user.stdout is not None
            pid = int(user.stdout.readline())
            # Most likely it waits for the search then; earlier or later must do as well.
            time.sleep(0.1)
            user.send_signal(signal.SIGINT)
            self.assertRegex(user.stdout.readline(), "[a-g][1-7]")
            user.send_signal(signal.SIGINT)
            _, err = user.communicate(timeout=20)
        self.assertTrue(err.rstrip().endswith("KeyboardInterrupt"), err)
        self.assertFalse(is_alive(pid))

    def test_a_killed_program_takes_the_engine_along(self) -> None:
        text = (
            "import time\n"
            "engine = umi.Engine.open(sys.argv[1])\n"
            "print(engine.pid, flush=True)\n"
            "time.sleep(60)\n"
        )
        with program(text, ENGINE) as user:
            assert user.stdout is not None
            pid = int(user.stdout.readline())
            user.kill()
        self.assertTrue(soon(lambda: not is_running(pid)))
