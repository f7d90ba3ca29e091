"""What the tests share: engines to test with, both faces under one name, and what may leak."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sys
import threading
import time
import unittest
from pathlib import Path
from typing import Any, Callable, Iterator

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parent
sys.path.insert(0, str(PACKAGE))

import umi  # noqa: E402


def fake(fault: str, *more: str) -> list[str]:
    """The command of the faulty engine."""
    return [sys.executable, "-S", "-E", str(HERE / "fake_engine.py"), fault, *more]


def scripted(*pairs: tuple[str, Any]) -> list[str]:
    """The command of an engine that expects these lines, and how it answers each."""
    return fake("script", json.dumps(pairs))


def is_alive(pid: int) -> bool:
    """Whether there is such a process, be it only as an entry that nobody has collected."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def is_running(pid: int) -> bool:
    """Whether a process that is no child of this one runs; one that has ended may still have
    an entry until its new parent collects it.
    """
    try:
        state = (
            Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0]
        )
    except OSError:
        return is_alive(pid)
    return state not in "ZX"


def soon(holds: Callable[[], bool], seconds: float = 5.0) -> bool:
    """Whether something comes to hold within some seconds."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True


def open_files() -> int:
    """How many files this process has open; always 0 where the system does not tell."""
    try:
        return len(os.listdir("/proc/self/fd"))
    except OSError:
        return 0


def client_threads() -> list[str]:
    """The names of the threads that serve engines."""
    return [t.name for t in threading.enumerate() if t.name.startswith("umi-")]


class SyncFace:
    """`umi.Engine`, under the names that both faces share."""

    def open(self, command: Any, **more: Any) -> Any:
        return umi.Engine.open(command, **more)

    def do(self, call: Callable[..., Any], *args: Any, **more: Any) -> Any:
        return call(*args, **more)

    def infos(self, analysis: Any) -> Iterator[umi.Info]:
        yield from analysis

    def within(self, manager: Any, body: Callable[[Any], Any]) -> Any:
        with manager as entered:
            return body(entered)

    def finish(self) -> None:
        pass


class AsyncFace:
    """`umi.AsyncEngine`, in a loop of its own."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()

    def open(self, command: Any, **more: Any) -> Any:
        return self.do(umi.AsyncEngine.open, command, **more)

    def do(self, call: Callable[..., Any], *args: Any, **more: Any) -> Any:
        return self.loop.run_until_complete(call(*args, **more))

    def infos(self, analysis: Any) -> Iterator[umi.Info]:
        while True:
            try:
                yield self.do(analysis.__anext__)
            except StopAsyncIteration:
                return

    def within(self, manager: Any, body: Callable[[Any], Any]) -> Any:
        async def enter() -> Any:
            return await manager.__aenter__()

        async def leave(*failure: Any) -> Any:
            return await manager.__aexit__(*failure)

        entered = self.do(enter)
        try:
            result = body(entered)
        except BaseException:
            self.do(leave, *sys.exc_info())
            raise
        self.do(leave, None, None, None)
        return result

    def finish(self) -> None:
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()


class FaceTest(unittest.TestCase):
    """Tests of one face, which leave nothing behind."""

    make_face: Callable[[], Any] = SyncFace

    def setUp(self) -> None:
        gc.collect()
        self.files = open_files()
        self.face = type(self).make_face()
        self.engines: list[Any] = []

    def tearDown(self) -> None:
        for engine in self.engines:
            self.face.do(engine.close)
        pids = [engine.pid for engine in self.engines]
        self.face.finish()
        self.engines.clear()
        del self.face
        self.assertEqual([pid for pid in pids if is_alive(pid)], [], "processes are left")
        self.assertTrue(soon(lambda: not client_threads()), client_threads())
        self.assertTrue(soon(lambda: open_files() <= self.files), "files are left open")

    def open(self, command: Any, timeout: float = 10.0, **more: Any) -> Any:
        engine = self.face.open(command, timeout=timeout, **more)
        self.engines.append(engine)
        return engine

    def board(self, engine: Any, *args: Any, **more: Any) -> Any:
        return self.face.do(engine.board, *args, **more)

    def play(self, engine: Any, board: Any, limit: umi.Limit, **more: Any) -> umi.PlayResult:
        result: umi.PlayResult = self.face.do(engine.play, board, limit, **more)
        return result


def both_faces(case: type) -> tuple[type, type]:
    """The two test classes of a mixin, for the two faces."""
    return (
        type("Sync" + case.__name__, (case, FaceTest), {"make_face": SyncFace}),
        type("Async" + case.__name__, (case, FaceTest), {"make_face": AsyncFace}),
    )
