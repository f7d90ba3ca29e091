"""All that can go wrong: errors an engine reports, and errors of the engine itself.

Everything derives from `UmiError`. What the engine says in an `error` line is an `EngineError`,
of one class for each code of the protocol. The others say that the engine did not answer
(`EngineTimeout`), has ended (`EngineTerminated`), could not be started (`EngineNotFound`),
broke the protocol (`ProtocolError`), or was asked for a turn when the game was over
(`GameOver`).
"""

from __future__ import annotations

from typing import Any, ClassVar, Mapping, Sequence, Type, TypeVar

T = TypeVar("T")


class UmiError(Exception):
    """The base of all errors of this package."""


class EngineError(UmiError):
    """What an `error {...}` line says; of this very class only if its code is not known.

    >>> try:
    ...     engine.configure({"Threads": 0})
    ... except BadValue as error:
    ...     print(error.code, error.min)
    bad-value 1
    """

    CODE: ClassVar[str] = ""

    def __init__(
        self,
        message: str,
        *,
        command: str = "",
        code: str = "",
        data: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        #: The sentence for people.
        self.message = message
        #: First word of the line that was refused.
        self.command = command
        #: The stable word that names the kind of error.
        self.code = code or self.CODE
        #: All members of the error as they came.
        self.data: dict[str, Any] = dict(data or {})

    @property
    def index(self) -> int | None:
        """Number of the wrong turn in its list, from 0 (illegal-move)."""
        return self._member("index", int)

    @property
    def token(self) -> str | None:
        """The wrong turn as it was sent (illegal-move)."""
        return self._member("token", str)

    @property
    def min(self) -> int | None:
        """Smallest value that is taken (bad-value of a number)."""
        return self._member("min", int)

    @property
    def max(self) -> int | None:
        """Largest value that is taken (bad-value of a number)."""
        return self._member("max", int)

    @property
    def allowed(self) -> tuple[str, ...] | None:
        """The words that are taken (bad-value of a word)."""
        words = self._member("allowed", list)
        return None if words is None else tuple(str(word) for word in words)

    def _member(self, name: str, kind: Type[T]) -> T | None:
        value = self.data.get(name)
        return value if isinstance(value, kind) else None


class UnknownCommand(EngineError):
    """The engine does not know the command."""

    CODE = "unknown-command"


class BadArgument(EngineError):
    """A word after the command is missing, wrong or one too many."""

    CODE = "bad-argument"


class BadFen(EngineError):
    """A position text is malformed, or the position cannot occur."""

    CODE = "bad-fen"


class IllegalTurn(EngineError):
    """A turn is malformed or not legal where it stands; see `token` and `index`."""

    CODE = "illegal-move"


class NoPosition(EngineError):
    """The command needs a position and none is set."""

    CODE = "no-position"


class NoSuchOption(EngineError):
    """No option has this name."""

    CODE = "no-such-option"


class BadValue(EngineError):
    """The option does not take this value; see `min` and `max`, or `allowed`."""

    CODE = "bad-value"


class Busy(EngineError):
    """Another job runs, or a count was stopped before its end."""

    CODE = "busy"


class LineTooLong(EngineError):
    """The line is longer than the engine reads."""

    CODE = "line-too-long"


class Unsupported(EngineError):
    """Understood, but this engine cannot do it."""

    CODE = "unsupported"


class EngineIoError(EngineError):
    """The engine could not read or write a file, or get memory."""

    CODE = "io"


class InternalError(EngineError):
    """A fault of the engine itself."""

    CODE = "internal"


_CLASSES: dict[str, type[EngineError]] = {
    kind.CODE: kind for kind in EngineError.__subclasses__()
}


def reported(data: Mapping[str, Any]) -> EngineError:
    """The error of the class that belongs to the code in the members of an `error` line."""
    code = str(data.get("code", ""))
    kind = _CLASSES.get(code, EngineError)
    message = str(data.get("message", code))
    return kind(message, command=str(data.get("command", "")), code=code, data=data)


class EngineTimeout(UmiError, TimeoutError):
    """The engine did not answer in time, and has been killed."""

    def __init__(self, awaited: str, seconds: float) -> None:
        super().__init__(f"no {awaited} within {seconds:g} s")
        #: What was waited for.
        self.awaited = awaited
        #: How long it was waited for, in seconds.
        self.seconds = seconds


class EngineTerminated(UmiError):
    """The engine's process has ended, or the engine was closed by its user."""

    def __init__(self, exit_code: int | None, stderr: Sequence[str], closed: bool) -> None:
        reason = "was closed" if closed else f"has ended with exit code {exit_code}"
        last = "".join(f"\n    {line}" for line in stderr)
        super().__init__(f"the engine {reason}" + (last if not closed else ""))
        #: Exit code of the process; negative for the signal that ended it.
        self.exit_code = exit_code
        #: The last lines that the process wrote to standard error.
        self.stderr = tuple(stderr)


class EngineNotFound(UmiError):
    """There is no such program, or it could not be started."""


class ProtocolError(UmiError):
    """The engine said what the protocol forbids, or left out what it demands."""


class GameOver(UmiError):
    """A turn was asked for in a game that has ended; `reason` says how."""

    def __init__(self, reason: str | None) -> None:
        super().__init__(f"the game is over: {reason}")
        self.reason = reason
