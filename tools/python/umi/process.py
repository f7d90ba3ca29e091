"""The engine's process: its pipes, the threads that serve them, and its certain end.

One thread writes, one reads lines and hands them on, one keeps the last lines of standard
error. So nobody who uses the engine is ever held up by a pipe, and the same process serves
programs with and without an event loop.
"""

from __future__ import annotations

import collections
import logging
import os
import queue
import signal
import subprocess
import sys
import threading
from typing import Any, Callable, Iterator, Sequence

from .errors import EngineNotFound

log = logging.getLogger("umi")

#: Bytes of the longest line that is read; a longer one is skipped.
LONGEST_LINE = 4 << 20
#: Lines of standard error that are kept.
KEPT_COMPLAINTS = 20
#: Seconds that a process has to end by itself, when asked or when its output has ended.
GRACE = 1.0


class Process:
    """A running engine. `hear` gets each line, `ended` is called once at the end.

    Both are called by the reading thread.
    """

    def __init__(
        self,
        command: Sequence[str],
        hear: Callable[[str], None],
        ended: Callable[[], None],
    ) -> None:
        #: Exit code, once the process has ended.
        self.exit_code: int | None = None
        # Only who has started the process ends it; a fork of its user must not.
        self._owner = os.getpid()
        self._hear = hear
        self._ended = ended
        self._over = threading.Event()
        self._complaints: collections.deque[str] = collections.deque(maxlen=KEPT_COMPLAINTS)
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        try:
            self._popen = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                **_apart(),
            )
        except (OSError, ValueError) as error:
            raise EngineNotFound(f"cannot start {command[0]!r}: {error}") from error
        jobs = {"write": self._write, "complain": self._listen, "read": self._read}
        self._threads = {
            name: threading.Thread(target=job, name=f"umi-{name}-{self.pid}", daemon=True)
            for name, job in jobs.items()
        }
        for thread in self._threads.values():
            thread.start()

    @property
    def pid(self) -> int:
        """Number of the process."""
        return self._popen.pid

    @property
    def complaints(self) -> tuple[str, ...]:
        """The last lines of standard error."""
        return tuple(self._complaints)

    def send(self, lines: Sequence[str]) -> None:
        """Writes lines, without waiting and without anything between them."""
        for line in lines:
            if any(mark in line for mark in "\r\n\0"):
                raise ValueError(f"not one line of text: {line!r}")
            log.debug(">> %s", line)
        self._outbox.put("".join(line + "\n" for line in lines).encode())

    def kill(self) -> None:
        """Ends the process, and all that it has started, at once."""
        if self._over.is_set() or self._owner != os.getpid():
            return
        if sys.platform == "win32":
            self._popen.kill()
            return
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass  # It has ended by itself in the meantime.

    def end(self) -> bool:
        """Says `quit`, kills what is then still there, and cleans up; safe to call again.

        Whether the process went by itself.
        """
        if self._owner != os.getpid():
            return True
        if not self._over.is_set():
            self._outbox.put(b"quit\n")
            self._outbox.put(None)
        polite = self._waits()
        if not polite:
            self.kill()
            self._waits()
        for thread in self._threads.values():
            if thread is not threading.current_thread():
                thread.join(GRACE)
        return polite

    def _waits(self) -> bool:
        # The garbage collector may close an engine from within its own reading thread.
        if threading.current_thread() is self._threads["read"]:
            return False
        return self._over.wait(GRACE)

    # ---- the three threads ----

    def _write(self) -> None:
        pipe = self._popen.stdin
        assert pipe is not None
        with pipe:
            while True:
                data = self._outbox.get()
                if data is None:
                    return
                try:
                    view = memoryview(data)
                    while view:
                        view = view[pipe.write(view) :]
                except OSError:
                    return  # It reads no more; the reading thread will see the end.

    def _listen(self) -> None:
        pipe = self._popen.stderr
        assert pipe is not None
        with pipe:
            for line in _lines(pipe.fileno()):
                self._complaints.append(line[:500])
                log.debug("stderr: %s", line)

    def _read(self) -> None:
        pipe = self._popen.stdout
        assert pipe is not None
        with pipe:
            for line in _lines(pipe.fileno()):
                log.debug("<< %s", line)
                try:
                    self._hear(line)
                except Exception:
                    log.exception("cannot take the line %.200s", line)
        try:
            self._popen.wait(GRACE)
        except subprocess.TimeoutExpired:
            self.kill()
        self.exit_code = self._popen.wait()
        self._threads["complain"].join(GRACE)
        self._outbox.put(None)
        self._over.set()
        self._ended()


def _apart() -> dict[str, Any]:
    """How to start a process so that Ctrl-C in a terminal reaches its user alone."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def _lines(pipe: int) -> Iterator[str]:
    """The lines that come from a file descriptor, without their ends, up to its end."""
    rest = bytearray()
    skipping = False
    while True:
        try:
            data = os.read(pipe, 1 << 16)
        except OSError:
            data = b""
        *whole, last = data.split(b"\n")
        for part in whole:
            rest += part
            if not skipping:
                yield rest.decode("utf-8", "replace").rstrip("\r")
            rest.clear()
            skipping = False
        rest += last
        if len(rest) > LONGEST_LINE:
            log.warning("a line of more than %d bytes is skipped", LONGEST_LINE)
            rest.clear()
            skipping = True
        if not data:
            if rest and not skipping:
                yield rest.decode("utf-8", "replace")
            return
