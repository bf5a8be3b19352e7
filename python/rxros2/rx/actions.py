# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""send_goal and serve_goals: actions as streams."""

from __future__ import annotations

import asyncio
import inspect
import threading
import weakref
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import Any

from reactivex import Observable, abc
from reactivex.disposable import CompositeDisposable, Disposable

from ..actions import GoalFailed, GoalStatus, GoalTimeout
from ..aio.core import SubClosed
from ..aio.ros2.actions import ActionClient, ActionServer, Goal, ServerGoal
from ..aio.ros2.session import Session
from ..backing.rclpy_node import refuse_rclpy
from ..names import text, with_parts
from ..stream_errors import description, handled_description
from .assembly import operator
from .node import Node, as_node
from .stream import SharedSource, Stream, Subscriber


class GoalUpdateKind(str, Enum):
    """The kinds of GoalUpdate."""

    ACCEPTED = 'accepted'
    FEEDBACK = 'feedback'
    RESULT = 'result'


@dataclass(frozen=True)
class GoalUpdate:
    """An update of a goal: first ACCEPTED, then FEEDBACK as it arrives, at last RESULT."""

    kind: GoalUpdateKind
    goal_id: bytes
    stamp: int
    """The time of acceptance, in nanoseconds of the server's clock."""
    feedback: Any = None
    """The action's Feedback, for the kind FEEDBACK."""
    result: Any = None
    """The action's Result, for the kind RESULT."""


def send_goal(
    node: Node,
    action_type: Any,
    action_name: str,
    *,
    server_timeout: float | None = None,
    timeout: float | None = None,
    cancel_timeout: float = 5.0,
) -> Callable[[Observable[Any]], Stream[Stream[GoalUpdate]]]:
    """goals.pipe(send_goal(node, T, action)) emits a stream for each goal; subscribing to that sends the goal.

    ::

        goals                 --1-----------2--|
        send_goal(n, T, a)    --+-----------+--|
                                 \\-a-f-f-r|  \\--X      a accepted, f feedback, r result: GoalUpdates

    Errors of a goal's stream: GoalRejected, GoalAborted, GoalCanceled and GoalLost (its server disappeared);
    NoActionServer after `server_timeout`; GoalTimeout if the goal has not ended `timeout` seconds of the node's clock
    after it was sent. Disposing cancels the goal: its server is asked to cancel it, and the next goal of the same
    operator is not sent before the canceled one has ended or `cancel_timeout` is over. Operators are therefore policies
    of preemption: switch_latest() (a new goal cancels the last), concat_all() (one after the other), exclusive() (a
    goal that comes too early is dropped), merge(max_concurrent=n). Updates are emitted in the node's executor.
    """
    text('action', action_name)
    with_parts(f'send_goal({action_name})', 'an action', action_type)
    on = as_node(node)
    refuse_rclpy(on._backing, 'an action')

    def ask(source: Observable[Any]) -> Stream[Stream[GoalUpdate]]:
        def subscribe(observer: abc.ObserverBase[Any], scheduler: abc.SchedulerBase | None = None) -> Any:
            goals = _Goals(on, action_type, action_name, server_timeout, timeout, cancel_timeout)
            goals.hold()
            upstream = source.subscribe(
                lambda goal: observer.on_next(goals.stream(goal)),
                observer.on_error,
                observer.on_completed,
                scheduler=scheduler or on.scheduler,
            )
            return CompositeDisposable(upstream, Disposable(goals.release))

        return Stream(on, subscribe, f'send_goal({action_name})')

    return operator(on, f'send_goal({action_name})', ask)


class _Goals:
    """The client that the goals of one subscription share. It exists while one of them runs or more may come."""

    def __init__(
        self,
        node: Node,
        action_type: Any,
        name: str,
        server_timeout: float | None,
        timeout: float | None,
        cancel_timeout: float,
    ) -> None:
        self.node = node
        self.name = name
        self.server_timeout = server_timeout
        self.timeout = timeout
        self.cancel_timeout = cancel_timeout
        self.runs: set[_Run] = set()  # belongs to the executor's thread
        self._type = action_type
        self._client: ActionClient | None = None
        self._lock = threading.Lock()  # guards _users
        self._users = 0

    def stream(self, goal: Any) -> Stream[GoalUpdate]:
        """Returns the stream of a goal."""

        def subscribe(observer: abc.ObserverBase[GoalUpdate], _: abc.SchedulerBase | None = None) -> abc.DisposableBase:
            return _Run(self, goal, observer).disposable

        # An operator may leave a goal out.
        return Stream(self.node, subscribe, f'send_goal({self.name})', reported=False)

    def client(self) -> ActionClient:
        """Returns the client; the first call makes it. Call it in the executor."""
        if self._client is None:
            self._client = ActionClient(self._type, self.name, Session(self.node), scope=None)
            self._client.name = f'send_goal({self.name})'
        return self._client

    def hold(self) -> None:
        """Counts a user."""
        with self._lock:
            self._users += 1

    def release(self) -> None:
        """Drops a user; the last one closes the client."""
        with self._lock:
            self._users -= 1
            last = self._users == 0
        if last:
            self.node.scheduler.run(self._close)

    def _close(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            client.close()


class _Run:
    """A goal with a subscriber. Belongs to the executor's thread, except for dispose()."""

    def __init__(self, goals: _Goals, goal: Any, observer: abc.ObserverBase[GoalUpdate]) -> None:
        self._goals = goals
        self._goal = goal
        self._node = goals.node
        self._subscriber: Subscriber[GoalUpdate] = Subscriber(
            self._node, f'send_goal({goals.name})', observer, self._subscriber_left
        )
        self._task: asyncio.Task[None] | None = None
        self._stop: asyncio.Future[None] | None = None
        self._sent: Goal | None = None
        self._sending = False
        self._early: list[Any] = []
        self.finished: asyncio.Future[None] | None = None
        self.disposable = Disposable(self._subscriber.dispose)
        goals.hold()
        self._node.scheduler.run(self._begin)

    def _begin(self) -> None:
        if self._subscriber.ended or not self._node.adopt(self):
            self._subscriber.completed()
            self._goals.release()
            return
        loop = self._node.scheduler.loop
        self._stop, self.finished = loop.create_future(), loop.create_future()
        self._goals.runs.add(self)
        self._task = loop.create_task(self._run())

    async def _run(self) -> None:
        try:
            await self._drive()
        except asyncio.CancelledError:  # cancelled by _leave() or node_ended()
            pass
        except Exception as error:
            self._subscriber.error(error)
        finally:
            assert self.finished is not None
            self.finished.set_result(None)
            self._goals.runs.discard(self)
            self._node.disown(self)
            self._goals.release()

    async def _drive(self) -> None:
        goals, stop = self._goals, self._stop
        assert stop is not None
        before = [run.finished for run in goals.runs if run is not self and run._subscriber.ended and run.finished]
        if before:  # wait for goals that are being canceled
            await asyncio.wait(before)
        client = goals.client()
        await client.wait_for_server(goals.server_timeout)
        self._sending = True
        expiry: abc.DisposableBase = Disposable()
        if goals.timeout is not None:
            expiry = self._node.scheduler.schedule_relative(goals.timeout, self._expired)
        try:
            sent = self._sent = await client.send_goal(self._goal, feedback=self._feedback_arrived)
            self._sending = False
            self._emit(GoalUpdateKind.ACCEPTED)
            early, self._early = self._early, []
            for feedback in early:
                self._emit(GoalUpdateKind.FEEDBACK, feedback=feedback)
            ending = asyncio.ensure_future(sent.result())
            try:
                await asyncio.wait({ending, stop}, return_when=asyncio.FIRST_COMPLETED)
                if ending.done():
                    self._emit(GoalUpdateKind.RESULT, result=ending.result())
                    self._subscriber.completed()
                else:
                    with suppress(GoalFailed, SubClosed, asyncio.TimeoutError, TimeoutError):
                        await asyncio.wait_for(self._cancel(sent, ending), goals.cancel_timeout)
            finally:
                ending.cancel()
        finally:
            expiry.dispose()

    async def _cancel(self, sent: Goal, ending: asyncio.Future[Any]) -> None:
        await sent.cancel()
        await ending

    def _feedback_arrived(self, feedback: Any) -> None:
        if self._sent is None:
            self._early.append(feedback)
        else:
            self._emit(GoalUpdateKind.FEEDBACK, feedback=feedback)

    def _emit(self, kind: GoalUpdateKind, **content: Any) -> None:
        assert self._sent is not None
        self._subscriber.next(GoalUpdate(kind, self._sent.goal_id, self._sent.stamp, **content))

    def _expired(self, *_: Any) -> None:
        self._subscriber.error(
            GoalTimeout(f'the goal of {self._goals.name} has not ended within {self._goals.timeout:g} s')
        )

    def _subscriber_left(self, subscriber: Subscriber[GoalUpdate]) -> None:
        """Begins to leave after the end or a dispose(). Any thread."""
        self._node.scheduler.run(self._leave)

    def _leave(self) -> None:
        if self._task is None or self._stop is None:
            return
        if not self._stop.done():
            self._stop.set_result(None)
        if self._sending:  # waits for the answer in order to cancel; the client does so later too
            self._node.scheduler.loop.call_later(self._goals.cancel_timeout, self._task.cancel)
        elif self._sent is None:
            self._task.cancel()

    def node_ended(self) -> None:
        """Asks the server to cancel the goal, without waiting for it."""
        task, sent = self._task, self._sent
        if sent is not None and sent.status < GoalStatus.SUCCEEDED:
            with suppress(RuntimeError):  # the loop does not run any longer
                sent._client._ask_to_cancel(sent.goal_id, 0, None)
        self._subscriber.completed()
        if task is not None:
            task.cancel()


class WhenBusy(str, Enum):
    """The treatment of a goal that arrives while `at_most` goals run."""

    QUEUE = 'queue'
    """The goal is accepted, and begins when another one has ended."""
    REJECT = 'reject'
    """The goal is rejected."""
    PREEMPT = 'preempt'
    """The goal is accepted; the oldest running one is disposed and aborted, and waiting ones are canceled."""


class GoalRequest:
    """A running goal, to be answered by answer(). A goal that is dropped unanswered is aborted, with a warning."""

    def __init__(self, source: _GoalServer, goal: ServerGoal) -> None:
        self._source = source
        self._goal = goal
        self._work: Any = None
        self._last: Any = None
        self._answered = False
        self._ending = False
        """True from the cancellation of its answer to its end."""
        self.request = goal.request
        """The action's Goal message."""
        self.goal_id = goal.goal_id
        weak = weakref.ref(self)

        def canceled() -> None:
            this = weak()
            if this is not None:
                this._dispose_work(this._canceled)

        goal._on_cancel = canceled

    @property
    def cancel_requested(self) -> bool:
        """True once the client has requested the cancellation."""
        return self._goal.cancel_requested

    def answer(self, source: Any) -> None:
        """Answers the goal. Any thread. RuntimeError for a second answer.

        `source` is an observable of Feedback whose last item is the Result, sent when it completes; an async generator
        that yields these; a coroutine that returns the Result; or the Result. If the client cancels or the goal is
        preempted, the source is disposed or cancelled, and its last Result is sent. An error of the source aborts the
        goal and is logged; so does an end without a Result, unless the Result type has no fields.
        """
        if self._answered:
            raise RuntimeError(f'{self._source.action}: a goal was answered twice')
        self._answered = True
        self._source.node.scheduler.run(self._begin, source)

    def _begin(self, source: Any) -> None:
        self._source.answering.add(self)
        if self._goal.status is not GoalStatus.EXECUTING:  # canceled before it was answered
            if inspect.iscoroutine(source):
                source.close()
            if self._goal.status is GoalStatus.CANCELING:
                self._canceled()
            else:
                self._over()
        elif isinstance(source, Observable):
            run = self._source.node.scheduler.run
            self._work = source.subscribe(
                lambda item: run(self._take, item),
                lambda error: run(self._failed, error),
                lambda: run(self._succeeded),
                scheduler=self._source.node.scheduler,
            )
            if self._goal.status is not GoalStatus.EXECUTING:
                self._work.dispose()
        elif inspect.isasyncgen(source) or inspect.iscoroutine(source):
            self._work = self._source.node.scheduler.loop.create_task(self._run(source))
        else:
            self._take(source)
            self._succeeded()

    async def _run(self, source: Any) -> None:
        try:
            if inspect.iscoroutine(source):
                self._take(await source)
            else:
                async for item in source:
                    self._take(item)
        except asyncio.CancelledError:
            return
        except Exception as error:
            self._failed(error)
        else:
            if not self._goal.cancel_requested:
                self._succeeded()

    def _take(self, item: Any) -> None:
        if not self._active():
            return
        kinds = self._source.type
        if isinstance(item, kinds.Feedback):
            self._goal.publish_feedback(item)
        elif item is None or isinstance(item, kinds.Result):
            self._last = item
        else:
            self._failed(TypeError(f'expected {kinds.Feedback} or {kinds.Result}, found {item!r}'))

    def _active(self) -> bool:
        return self._goal.status in (GoalStatus.EXECUTING, GoalStatus.CANCELING)

    def _succeeded(self) -> None:
        if not self._active():
            return
        if self._last is None and self._source.type.Result.get_fields_and_field_types():
            if self._goal.cancel_requested:
                self._canceled()
                return
            if not self._ending:
                self._source.node.logger.warning(
                    f'{self._source.action}: a goal ended without a result, it is aborted: '
                    'what answers it is to give one last'
                )
            self._abort()
        else:
            self._end(self._goal.succeed)
            self._over()

    def _end(self, end: Callable[[Any], None]) -> None:
        """Ends the goal with its last result; one that cannot be sent aborts it."""
        try:
            end(self._last)
        except Exception as error:
            self._source.node.logger.error(
                f'{self._source.action}: the result of a goal could not be sent, it is aborted: {error}'
            )
            if self._active():  # else it has ended, and something after that failed
                self._goal.abort()

    def _failed(self, error: Exception) -> None:
        if self._active():
            self._source.node.logger.error(f'{self._source.action}: a goal failed, it is aborted: {description(error)}')
            self._abort()

    def _abort(self) -> None:
        if self._active():
            self._end(self._goal.abort)
        self._dispose_work(lambda: None)
        self._over()

    def _canceled(self) -> None:
        if self._goal.status is GoalStatus.CANCELING:
            self._end(self._goal.canceled)
        self._over()

    def preempt(self) -> None:
        """Ends the goal in favour of another. Call it in the executor."""
        self._dispose_work(self._abort)

    def _dispose_work(self, then: Callable[[], None]) -> None:
        """Ends the answer and then calls `then`; does not call it for an answer that has not begun."""
        work, self._work = self._work, None
        if isinstance(work, asyncio.Task) and not work.done():
            self._ending = True
            work.cancel()
            work.add_done_callback(lambda _: then())
        elif isinstance(work, asyncio.Task):  # it has ended by itself in this turn of the loop
            then()
        elif work is not None:
            work.dispose()
            then()
        elif not self._answered:
            self._source.answering.add(self)
            then()

    def _over(self) -> None:
        self._source.answering.discard(self)
        self._source.over(self)

    def __del__(self) -> None:
        if not self._answered:
            self._source.node.scheduler.post(self._source.begin_next)


def serve_goals(
    node: Node,
    action_type: Any,
    action_name: str,
    *,
    at_most: int | None = None,
    when_busy: WhenBusy | str = WhenBusy.QUEUE,
    accept: Callable[[Any], bool] | None = None,
    may_cancel: Callable[[Any], bool] | None = None,
    result_timeout: float = 10.0,
) -> Stream[GoalRequest]:
    """Emits the goals of an action as they begin; answer each by its answer().

    ::

        goals that are sent       --1--2-----3--
        serve_goals(n, T, a)      --1--2-----3--|      (| the node was closed, or shutdown())
        …, at_most=1              --1-----2--3--|      2 waited for the end of 1

    The action server exists while the stream has a subscriber; all subscribers share it. `accept` returns whether a
    Goal is accepted, `may_cancel` whether it may be canceled; by default all are. At most `at_most` goals run at a
    time; `when_busy` selects the treatment of further ones. Results are kept for `result_timeout` seconds of the node's
    clock.
    """
    on = as_node(node)
    refuse_rclpy(on._backing, 'an action')
    if at_most is not None and at_most < 1:
        raise ValueError(f'serve_goals({action_name}): at_most is {at_most}; expected 1 or more')
    options = _ServerOptions(at_most, WhenBusy(when_busy), accept, may_cancel, result_timeout)
    return _GoalServer(on, action_type, text('action', action_name), options).stream()


@dataclass(frozen=True)
class _ServerOptions:
    at_most: int | None
    when_busy: WhenBusy
    accept: Callable[[Any], bool] | None
    may_cancel: Callable[[Any], bool] | None
    result_timeout: float


class _GoalServer(SharedSource[GoalRequest]):
    def __init__(self, node: Node, action_type: Any, action: str, options: _ServerOptions) -> None:
        super().__init__(node, f'serve_goals({action})')
        self.node = node
        self.type = action_type
        self.action = action
        self._options = options
        self._server: ActionServer | None = None
        self._running: weakref.WeakSet[GoalRequest] = weakref.WeakSet()
        self._order: deque[weakref.ref[GoalRequest]] = deque()
        self._queue: deque[ServerGoal] = deque()
        self.answering: set[GoalRequest] = set()
        """Goals whose answers run; kept here because the user may drop them."""

    def _connect(self) -> None:
        self._node.scheduler.run(self._begin)

    def _begin(self) -> None:
        if not self._connected or self._server is not None:
            return
        may_cancel = self._options.may_cancel
        try:
            self._server = server = ActionServer(
                self.type,
                self.action,
                Session(self.node),
                may_cancel=lambda goal: may_cancel is None or may_cancel(goal.request),
                result_timeout=self._options.result_timeout,
                scope=None,
            )
        except Exception as error:
            self._end(error)
            return
        server.asap_callback.append(self._arrived)

    def _disconnect(self) -> None:
        self._node.scheduler.run(self._stop)

    def _stop(self) -> None:
        server, self._server = self._server, None
        self._queue.clear()
        answering, self.answering = self.answering, set()
        if server is not None:
            server.close()
        for request in answering:
            request._dispose_work(lambda: None)

    def _arrived(self, goal: ServerGoal) -> None:
        if not self._accepts(goal):
            goal.reject()
        elif self._options.at_most is None or len(self._running) < self._options.at_most:
            goal.accept()
            self._start(goal)
        elif self._options.when_busy is WhenBusy.REJECT:
            goal.reject()
        else:
            goal.accept(execute=False)
            goal._on_cancel = lambda: self._cancel_waiting(goal)
            if self._options.when_busy is WhenBusy.PREEMPT:
                for waiting in self._queue:
                    waiting._drop()
                self._queue.clear()
            self._queue.append(goal)
            if self._options.when_busy is WhenBusy.PREEMPT:
                self._preempt_oldest()

    def _accepts(self, goal: ServerGoal) -> bool:
        try:
            return self._options.accept is None or bool(self._options.accept(goal.request))
        except Exception:
            self.node.logger.error(f'{self.action}: accept failed, the goal is rejected: {handled_description()}')
            return False

    def _cancel_waiting(self, goal: ServerGoal) -> None:
        with suppress(ValueError):
            self._queue.remove(goal)
        goal.canceled()

    def _preempt_oldest(self) -> None:
        """Preempts the oldest goal, unless one is already ending, whose place the new goal gets."""
        if any(request._ending for request in self._running):
            return
        while self._order:
            oldest = self._order.popleft()()
            if oldest is not None and oldest in self._running:
                oldest.preempt()
                return

    def _start(self, goal: ServerGoal) -> None:
        request = GoalRequest(self, goal)
        self._running.add(request)
        self._order.append(weakref.ref(request))
        self._next(request)

    def over(self, request: GoalRequest) -> None:
        """Removes a goal that has ended, and begins the next one."""
        self._running.discard(request)
        self.begin_next()

    def begin_next(self) -> None:
        """Begins waiting goals while there is room."""
        while self._queue and (self._options.at_most is None or len(self._running) < self._options.at_most):
            goal = self._queue.popleft()
            goal.execute()
            self._start(goal)


__all__ = ['GoalRequest', 'GoalUpdate', 'GoalUpdateKind', 'WhenBusy', 'send_goal', 'serve_goals']
