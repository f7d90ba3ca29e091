"""The conversation with an engine: who says what when, and what is an answer to what.

Written once, as coroutines that wait by `Waiting` alone; `Engine` and `AsyncEngine` are its
two faces. A question is a few lines and a `ping`; what comes up to its `pong` is the answer, so
that neither silence nor a late answer to an earlier question can be mistaken for one. Searches
and counts are jobs, which end when the engine says so.

No wait is longer than `timeout`. A job may take longer, but if the engine is silent for so
long, a `ping` must be answered. An engine that fails in this is killed.
"""

from __future__ import annotations

import itertools
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Callable, Mapping, NoReturn, Sequence

from .answers import Evaluation, Rules, State, TableAnswer, Variant
from .errors import (
    BadFen,
    EngineError,
    EngineTerminated,
    EngineTimeout,
    ProtocolError,
    UmiError,
)
from .members import read_object
from .options import Option, OptionValue, find_option, read_option, set_line
from .process import GRACE, Process
from .search import Count, Job, PlayResult, Search
from .waiting import Waiting
from .words import Info, log, read_error

#: First words of lines that answer questions.
_ANSWERS = frozenset("id protocol umiok option optionsok state rules variants eval tb".split())
#: Lines of an answer that are kept; no honest answer has so many.
_KEPT_LINES = 10_000


@dataclass(frozen=True)
class Setup:
    """A game: a variant, and the rule switches that differ from its own."""

    variant: str
    switches: tuple[tuple[str, str], ...] = ()

    def lines(self) -> list[str]:
        """The lines that set it."""
        switches = [set_line(name, text) for name, text in self.switches]
        return [set_line("Variant", self.variant), *switches]


class Answer:
    """The lines and errors that came between a question and its `pong`."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, str]] = []
        self.errors: list[EngineError] = []

    def all(self, word: str) -> list[str]:
        """What follows `word` in the lines that begin with it."""
        return [rest for first, rest in self.lines if first == word]

    def one(self, word: str) -> str:
        """What follows `word` in the line that begins with it."""
        for rest in self.all(word):
            return rest
        raise ProtocolError(f"the engine has not said `{word}`")

    def object(self, word: str) -> dict[str, Any]:
        """The JSON object that follows `word`."""
        return read_object(word, self.one(word))

    def raise_error(self) -> None:
        """Raises the first error."""
        if self.errors:
            raise self.errors[0]


class Conversation:
    """One engine and all that is known about it."""

    def __init__(self, command: Sequence[str], waiting: Waiting, timeout: float) -> None:
        self.timeout = timeout
        self.id: dict[str, str] = {}
        self.options: dict[str, Option] = {}
        self.variants: tuple[Variant, ...] = ()
        #: The game of those who name none.
        self.default = Setup("")
        self.closed = False
        self._waiting = waiting
        self._guard = threading.Lock()
        self._numbers = itertools.count(1)
        self._ended = False
        self._heard = 0
        self._awaited: int | None = None
        self._answer = Answer()
        self._job: Job | None = None
        # What the engine is set to, as far as that is known.
        self._setup: Setup | None = None
        self._position: str | None = None
        self._rules: dict[Setup, Rules] = {}
        self.process = Process(command, self._hear, self._end)

    # ---- called by the reading thread ----

    def _hear(self, line: str) -> None:
        word, _, rest = line.strip().partition(" ")
        with self._guard:
            self._heard += 1
            if not self._take(word, rest.strip()) and word:
                log.warning("not understood, or not asked for: %.200s", line)
        self._waiting.wake()

    def _take(self, word: str, rest: str) -> bool:
        job = self._job
        busy = job is not None and not job.ended
        if word == "error":
            error = read_error(rest)
            if error is None:
                return False
            if job is not None and busy and job.take_error(error):
                return True
            if self._awaited is not None:
                self._answer.errors.append(error)
            return self._awaited is not None
        if word == "pong" and rest.isdecimal():
            self._take_pong(int(rest))
            return True
        if job is not None and busy and job.take(word, rest):
            return True
        if self._awaited is None or word not in _ANSWERS:
            return False
        if len(self._answer.lines) < _KEPT_LINES:
            self._answer.lines.append((word, rest))
        return True

    def _take_pong(self, number: int) -> None:
        if self._awaited is None or number > self._awaited:
            return
        if number == self._awaited:
            self._awaited = None
        else:
            # So all that came before was the answer to an earlier question.
            self._answer = Answer()

    def _end(self) -> None:
        self._ended = True
        self._waiting.wake()

    # ---- speaking and waiting ----

    def _send(self, *lines: str) -> None:
        if self._ended or self.closed:
            self._raise_terminated()
        self.process.send(lines)

    def _raise_terminated(self) -> NoReturn:
        process = self.process
        raise EngineTerminated(process.exit_code, process.complaints, self.closed)

    async def _until(self, ready: Callable[[], bool], seconds: float) -> bool:
        """Whether `ready()` holds within so many seconds; an error if the engine has ended."""
        await self._waiting.until(lambda: ready() or self._ended, seconds)
        if ready():
            return True
        if self._ended:
            self._raise_terminated()
        return False

    async def _give_up(self, awaited: str, seconds: float) -> NoReturn:
        self.process.kill()
        await self._waiting.until(lambda: self._ended, 2 * GRACE)
        raise EngineTimeout(awaited, seconds)

    async def _demand(self, ready: Callable[[], bool], awaited: str) -> None:
        if not await self._until(ready, self.timeout):
            await self._give_up(awaited, self.timeout)

    async def _ask(self, *lines: str) -> Answer:
        """Says lines and returns what comes until all of them have been taken."""
        number = next(self._numbers)
        with self._guard:
            self._answer = Answer()
            self._awaited = number
        try:
            self._send(*lines, f"ping {number}")
            await self._demand(
                lambda: self._awaited != number,
                f"answer to `{lines[-1][:80]}`" if lines else f"`pong {number}`",
            )
        finally:
            with self._guard:
                self._awaited = None
                answer, self._answer = self._answer, Answer()
        return answer

    async def _listen(self, job: Job, ready: Callable[[], bool], awaited: str) -> None:
        """Waits for news of a job, as long as the engine gives signs of life."""
        begun = time.monotonic()
        while True:
            heard = self._heard
            left = max(0.0, job.deadline - time.monotonic())
            if await self._until(ready, min(left, self.timeout)):
                return
            if time.monotonic() >= job.deadline:
                await self._give_up(awaited, round(time.monotonic() - begun, 3))
            if self._heard == heard:
                self._send(f"ping {next(self._numbers)}")
                await self._demand(lambda: ready() or self._heard != heard, "sign of life")

    async def _begin(self, job: Job, line: str, setup: Setup, position: str) -> None:
        await self._settle()
        await self._put(setup, position)
        self._job = job
        self._send(line)

    async def _settle(self) -> None:
        """Ends the job that runs, if one does."""
        job = self._job
        if job is not None and not job.ended:
            self._send("stop")
            await self._demand(lambda: job.ended, f"end of `{job.command}` after `stop`")
        self._job = None

    async def _to_its_end(self, job: Job, awaited: str) -> None:
        try:
            await self._listen(job, lambda: job.ended, awaited)
        except BaseException:
            # Whoever waited is gone; the engine need not go on for him.
            with suppress(UmiError):
                self._send("stop")
            raise

    async def _put(self, setup: Setup, position: str, *questions: str) -> Answer:
        """Has the engine look at a position, saying only what is new to it, and asks."""
        lines = [] if setup == self._setup else setup.lines()
        if lines or position != self._position:
            lines.append(f"position {position}")
        if lines:
            await self._settle()
            self._setup = self._position = None
        elif not questions:
            return Answer()
        answer = await self._ask(*lines, *questions)
        # A switch may make the position of before impossible; another one follows.
        answer.errors = [error for error in answer.errors if not _of_a_switch(error)]
        answer.raise_error()
        self._setup, self._position = setup, position
        return answer

    # ---- what its two faces offer ----

    async def start(self, options: Mapping[str, OptionValue]) -> None:
        """The greeting; what is wrong with it ends the process."""
        try:
            async with self._waiting.turnstile:
                answer = await self._ask("umi")
                answer.raise_error()
                answer.one("umiok")
                version = answer.one("protocol")
                if not version.startswith("umi 1."):
                    raise ProtocolError(f"the engine speaks {version}, not umi 1")
                for line in answer.all("id"):
                    key, _, text = line.partition(" ")
                    self.id[key] = text
                await self._survey()
            if options:
                await self.configure(options)
        except BaseException:
            self.process.kill()
            raise

    async def _survey(self, *lines: str) -> None:
        """Says lines, and learns how options, variants and the game then stand."""
        self._setup = self._position = None
        answer = await self._ask(*lines, "options", "variants", "rules")
        found = [read_option(text) for text in answer.all("option")]
        self.options = {option.name: option for option in found if option is not None}
        self.variants = Variant.read_all(answer.object("variants"))
        rules = Rules.read(answer.object("rules"))
        changed = [
            (name, text)
            for name, text in rules.switches.items()
            if name in self.options and text != str(self.options[name].default)
        ]
        self._setup = self.default = Setup(rules.id, tuple(changed))
        # A file of variants may have changed under an id that was known.
        self._rules = {self.default: rules}
        answer.errors = [error for error in answer.errors if not _of_a_switch(error)]
        answer.raise_error()

    async def configure(self, values: Mapping[str, OptionValue]) -> None:
        """Sets options; all are checked before the first one is sent."""
        async with self._waiting.turnstile:
            lines = []
            for name, value in values.items():
                option = find_option(self.options, name)
                lines.append(set_line(option.name, option.text(value)))
            await self._settle()
            if self._setup != self.default:
                lines = self.default.lines() + lines
            await self._survey(*lines)

    async def ping(self) -> float:
        """Seconds until the engine has answered."""
        async with self._waiting.turnstile:
            begun = time.monotonic()
            await self._ask()
            return time.monotonic() - begun

    async def new_game(self) -> None:
        """Has the engine forget what it learned."""
        async with self._waiting.turnstile:
            await self._settle()
            self._position = None
            (await self._ask("uminewgame")).raise_error()

    async def look(self, setup: Setup, position: str) -> State:
        """What the referee says of a position."""
        async with self._waiting.turnstile:
            answer = await self._put(setup, position, "state")
            return State.read(answer.object("state"))

    async def rules(self, variant: str | None) -> Rules:
        """Board and rules of a variant, or of the game that is set."""
        if variant is None:
            return await self.rules_of(self.default)
        async with self._waiting.turnstile:
            answer = await self._ask(f"rules {variant}")
            answer.raise_error()
            return Rules.read(answer.object("rules"))

    async def rules_of(self, setup: Setup) -> Rules:
        """Board and rules of a game."""
        async with self._waiting.turnstile:
            if setup not in self._rules:
                answer = await self._put(setup, "startpos", "rules")
                self._rules[setup] = Rules.read(answer.object("rules"))
            return self._rules[setup]

    async def evaluate(self, setup: Setup, position: str) -> Evaluation:
        """The static estimate of a position."""
        async with self._waiting.turnstile:
            answer = await self._put(setup, position, "eval")
            return Evaluation.read(answer.object("eval"))

    async def tablebase(self, setup: Setup, position: str) -> TableAnswer:
        """What tables know of a position."""
        async with self._waiting.turnstile:
            answer = await self._put(setup, position, "tb")
            answer.raise_error()
            return TableAnswer.read(answer.object("tb"))

    async def perft(
        self, setup: Setup, position: str, depth: int, timeout: float | None
    ) -> int:
        """The number of turn sequences of a length."""
        async with self._waiting.turnstile:
            count = Count()
            await self._begin(count, f"perft {depth}", setup, position)
            if timeout is not None:
                count.due_in(timeout)
            await self._to_its_end(count, f"end of `perft {depth}`")
            count.raise_error()
            return count.nodes

    async def search(self, search: Search, words: str, setup: Setup, position: str) -> None:
        """Begins a search and returns at once; `words` are those after `go`."""
        try:
            async with self._waiting.turnstile:
                await self._begin(search, f"go {words}".strip(), setup, position)
        except BaseException:
            search.ended = True
            raise

    async def play(
        self, search: Search, words: str, setup: Setup, position: str, seconds: float
    ) -> PlayResult:
        """Searches to the end, which must come in so many seconds."""
        async with self._waiting.turnstile:
            await self._begin(search, f"go {words}".strip(), setup, position)
            search.due_in(seconds)
            await self._to_its_end(search, "`bestmove`")
            return search.result()

    async def next_info(self, search: Search) -> Info | None:
        """The next line of a search; None when it has ended."""
        await self._listen(search, lambda: bool(search.infos) or search.ended, "news of `go`")
        with self._guard:
            if search.infos:
                return search.infos.popleft()
        search.result()
        return None

    async def ended(self, search: Search) -> None:
        """Waits for the end of a search."""
        await self._listen(search, lambda: search.ended, "`bestmove`")

    def stop(self, search: Search) -> None:
        """Asks a search to end soon; nothing if it has ended."""
        if search is self._job and not search.ended and not self._ended and not self.closed:
            search.due_in(self.timeout)
            self._send("stop")


def _of_a_switch(error: EngineError) -> bool:
    """Whether it only says that a rule switch does not go with the position of before."""
    return isinstance(error, BadFen) and error.command == "setoption"
