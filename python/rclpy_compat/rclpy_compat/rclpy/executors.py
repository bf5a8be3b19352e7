# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Executors: they run the callbacks of nodes in the threads that spin."""

from __future__ import annotations

import inspect
import itertools
import os
import threading
import warnings
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
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


def _ended_by_shutdown(report: Callable[[Any], object]) -> Callable[[Any], object]:
    """Returns a hook for threads that ends a thread which spins without a report, as it does for SystemExit."""

    def hook(args: Any) -> None:
        if args.exc_type is not ExternalShutdownException:
            report(args)

    return hook


threading.excepthook = _ended_by_shutdown(threading.excepthook)


class ShutdownException(Exception):
    """The executor was shut down."""


class TimeoutException(Exception):
    """No callback was ready before the timeout."""


class ConditionReachedException(Exception):
    """The condition of a wait came true before a callback was ready."""


class Executor:
    """The base of the executors.

    It never scans its entities: they notify it, in C++, when they have an item, and an item is taken when its callback
    may run. All functions except the spin functions may be called in any thread.
    """

    def __init__(self, *, context: Context | None = None) -> None:
        self._context = get_default_context() if context is None else context
        self._lock = threading.RLock()  # guards the nodes, the entities and the queue of ready ones
        self._nodes: dict[Node, None] = {}
        self._entities: dict[int, Entity] = {}
        self._keys = itertools.count(1)
        self._notifier = Notifier()
        # By id. None keeps the place of a removed item: rclpy.spin_once() adds and removes a node each time.
        self._ready: OrderedDict[int, Entity | Task[Any] | None] = OrderedDict()
        self._left = 0  # the number of items that this round has left
        self._runs_tasks = False  # whether it began before the executor looked for ready entities
        self._has_tasks = False  # whether tasks were added since
        self._refused: deque[Entity] = deque()  # ready entities whose callback group refused them
        self._waitables: list[Entity] = []  # asked in each round, since they alone know when they are ready
        self._owners: dict[int, Node] = {}  # by the key of an entity
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
        node._report_if_destroyed()
        with self._lock:
            self._nodes[node] = None
            node._taken_by(self)
            for entity in sorted(node._all_entities(), key=_rank):
                self._add_entity(entity, node)
        return True

    def remove_node(self, node: Node) -> None:
        """Removes the node, if it is here."""
        with self._lock:
            if node in self._nodes:
                del self._nodes[node]
                node._taken_by(None)
                for entity in node._all_entities():
                    self._remove_entity(entity)

    def get_nodes(self) -> list[Node]:
        """Returns the nodes of the executor."""
        with self._lock:
            return list(self._nodes)

    def _add_entity(self, entity: Entity, node: Node | None = None) -> None:
        with self._lock:
            if entity._listener is not self:
                entity._key = next(self._keys)
                entity._listener = self
                entity._listen(self._notifier, entity._key)  # before another thread that spins may take it
                self._entities[entity._key] = entity
                if node is not None:
                    self._owners[entity._key] = node
                if entity._is_asked:
                    self._waitables.append(entity)
                self._add_ready(entity)  # it may have earlier items, without a notification

    def _remove_entity(self, entity: Entity) -> None:
        with self._lock:
            if entity._listener is self:
                entity._listen(None, 0)
                entity._listener = None
                del self._entities[entity._key]
                self._owners.pop(entity._key, None)
                if entity._is_asked:
                    self._waitables.remove(entity)
                if id(entity) in self._ready:
                    self._ready[id(entity)] = None

    def _add_ready(self, item: Entity | Task[Any]) -> None:
        self._enqueue(item)
        if isinstance(item, Task):
            self._has_tasks = True
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

    def create_future(self) -> Future[Any]:
        """Returns a future whose callbacks run in the executor."""
        return Future(executor=self)

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
        self._end_of_spin()

    def _end_of_spin(self) -> None:
        """Raises the exception of spin(), if there is one.

        The context may have been shut down at any point of the loop, also while a callback was running.
        """
        if not self._is_shutdown and self._context._is_ended_elsewhere():
            raise ExternalShutdownException

    def spin_once(self, timeout_sec: float | None = None) -> None:
        """Runs one callback. Waits for it at most `timeout_sec` seconds; None or a negative number waits for ever.

        A subclass implements it by wait_for_ready_callbacks().
        """
        raise NotImplementedError

    def spin_until_future_complete(self, future: Future[Any], timeout_sec: float | None = None) -> None:
        """Runs callbacks until the future is done, `timeout_sec` seconds have passed, or spin() would end."""
        deadline = Deadline(timeout_sec)
        future.add_done_callback(self._woken_by)
        try:
            while self._context.ok() and not future.done() and not self._is_shutdown:
                self.spin_once_until_future_complete(future, deadline.remaining())
                if deadline.over():
                    return
        finally:
            future.remove_done_callback(self._woken_by)

    def spin_once_until_future_complete(self, future: Future[Any], timeout_sec: float | None = None) -> None:
        """Does spin_once(), but ends early when the future is done."""
        future.add_done_callback(self._woken_by)
        try:
            if not future.done():
                self._spin_once_until(future, timeout_sec)
        finally:
            future.remove_done_callback(self._woken_by)

    def _spin_once_until(self, future: Future[Any], timeout_sec: float | None) -> None:
        """Does spin_once(); the executors here end it when the future is done."""
        self.spin_once(timeout_sec)

    def _woken_by(self, _: Future[Any]) -> None:
        self.wake()

    def can_execute(self, entity: Entity) -> bool:
        """Returns whether the callback group of the entity lets a callback of it run now."""
        return entity.callback_group is None or entity.callback_group.can_execute(entity)

    def wait_for_ready_callbacks(
        self,
        timeout_sec: float | None = None,
        nodes: Iterable[Node] | None = None,
        condition: Callable[[], bool] = lambda: False,
    ) -> tuple[Task[Any], Any, Node | None]:
        """Waits for a callback and returns it as a task, with its entity and its node: for executors of programs.

        A call of the task runs the callback; its callback group counts it as running from now on. `nodes` limits the
        wait to callbacks of these nodes. For a task of create_task(), the entity and the node are None. Raises
        TimeoutException after `timeout_sec` seconds, ConditionReachedException once `condition` is true when something
        wakes the executor, ShutdownException or ExternalShutdownException after a shutdown.
        """
        ready = self._next(timeout_sec, condition, None if nodes is None else set(nodes))
        if ready is None:
            if self._is_shutdown:
                raise ShutdownException
            raise ConditionReachedException if condition() else TimeoutException
        item, work = ready
        if isinstance(item, Task):
            return item, None, None
        node = self._owners.get(item._key)
        return Task(work, executor=self), getattr(item, 'waitable', item), node

    def _wait_for_ready_callbacks(
        self,
        timeout_sec: float | None = None,
        nodes: Iterable[Node] | None = None,
        condition: Callable[[], bool] = lambda: False,
    ) -> Iterator[tuple[Task[Any], Any, Node | None]]:
        """Yields what wait_for_ready_callbacks() returns, until that raises."""
        while True:
            yield self.wait_for_ready_callbacks(timeout_sec, nodes, condition)

    def _next(
        self, timeout_sec: float | None, is_over: Callable[[], bool] | None, nodes: set[Node] | None = None
    ) -> tuple[Entity | Task[Any], Callable[[], Any]] | None:
        """Returns the next task or entity with its work; None after the timeout or when `is_over()`."""
        deadline = Deadline(timeout_sec)
        for _ in range(len(self._refused)):
            self._enqueue(self._refused.popleft())
        of_other_nodes: dict[Entity, None] = {}
        try:
            while not (is_over is not None and is_over()) and not self._is_shutdown:
                if self._errors:
                    raise self._errors.popleft()
                self._woken = False
                if self._left <= 0 or not self._ready:
                    self._begin_round()
                while self._left > 0 and self._ready:
                    self._left -= 1
                    _, item = self._ready.popitem(last=False)
                    if item is None:
                        continue
                    if nodes is not None and not isinstance(item, Task) and self._owners.get(item._key) not in nodes:
                        of_other_nodes[item] = None
                        continue
                    work = self._work_of(item)
                    if work is not None:
                        return item, work
                if not self._context.ok():
                    raise ExternalShutdownException
                if self._ready:
                    continue
                remaining = deadline.remaining()
                if remaining == 0:
                    return None
                limit = self._limit(remaining, nodes)
                self._notifier.wait(-1 if limit is None else int(limit * 1e9))
            return None
        finally:
            for entity in of_other_nodes:
                self._enqueue(entity)

    def _limit(self, remaining: float | None, nodes: set[Node] | None) -> float | None:
        """Returns the seconds after which a wait ends: `remaining`, or earlier for a timer of a waitable of `nodes`."""
        for waitable in self._waitables.copy():
            if nodes is not None and self._owners.get(waitable._key) not in nodes:
                continue
            seconds = waitable._remaining() if self.can_execute(waitable) else None
            if seconds is not None and (remaining is None or seconds < remaining):
                remaining = seconds
        return remaining

    def _begin_round(self) -> None:
        """Decides what runs next, in rclpy's order.

        The tasks that the last round has made run first. What is ready then follows, the entities by their kinds.
        """
        ready = self._ready
        if ready and self._has_tasks and not self._runs_tasks:
            self._runs_tasks, self._has_tasks = True, False
        else:
            self._runs_tasks = False
            entities = self._waitables.copy()
            for key in self._notifier.take():
                entity = self._entities.get(key)
                if entity is not None:
                    entities.append(entity)
            if len(entities) > 1:
                entities.sort(key=_rank)
            for entity in entities:
                ready[id(entity)] = entity
        self._left = len(ready)

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
        if not self._context.ok():  # another thread has ended it since the work was taken
            if group is not None:
                group.ending_execution(entity)
            return
        result = None
        try:
            result = work()
        finally:
            if group is not None and not inspect.iscoroutine(result):
                group.ending_execution(entity)
        if inspect.iscoroutine(result):
            self._begin(self._finish(entity, result), entity)

    def _begin(self, coroutine: Any, entity: Entity) -> None:
        """Runs the first step of a callback's coroutine."""
        _run_task(Task(coroutine, executor=self))

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


def _rank(entity: Entity) -> int:
    return entity._rank


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

    def spin_once(self, timeout_sec: float | None = None) -> None:
        """Runs one callback. Waits for it at most `timeout_sec` seconds; None or a negative number waits for ever."""
        ready = self._next(timeout_sec, None)
        if ready is not None:
            ready[1]()

    def _spin_once_until(self, future: Future[Any], timeout_sec: float | None) -> None:
        ready = self._next(timeout_sec, future.done)
        if ready is not None:
            ready[1]()


class MultiThreadedExecutor(Executor):
    """Runs callbacks in its own threads: num_threads, by default as many as processors and at least two.

    An item is taken only when a thread is free for it: until then it waits in the queue that the QoS bounds. An
    exception of a callback is raised by a spin function in the spinning thread.
    """

    def __init__(self, num_threads: int | None = None, *, context: Context | None = None) -> None:
        super().__init__(context=context)
        if num_threads == 1:
            warnings.warn(
                'MultiThreadedExecutor(num_threads=1) runs one callback at a time, as a SingleThreadedExecutor does',
                UserWarning,
                stacklevel=2,
            )
        threads = max(2, len(os.sched_getaffinity(0))) if num_threads is None else max(1, num_threads)
        self._free = threading.Semaphore(threads)
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix='rclpy')

    def spin_once(self, timeout_sec: float | None = None) -> None:
        """Starts one callback. Waits for it at most `timeout_sec` seconds; None or a negative number waits for ever."""
        self._start_next(timeout_sec, None)

    def _spin_once_until(self, future: Future[Any], timeout_sec: float | None) -> None:
        self._start_next(timeout_sec, future.done)

    def _end_of_spin(self) -> None:
        """Does nothing: a shutdown ends spin() without an exception here, as in rclpy."""

    def _start_next(self, timeout_sec: float | None, is_over: Callable[[], bool] | None) -> None:
        deadline = Deadline(timeout_sec)
        if not self._acquire(deadline, is_over):
            return
        ready = None
        try:
            ready = self._next(deadline.remaining(), is_over)
        except ExternalShutdownException:
            return  # see _end_of_spin()
        finally:
            if ready is None:
                self._free.release()
        if ready is None:
            return
        try:
            self._executor.submit(self._run_in_thread, ready[1])
        except RuntimeError:  # the executor or the program ends, so that there are no more threads
            self._run_in_thread(ready[1])

    def _acquire(self, deadline: Deadline, is_over: Callable[[], bool] | None) -> bool:
        """Waits for a free thread. Returns False after the timeout; `is_over()` or the context may end it before."""
        while not self._free.acquire(timeout=0.05):
            if self._errors:
                raise self._errors.popleft()
            if (is_over is not None and is_over()) or self._is_shutdown or not self._context.ok():
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

    def shutdown(self, timeout_sec: float | None = None, *, wait_for_threads: bool = True) -> bool:
        """Ends spin functions. Waits for running callbacks, unless called in one or asked not to. Returns True."""
        super().shutdown(timeout_sec)
        in_callback = threading.current_thread().name.startswith('rclpy')
        self._executor.shutdown(wait=wait_for_threads and not in_callback and timeout_sec != 0)
        return True
