# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""AsyncNode: a node whose callbacks run in a loop of asyncio, without an executor that spins."""

from __future__ import annotations

import asyncio
import inspect
import sys
from collections.abc import Callable
from typing import Any

from ..action.graph import (
    get_action_client_names_and_types_by_node,
    get_action_names_and_types,
    get_action_server_names_and_types_by_node,
)
from ..callback_groups import CallbackGroup, MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from ..context import Context
from ..entity import Entity
from ..executors import Executor, ExternalShutdownException
from ..impl.waits import WaitInterrupted
from ..node import Node
from ..service import Service
from ..subscription import Subscription
from ..task import Future, Task
from ..timer import Timer
from .async_client import AsyncClient
from .async_clock import AsyncClock

if sys.version_info >= (3, 11):
    from asyncio import TaskGroup
else:
    from exceptiongroup import BaseExceptionGroup
    from taskgroup import TaskGroup


class _LoopExecutor(Executor):
    """Runs callbacks in a loop, and their coroutines as tasks of asyncio.

    The middleware wakes the loop by an eventfd and never asks for Python's lock, so that a full loop blocks nothing.
    """

    def __init__(self, context: Context, group: TaskGroup) -> None:
        super().__init__(context=context)
        self._loop = asyncio.get_running_loop()
        self._group = group
        self._waiting: dict[asyncio.Task[Any], Entity | None] = {}  # the callbacks that wait, and tasks of no entity
        self._readable = asyncio.Event()

    async def run(self) -> None:
        """Runs callbacks until shutdown(). Raises ExternalShutdownException after a shutdown of the context."""
        file = self._notifier.fileno()
        self._loop.add_reader(file, self._readable.set)
        try:
            while not self._is_shutdown:
                self._readable.clear()
                while (ready := self._next(0, None)) is not None:
                    ready[1]()
                    await asyncio.sleep(0)  # the other tasks of the loop run between two callbacks
                self._notifier.rest()
                limit = self._limit(None, None)
                wake = None if limit is None else self._loop.call_later(limit, self._readable.set)
                try:
                    await self._readable.wait()
                finally:
                    if wake is not None:
                        wake.cancel()
        finally:
            self._loop.remove_reader(file)

    def _begin(self, coroutine: Any, entity: Entity | None) -> None:
        task = self._group.create_task(coroutine)
        self._waiting[task] = entity
        task.add_done_callback(self._waiting.pop)

    def _cancel(self, entity: Entity | None) -> None:
        """Cancels the callbacks of the entity that wait, except for the one that calls this."""
        current = asyncio.current_task(self._loop)
        for task in [task for task, of in self._waiting.items() if of is entity and task is not current]:
            coroutine: Any = task.get_coro()
            if inspect.getcoroutinestate(coroutine) == inspect.CORO_CREATED:
                self._loop.call_soon(task.cancel)  # its first step must have begun, so that its end frees the group
            else:
                task.cancel()

    def _remove_entity(self, entity: Entity) -> None:
        super()._remove_entity(entity)
        self._cancel(entity)

    def shutdown(self, timeout_sec: float | None = None) -> bool:
        """Ends run(), and cancels the callbacks that wait, except for one that calls this. Loop's thread."""
        super().shutdown(timeout_sec)
        self._cancel(None)
        return True

    def create_task(self, callback: Callable[..., Any] | Any, *args: Any, **kwargs: Any) -> Future[Any]:  # type: ignore[override]
        """Runs a function or coroutine in the loop. Returns a future of the result."""
        if not inspect.iscoroutinefunction(callback) and not inspect.iscoroutine(callback):
            return super().create_task(callback, *args, **kwargs)
        future: Future[Any] = Future()
        coroutine = callback if inspect.iscoroutine(callback) else callback(*args, **kwargs)

        async def complete() -> None:
            try:
                future.set_result(await coroutine)
            except asyncio.CancelledError:
                future.cancel()
                raise
            except Exception as error:
                future.set_exception(error)
                raise

        self._add_ready(Task(lambda: self._begin(complete(), None), executor=self))
        return future


class AsyncNode(Node):
    """A node that runs in a loop of asyncio: in an `async with` block, or in run(). Callbacks may be coroutines.

    The callbacks of a subscription, service or timer run one after the other: a message is taken when the callback of
    the one before has ended. With concurrent=True, each runs as a task of its own. An exception of a callback ends the
    block, as in an asyncio.TaskGroup. ActionServer and ActionClient of rclpy.action take this node, too.
    """

    def __init__(self, node_name: str, **options: Any) -> None:
        """The arguments are those of Node."""
        self._tasks_of_loop: TaskGroup | None = None
        self._destroyed = asyncio.Event()
        super().__init__(node_name, **options)
        self._clock = AsyncClock._of(self._core)
        self._context.on_shutdown(self._context_ended)

    async def __aenter__(self) -> AsyncNode:
        if self._destroyed.is_set():
            name = self.get_fully_qualified_name()
            raise RuntimeError(f'{name}: the node was destroyed, so that it cannot run again')
        if self._tasks_of_loop is not None:
            raise RuntimeError(f'{self.get_fully_qualified_name()}: the node runs already')
        self._tasks_of_loop = group = await TaskGroup().__aenter__()
        executor = _LoopExecutor(self._context, group)
        executor.add_node(self)
        group.create_task(executor.run())
        return self

    async def __aexit__(self, kind: Any, error: Any, trace: Any) -> None:
        assert self._tasks_of_loop is not None
        self.destroy_node()
        try:
            await self._tasks_of_loop.__aexit__(kind, error, trace)
        except BaseExceptionGroup as errors:
            if all(isinstance(member, ExternalShutdownException) for member in errors.exceptions):
                raise errors.exceptions[0] from None
            raise

    async def run(self) -> None:
        """Runs the node until destroy_node() or the shutdown of the context."""
        try:
            async with self:
                await self._destroyed.wait()
        except ExternalShutdownException:
            pass

    def _context_ended(self) -> None:
        if self._tasks_of_loop is None:  # else the executor ends the block
            self.destroy_node()

    def destroy_node(self) -> None:
        """Ends the node and everything that was made through it. A second call does nothing."""
        executor = self.executor
        super().destroy_node()
        self._destroyed.set()
        self.get_clock()._close()
        if executor is not None:
            executor.shutdown()

    def get_clock(self) -> AsyncClock:
        """Returns the node's clock, of ROS time."""
        assert isinstance(self._clock, AsyncClock)
        return self._clock

    async def wait_for_node(self, fully_qualified_node_name: str, *, check_interval: float = 0.1) -> None:  # type: ignore[override]
        """Returns once the graph contains the node. Raises an RCLError when the context is shut down."""
        full_name = '/' + fully_qualified_node_name.removeprefix('/')
        while self._context.ok():
            if full_name in self._core.nodes():
                return
            await asyncio.sleep(check_interval)
        raise WaitInterrupted(self.get_fully_qualified_name(), full_name)

    def get_action_names_and_types(self) -> list[tuple[str, list[str]]]:
        """Returns all actions: pairs of a name and its types."""
        return get_action_names_and_types(self)

    def get_action_client_names_and_types_by_node(self, node_name: str, namespace: str) -> list[tuple[str, list[str]]]:
        """Returns the actions for which a node has clients: pairs of a name and its types."""
        return get_action_client_names_and_types_by_node(self, node_name, namespace)

    def get_action_server_names_and_types_by_node(self, node_name: str, namespace: str) -> list[tuple[str, list[str]]]:
        """Returns the actions for which a node has servers: pairs of a name and its types."""
        return get_action_server_names_and_types_by_node(self, node_name, namespace)

    def _callback_group_of(self, callback_group: CallbackGroup | None) -> CallbackGroup:
        return MutuallyExclusiveCallbackGroup() if callback_group is None else callback_group

    def create_subscription(self, *args: Any, concurrent: bool = False, **options: Any) -> Subscription[Any]:
        """Makes a subscription. The other arguments are those of Node.create_subscription()."""
        return super().create_subscription(*args, **_with_group(concurrent, options))

    def create_service(self, *args: Any, concurrent: bool = False, **options: Any) -> Service[Any]:
        """Makes a server of a service. The other arguments are those of Node.create_service()."""
        return super().create_service(*args, **_with_group(concurrent, options))

    def create_timer(
        self, timer_period_sec: float, callback: Callable[..., Any] | None, *args: Any, **options: Any
    ) -> Timer:
        """Makes a timer, as Node.create_timer() does. Raises RuntimeError for a callback of two or more parameters."""
        if callback is not None:
            try:
                inspect.signature(callback).bind()
            except TypeError:
                try:
                    inspect.signature(callback).bind(None)
                except TypeError:
                    raise RuntimeError(
                        f'create_timer: the callback is {callback!r}; expected a function of nothing, or of a TimerInfo'
                    ) from None
        return super().create_timer(timer_period_sec, callback, *args, **options)

    def create_client(self, *args: Any, **options: Any) -> AsyncClient[Any]:
        """Makes a client of a service. The arguments are those of Node.create_client()."""
        client = super().create_client(*args, **_with_group(True, options), client_class=AsyncClient)
        assert isinstance(client, AsyncClient)
        return client


def _with_group(concurrent: bool, options: dict[str, Any]) -> dict[str, Any]:
    """Returns the options, with a group that lets callbacks run at the same time if nothing else is asked for."""
    if concurrent and options.get('callback_group') is None:
        return {**options, 'callback_group': ReentrantCallbackGroup()}
    return options
