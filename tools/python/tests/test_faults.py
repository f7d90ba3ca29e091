"""What becomes of an engine that goes wrong: a typed error, in time, and no process left."""

from __future__ import annotations

import time
from typing import Any
from unittest import mock

from support import both_faces, fake, is_alive, scripted, soon, umi

#: Seconds to wait for an engine that will not answer.
SHORT = 0.1
DEPTH = umi.Limit(depth=1)


class Faults:
    """One test for each fault, run with both faces."""

    def opened(self: Any, fault: str, timeout: float = 10.0) -> tuple[Any, Any]:
        engine = self.open(fake(fault))
        board = self.board(engine)
        # Only now, because a busy machine may take its time to start a program.
        engine.conversation.timeout = timeout
        return engine, board

    def fails(self: Any, error: type, fault: str, timeout: float = SHORT) -> Any:
        """Plays with a faulty engine, which must give this error and end the process."""
        engine, board = self.opened(fault, timeout)
        with self.assertRaises(error) as caught:
            self.play(engine, board, DEPTH)
        self.assertTrue(soon(lambda: not is_alive(engine.pid)))
        with self.assertRaises(umi.EngineTerminated):
            self.face.do(engine.ping)
        return caught.exception

    def fails_to_open(self: Any, error: type, fault: str, timeout: float = 10.0) -> Any:
        with self.assertRaises(error) as caught:
            self.face.open(fake(fault), timeout=timeout)
        return caught.exception

    # ---- at the start ----

    def test_an_engine_that_says_nothing_is_a_timeout(self: Any) -> None:
        begun = time.monotonic()
        error = self.fails_to_open(umi.EngineTimeout, "silent", SHORT)
        self.assertEqual(error.awaited, "answer to `umi`")
        self.assertEqual(error.seconds, SHORT)
        self.assertIsInstance(error, TimeoutError)
        self.assertLess(time.monotonic() - begun, 2)

    def test_a_program_that_is_no_engine_is_a_protocol_error(self: Any) -> None:
        self.assertIn("umiok", str(self.fails_to_open(umi.ProtocolError, "other_program")))

    def test_another_version_of_the_protocol_is_refused(self: Any) -> None:
        self.assertIn("umi 2.0", str(self.fails_to_open(umi.ProtocolError, "other_version")))

    def test_a_crash_at_the_start_tells_exit_code_and_last_words(self: Any) -> None:
        error = self.fails_to_open(umi.EngineTerminated, "crash_at_start")
        self.assertEqual((error.exit_code, error.stderr), (4, ("no luck today",)))

    def test_a_program_that_is_not_there_is_not_found(self: Any) -> None:
        for command in ("/no/such/engine", ["/no/such/engine", "x"], [], "a\0b"):
            with self.assertRaises(umi.EngineNotFound):
                self.face.open(command)

    def test_a_refused_option_at_the_start_ends_the_process(self: Any) -> None:
        with self.assertRaises(umi.BadValue):
            self.face.open(fake("none"), options={"Hash": 1000})

    # ---- no answer in time ----

    def test_an_engine_that_falls_silent_in_a_search_is_a_timeout(self: Any) -> None:
        error = self.fails(umi.EngineTimeout, "mute_in_search")
        self.assertEqual(error.awaited, "sign of life")

    def test_an_engine_that_lives_but_overdraws_its_time_is_a_timeout(self: Any) -> None:
        engine, board = self.opened("no_bestmove", 0.5)
        begun = time.monotonic()
        with self.assertRaises(umi.EngineTimeout) as caught:
            self.play(engine, board, umi.Limit(time=0))
        self.assertEqual(caught.exception.awaited, "`bestmove`")
        self.assertGreaterEqual(time.monotonic() - begun, 0.5)
        self.assertTrue(soon(lambda: not is_alive(engine.pid)))

    def test_a_search_without_a_bound_of_time_can_be_given_one(self: Any) -> None:
        engine, board = self.opened("no_bestmove")
        with self.assertRaises(umi.EngineTimeout):
            self.play(engine, board, DEPTH, timeout=SHORT)

    def test_a_count_can_be_given_a_bound_of_time(self: Any) -> None:
        engine, _ = self.opened("count_forever")
        with self.assertRaises(umi.EngineTimeout) as caught:
            self.face.do(engine.perft, 9, timeout=SHORT)
        self.assertIn("perft 9", str(caught.exception))

    def test_a_bestmove_that_is_a_little_late_after_stop_is_taken(self: Any) -> None:
        engine, board = self.opened("late_bestmove")
        self.face.within(
            engine.analysis(board), lambda analysis: next(self.face.infos(analysis))
        )
        self.assertEqual(self.play(engine, board, DEPTH).turn, "a1")

    def test_an_engine_that_does_not_stop_is_killed(self: Any) -> None:
        engine, board = self.opened("endless_info_deaf", SHORT)
        with self.assertRaises(umi.EngineTimeout):
            self.face.within(engine.analysis(board), lambda a: next(self.face.infos(a)))
        self.assertTrue(soon(lambda: not is_alive(engine.pid)))

    def test_an_engine_that_reads_no_more_holds_up_nobody(self: Any) -> None:
        engine, board = self.opened("deaf_to_input", SHORT)
        with self.assertRaises(umi.EngineTimeout):
            self.play(engine, board, DEPTH, search_moves=["a1"] * 100_000)
        self.assertTrue(soon(lambda: not is_alive(engine.pid)))

    # ---- the process ends ----

    def test_a_crash_in_a_search_tells_exit_code_and_last_words(self: Any) -> None:
        error = self.fails(umi.EngineTerminated, "crash_in_search", timeout=10)
        self.assertEqual(error.exit_code, 3)
        self.assertEqual(error.stderr, ("first complaint", "last words"))
        self.assertIn("last words", str(error))

    def test_lines_before_a_crash_are_still_told(self: Any) -> None:
        engine, board = self.opened("crash_in_search")
        infos = []
        with self.assertRaises(umi.EngineTerminated):
            for info in self.face.infos(engine.analysis(board)):
                infos.append(info)
        self.assertEqual([info.turn for info in infos], ["a1"])

    def test_an_answer_just_before_the_end_counts(self: Any) -> None:
        engine, board = self.opened("bestmove_then_crash")
        self.assertEqual(self.play(engine, board, DEPTH).turn, "a1")
        with self.assertRaises(umi.EngineTerminated):
            self.play(engine, board, DEPTH)

    def test_an_engine_that_closes_its_output_is_ended(self: Any) -> None:
        with mock.patch("umi.process.GRACE", SHORT):
            self.fails(umi.EngineTerminated, "close_stdout", timeout=10)

    def test_a_child_of_the_engine_that_holds_its_pipes_is_ended_too(self: Any) -> None:
        with mock.patch("umi.process.GRACE", SHORT):
            self.fails(umi.EngineTimeout, "child_holds_pipes")

    # ---- wrong words ----

    def test_garbage_and_unknown_words_are_passed_over(self: Any) -> None:
        engine, board = self.opened("garbage")
        with self.assertLogs("umi", "INFO") as logged:
            infos = list(self.face.infos(engine.analysis(board, DEPTH)))
        self.assertEqual([info.turn for info in infos], ["b1", "a1"])
        self.assertEqual(infos[0].score, umi.PovScore(umi.Cp(12), "w", "lower"))
        self.assertEqual(infos[0].wdl, umi.Wdl(1, 2, 3, "w"))
        told = "\n".join(logged.output)
        for word in ("Hello world", "bestmov a1", "'colour'", "depth x", "no text"):
            self.assertIn(word, told)
        self.face.do(board.push, "b1")
        self.assertEqual(board.ply, 1)

    def test_lines_that_nobody_asked_for_are_no_answers(self: Any) -> None:
        engine, board = self.opened("unasked")
        for turn in ("a1", "b1", "c1"):
            self.face.do(board.push, turn)
            self.assertEqual(self.play(engine, board, DEPTH).turn, "a1")
        self.assertEqual(board.ply, 3)
        self.assertEqual(self.face.do(engine.perft, 1), 3)

    def test_a_line_without_end_is_skipped(self: Any) -> None:
        engine, board = self.opened("huge_line")
        self.assertEqual(self.play(engine, board, DEPTH).turn, "a1")

    def test_a_flood_of_complaints_holds_up_nobody(self: Any) -> None:
        engine, board = self.opened("stderr_flood")
        self.assertEqual(self.play(engine, board, DEPTH).turn, "a1")

    def test_a_flood_of_news_is_bounded_and_can_be_stopped(self: Any) -> None:
        engine, board = self.opened("endless_info")
        search = engine.analysis(board)

        def look(analysis: Any) -> int:
            next(self.face.infos(analysis))
            time.sleep(0.2)
            return len(analysis._search.infos)

        self.assertLessEqual(self.face.within(search, look), 4096)
        self.face.do(engine.ping)

    def test_an_illegal_bestmove_is_a_protocol_error(self: Any) -> None:
        faults = {
            "illegal_bestmove": "`bestmove g7` is not legal",
            "bestmove_none": "`bestmove none` in a game that is not over",
            "malformed_bestmove": "malformed `bestmove`",
        }
        for fault, message in faults.items():
            engine, board = self.opened(fault)
            with self.assertRaises(umi.ProtocolError) as caught:
                self.play(engine, board, DEPTH)
            self.assertEqual(str(caught.exception), message)
            self.assertGreater(self.face.do(engine.ping), 0)

    def test_an_analysis_without_any_line_is_a_protocol_error(self: Any) -> None:
        engine, board = self.opened("no_info")
        self.assertIsNone(self.play(engine, board, DEPTH).info)
        with self.assertRaises(umi.ProtocolError):
            self.face.do(engine.analyse, board, DEPTH)

    def test_an_answer_that_is_missing_or_broken_is_a_protocol_error(self: Any) -> None:
        for fault in ("no_state", "broken_json", "wrong_members"):
            engine = self.open(fake(fault))
            with self.assertRaises(umi.ProtocolError):
                self.board(engine)
            self.assertGreater(self.face.do(engine.ping), 0)

    # ---- errors that the engine reports ----

    def test_an_error_during_a_search_is_raised_when_it_has_ended(self: Any) -> None:
        engine, board = self.opened("search_errors")
        with self.assertRaises(umi.InternalError) as caught:
            self.play(engine, board, DEPTH)
        self.assertEqual((caught.exception.code, caught.exception.command), ("internal", "go"))
        self.assertGreater(self.face.do(engine.ping), 0)

    def test_an_error_of_a_later_version_keeps_its_code(self: Any) -> None:
        engine = self.open(fake("new_error"))
        with self.assertRaises(umi.EngineError) as caught:
            self.board(engine)
        self.assertIs(type(caught.exception), umi.EngineError)
        self.assertEqual(caught.exception.code, "out-of-cheese")

    def test_a_refused_turn_leaves_the_board_as_it_was(self: Any) -> None:
        _, board = self.opened("illegal_move")
        with self.assertRaises(umi.IllegalTurn) as caught:
            self.face.do(board.push, "c1")
        self.assertEqual((caught.exception.index, caught.exception.token), (0, "c1"))
        self.assertEqual((board.turns, board.ply), ((), 0))

    def test_an_option_that_the_engine_refuses_is_its_error(self: Any) -> None:
        engine, _ = self.opened("refuse_hash")
        with self.assertRaises(umi.EngineIoError):
            self.face.do(engine.configure, {"Hash": 32})
        self.face.do(engine.configure, {"Ponder": True})

    # ---- the end ----

    def test_an_engine_that_ignores_quit_is_killed_soon(self: Any) -> None:
        engine, _ = self.opened("ignore_quit")
        begun = time.monotonic()
        with mock.patch("umi.process.GRACE", SHORT), self.assertRaises(umi.EngineTimeout):
            self.face.do(engine.quit)
        self.assertLess(time.monotonic() - begun, 2)
        self.assertTrue(soon(lambda: not is_alive(engine.pid)))
        self.assertEqual(engine.conversation.process.exit_code, -9)
        self.face.do(engine.close)

    def test_quit_returns_the_exit_code(self: Any) -> None:
        engine, board = self.opened("none")
        self.assertEqual(self.face.do(engine.quit), 0)
        self.face.do(engine.close)
        with self.assertRaises(umi.EngineTerminated) as caught:
            self.play(engine, board, DEPTH)
        self.assertIn("was closed", str(caught.exception))


class Scripts:
    """What is said to the engine, line by line."""

    def test_only_what_is_new_is_said(self: Any) -> None:
        command = scripted(
            ("position startpos", []),
            ("state", "usual"),
            ("position startpos moves a1", "usual"),
            ("state", "usual"),
            ("go movetime 100 searchmoves a1 b1 avoid c1", ["bestmove b1 ponder c1"]),
            ("eval", "usual"),
            ("tb", "usual"),
            ("go depth 3 multipv 2", "usual"),
            ("setoption name Variant value other", []),
            ("setoption name LineWins value on", []),
            ("position startpos", "usual"),
            ("rules", []),
        )
        engine = self.open(command)
        board = self.board(engine)
        self.face.do(board.push, "A1")
        limit = umi.Limit(time=0.1)
        more = {"search_moves": ["a1", "b1"], "avoid": ["c1"]}
        self.assertEqual(
            self.play(engine, board, limit, **more), umi.PlayResult("b1", "c1", None)
        )
        self.assertEqual(self.face.do(engine.evaluate, board).score.light(), umi.Cp(7))
        known = self.face.do(engine.tablebase, board)
        self.assertEqual((known.value, known.plies, known.reason), ("win", 3, None))
        self.assertEqual(known.turns["b1"], umi.TurnValue("draw", None))
        self.face.do(engine.analyse, board, umi.Limit(depth=3), 2)
        with self.assertRaises(umi.EngineTerminated) as caught:
            self.board(engine, "other", rules={"LineWins": True}, fen="bad")
            self.board(engine, "other", rules={"LineWins": True}, fen="worse")
        self.assertIn("expected 'rules', got 'position fen bad'", str(caught.exception))

    def test_an_analysis_that_is_left_is_stopped_before_anything_else(self: Any) -> None:
        command = scripted(
            ("position startpos", "usual"),
            ("state", "usual"),
            ("go infinite multipv 2", "usual"),
            ("stop", "usual"),
            ("position startpos moves b1", "usual"),
            ("state", "usual"),
            ("uminewgame", []),
            ("position startpos moves b1", "usual"),
            ("go depth 1", ["bestmove c1"]),
        )
        engine = self.open(command)
        board = self.board(engine)
        analysis = engine.analysis(board, multipv=2)
        self.assertEqual(next(self.face.infos(analysis)).turn, "a1")
        self.face.do(board.push, "b1")
        self.assertFalse(analysis.is_running)
        self.assertEqual(self.face.do(analysis.wait).turn, "a1")
        self.face.do(engine.new_game)
        self.assertEqual(self.play(engine, board, DEPTH).turn, "c1")
        self.assertEqual(self.face.do(engine.quit), 0)

    def test_an_analysis_that_nobody_holds_is_stopped(self: Any) -> None:
        engine = self.open(fake("endless_info"))
        board = self.board(engine)
        analysis = engine.analysis(board)
        search = analysis._search
        next(self.face.infos(analysis))
        del analysis
        self.assertTrue(soon(lambda: search.ended))

    def test_a_line_break_in_a_value_is_not_sent(self: Any) -> None:
        engine = self.open(fake("none"))
        with self.assertRaises(umi.BadValue):
            self.face.do(engine.configure, {"LogFile": "x\nquit"})
        with self.assertRaises(ValueError):
            self.face.do(engine.rules, "toy\nquit")
        self.assertGreater(self.face.do(engine.ping), 0)


SyncFaults, AsyncFaults = both_faces(Faults)
SyncScripts, AsyncScripts = both_faces(Scripts)
