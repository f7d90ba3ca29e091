"""Where the engine is, if nobody says so."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Sequence, Union

from .errors import EngineNotFound

#: What can be started: a program, or a program with its arguments. None looks for Modisa.
Command = Union[str, "os.PathLike[str]", Sequence[str], None]


def find_engine() -> str:
    """The path of Modisa.

    That is what the environment variable MODISA says, else `modisa` on the PATH, else what
    `cargo build --release` has made in the repository that this package is part of.
    """
    named = os.environ.get("MODISA")
    if named:
        return named
    found = shutil.which("modisa")
    if found:
        return found
    program = "modisa.exe" if sys.platform == "win32" else "modisa"
    built = Path(__file__).resolve().parents[3] / "target" / "release" / program
    if built.is_file():
        return str(built)
    raise EngineNotFound(
        "no engine found: set the environment variable MODISA to its path, put `modisa` on the "
        f"PATH, or build it with `cargo build --release` (looked for {built})"
    )


def words_of(command: Command) -> list[str]:
    """A command as a list of words; a single text is one program, blanks in it or not."""
    if command is None:
        return [find_engine()]
    if isinstance(command, (str, os.PathLike)):
        return [os.fspath(command)]
    words = [os.fspath(word) for word in command]
    if not words:
        raise EngineNotFound("an empty command starts no engine")
    return words
