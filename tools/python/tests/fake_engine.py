"""A small UMI engine that goes wrong on demand: `fake_engine.py FAULT` or `script JSON`.

Without a fault it plays a game without end in which a1, b1 and c1 are always legal. A fault is
a method of `Fake` whose name begins with `fault_`, called once at the start; it replaces the
answers that it spoils. A script is a list of pairs of an expected line and its answers;
anything else but the questions of the greeting ends the program with code 9 and a sentence.

It is started a hundred times by the tests, and so loads no module that it does not need.
"""

from __future__ import annotations

import os
import sys
import threading
import time

OPTIONS = (
    "option name Variant type combo default toy var toy var other",
    "option name Hash type spin default 16 min 1 max 64",
    "option name Ponder type check default false",
    "option name LogFile type string default <empty>",
    "option name Clear type button",
    "option name LineWins type combo default off var off var on",
)
RULES = (
    '{"id":"toy","name":"Toy","first":"w","men":3,"start":"3 w 3,3 - 0 0","points":'
    '[{"id":"a1","x":0,"y":1},{"id":"b1","x":1,"y":1},{"id":"c1","x":2,"y":1}],'
    '"edges":[["a1","b1"],["b1","c1"]],"lines":[["a1","b1","c1"]],'
    '"switches":{"LineWins":"off"},"words":["It never ends."],"more":{"to":"come"}}'
)
VARIANTS = '{"variants":[{"id":"toy","name":"Toy"},{"id":"other","name":"Other"}]}'
TABLES = (
    '{"fen":"3 w 3,3 - 0 0","side":"w","value":"win","plies":3,"known":true,"reason":null,'
    '"turns":{"a1":{"value":"win","plies":3},"b1":{"value":"draw","plies":null}}}'
)
INFO = "info depth 1 multipv 1 score cp 5 nodes 9 nps 9 hashfull 0 tbhits 0 time 1 pv a1"


class Fake:
    """The engine: `answers` maps the first word of a line to what is done with the line."""

    def __init__(self) -> None:
        self.ply = 0
        self.running = threading.Event()
        self.lock = threading.Lock()
        self.answers = {
            "umi": self.umi,
            "ping": lambda line: self.say("pong " + line[5:]),
            "options": lambda line: self.say(
                *(o + " value " + o.split()[6] for o in OPTIONS if " default " in o),
                "optionsok",
            ),
            "variants": lambda line: self.say("variants " + VARIANTS),
            "rules": lambda line: self.say("rules " + RULES),
            "state": self.state,
            "eval": lambda line: self.say('eval {"side":"w","result":"ongoing","score":7}'),
            "tb": lambda line: self.say("tb " + TABLES),
            "position": self.position,
            "setoption": lambda line: None,
            "uminewgame": lambda line: None,
            "go": self.go,
            "stop": self.stop,
            "perft": lambda line: self.say("time 0", "nps 0", "nodes 3"),
            "quit": lambda line: sys.exit(0),
        }

    def say(self, *lines: str) -> None:
        with self.lock:
            sys.stdout.write("".join(line + "\n" for line in lines))
            sys.stdout.flush()

    def listen(self) -> None:
        for line in sys.stdin:
            self.hear(line.rstrip("\n"))

    def hear(self, line: str) -> None:
        word = line.split(" ")[0]
        if word in self.answers:
            self.answers[word](line)
        else:
            self.error("unknown-command", word)

    def error(self, code: str, command: str, **more: object) -> None:
        import json

        members = {"code": code, "command": command, "message": f"no {command}", **more}
        self.say("error " + json.dumps(members))

    def umi(self, line: str) -> None:
        variants = ('variant toy "Toy"', 'variant other "Other"')
        self.say(
            "id name Fake", "id author nobody", "protocol umi 1.3", *variants, *OPTIONS, "umiok"
        )

    def position(self, line: str) -> None:
        words = line.split()
        self.ply = len(words) - words.index("moves") - 1 if "moves" in words else 0

    def state(self, line: str) -> None:
        side = "wb"[self.ply % 2]
        self.say(
            f'state {{"umi":"1.3","variant":"toy","fen":"3 {side} 3,3 - 0 {self.ply}",'
            f'"side":"{side}","phase":"placing","hands":{{"w":3,"b":3}},"ply":{self.ply},'
            '"onboard":{"w":0,"b":0},"turns":["a1","b1","c1"],"result":"ongoing","winner":null,'
            '"reason":null,"weather":"fine"}'
        )

    def go(self, line: str) -> None:
        self.say(INFO)
        if "infinite" in line:
            self.running.set()
        else:
            self.say("bestmove a1")

    def stop(self, line: str) -> None:
        if self.running.is_set():
            self.running.clear()
            self.say("bestmove a1")

    # ---- what can go wrong ----

    def fault_none(self) -> None:
        pass

    def fault_silent(self) -> None:
        self.answers = {word: lambda line: None for word in self.answers}

    def fault_other_program(self) -> None:
        self.answers["umi"] = lambda line: self.say("what?")

    def fault_other_version(self) -> None:
        self.answers["umi"] = lambda line: self.say("protocol umi 2.0", "umiok")

    def fault_crash_at_start(self) -> None:
        print("no luck today", file=sys.stderr)
        sys.exit(4)

    def fault_mute_in_search(self) -> None:
        self.answers["go"] = lambda line: self.fault_silent()

    def fault_no_bestmove(self) -> None:
        self.answers["go"] = self.answers["stop"] = lambda line: None

    def fault_late_bestmove(self) -> None:
        self.answers["stop"] = lambda line: (time.sleep(0.15), self.stop(line))

    def fault_crash_in_search(self) -> None:
        def go(line: str) -> None:
            self.say(INFO)
            print("first complaint\nlast words", file=sys.stderr, flush=True)
            os._exit(3)

        self.answers["go"] = go

    def fault_bestmove_then_crash(self) -> None:
        self.answers["go"] = lambda line: (self.go("go"), os._exit(5))

    def fault_close_stdout(self) -> None:
        self.answers["go"] = lambda line: (os.close(1), time.sleep(60))

    def fault_garbage(self) -> None:
        def go(line: str) -> None:
            self.say(
                "", "   ", "Hello world", "info", "info string hi", "info score win 0 pv a1",
                "info depth x score cp 1 pv a1", "info depth 1 score cp pv", "error",
                "error {broken", 'error ["list"]', "error " + "[" * 100_000, "nodes many",
                "pong", "pong 7x", "info depth 2 wind 5 score cp 12 lowerbound wdl 1 2 3 "
                "colour red nodes 4 pv b1 a1",
                "\x00\x01", "état \u2603", "bestmov a1",
            )  # fmt: skip
            with self.lock:
                os.write(1, b"\xff\xfe\x00 no text\n")
            self.go(line)

        self.answers["go"] = go

    def fault_unasked(self) -> None:
        unasked = ("bestmove c1", 'state {"old":1}', "pong 99999", "nodes 4")
        self.answers["ping"] = lambda line: self.say(*unasked, "pong " + line[5:])

    def fault_search_errors(self) -> None:
        def go(line: str) -> None:
            self.error("internal", "go")
            self.go(line)

        self.answers["go"] = go

    def fault_new_error(self) -> None:
        self.answers["state"] = lambda line: self.error("out-of-cheese", "state")

    def fault_illegal_move(self) -> None:
        self.answers["position"] = lambda line: (
            self.error("illegal-move", "position", index=0, token="c1")
            if "moves" in line
            else None
        )

    def fault_refuse_hash(self) -> None:
        self.answers["setoption"] = lambda line: (
            self.error("io", "setoption") if "Hash" in line else None
        )

    def fault_endless_info(self) -> None:
        self.flood(stops=True)

    def fault_endless_info_deaf(self) -> None:
        self.flood(stops=False)

    def flood(self, stops: bool) -> None:
        def pour() -> None:
            while self.running.is_set():
                self.say(*[INFO] * 100)
            self.say("bestmove a1")

        def go(line: str) -> None:
            self.running.set()
            threading.Thread(target=pour, daemon=True).start()

        self.answers["go"] = go
        self.answers["stop"] = lambda line: self.running.clear() if stops else None

    def fault_ignore_quit(self) -> None:
        import signal

        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        self.answers["quit"] = lambda line: None
        self.answers["go"] = lambda line: time.sleep(60)
        listen = self.listen
        self.listen = lambda: (listen(), time.sleep(60))  # type: ignore[method-assign]

    def fault_huge_line(self) -> None:
        self.answers["go"] = lambda line: (
            self.say("info string " + "x" * (9 << 20)),
            self.go(line),
        )

    def fault_stderr_flood(self) -> None:
        self.answers["go"] = lambda line: (
            os.write(2, b"complaint\n" * 20_000),
            self.go(line),
        )

    def fault_illegal_bestmove(self) -> None:
        self.answers["go"] = lambda line: self.say(INFO, "bestmove g7")

    def fault_bestmove_none(self) -> None:
        self.answers["go"] = lambda line: self.say("bestmove none")

    def fault_malformed_bestmove(self) -> None:
        self.answers["go"] = lambda line: self.say(INFO, "bestmove a1 pondering b1 and more")

    def fault_no_info(self) -> None:
        self.answers["go"] = lambda line: self.say("bestmove a1")

    def fault_no_state(self) -> None:
        self.answers["state"] = lambda line: None

    def fault_broken_json(self) -> None:
        self.answers["state"] = lambda line: self.say('state {"fen": "3')

    def fault_wrong_members(self) -> None:
        self.answers["state"] = lambda line: self.say('state {"variant": 7}')

    def fault_deaf_to_input(self) -> None:
        self.answers["go"] = lambda line: (self.say(INFO), time.sleep(60))

    def fault_child_holds_pipes(self) -> None:
        def crash(line: str) -> None:
            if os.fork() == 0:
                time.sleep(60)
            os._exit(6)

        self.answers["go"] = crash

    def fault_count_forever(self) -> None:
        self.answers["perft"] = lambda line: self.running.set()
        self.answers["stop"] = lambda line: (self.running.clear(), self.error("busy", "perft"))

    def script(self, text: str) -> None:
        import json

        expected = [tuple(pair) for pair in json.loads(text)]
        asked = {word: self.answers[word] for word in ("umi", "ping", "options", "variants")}

        def hear(line: str) -> None:
            word = line.split(" ")[0]
            if word in asked or line == "rules":
                self.answers[word](line)
                return
            wanted, answers = expected.pop(0) if expected else ("nothing", [])
            if line == "quit" and wanted == "nothing":
                sys.exit(0)
            if line != wanted:
                print(f"expected {wanted!r}, got {line!r}", file=sys.stderr, flush=True)
                os._exit(9)
            if answers == "usual":
                self.answers[word](line)
            else:
                self.say(*answers)

        self.hear = hear  # type: ignore[method-assign]


def main() -> None:
    fake = Fake()
    if sys.argv[1] == "script":
        fake.script(sys.argv[2])
    else:
        getattr(fake, "fault_" + sys.argv[1])()
    fake.listen()


if __name__ == "__main__":
    main()
