"""Two ways to wait for an engine, so that the conversation with it is written once.

The conversation consists of coroutines that wait nowhere but here. With `AsyncWaiting` they run
in an event loop. With `BlockingWaiting` they hold up the thread instead of giving way, so that
they never pause, and `run` can run one to its end like a function.
"""

from __future__ import annotations

import asyncio
import threading
import time
from abc import ABC, abstractmethod
from typing import Any, AsyncContextManager, Callable, Coroutine, TypeVar

T = TypeVar("T")


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that waits by `BlockingWaiting` only."""
    try:
        coroutine.send(None)
    except StopIteration as stop:
        result: T = stop.value
        return result
    coroutine.close()
    raise RuntimeError("a conversation that blocks has given way")


class Waiting(ABC):
    """Waiting for what another thread brings."""

    #: Held by whoever has a question before the engine; the next one waits for it.
    turnstile: AsyncContextManager[Any]

    @abstractmethod
    async def until(self, ready: Callable[[], bool], seconds: float) -> bool:
        """Waits until `ready()` holds, at most so long; whether it holds."""

    @abstractmethod
    def wake(self) -> None:
        """Has everyone who waits look again; called by any thread."""


class BlockingWaiting(Waiting):
    """Waiting that blocks the thread."""

    def __init__(self) -> None:
        self.turnstile = _ThreadTurnstile()
        self._news = threading.Condition()

    async def until(self, ready: Callable[[], bool], seconds: float) -> bool:
        with self._news:
            return self._news.wait_for(ready, min(seconds, threading.TIMEOUT_MAX))

    def wake(self) -> None:
        with self._news:
            self._news.notify_all()


class _ThreadTurnstile(AsyncContextManager[None]):
    """A lock between threads in the clothes of an asynchronous one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    async def __aenter__(self) -> None:
        self._lock.acquire()

    async def __aexit__(self, *_: object) -> None:
        self._lock.release()


class AsyncWaiting(Waiting):
    """Waiting that lets the event loop go on; made and used within one running loop."""

    def __init__(self) -> None:
        self.turnstile = asyncio.Lock()
        self._loop = asyncio.get_running_loop()
        self._waiters: set[asyncio.Future[None]] = set()
        self._called = False

    async def until(self, ready: Callable[[], bool], seconds: float) -> bool:
        end = time.monotonic() + seconds
        while not ready():
            left = end - time.monotonic()
            if left <= 0:
                return False
            news: asyncio.Future[None] = self._loop.create_future()
            self._waiters.add(news)
            try:
                # Something may have come between the last look and the place in the queue.
                if ready():
                    return True
                await asyncio.wait([news], timeout=left)
            finally:
                self._waiters.discard(news)
        return True

    def wake(self) -> None:
        # A flood of lines must not fill the loop with calls: one that is due is enough.
        if self._called:
            return
        self._called = True
        try:
            self._loop.call_soon_threadsafe(self._look_again)
        except RuntimeError:
            pass  # The loop is closed, and nobody waits in it any more.

    def _look_again(self) -> None:
        self._called = False
        for news in self._waiters:
            if not news.done():
                news.set_result(None)
