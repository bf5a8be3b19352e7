# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Executors: they run the callbacks of nodes in the threads that spin."""

from __future__ import annotations

import inspect
import itertools
import os
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from rxros2._core import Notifier

from .context import Context
from .entity import Entity
from .impl.deadline import Deadline
from .impl.reexports import reexports
from .task import Future, Task
from .utilities import get_default_context

if TYPE_CHECKING:
    from .node import Node

__getattr__ = reexports(__name__)

WaitableEntityType = TypeVar('WaitableEntityType')

_WAKE = 0  # a key that no entity has


class ExternalShutdownException(Exception):
    """The context was shut down by another thread or a signal, not by a callback of this executor."""


class ShutdownException(Exception):
    """The executor was shut down."""


class TimeoutException(Exception):
    """No callback was ready before the timeout."""


class Executor:
    """The base of the executors.

    It never scans its entities: they notify it, in C++, when they have an item, and an item is taken when its callback
    may run. All functions except the spin functions may be called in any thread.
    """

    def __init__(self, *, context: Context | None = None) -> None:
        self._context = get_default_context() if context is None else context
        self._lock = threading.RLock()
        self._nodes: dict[Node, None] = {}
        self._entities: dict[int, Entity] = {}
        self._keys = itertools.count(1)
        self._notifier = Notifier()
        # By id. None keeps the place of a removed item: rclpy.spin_once() adds and removes a node each time.
        self._ready: OrderedDict[int, Entity | Task[Any] | None] = OrderedDict()
        self._refused: deque[Entity] = deque()  # ready entities whose callback group refused them
        self._errors: deque[BaseException] = deque()  # errors of callbacks in other threads
        self._is_shutdown = False
        self._woken = False
        self._context.on_shutdown(self.wake)

    @property
    def context(self) -> Context:
        """The context of the executor."""
        return self._context

    # --- nodes and entities ---

    def add_node(self, node: Node) -> bool:
        """Adds the node and removes it from its previous executor. Returns False if it was already here."""
        before = node.executor
        if before is self:
            return False
        if before is not None:
            before.remove_node(node)
        with self._lock:
            self._nodes[node] = None
            node._executor = self
            for entity in node._all_entities():
                self._add_entity(entity)
        return True

    def remove_node(self, node: Node) -> None:
        """Removes the node, if it is here."""
        with self._lock:
            if node in self._nodes:
                del self._nodes[node]
                node._executor = None
                for entity in node._all_entities():
                    self._remove_entity(entity)

    def get_nodes(self) -> list[Node]:
        """Returns the nodes of the executor."""
        with self._lock:
            return list(self._nodes)

    def _add_entity(self, entity: Entity) -> None:
        with self._lock:
            if entity._listener is not self:
                entity._key = next(self._keys)
                entity._listener = self
                self._entities[entity._key] = entity
                entity._listen(self._notifier, entity._key)
                self._add_ready(entity)  # it may have earlier items, without a notification

    def _remove_entity(self, entity: Entity) -> None:
        with self._lock:
            if entity._listener is self:
                entity._listen(None, 0)
                entity._listener = None
                del self._entities[entity._key]
                if id(entity) in self._ready:
                    self._ready[id(entity)] = None

    def _add_ready(self, item: Entity | Task[Any]) -> None:
        self._enqueue(item)
        self.wake()

    def _enqueue(self, item: Entity | Task[Any]) -> None:
        """Puts the item behind the others, unless it is already in the queue."""
        self._ready[id(item)] = item

    # --- tasks ---

    def create_task(self, callback: Callable[..., Any] | Any, *args: Any, **kwargs: Any) -> Task[Any]:
        """Runs a function or coroutine in the executor. Returns its task, a future of the result."""
        task: Task[Any] = Task(callback, args, kwargs, executor=self)
        self._add_ready(task)
        return task

    def wake(self) -> None:
        """Makes a spin function check its conditions again."""
        if not self._woken:
            self._woken = True
            self._notifier.ready(_WAKE)

    # --- spinning ---

    def spin(self) -> None:
        """Runs callbacks until the context or the executor is shut down.

        Raises ExternalShutdownException if the context was not shut down by a callback.
        """
        while self._context.ok() and not self._is_shutdown:
            self.spin_once()

    def spin_once(self, timeout_sec: float | None = None) -> None:
        """Runs one callback. Waits for it at most `timeout_sec` seconds; None or a negative number waits for ever."""
        self._spin_once(timeout_sec, None)

    def spin_until_future_complete(self, future: Future[Any], timeout_sec: float | None = None) -> None:
        """Runs callbacks until the future is done, `timeout_sec` seconds have passed, or spin() would end."""
        deadline = Deadline(timeout_sec)
        future.add_done_callback(self._woken_by)
        try:
            while self._context.ok() and not future.done() and not self._is_shutdown:
                self._spin_once(deadline.remaining(), future)
                if deadline.over():
                    return
        finally:
            future.remove_done_callback(self._woken_by)

    def spin_once_until_future_complete(self, future: Future[Any], timeout_sec: float | None = None) -> None:
        """Does spin_once(), but ends early when the future is done."""
        future.add_done_callback(self._woken_by)
        try:
            if not future.done():
                self._spin_once(timeout_sec, future)
        finally:
            future.remove_done_callback(self._woken_by)

    def _woken_by(self, _: Future[Any]) -> None:
        self.wake()

    def _spin_once(self, timeout_sec: float | None, until: Future[Any] | None) -> None:
        raise NotImplementedError

    def _next(self, timeout_sec: float | None, until: Future[Any] | None) -> Callable[[], Any] | None:
        """Returns the next work; None after the timeout or when `until` is done."""
        deadline = Deadline(timeout_sec)
        for _ in range(len(self._refused)):
            self._enqueue(self._refused.popleft())
        while not (until is not None and until.done()) and not self._is_shutdown:
            if self._errors:
                raise self._errors.popleft()
            self._woken = False
            for key in self._notifier.take():
                entity = self._entities.get(key)
                if entity is not None:
                    self._enqueue(entity)
            while self._ready:
                _, item = self._ready.popitem(last=False)
                work = None if item is None else self._work_of(item)
                if work is not None:
                    return work
            if not self._context.ok():
                raise ExternalShutdownException
            remaining = deadline.remaining()
            if remaining == 0:
                return None
            self._notifier.wait(-1 if remaining is None else int(remaining * 1e9))
        return None

    def _work_of(self, item: Entity | Task[Any]) -> Callable[[], Any] | None:
        if isinstance(item, Task):
            return lambda: _run_task(item)
        group = item.callback_group
        if item._listener is not self:
            return None  # the entity was removed
        work = item._take() if group is None else group._take(item)
        if work is None:
            return None
        return lambda: self._run(item, work)

    def _run(self, entity: Entity, work: Callable[[], Any]) -> None:
        group = entity.callback_group
        result = None
        try:
            result = work()
        finally:
            if group is not None and not inspect.iscoroutine(result):
                group.ending_execution(entity)
        if inspect.iscoroutine(result):
            _run_task(Task(self._finish, (entity, result), executor=self))

    async def _finish(self, entity: Entity, work: Any) -> None:
        try:
            await work
        finally:
            if entity.callback_group is not None:
                entity.callback_group.ending_execution(entity)

    # --- end ---

    def shutdown(self, timeout_sec: float | None = None) -> bool:
        """Ends spin functions, without waiting for running callbacks. Returns True."""
        with self._lock:
            self._is_shutdown = True
            for node in self.get_nodes():
                self.remove_node(node)
        self.wake()
        return True

    def __enter__(self) -> Executor:
        return self

    def __exit__(self, *error: Any) -> None:
        self.shutdown()


def _run_task(task: Task[Any]) -> None:
    """Runs a task; an exception of it is raised by spin()."""
    task()
    if task.done() and not task.cancelled():
        error = task.exception()
        if error is not None:
            raise error


class TimeoutObject:
    """A timeout in seconds that can be changed."""

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout

    @property
    def timeout(self) -> float:
        """The timeout in seconds."""
        return self._timeout

    @timeout.setter
    def timeout(self, timeout: float) -> None:
        self._timeout = timeout


async def await_or_execute(callback: Callable[..., Any], *args: Any) -> Any:
    """Calls a function, or awaits a coroutine function, and returns the result."""
    result = callback(*args)
    return await result if inspect.iscoroutinefunction(callback) else result


class SingleThreadedExecutor(Executor):
    """Runs callbacks in the thread that spins."""

    def _spin_once(self, timeout_sec: float | None, until: Future[Any] | None) -> None:
        work = self._next(timeout_sec, until)
        if work is not None:
            work()


class MultiThreadedExecutor(Executor):
    """Runs callbacks in its own threads: num_threads, by default as many as processors.

    An item is taken only when a thread is free for it: until then it waits in the queue that the QoS bounds. An
    exception of a callback is raised by a spin function in the spinning thread.
    """

    def __init__(self, num_threads: int | None = None, *, context: Context | None = None) -> None:
        super().__init__(context=context)
        if num_threads is None:
            num_threads = len(os.sched_getaffinity(0))
        threads = max(2, num_threads) if num_threads != 1 else 1
        self._free = threading.Semaphore(threads)
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix='rclpy')

    def _spin_once(self, timeout_sec: float | None, until: Future[Any] | None) -> None:
        deadline = Deadline(timeout_sec)
        if not self._acquire(deadline, until):
            return
        work = None
        try:
            work = self._next(deadline.remaining(), until)
        finally:
            if work is None:
                self._free.release()
        if work is not None:
            self._pool.submit(self._run_in_thread, work)

    def _acquire(self, deadline: Deadline, until: Future[Any] | None) -> bool:
        """Waits for a free thread. Returns False after the timeout; `until` or the context may end meanwhile."""
        while not self._free.acquire(timeout=0.05):
            if self._errors:
                raise self._errors.popleft()
            if (until is not None and until.done()) or self._is_shutdown or not self._context.ok():
                return False
            if deadline.over():
                return False
        return True

    def _run_in_thread(self, work: Callable[[], Any]) -> None:
        try:
            work()
        except BaseException as error:
            self._errors.append(error)
        finally:
            self._free.release()
            if self._errors:
                self.wake()

    def shutdown(self, timeout_sec: float | None = None) -> bool:
        """Ends spin functions, and waits for running callbacks unless it is called in one. Returns True."""
        super().shutdown(timeout_sec)
        in_callback = threading.current_thread().name.startswith('rclpy')
        self._pool.shutdown(wait=not in_callback and timeout_sec != 0)
        return True
