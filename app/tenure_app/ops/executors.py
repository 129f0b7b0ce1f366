"""The threads work runs on, and how results come back to the window.

Two kinds of operation: writes run one at a time on one thread, queries on a small pool of
read-only connections. Answers and background work have a thread each, so a long answer never
delays a read. Every thread opens its own project handle and closes it itself: an sqlite
connection never changes threads.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import shiboken6
from PySide6.QtCore import QObject, Qt, Signal, Slot

from tenure.errors import Cancelled
from tenure.progress import CancelToken

R = TypeVar("R")


@dataclass(eq=False)
class Task:
    """One piece of work.

    Attributes:
        work: called on the lane's thread with the lane's resource and the token.
        done, failed: called on the window's thread; dropped if ``owner`` is gone or the task is stale.
        owner: the object that asked.
        channel: a newer task of the same channel makes this one stale.
        title: shown among the jobs if not empty.
        outcome: says in one line what came of it, for the list of finished jobs; called on the window's thread.
        brief: ends by itself in a moment; a lane that stops finishes it first, and nobody is asked about it.
        error: what ended it, once it is finished; None if it came to its end.
        said: what ``outcome`` said.
    """

    work: Callable[[Any, Task], Any]
    done: Callable[[Any], None]
    failed: Callable[[BaseException], None]
    owner: QObject | None = None
    channel: str = ""
    title: str = ""
    outcome: Callable[[Any], str] | None = None
    brief: bool = False
    token: CancelToken = field(default_factory=CancelToken)
    stale: bool = False
    error: BaseException | None = None
    said: str = ""
    report: Callable[[str, float], None] = lambda _message, _fraction: None

    def progress(self, message: str, fraction: float) -> None:
        """Tell how far the work is; raises ``Cancelled`` if the user stopped it."""
        self.token.raise_if_cancelled()
        self.report(message, fraction)


class Lane(Generic[R]):
    """One or more threads that share a queue; each owns a resource opened on first use."""

    def __init__(self, name: str, threads: int, opener: Callable[[], R], closer: Callable[[R], None]) -> None:
        self._opener, self._closer = opener, closer
        self._queue: deque[Task] = deque()
        self._ready = threading.Condition()
        self._stopping = False
        self._running: set[Task] = set()
        self.deliver: Callable[[Task, Any, BaseException | None], None] = lambda _t, _r, _e: None
        self.begin: Callable[[Task], None] = lambda _task: None
        self._threads = [threading.Thread(target=self._loop, name=f"{name}-{n}") for n in range(threads)]
        for thread in self._threads:
            thread.start()

    def submit(self, task: Task) -> list[Task]:
        """Queue a task; a waiting or running one of the same channel becomes stale.

        Returns:
            The waiting ones, which never begin.
        """
        with self._ready:
            dropped = self._outdate(task.channel) if task.channel else []
            self._queue.append(task)
            self._ready.notify()
        return dropped

    def forget(self, task: Task) -> bool:
        """Take a waiting task out of the queue; return whether it was there."""
        with self._ready:
            if task not in self._queue:
                return False
            self._queue.remove(task)
            return True

    def busy(self) -> bool:
        """Whether anything runs or waits."""
        with self._ready:
            return bool(self._queue or self._running)

    def would_lose(self) -> bool:
        """Whether stopping would end something before its time."""
        with self._ready:
            return any(not task.brief for task in (*self._queue, *self._running))

    def stop(self) -> list[Task]:
        """Cancel what runs, forget what waits, end the threads. Returns at once, with what waited."""
        with self._ready:
            self._stopping = True
            dropped = [task for task in self._queue if not task.brief]
            self._queue = deque(task for task in self._queue if task.brief)
            for task in self._running:
                task.token.cancel()
            self._ready.notify_all()
        return dropped

    def stopped(self) -> bool:
        """Whether all threads have ended."""
        return not any(thread.is_alive() for thread in self._threads)

    def join(self, seconds: float) -> None:
        """Wait for the threads, at most that long each."""
        for thread in self._threads:
            thread.join(seconds)

    def _outdate(self, channel: str) -> list[Task]:
        for task in (*self._queue, *self._running):
            if task.channel == channel:
                task.stale = True
                task.token.cancel()
        dropped = [task for task in self._queue if task.stale]
        self._queue = deque(task for task in self._queue if not task.stale)
        return dropped

    def _next(self) -> Task | None:
        with self._ready:
            while not self._queue and not self._stopping:
                self._ready.wait()
            if not self._queue:
                return None
            task = self._queue.popleft()
            self._running.add(task)
            return task

    def _loop(self) -> None:
        resource: R | None = None
        try:
            while (task := self._next()) is not None:
                result, error = None, None
                try:
                    self.begin(task)
                    if resource is None:
                        resource = self._opener()
                    result = task.work(resource, task)
                except BaseException as caught:  # handed to whoever asked
                    error = caught
                with self._ready:
                    self._running.discard(task)
                self.deliver(task, result, error)
        finally:
            if resource is not None:
                self._closer(resource)


class Executors(QObject):
    """Runs tasks on lanes and brings their results to the window's thread.

    Signals:
        started(Task), begun(Task), progressed(Task, str, float), finished(Task): of titled tasks, for the jobs:
            asked for, taken up, under way, ended in whichever way (its ``error`` and ``said`` tell how).
        failed(object): an exception nobody handled.
    """

    started = Signal(object)
    begun = Signal(object)
    progressed = Signal(object, str, float)
    finished = Signal(object)
    failed = Signal(object)
    _call = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._lanes: dict[str, Lane[Any]] = {}
        self._retired: list[Lane[Any]] = []
        self._call.connect(self._run, Qt.ConnectionType.QueuedConnection)

    def add_lane(self, name: str, threads: int, opener: Callable[[], R], closer: Callable[[R], None]) -> None:
        """Make a lane; one of the same name is stopped and replaced."""
        if name in self._lanes:
            self.stop_lanes([name])
        lane: Lane[R] = Lane(name, threads, opener, closer)
        lane.deliver = lambda task, result, error: self.call(lambda: self._settle(task, result, error))
        lane.begin = self._begin
        self._lanes[name] = lane

    def submit(self, lane: str, task: Task) -> Task:
        """Run a task on a lane; an unknown lane drops it (the project was closed)."""
        task.report = lambda message, fraction: self.call(lambda: self.progressed.emit(task, message, fraction))
        if lane in self._lanes:
            if task.title:
                self.started.emit(task)
            self._drop(self._lanes[lane].submit(task))
        return task

    def cancel(self, task: Task) -> None:
        """Ask a task to stop; one that still waits ends at once."""
        task.token.cancel()
        if any(lane.forget(task) for lane in self._lanes.values()):
            self._settle(task, None, Cancelled())

    def call(self, function: Callable[[], None]) -> None:
        """Run a function on the window's thread soon; may be called from any thread."""
        if shiboken6.isValid(self):
            self._call.emit(function)

    def busy(self, lanes: Sequence[str]) -> bool:
        """Whether any of the lanes has work."""
        return any(self._lanes[name].busy() for name in lanes if name in self._lanes)

    def would_lose(self, lanes: Sequence[str]) -> bool:
        """Whether stopping any of the lanes would end something before its time."""
        return any(self._lanes[name].would_lose() for name in lanes if name in self._lanes)

    def stop_lanes(self, names: Sequence[str] | None = None) -> None:
        """Stop these lanes, or all; their threads end by themselves."""
        for name in list(self._lanes) if names is None else names:
            lane = self._lanes.pop(name, None)
            if lane is not None:
                self._drop(lane.stop())
                self._retired.append(lane)

    def all_stopped(self) -> bool:
        """Whether every stopped lane's threads have ended."""
        self._retired = [lane for lane in self._retired if not lane.stopped()]
        return not self._retired

    def join(self, seconds: float = 10.0) -> None:
        """Wait for the stopped lanes."""
        for lane in self._retired:
            lane.join(seconds)

    @Slot(object)
    def _run(self, function: Callable[[], None]) -> None:
        function()

    def _begin(self, task: Task) -> None:
        if task.title:
            self.call(lambda: self.begun.emit(task))

    def _drop(self, tasks: Sequence[Task]) -> None:
        """Tell that tasks ended that never began; nobody waits for them any more."""
        for task in tasks:
            task.error = Cancelled()
            if task.title:
                self.finished.emit(task)

    def _settle(self, task: Task, result: Any, error: BaseException | None) -> None:
        task.error = error
        if error is None and task.outcome is not None:
            task.said = task.outcome(result)
        if task.title:
            self.finished.emit(task)
        if task.stale or (task.owner is not None and not shiboken6.isValid(task.owner)):
            return
        if error is None:
            task.done(result)
        else:
            task.failed(error)
