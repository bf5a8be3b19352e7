# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Lifecycle nodes: events about their state transitions, and events that request transitions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ...lifecycle import TransitionEvent
from ...messages import interface
from ...printable import one_line
from ..entity import Action, LaunchDescriptionEntity, SomeEntitiesType
from ..events import Event
from ..handlers import CoroutineHandler, EventHandler
from ..substitution import SomeSubstitutionsType, text_of
from .node import Node

if TYPE_CHECKING:
    from ...aio.ros2 import LifecycleClient
    from ..context import LaunchContext


class ChangeState(Event):
    """Requests a transition of lifecycle nodes; `transition_id` is a number of lifecycle_msgs/msg/Transition."""

    name = 'launch_ros.events.lifecycle.ChangeState'

    def __init__(self, *, lifecycle_node_matcher: Callable[[Any], bool], transition_id: int) -> None:
        self.lifecycle_node_matcher = lifecycle_node_matcher
        self.transition_id = transition_id


class StateTransition(Event):
    """The node of `action` has made a transition. `msg` has transition, start_state and goal_state."""

    name = 'launch_ros.events.lifecycle.StateTransition'

    def __init__(self, *, action: Any, msg: Any) -> None:
        self.action = action
        self.msg = msg
        self.timestamp = msg.timestamp
        self.transition = msg.transition.label
        self.start_state = msg.start_state.label
        self.goal_state = msg.goal_state.label


def matches_node_name(node_name: str) -> Callable[[Any], bool]:
    """Returns a matcher for the action of a node."""
    return lambda action: getattr(action, 'node_name', None) == node_name


class OnStateTransition(EventHandler):
    """Handles transitions of one node or of all, selected by transition, start state and goal state."""

    def __init__(
        self,
        *,
        entities: SomeEntitiesType,
        target_lifecycle_node: LifecycleNode | None = None,
        transition: str | None = None,
        start_state: str | None = None,
        goal_state: str | None = None,
        matcher: Callable[[Event], bool] | None = None,
        **kwargs: Any,
    ) -> None:
        if not isinstance(target_lifecycle_node, (LifecycleNode, type(None))):
            raise TypeError(f'target_lifecycle_node is {target_lifecycle_node!r}; expected a LifecycleNode action')

        def matches(event: Event) -> bool:
            return (
                isinstance(event, StateTransition)
                and target_lifecycle_node in (None, event.action)
                and transition in (None, event.transition)
                and start_state in (None, event.start_state)
                and goal_state in (None, event.goal_state)
            )

        super().__init__(matcher=matches if matcher is None else matcher, entities=entities, **kwargs)


class LifecycleNode(Node):
    """Runs a lifecycle node and emits its transitions as events. With `autostart` it configures and activates it."""

    def __init__(
        self,
        *,
        name: SomeSubstitutionsType,
        namespace: SomeSubstitutionsType,
        autostart: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, namespace=namespace, **kwargs)
        self._autostart = autostart
        self._client: LifecycleClient | None = None
        self._turn = asyncio.Lock()

    @property
    def is_lifecycle_node(self) -> bool:
        """Always True."""
        return True

    def execute(self, context: LaunchContext) -> Sequence[LaunchDescriptionEntity] | None:
        """Starts the process, emits StateTransition events, and handles ChangeState events for this node.

        With `autostart` it also requests the transitions 'configure' and 'activate'.
        """
        from .client import lifecycle

        entities = super().execute(context)
        if self.get_asyncio_future() is None:
            return entities
        self._client = lifecycle(context, self.node_name)

        self._client.events.asap_callback.append(
            lambda event: context.emit_event_sync(StateTransition(action=self, msg=_message(event)))
        )

        def for_this(event: Event) -> bool:
            return isinstance(event, ChangeState) and bool(event.lifecycle_node_matcher(self))

        context.register_event_handler(
            CoroutineHandler(
                matcher=for_this, start=lambda event: self._change_while_running(context, [event.transition_id])
            )
        )
        if self._autostart:
            context.add_completion_future(asyncio.ensure_future(self._change_while_running(context, [1, 3])))
        return entities

    async def _change_while_running(self, context: LaunchContext, transitions: Iterable[int]) -> None:
        assert self._client is not None
        work = asyncio.ensure_future(self._change_in_turn(context, self._client, transitions))
        context.cancel_at_shutdown(work)
        run = self.get_asyncio_future()
        assert run is not None
        await asyncio.wait([work, run], return_when=asyncio.FIRST_COMPLETED)  # a process that has ended never responds
        if not work.done():
            work.cancel()
        elif not work.cancelled():
            work.result()

    async def _change_in_turn(
        self, context: LaunchContext, client: LifecycleClient, transitions: Iterable[int]
    ) -> None:
        async with self._turn:
            for transition in transitions:
                if not await change(context, client, self.node_name, transition):
                    return


def _message(event: TransitionEvent) -> Any:
    message = interface('lifecycle_msgs/msg/TransitionEvent')()
    message.timestamp = event.stamp
    message.transition.label = event.transition
    for target, state in ((message.start_state, event.start), (message.goal_state, event.goal)):
        target.label, target.id = state
    return message


async def change(context: LaunchContext, client: LifecycleClient, node: str, transition: int) -> bool:
    """Requests a transition and returns whether the node made it; prints an error if not."""
    from ...aio.ros2 import TransitionFailed

    try:
        while True:
            try:
                await client.wait_for_node(timeout=10.0)
                break
            except TimeoutError:
                context.warn(f'waits for the lifecycle node {node}')
        await client.change_state(transition)
        return True
    except TransitionFailed as error:
        context.error(one_line(str(error)))
    except (LookupError, RuntimeError, TimeoutError, ValueError) as error:  # an invalid response
        context.error(f'{node}: the transition {transition} failed: {one_line(str(error))}')
    return False


class LifecycleTransition(Action):
    """Makes named nodes run through transitions, one after the other."""

    def __init__(
        self,
        *,
        lifecycle_node_names: Iterable[SomeSubstitutionsType],
        transition_ids: Iterable[int | SomeSubstitutionsType],
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._nodes = list(lifecycle_node_names)
        self._transitions = list(transition_ids)
        self._task: asyncio.Future[Any] | None = None
        if not self._nodes or not self._transitions:
            raise ValueError('LifecycleTransition has no nodes or no transitions; expected at least one of each')

    def execute(self, context: LaunchContext) -> None:
        """Starts to request the transitions, for all nodes at the same time.

        A node whose transition fails gets no further request.
        """
        nodes = [text_of(context, node) for node in self._nodes]
        numbers = [
            transition if isinstance(transition, int) else int(text_of(context, transition))
            for transition in self._transitions
        ]
        self._task = asyncio.gather(
            *(self._change_all(context, node if node.startswith('/') else f'/{node}', numbers) for node in nodes)
        )
        context.cancel_at_shutdown(self._task)

    async def _change_all(self, context: LaunchContext, node: str, numbers: Iterable[int]) -> None:
        from .client import lifecycle

        client = lifecycle(context, node)
        try:
            for number in numbers:
                if not await change(context, client, node, number):
                    return
        finally:
            client.close()

    def get_asyncio_future(self) -> asyncio.Future[Any] | None:
        """Returns a future that completes when all nodes are done; None before execute()."""
        return self._task
