"""The client and the real engine, with both faces."""

from __future__ import annotations

import threading
import unittest
from typing import Any

from support import FaceTest, SyncFace, both_faces, umi

ENGINE = umi.find_engine()
QUICK = umi.Limit(depth=2)
#: Light has a mill to close, so that one search has a proved win.
WON = "ww1/3/3/3b1w/bb1/3/3 w 0,0 - 0 40"


class Playing:
    """Searches."""

    def setUp(self: Any) -> None:
        super().setUp()  # type: ignore[misc]
        self.engine = self.open(ENGINE)

    def test_the_greeting_tells_who_speaks_and_what_it_can(self: Any) -> None:
        self.assertTrue(self.engine.id["name"].startswith("Modisa"))
        self.assertEqual(self.engine.variants[0], umi.Variant("morabaraba", "Morabaraba"))
        hash_size = self.engine.options["Hash"]
        self.assertEqual((hash_size.type, hash_size.default, hash_size.value), ("spin", 64, 64))
        self.assertIn("Modisa", repr(self.engine))

    def test_play_chooses_a_legal_turn_and_tells_why(self: Any) -> None:
        board = self.board(self.engine, "nine")
        result = self.play(self.engine, board, umi.Limit(time=0.05))
        self.assertIn(result.turn, board.legal_turns)
        self.assertEqual(result.info.turn, result.turn)
        self.assertEqual(board.ply, 0)

    def test_turns_can_be_asked_for_and_ruled_out(self: Any) -> None:
        board = self.board(self.engine)
        turns = ["a1", "b2"]
        only = self.play(self.engine, board, QUICK, search_moves=turns, avoid=["b2"])
        self.assertEqual(only.turn, "a1")
        with self.assertRaises(umi.IllegalTurn) as caught:
            self.play(self.engine, board, QUICK, search_moves=["a1", "z9"])
        self.assertEqual((caught.exception.index, caught.exception.token), (1, "z9"))
        with self.assertRaises(umi.BadArgument):
            self.play(self.engine, board, QUICK, search_moves=["a1"], avoid=["a1"])
        self.assertIn(self.play(self.engine, board, QUICK).turn, board.legal_turns)

    def test_clocks_are_taken_for_the_side_they_belong_to(self: Any) -> None:
        board = self.board(self.engine, "nine")
        limit = umi.Limit(light_clock=1, dark_clock=0.01, light_increment=0, moves_to_go=40)
        self.assertLess(self.play(self.engine, board, limit).info.time, 0.5)

    def test_a_search_without_an_end_is_refused(self: Any) -> None:
        with self.assertRaises(ValueError):
            self.play(self.engine, self.board(self.engine), umi.Limit())

    def test_a_finished_game_has_no_turn(self: Any) -> None:
        board = self.board(self.engine, "nine", fen="wbw/1b1/3/wb2bw/3/1b1/wbw w 0,0 - 1 40")
        for ask in (self.engine.play, self.engine.analyse):
            with self.assertRaises(umi.GameOver) as caught:
                self.face.do(ask, board, QUICK)
            self.assertEqual(caught.exception.reason, "no-move")
        with self.assertRaises(umi.GameOver):
            self.engine.analysis(board)

    def test_analyse_tells_the_best_lines_in_order(self: Any) -> None:
        board = self.board(self.engine, "nine", fen=WON)
        info = self.face.do(self.engine.analyse, board, umi.Limit(depth=3))
        self.assertEqual(info.score.relative, umi.Win(1))
        lines = self.face.do(self.engine.analyse, board, umi.Limit(depth=3), 3)
        self.assertEqual([line.multipv for line in lines], [1, 2, 3])
        scores = [line.score.light() for line in lines]
        self.assertEqual(scores, sorted(scores, reverse=True))

    def test_expected_results_come_when_asked_for(self: Any) -> None:
        board = self.board(self.engine, "nine")
        self.assertIsNone(self.face.do(self.engine.analyse, board, QUICK).wdl)
        self.face.do(self.engine.configure, {"ShowWDL": True})
        wdl = self.face.do(self.engine.analyse, board, QUICK).wdl
        self.assertEqual(wdl.wins + wdl.draws + wdl.losses, 1000)

    def test_an_analysis_tells_its_lines_and_ends_with_its_limit(self: Any) -> None:
        board = self.board(self.engine, "nine")
        analysis = self.engine.analysis(board, umi.Limit(depth=4), multipv=2)
        depths = [(info.depth, info.multipv) for info in self.face.infos(analysis)]
        self.assertEqual(depths, [(d, rank) for d in range(1, 5) for rank in (1, 2)])
        self.assertEqual([info.depth for info in analysis.lines], [4, 4])
        self.assertEqual(self.face.do(analysis.wait).turn, analysis.best.turn)

    def test_leaving_an_analysis_stops_it_and_frees_the_engine(self: Any) -> None:
        board = self.board(self.engine, "nine")
        for depth in (1, 2, 3):
            analysis = self.engine.analysis(board)

            def deep(entered: Any, depth: int = depth) -> bool:
                return any(info.depth >= depth for info in self.face.infos(entered))

            self.assertTrue(self.face.within(analysis, deep))
            self.assertFalse(analysis.is_running)
            self.assertIn(self.play(self.engine, board, QUICK).turn, board.legal_turns)

    def test_an_error_within_an_analysis_goes_through(self: Any) -> None:
        board = self.board(self.engine, "nine")
        with self.assertRaises(ZeroDivisionError):
            self.face.within(self.engine.analysis(board), lambda _: 1 / 0)
        self.assertGreater(self.face.do(self.engine.ping), 0)
        with self.assertRaises(ZeroDivisionError):
            self.face.within(
                self.engine.analysis(board), lambda _: (self.face.do(self.engine.close), 1 / 0)
            )

    def test_questions_are_answered_during_an_analysis(self: Any) -> None:
        board = self.board(self.engine, "nine")

        def ask(analysis: Any) -> bool:
            self.assertLess(self.face.do(self.engine.ping), 1)
            self.assertEqual(self.face.do(self.engine.rules, "mill").id, "nine")
            self.face.do(self.engine.evaluate, board)
            return analysis.is_running

        self.assertTrue(self.face.within(self.engine.analysis(board), ask))

    def test_a_stopped_analysis_ends_its_iteration(self: Any) -> None:
        board = self.board(self.engine, "nine")
        analysis = self.engine.analysis(board)
        for info in self.face.infos(analysis):
            if info.depth >= 2:
                analysis.stop()
        self.assertIn(self.face.do(analysis.wait).turn, board.legal_turns)

    def test_counts_and_estimates_are_of_a_board_or_of_the_start(self: Any) -> None:
        nine = self.board(self.engine, "nine")
        self.assertEqual(self.face.do(self.engine.perft, 2), 24 * 23)
        self.assertEqual(self.face.do(self.engine.perft, 3, nine), 12144)
        with self.assertRaises(umi.BadArgument):
            self.face.do(self.engine.perft, 10**6)
        won = self.board(self.engine, "nine", fen=WON)
        found = self.face.do(self.engine.evaluate, won)
        self.assertEqual((found.side, found.result), ("w", "ongoing"))
        self.assertEqual(self.face.do(self.engine.evaluate).score.side, "b")

    def test_tables_know_at_least_the_turns_that_end_the_game(self: Any) -> None:
        won = self.board(self.engine, "nine", fen=WON)
        found = self.face.do(self.engine.tablebase, won)
        self.assertEqual((found.fen, found.side), (won.fen, won.side))
        self.assertEqual(set(found.turns), set(won.legal_turns))
        self.assertIn(umi.TurnValue("win", 1), found.turns.values())
        start = self.face.do(self.engine.tablebase)
        self.assertEqual((start.value, start.plies, start.known), (None, None, False))
        self.assertTrue(start.reason)

    # ---- options ----

    def test_options_are_checked_before_anything_is_sent(self: Any) -> None:
        wrong = [
            ({"Hash": 1, "Threads": 0}, umi.BadValue),
            ({"Hash": 1, "Hush": 1}, umi.NoSuchOption),
            ({"Hash": 1, "Notation": "morse"}, umi.BadValue),
        ]
        for values, error in wrong:
            with self.assertRaises(error):
                self.face.do(self.engine.configure, values)
        self.assertEqual(self.engine.options["Hash"].value, 64)

    def test_names_of_options_are_taken_in_any_case(self: Any) -> None:
        self.face.do(self.engine.configure, {"hash": "8", "CLEARHASH": None, "ponder": "true"})
        options = self.engine.options
        self.assertEqual((options["Hash"].value, options["Ponder"].value), (8, True))

    def test_the_engines_own_refusal_is_raised(self: Any) -> None:
        for name in ("TablebasePath", "VariantPath"):
            with self.assertRaises(umi.EngineIoError):
                self.face.do(self.engine.configure, {name: "no/such/place"})
        with self.assertRaises(umi.BadValue) as caught:
            self.face.do(self.engine.configure, {"Variant": "chess"})
        self.assertIn("nine", caught.exception.allowed)
        self.assertEqual(self.board(self.engine).variant, "morabaraba")

    def test_a_configured_game_is_that_of_boards_without_a_name(self: Any) -> None:
        old = self.board(self.engine)
        self.face.do(self.engine.configure, {"Variant": "muehle", "Men": 5})
        self.assertEqual(self.face.do(self.engine.rules).id, "nine")
        board = self.board(self.engine)
        self.assertEqual((board.variant, board.hands["w"]), ("nine", 5))
        more = self.board(self.engine, rules={"LineWins": True})
        self.assertEqual((more.hands["w"], more.rules.switches["LineWins"]), (5, "on"))
        self.face.do(old.push, "d6")
        self.assertEqual(old.variant, "morabaraba")
        self.face.do(self.engine.configure, {"Men": 6})
        self.assertEqual(self.board(self.engine).hands["b"], 6)
        self.assertEqual(self.board(self.engine, "nine").hands["b"], 9)

    # ---- boards ----

    def test_a_board_knows_how_the_game_stands(self: Any) -> None:
        board = self.board(self.engine, "nine")
        for turn in ("a7", "B2", "d7", "f2"):
            self.face.do(board.push, turn)
        self.assertEqual((board.side, board.ply, board.phase), ("w", 4, "placing"))
        self.face.do(board.push, "g7 xb2")
        self.assertEqual(board.turns, ("a7", "b2", "d7", "f2", "g7xb2"))
        self.assertEqual(board.fen, "www/3/3/6/3/2b/3 b 6,7 - 0 5")
        self.assertEqual((board.hands, board.on_board), ({"w": 6, "b": 7}, {"w": 3, "b": 1}))
        self.assertEqual((board.result, board.winner, board.reason), ("ongoing", None, None))
        self.assertFalse(board.is_over)
        self.assertTrue(str(board).startswith("7  O-----------O-----------O\n"))
        self.assertIn("www/3/3", repr(board))

    def test_an_illegal_turn_changes_nothing(self: Any) -> None:
        board = self.board(self.engine, "nine")
        self.face.do(board.push, "d6")
        before = (board.fen, board.turns, board.legal_turns)
        for wrong in ("d6", "z9", "", "d7 xd6", "f4 f4", "a1\nquit"):
            with self.assertRaises(umi.IllegalTurn) as caught:
                self.face.do(board.push, wrong)
            self.assertGreaterEqual(caught.exception.index, 1)
            self.assertIsInstance(caught.exception.token, str)
            self.assertEqual((board.fen, board.turns, board.legal_turns), before)
        self.face.do(board.push, "f4")

    def test_turns_can_be_taken_back_and_boards_copied(self: Any) -> None:
        board = self.board(self.engine, "nine")
        start = board.fen
        self.face.do(board.push, "d6")
        twin = board.copy()
        self.face.do(twin.push, "f4")
        self.assertEqual((board.ply, twin.ply), (1, 2))
        self.assertEqual(board.pop(), "d6")
        self.assertEqual((board.fen, twin.turns), (start, ("d6", "f4")))
        with self.assertRaises(IndexError):
            board.pop()
        self.face.do(board.push, "a1")
        self.assertEqual(board.turns, ("a1",))

    def test_boards_of_several_games_share_an_engine(self: Any) -> None:
        boards = [
            self.board(self.engine, "nine"),
            self.board(self.engine, "three", rules={"FirstMover": "b"}),
            self.board(self.engine, "nine", rules={"Men": 4, "Fly": "never"}),
            self.board(self.engine),
            self.board(self.engine, "nine", fen="www/3/3/3b2/bb1/3/w2 w"),
        ]
        for _ in range(3):
            for board in boards:
                turn = self.play(self.engine, board, QUICK).turn
                self.face.do(board.push, turn)
        self.assertEqual([len(board.turns) for board in boards], [3, 3, 3, 3, 3])
        self.assertEqual([board.rules.men for board in boards], [9, 3, 4, 12, 9])
        sides = [board.side for board in boards]
        self.assertEqual(sides, ["b", "w", "b", "w", "b"])

    def test_what_a_board_cannot_be_is_refused(self: Any) -> None:
        wrong = [
            (("chess",), {}, umi.BadValue),
            ((), {"fen": "3/3 w"}, umi.BadFen),
            ((), {"rules": {"Men": 99}}, umi.BadValue),
            ((), {"rules": {"Colour": "red"}}, umi.NoSuchOption),
        ]
        for names, more, error in wrong:
            with self.assertRaises(error):
                self.board(self.engine, *names, **more)
        self.assertEqual(self.board(self.engine).variant, "morabaraba")

    def test_history_counts(self: Any) -> None:
        fen = "www/3/3/3bb1/bb1/3/w2 w 0,0 - 0 40"
        board = self.board(self.engine, "nine", fen=fen)
        for turn in "a1-a4 c3-c4 a4-a1 c4-c3".split() * 2:
            self.face.do(board.push, turn)
        self.assertEqual((board.result, board.reason), ("draw", "repetition"))
        self.assertEqual((board.is_over, board.winner, board.phase), (True, None, "over"))
        with self.assertRaises(umi.IllegalTurn):
            self.face.do(board.push, "a1-a4")
        board.pop()
        self.assertFalse(board.is_over)

    def test_every_game_can_be_drawn_and_begun(self: Any) -> None:
        for variant in self.engine.variants:
            board = self.board(self.engine, variant.id)
            self.face.do(board.push, board.legal_turns[0])
            drawing = str(board).split("\n\n")[0]
            men = board.on_board["w"], board.on_board["b"]
            shown = drawing.count("O"), drawing.count("@")
            self.assertEqual(shown, men, f"{variant}\n{drawing}")
            self.assertEqual(board.rules.name, variant.name)

    def test_a_new_game_forgets(self: Any) -> None:
        board = self.board(self.engine, "nine")
        self.face.do(board.push, "d6")
        infos = []
        for _ in range(2):
            self.face.do(self.engine.new_game)
            infos.append(self.play(self.engine, board, umi.Limit(nodes=3000)).info)
        self.assertEqual((infos[0].pv, infos[0].nodes), (infos[1].pv, infos[1].nodes))


SyncPlaying, AsyncPlaying = both_faces(Playing)


class Threads(FaceTest):
    """The plain engine, used by several threads."""

    make_face = SyncFace

    def test_threads_take_their_turns(self) -> None:
        engine = self.open(ENGINE)
        failures: list[BaseException] = []

        def play(variant: str) -> None:
            try:
                board = umi.Board(engine, variant)
                while not board.is_over and board.ply < 12:
                    board.push(engine.play(board, QUICK).turn)
            except BaseException as error:
                failures.append(error)

        threads = [threading.Thread(target=play, args=(v,)) for v in ("nine", "three", "six")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_another_thread_may_stop_an_analysis(self) -> None:
        engine = self.open(ENGINE)
        with engine.analysis(umi.Board(engine, "nine")) as analysis:
            timer = threading.Timer(0.1, analysis.stop)
            timer.start()
            analysis.wait()
            timer.join()
        self.assertFalse(analysis.is_running)

    def test_another_thread_may_close_the_engine(self) -> None:
        engine = self.open(ENGINE)
        board = umi.Board(engine, "nine")
        timer = threading.Timer(0.1, engine.close)
        timer.start()
        with self.assertRaises(umi.EngineTerminated):
            engine.play(board, umi.Limit(time=20))
            engine.ping()
        timer.join()


class Whole(FaceTest):
    """Tasks in one call."""

    make_face = SyncFace

    def test_an_engine_plays_a_function_to_the_end(self) -> None:
        engine = self.open(ENGINE)
        seen: list[int] = []
        game = umi.play_game(
            lambda board: board.legal_turns[0],
            engine,
            "three",
            limit=QUICK,
            each_turn=lambda board: seen.append(board.ply),
        )
        self.assertTrue(game.is_over)
        self.assertEqual((game.winner, seen), ("b", list(range(1, game.ply + 1))))

    def test_two_functions_need_a_referee(self) -> None:
        engine = self.open(ENGINE)

        def first(board: umi.Board) -> str:
            return board.legal_turns[0]

        with self.assertRaises(ValueError):
            umi.play_game(first, first, "nine")
        self.assertTrue(umi.play_game(first, first, "nine", referee=engine).is_over)


if __name__ == "__main__":
    unittest.main()
