# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""LifecycleNode: a node whose state others change. LifecycleClient: changes the state of other nodes."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from contextvars import ContextVar, copy_context
from functools import partial
from types import TracebackType
from typing import Any

from ...durations import time_limit
from ...lifecycle import (
    ACTIVE,
    DEACTIVATING,
    QUERIES,
    SHUTTING_DOWN,
    UNCONFIGURED,
    LifecycleState,
    StateMachine,
    Step,
    Transition,
    TransitionCallbackReturn,
    TransitionEvent,
    TransitionFailed,
    event,
    read_event,
    requested_transition,
)
from ...messages import interface
from ...node import Node as BaseNode
from ...stream_errors import handled_description
from ..core import AUTO_SCOPE, BaseSub, Scope
from ..core.scope import Owned
from .node import Node
from .services import Client, Responder, Server
from .session import Session, auto_session
from .topics import InternalSub, Pub, Sub


class _RunningTransition:
    """A transition that is running."""

    def __init__(self, step: Step) -> None:
        self.callback = step.callback
        """The callback that runs now: 'configure' for on_configure()."""
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()


_inside: ContextVar[_RunningTransition | None] = ContextVar('rxros2.aio.ros2.lifecycle.inside', default=None)
"""The transition whose callback runs this code, or made the task that runs it."""
_activity: ContextVar[Lifecycle | None] = ContextVar('rxros2.aio.ros2.lifecycle.activity', default=None)
"""The lifecycle whose while_active() runs this code, or made the task that runs it."""


class Lifecycle:
    """The lifecycle of a node: its state, its services and events, and the callbacks of `callbacks`, on_configure, …

    It may be made in any thread; from begin() on it belongs to one loop's thread.
    """

    def __init__(self, node: BaseNode, callbacks: Any, *, services: bool = True) -> None:
        self._node = node
        self._callbacks = callbacks
        self._services = services
        self._session = Session(node)
        self._servers: list[Server] = []
        self._tasks: set[asyncio.Task[Any]] = set()
        self._while_active: list[Callable[[], Awaitable[object]]] = []
        self._stopping = False  # a transition waits for the functions of while_active()
        self._active: list[asyncio.Task[Any]] = []
        self._running: _RunningTransition | None = None
        self.machine = StateMachine(self._passed)
        self.states: BaseSub[LifecycleState] = BaseSub(scope=None)
        self.states.input_data(UNCONFIGURED)
        self.resources = AsyncExitStack()
        self._events: Pub[Any] = Pub(
            interface('lifecycle_msgs/msg/TransitionEvent'), '~/transition_event', 10, self._session, scope=None
        )

    def begin(self) -> None:
        """Begins to answer requests. Call it in the loop."""
        self.states._bound_loop()
        if not self._services:
            return
        self._serve('change_state', 'lifecycle_msgs/srv/ChangeState', self._change_requested)
        for name, (kind, fill) in QUERIES.items():
            self._serve(name, kind, partial(self._answer, fill))

    def _serve(self, name: str, kind: str, then: Callable[[Responder[Any, Any]], None]) -> None:
        server = Server(interface(kind), f'~/{name}', session=self._session, scope=None)
        server.asap_callback.append(then)
        self._servers.append(server)

    def _answer(self, fill: Callable[[StateMachine, Any], None], responder: Responder[Any, Any]) -> None:
        try:
            fill(self.machine, responder.response)
            responder.send()
        except Exception:  # only this answer fails; the service continues
            self._node.logger.error(f'{self._node.name}: an answer failed: {handled_description()}')

    def _change_requested(self, responder: Responder[Any, Any]) -> None:
        task = asyncio.get_running_loop().create_task(self._change(responder))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _change(self, responder: Responder[Any, Any]) -> None:
        try:
            result = await self.trigger(requested_transition(responder.request))
            responder.response.success = result is TransitionCallbackReturn.SUCCESS
        except TransitionFailed as error:
            self._node.logger.warning(f'{self._node.name}: {error}')
        except Exception:
            self._node.logger.error(f'{self._node.name}: a transition failed: {handled_description()}')
        try:
            responder.send()
        except RuntimeError as error:  # the node was closed meanwhile
            self._node.logger.warning(f'{self._node.name}: the answer to a transition could not be sent: {error}')

    def _passed(self, transition: Transition) -> None:
        """Publishes the transition. An error of that does not keep the transition from its end."""
        self.states.input_data(transition.goal)
        try:
            self._events.publish(event(transition, self._node.now()))
        except Exception as error:
            self._node.logger.warning(f'{self._node.name}: {transition.label} could not be published: {error}')

    async def trigger(self, label_or_id: str | int) -> TransitionCallbackReturn:
        """Runs a whole transition; returns the result of its callback."""
        step = self.machine.begin(label_or_id)
        self._running = running = _RunningTransition(step)
        if _activity.get() is not self:
            return await self._run(step, running)
        # The caller runs while the node is active: the transition may cancel it, so it continues in a task of its own.
        context = copy_context()
        context.run(_activity.set, None)
        task = context.run(asyncio.get_running_loop().create_task, self._run(step, running))
        self._tasks.add(task)
        task.add_done_callback(partial(self._separate_ended, running))
        return await asyncio.shield(task)

    def _separate_ended(self, running: _RunningTransition, task: asyncio.Task[TransitionCallbackReturn]) -> None:
        self._tasks.discard(task)
        if not running.over.done():  # the task was cancelled before it began
            self.machine.give_up()
            self._running = None
            running.over.set_result(None)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._node.logger.error(f'{self._node.name}: a transition failed: {error!r}')

    async def _run(self, step: Step | None, running: _RunningTransition) -> TransitionCallbackReturn:
        first: TransitionCallbackReturn | None = None
        token = _inside.set(running)
        try:
            while step is not None:
                running.callback = step.callback
                try:
                    if self.machine.state in (DEACTIVATING, SHUTTING_DOWN):
                        await self._stop_active()
                    result = await self._call(step)
                    if step.callback in ('cleanup', 'shutdown', 'error'):
                        await self._release()
                except BaseException:
                    self.machine.give_up()
                    raise
                first = first or result
                step = self.machine.done(result)
        finally:
            _inside.reset(token)
            self._running = None
            running.over.set_result(None)
        if self.machine.state is ACTIVE:
            self._start_active()
        assert first is not None
        return first

    async def _call(self, step: Step) -> TransitionCallbackReturn:
        name = f'on_{step.callback}'
        try:
            result = getattr(self._callbacks, name)(step.before)
            if inspect.isawaitable(result):
                result = await result
            if result is None:
                return TransitionCallbackReturn.SUCCESS
            if isinstance(result, TransitionCallbackReturn):
                return result
            raise TypeError(f'{name}() returned {result!r}; expected None or a TransitionCallbackReturn')
        except Exception:
            self._node.logger.error(f'{self._node.name}: {name}() failed: {handled_description()}')
            return TransitionCallbackReturn.ERROR

    async def _release(self) -> None:
        """Releases the resources of on_configure(). An error is logged."""
        resources, self.resources = self.resources, AsyncExitStack()
        try:
            await resources.aclose()
        except Exception:
            self._node.logger.error(f'{self._node.name}: the end of resources failed: {handled_description()}')

    def run_while_active(self, function: Callable[[], Awaitable[object]]) -> None:
        """Runs the function whenever the node is active."""
        self._while_active.append(function)
        if self.machine.state is ACTIVE:
            self._start(function)

    def _start_active(self) -> None:
        for function in self._while_active:
            self._start(function)

    def _start(self, function: Callable[[], Awaitable[object]]) -> None:
        async def run() -> None:
            _activity.set(self)
            try:
                await function()
            except Exception:
                self._node.logger.error(f'{self._node.name}: {function} failed: {handled_description()}')

        task = asyncio.get_running_loop().create_task(run())
        self._active.append(task)
        task.add_done_callback(self._activity_ended)

    def _activity_ended(self, task: asyncio.Task[Any]) -> None:
        if task in self._active:
            self._active.remove(task)

    async def _stop_active(self) -> None:
        active, self._active = self._active, []
        for task in active:
            task.cancel()
        if active:
            self._stopping = True
            try:
                await asyncio.wait(active)
            finally:
                self._stopping = False

    async def shutdown(self) -> None:
        """Runs the shutdown transition from any state, after a running one. Does nothing if the node is finalized.

        Raises TransitionFailed in a callback of another transition, and in a function of while_active() that a
        transition ends: there it would wait for itself.
        """
        while True:
            running = self._running
            pending = self._tasks - {asyncio.current_task()}
            is_awaited = self._stopping and _activity.get() is self
            if running is not None and (is_awaited or _inside.get() is running):
                if self.machine.state is SHUTTING_DOWN:
                    return
                if is_awaited:
                    raise TransitionFailed(
                        'shutdown() was called in a function of while_active() that a transition ends; expected: call '
                        'it behind the transition',
                        self.machine.state,
                    )
                raise TransitionFailed(
                    f'shutdown() was called in on_{running.callback}(), which is part of a transition; '
                    'expected: return TransitionCallbackReturn.ERROR there, and call it behind the transition',
                    self.machine.state,
                )
            if running is not None:
                await asyncio.wait({running.over})
            elif pending:
                await asyncio.wait(pending)
            else:
                break
        if self.machine.find('shutdown') is not None:
            await self.trigger('shutdown')

    def close(self) -> None:
        """Closes the services and events."""
        for server in self._servers:
            server.close()
        self._events.close()
        self.states.close()


class LifecycleNode(Node):
    """A node whose state other nodes see and change by ROS 2's lifecycle services. Make and use it where a loop runs:

        class Camera(ros2.LifecycleNode):
            async def on_configure(self, state):
                self.images = ros2.LifecyclePub(Image, 'image', node=self)

        async with Camera('camera') as camera:
            await camera.states.wait_for_value(where=lambda state: state == FINALIZED)

    Override on_configure(), on_cleanup(), on_activate(), on_deactivate(), on_shutdown() and on_error(). They are
    functions or coroutines that get the state before the transition and return None or a TransitionCallbackReturn. An
    exception is logged and counts as ERROR. While a coroutine waits, requests are answered. The end of `async with` is
    a shutdown: it waits for a running transition, then for on_shutdown().
    """

    def __init__(self, name: str, *, enable_communication_interface: bool = True, **options: Any) -> None:
        """`enable_communication_interface` adds the services; ~/transition_event exists without them.

        `options` are Node's.
        """
        super().__init__(name, **options)
        try:
            self._lifecycle = Lifecycle(self, self, services=enable_communication_interface)
            self._lifecycle.begin()
        except BaseException:
            super().close()
            raise

    @property
    def state(self) -> LifecycleState:
        """The present state."""
        return self._lifecycle.machine.state

    @property
    def states(self) -> BaseSub[LifecycleState]:
        """A sub of the present state and of each following one, also during transitions; closed with the node."""
        return self._lifecycle.states

    @property
    def resources(self) -> AsyncExitStack:
        """An AsyncExitStack for what on_configure() makes; closed after on_cleanup(), on_shutdown() and on_error()."""
        return self._lifecycle.resources

    def while_active(self, function: Callable[[], Awaitable[object]]) -> None:
        """Runs this coroutine function whenever the node is active, and cancels it before on_deactivate() is called.

        An exception is logged. The function may deactivate the node or shut it down, which cancels it.
        """
        self._lifecycle.run_while_active(function)

    async def change_state(self, transition: str | int) -> TransitionCallbackReturn:
        """Runs a transition, given as 'configure' or by number, and returns the result of its callback.

        Raises TransitionFailed if it is not possible in this state or another one is running, as in all callbacks.
        Cancellation ends the callback; the node is then finalized.
        """
        return await self._lifecycle.trigger(transition)

    async def configure(self) -> TransitionCallbackReturn:
        """Does change_state('configure')."""
        return await self.change_state('configure')

    async def cleanup(self) -> TransitionCallbackReturn:
        """Does change_state('cleanup')."""
        return await self.change_state('cleanup')

    async def activate(self) -> TransitionCallbackReturn:
        """Does change_state('activate')."""
        return await self.change_state('activate')

    async def deactivate(self) -> TransitionCallbackReturn:
        """Does change_state('deactivate')."""
        return await self.change_state('deactivate')

    async def shutdown(self) -> None:
        """Waits for a running transition, then shuts the node down. Does nothing if it is finalized already.

        Raises TransitionFailed in a callback of another transition: return TransitionCallbackReturn.ERROR there.
        """
        await self._lifecycle.shutdown()

    def on_configure(self, state: LifecycleState) -> Any:
        """Is called to configure the node. Does nothing unless overridden."""

    def on_cleanup(self, state: LifecycleState) -> Any:
        """Is called to clean the node up. Does nothing unless overridden."""

    def on_activate(self, state: LifecycleState) -> Any:
        """Is called to activate the node. Does nothing unless overridden."""

    def on_deactivate(self, state: LifecycleState) -> Any:
        """Is called to deactivate the node. Does nothing unless overridden."""

    def on_shutdown(self, state: LifecycleState) -> Any:
        """Is called to shut the node down. Does nothing unless overridden."""

    def on_error(self, state: LifecycleState) -> Any:
        """Is called after an error; the node is then unconfigured. Does nothing unless overridden."""

    async def __aenter__(self) -> LifecycleNode:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            await self.shutdown()
        finally:
            self.close()

    def close(self) -> None:
        """Closes the node as it is, without a transition. For one, end `async with` or await shutdown() before."""
        if not self.forked:
            self._lifecycle.close()
        super().close()


class LifecyclePub(Pub[Any]):
    """A publisher that publishes while its node is active. Any thread.

    The last messages may be those of on_deactivate() and on_shutdown(), and of a function of while_active() that they
    cancel: a robot's zero velocity.
    """

    def __init__(self, msg_type: Any, topic: str, qos_profile: Any = 10, *, node: Any, **options: Any) -> None:
        """`node` is a LifecycleNode of aio.ros2 or rx. The other arguments are those of Pub."""
        super().__init__(msg_type, topic, qos_profile, node, **options)
        self._lifecycle: Lifecycle = node._lifecycle
        self.dropped = 0
        """Messages that were published while the node was not active."""
        self._warned: object = None

    def publish(self, message: Any) -> None:
        """Publishes the message. Drops it while the node is not active, and then logs a warning once."""
        if self._may_publish():
            super().publish(message)

    def publish_serialized(self, sample: Any) -> None:
        """Publishes an encoded message as publish() does a message."""
        if self._may_publish():
            super().publish_serialized(sample)

    def _publish_loan(self, message: Any, loan: Any) -> None:
        if self._may_publish():
            super()._publish_loan(message, loan)

    def _may_publish(self) -> bool:
        """Returns whether the node is active. If not, counts a dropped message."""
        machine = self._lifecycle.machine
        if machine.state is ACTIVE or machine.leaves_active():
            self._warned = None
            return True
        self.dropped += 1
        if self._warned is None:
            self._warned = True
            self.session.node.logger.warning(
                f'{self.topic_info.topic}: a message was dropped, {self.session.node.name} is not active but '
                f'{machine.state.label}'
            )
        return False


class LifecycleClient(Owned):
    """Queries and changes the state of another node. Not thread-safe: use it in one loop's thread.

    Closed with its scope or by close().
    """

    def __init__(
        self, node: str, session: Session | BaseNode | None = None, *, scope: Scope | None = AUTO_SCOPE
    ) -> None:
        """`node` is the node's name, '/camera'."""
        self.session = auto_session(session)
        self._node_name = node
        self.events: BaseSub[TransitionEvent] = BaseSub(scope=None)
        """A sub of the node's changes of state, for nodes of old and new ROS 2 versions."""
        self._event_sub: Sub[Any] = InternalSub(
            interface('lifecycle_msgs/msg/TransitionEvent'),
            f'{node}/transition_event',
            10,
            self.session,
            scope=None,
        )
        self._event_sub.asap_callback.append(self._passed)
        # Made after the subscription: a node that can answer them has discovered the subscription. See wait_for_node().
        self._clients = {
            name: Client(interface(kind), f'{node}/{name}', session=self.session, scope=None)
            for name, (kind, _) in (QUERIES | {'change_state': ('lifecycle_msgs/srv/ChangeState', None)}).items()
        }
        self.session._register_whole(self, self._event_sub, *self._clients.values())
        self._enter(scope)

    def _passed(self, message: Any) -> None:
        self.events.input_data(read_event(message))

    async def wait_for_node(self, timeout: float | None = None) -> None:
        """Returns when the node has answered and its events are available, so that no later event is lost.

        A node that is busy in a callback answers after it.

        Raises TimeoutError after `timeout` seconds.
        """
        remaining = _Remaining(timeout)
        for client in self._clients.values():
            await client.wait_for_service(timeout=remaining())
        await self._event_sub.wait_for_matched(remaining())
        # That the publisher is matched here does not mean that the node has matched the subscription. An answer does: a
        # node discovers the readers of a participant in the order in which they were made.
        await self.state(remaining())

    async def state(self, timeout: float | None = None) -> LifecycleState:
        """Returns the node's present state, also during a transition. Raises TimeoutError after `timeout` seconds."""
        present = (await self._ask('get_state', timeout)).current_state
        return LifecycleState(present.label, present.id)

    async def available_transitions(self, timeout: float | None = None) -> list[Transition]:
        """Returns the transitions from the present state. Raises TimeoutError after `timeout` seconds."""
        return _transitions(await self._ask('get_available_transitions', timeout))

    async def transition_graph(self, timeout: float | None = None) -> list[Transition]:
        """Returns all transitions from every state. Raises TimeoutError after `timeout` seconds."""
        return _transitions(await self._ask('get_transition_graph', timeout))

    async def change_state(self, transition: str | int, timeout: float | None = None) -> LifecycleState:
        """Triggers 'configure', or a transition's number, and returns the node's state afterwards.

        Raises TransitionFailed, which has the state, if the transition is not possible or its callback did not
        succeed; TimeoutError after `timeout` seconds. Cancellation and the time limit do not stop the node's
        transition.
        """
        remaining = _Remaining(timeout)
        request = self._request('change_state')
        if isinstance(transition, str):
            request.transition.label = transition
        else:
            request.transition.id = transition
        response = await self._call('change_state', request, remaining)
        state = await self.state(remaining())
        if not response.success:
            raise TransitionFailed(
                f"{self._node_name}: the transition '{transition}' failed; it is {state.label}", state
            )
        return state

    def _request(self, name: str) -> Any:
        kind = QUERIES[name][0] if name in QUERIES else 'lifecycle_msgs/srv/ChangeState'
        return interface(kind).Request()

    async def _ask(self, name: str, timeout: float | None) -> Any:
        return await self._call(name, self._request(name), _Remaining(timeout))

    async def _call(self, name: str, request: Any, remaining: _Remaining) -> Any:
        await self._clients[name].wait_for_service(timeout=remaining())
        return await self._clients[name].call(request, remaining())

    def close(self) -> None:
        """Ends the client and cancels waits for answers. A second call does nothing."""
        self._leave()
        for client in self._clients.values():
            client.close()
        self._event_sub.close()
        self.events.close()

    async def __aenter__(self) -> LifecycleClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class _Remaining:
    """The remaining seconds of a time limit; None for no limit."""

    def __init__(self, timeout: float | None) -> None:
        limit = time_limit(timeout)
        self._end = None if limit is None else asyncio.get_running_loop().time() + limit

    def __call__(self) -> float | None:
        return None if self._end is None else max(self._end - asyncio.get_running_loop().time(), 0)


def _transitions(response: Any) -> list[Transition]:
    def state(of: Any) -> LifecycleState:
        return LifecycleState(of.label, of.id)

    return [
        Transition(
            description.transition.label,
            description.transition.id,
            state(description.start_state),
            state(description.goal_state),
        )
        for description in response.available_transitions
    ]


__all__ = [
    'LifecycleClient',
    'LifecycleNode',
    'LifecyclePub',
    'LifecycleState',
    'TransitionCallbackReturn',
    'TransitionEvent',
    'TransitionFailed',
]
