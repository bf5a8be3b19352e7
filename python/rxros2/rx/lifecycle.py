# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Lifecycle nodes as streams: from_lifecycle, while_active, while_configured, change_state, and LifecycleNode."""

from __future__ import annotations

import asyncio
import concurrent.futures
from collections.abc import Callable
from typing import Any, TypeVar

import reactivex
from reactivex import Observable
from reactivex import operators as ops
from reactivex.scheduler import ImmediateScheduler

from ..aio.ros2.lifecycle import Lifecycle
from ..lifecycle import (
    ACTIVATING,
    ACTIVE,
    CALLBACKS,
    DEACTIVATING,
    INACTIVE,
    TRANSITIONS,
    LifecycleState,
    TransitionCallbackReturn,
    TransitionFailed,
)
from ..messages import interface
from ..stream_errors import handled_description
from .assembly import operator
from .convert import from_sub
from .node import Node, as_node
from .services import send_request
from .stream import Stream
from .topics import from_topic

_T = TypeVar('_T')

_SHUTDOWN_WITHIN = 10.0
"""Seconds that close() waits for the end of a node's shutdown transition."""


class LifecycleNode(Node):
    """A node whose state other nodes see and change; see rxros2.aio.ros2.LifecycleNode.

    Override on_configure(), …: functions or coroutines that run in the node's executor. close() shuts the node down.
    """

    def __init__(self, name: str, *, enable_communication_interface: bool = True, **options: Any) -> None:
        """The arguments are those of Node and of aio.ros2.LifecycleNode.

        TypeError for rclpy, which has its own class.
        """
        super().__init__(name, **options)
        self._lifecycle = Lifecycle(self, self, services=enable_communication_interface)
        self.scheduler.run(self._lifecycle.begin)

    @property
    def state(self) -> LifecycleState:
        """The present state."""
        return self._lifecycle.machine.state

    async def change_state(self, transition: str | int) -> TransitionCallbackReturn:
        """Runs a transition like aio.ros2.LifecycleNode.

        Call it in the node's executor; elsewhere use change_state().
        """
        return await self._lifecycle.trigger(transition)

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

    def close(self) -> None:
        """Runs the shutdown transition, if the executor is free, then closes the node. A second call does nothing.

        If the transition fails or takes longer than 10 s, that is logged and the node is closed as it is.
        """
        try:
            if not self.forked and not self.closed:
                self._shut_down()
        finally:
            super().close()
            if not self.forked:
                self._lifecycle.close()

    def _shut_down(self) -> None:
        loop = self.scheduler.loop
        if self._lifecycle.machine.find('shutdown') is None or loop.is_closed():
            return
        name, before = self.name, self.state.label
        running_here = _running()
        if running_here is loop or (running_here is not None and not loop.is_running()):
            self.logger.warning(
                f'{name} is closed inside a running asyncio loop and on_shutdown() does not run; it was {before}. '
                "Write `await node.change_state('shutdown')` before the end of `with`"
            )
            return
        within = asyncio.wait_for(self._lifecycle.shutdown(), _SHUTDOWN_WITHIN)
        try:
            if loop.is_running():
                # The loop itself may be blocked by a callback that is not a coroutine.
                asyncio.run_coroutine_threadsafe(within, loop).result(_SHUTDOWN_WITHIN + 1)
            else:
                loop.run_until_complete(within)
        except (TimeoutError, asyncio.TimeoutError, concurrent.futures.TimeoutError):  # one class since Python 3.11
            self.logger.error(
                f'{name} did not shut down within {_SHUTDOWN_WITHIN:g} s: a transition or on_shutdown() has not ended; '
                f'it was {before} and is closed as it is'
            )
        except Exception:
            self.logger.error(f'{name}: its shutdown failed: {handled_description()}')


def _running() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def from_lifecycle(node: Node, name: str = '~') -> Stream[Any]:
    """Emits the state of a lifecycle node, then each that it reaches: lifecycle_msgs/msg/State.

    ::

        the node's state               unconfigured --configuring--inactive----activating--active----
        from_lifecycle(n, '/camera')   unconfigured-configuring--inactive----activating--active----|
                                                            (| the node was closed, or shutdown())

    `name` is that of another node, in any process; without it `node` itself, which is a lifecycle node then. The first
    state is the answer of the service <name>/get_state, as soon as the node exists, or the first event; the others come
    from <name>/transition_event. A node that is restarted sends events again, but its first state is not emitted.
    """
    on = as_node(node)
    event, state = interface('lifecycle_msgs/msg/TransitionEvent'), interface('lifecycle_msgs/srv/GetState')
    reached = from_topic(on, event, f'{name}/transition_event', 100).pipe(ops.map(lambda message: message.goal_state))

    def subscribe(observer: Any, scheduler: Any = None) -> Any:
        shared: Observable[Any] = reached.pipe(ops.share())
        requests: Observable[Any] = reactivex.just(state.Request())
        present: Observable[Any] = requests.pipe(
            send_request(on, state, f'{name}/get_state'),
            ops.map(_current_state),
            ops.take_until(shared),
        )
        states: Observable[Any] = shared.pipe(ops.merge(present), ops.distinct_until_changed(_id))
        return states.subscribe(observer, scheduler=scheduler or on.scheduler)

    return Stream(on, subscribe, f'from_lifecycle({name})')


def _current_state(response: Any) -> Any:
    return response.current_state


def _id(state: Any) -> Any:
    return state.id


def change_state(node: Node, name: str, transition: str, *, timeout: float | None = None) -> Stream[Any]:
    """Triggers a transition of a lifecycle node, 'configure', 'activate', …, and emits the State that it leads to.

    ::

        change_state(n, '/camera', 'configure')               -----inactive|
        change_state(n, '/camera', 'activate')                --X      X TransitionFailed
        change_state(n, '/camera', 'configure', timeout=5)    ----------X      X RequestTimeout

    Triggers it once for each subscriber. Waits until the node exists and for the end of the transition; so give a time
    limit, in seconds of the node's clock. Use concat to bring nodes up in the order of their dependencies.
    """
    kind = interface('lifecycle_msgs/srv/ChangeState')
    request = kind.Request()
    request.transition.label = transition
    goal = _goal_of(transition)

    def succeeded(response: Any) -> Any:
        if not response.success:
            raise TransitionFailed(f"transition '{transition}' of node '{name}' did not succeed", goal)
        return interface('lifecycle_msgs/msg/State')(id=goal.state_id, label=goal.label)

    requests: Observable[Any] = reactivex.just(request)
    responses = requests.pipe(send_request(node, kind, f'{name}/change_state', timeout=timeout))
    states: Stream[Any] = responses.pipe(ops.map(succeeded))
    return states


def _goal_of(transition: str) -> LifecycleState:
    """Returns the state that a transition leads to if it succeeds."""
    for transition_ in TRANSITIONS:
        if transition_.label == transition and transition_.goal in CALLBACKS:
            return next(after.goal for after in TRANSITIONS if after.start is transition_.goal)
    return LifecycleState('unknown', 0)


def while_active(node: Node) -> Callable[[Observable[_T]], Stream[_T]]:
    """source.pipe(while_active(node)) subscribes to the source when the lifecycle node becomes active.

    ::

        source                     --1--2--3--4--5--6--
        the node is active         ____/~~~~~~~\\____/~~
        while_active(n)            -----2--3----------6   again and again, until the node ends

    It disposes that before on_deactivate(), on_shutdown() and on_error() are called. The resources of a source (a
    topic's subscription, a device's thread) therefore exist only while the node is active. Put it in front of
    publish_to_topic(), which starts by itself. An error of the source ends the stream, its completion only this round.
    """
    return _while_in('while_active', node, (ACTIVE,))


def while_configured(node: Node) -> Callable[[Observable[_T]], Stream[_T]]:
    """Does what while_active() does, but from the success of on_configure().

    The source is disposed before on_cleanup(), on_shutdown() and on_error() are called.
    """
    return _while_in('while_configured', node, (INACTIVE, ACTIVATING, ACTIVE, DEACTIVATING))


def _own_states(node: LifecycleNode) -> Observable[LifecycleState]:
    """Emits the states of a node of this process, synchronously with its transitions. In the executor."""

    def subscribe(observer: Any, scheduler: Any = None) -> Any:
        observer.on_next(node.state)
        return from_sub(node._lifecycle.states).subscribe(observer)

    return Observable(subscribe)


def _while_in(name: str, node: Node, states: tuple[LifecycleState, ...]) -> Callable[[Observable[_T]], Stream[_T]]:
    on = as_node(node)
    ids = {member.state_id for member in states}

    def is_within(state: Any) -> bool:
        return (state.state_id if isinstance(state, LifecycleState) else state.id) in ids

    def within() -> Any:
        states: Observable[Any] = _own_states(on) if isinstance(on, LifecycleNode) else from_lifecycle(on)
        return states.pipe(ops.map(is_within))

    def run(source: Observable[_T]) -> Stream[_T]:
        def subscribe(observer: Any, scheduler: Any = None) -> Any:
            def begin(*_: Any) -> Any:
                now: Observable[Any] = within().pipe(
                    ops.distinct_until_changed(),
                    ops.switch_map(lambda now: source if now else reactivex.empty(ImmediateScheduler.singleton())),
                )
                return now.subscribe(observer, scheduler=scheduler or on.scheduler)

            if on.scheduler.loop is _running():
                return begin()
            return on.scheduler.schedule(begin)

        return Stream(on, subscribe, getattr(source, 'name', 'a stream'))

    return operator(on, name, run)


__all__ = ['LifecycleNode', 'change_state', 'from_lifecycle', 'while_active', 'while_configured']
