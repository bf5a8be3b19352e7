# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""LifecycleNode: a node whose state others see and change by ROS 2's lifecycle services."""

from __future__ import annotations

import traceback
from typing import Any

from ..callback_groups import MutuallyExclusiveCallbackGroup
from ..node import Node
from ..publisher import Publisher
from ..qos import QoSProfile
from .managed_entity import ManagedEntity
from .publisher import LifecyclePublisher
from .state_machine import (
    STATES,
    TRANSITIONS,
    LifecycleState,
    StateMachine,
    Transition,
    TransitionCallbackReturn,
)


class LifecycleNodeMixin(ManagedEntity):
    """Makes a Node one with a lifecycle: to be a base before it, and to be initialised after it.

    Override on_configure(), on_cleanup(), on_shutdown(), on_activate(), on_deactivate(), on_error(); those here do the
    same with the managed entities, so call super()'s. A callback that raises is an error. They run in the executor if
    somebody calls a service, else in the thread that triggers the transition.
    """

    def __init__(self, *, enable_communication_interface: bool = True) -> None:
        """`enable_communication_interface`: with the services ~/change_state, …, and the topic ~/transition_event."""
        self._managed_entities: set[Any] = set()
        self._machine = StateMachine(self._call, self._passed)
        self._transition_event: Any = None
        if enable_communication_interface:
            self._offer()

    # --- transitions ---

    def trigger_configure(self) -> TransitionCallbackReturn:
        """RuntimeError if it is not possible in this state; so the others."""
        return self._machine.trigger('configure')

    def trigger_cleanup(self) -> TransitionCallbackReturn:
        return self._machine.trigger('cleanup')

    def trigger_shutdown(self) -> TransitionCallbackReturn:
        return self._machine.trigger('shutdown')

    def trigger_activate(self) -> TransitionCallbackReturn:
        return self._machine.trigger('activate')

    def trigger_deactivate(self) -> TransitionCallbackReturn:
        return self._machine.trigger('deactivate')

    def _call(self, name: str, state: LifecycleState) -> TransitionCallbackReturn:
        try:
            result = getattr(self, f'on_{name}')(state)
            if not isinstance(result, TransitionCallbackReturn):
                raise TypeError(f'on_{name}() returned {result!r}; expected a TransitionCallbackReturn')
        except Exception:
            self._node().get_logger().error(f'on_{name}() failed:\n{traceback.format_exc()}')
            return TransitionCallbackReturn.ERROR
        return result

    def _all_entities_do(self, name: str, state: LifecycleState) -> TransitionCallbackReturn:
        for entity in list(self._managed_entities):
            result: TransitionCallbackReturn = getattr(entity, f'on_{name}')(state)
            if result is not TransitionCallbackReturn.SUCCESS:
                return result
        return TransitionCallbackReturn.SUCCESS

    def on_configure(self, state: LifecycleState) -> TransitionCallbackReturn:
        return self._all_entities_do('configure', state)

    def on_cleanup(self, state: LifecycleState) -> TransitionCallbackReturn:
        return self._all_entities_do('cleanup', state)

    def on_shutdown(self, state: LifecycleState) -> TransitionCallbackReturn:
        return self._all_entities_do('shutdown', state)

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        return self._all_entities_do('activate', state)

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        return self._all_entities_do('deactivate', state)

    def on_error(self, state: LifecycleState) -> TransitionCallbackReturn:
        """FAILURE, so the node ends finalized: override it to be unconfigured again."""
        self._all_entities_do('error', state)
        return TransitionCallbackReturn.FAILURE

    # --- entities ---

    def add_managed_entity(self, entity: ManagedEntity) -> None:
        self._managed_entities.add(entity)

    def create_lifecycle_publisher(
        self, msg_type: Any, topic: str, qos_profile: QoSProfile | int, **options: Any
    ) -> LifecyclePublisher[Any]:
        """Publishes while the node is active. Options as create_publisher()."""
        publisher = self._node().create_publisher(
            msg_type, topic, qos_profile, publisher_class=LifecyclePublisher, **options
        )
        assert isinstance(publisher, LifecyclePublisher)
        self._managed_entities.add(publisher)
        return publisher

    def destroy_lifecycle_publisher(self, publisher: LifecyclePublisher[Any]) -> bool:
        """Whether it was there."""
        return self._node().destroy_publisher(publisher)

    # --- what others see ---

    def _node(self) -> Node:
        assert isinstance(self, Node)
        return self

    def _offer(self) -> None:
        from rxros2.interfaces.lifecycle_msgs import msg, srv

        node, group = self._node(), MutuallyExclusiveCallbackGroup()
        self._transition_event = node.create_publisher(msg.TransitionEvent, '~/transition_event', 10)
        for kind, name, callback in (
            (srv.ChangeState, 'change_state', self._change_state),
            (srv.GetState, 'get_state', self._get_state),
            (srv.GetAvailableStates, 'get_available_states', self._get_available_states),
            (srv.GetAvailableTransitions, 'get_available_transitions', self._get_available_transitions),
            (srv.GetAvailableTransitions, 'get_transition_graph', self._get_transition_graph),
        ):
            node.create_service(kind, f'~/{name}', callback, callback_group=group)

    def _passed(self, transition: Transition) -> None:
        if self._transition_event is None:
            return
        message = self._transition_event.msg_type(
            timestamp=self._node().get_clock().now().nanoseconds,
            transition=_message('Transition', transition.id, transition.label),
            start_state=_message('State', transition.start.state_id, transition.start.label),
            goal_state=_message('State', transition.goal.state_id, transition.goal.label),
        )
        self._transition_event.publish(message)

    def _change_state(self, request: Any, response: Any) -> Any:
        """By its label if there is one, else by its number."""
        wanted = request.transition.label or request.transition.id
        try:
            response.success = self._machine.trigger(wanted) is TransitionCallbackReturn.SUCCESS
        except RuntimeError as error:
            self._node().get_logger().warning(str(error))
        return response

    def _get_state(self, request: Any, response: Any) -> Any:
        state = self._machine.state
        response.current_state = _message('State', state.state_id, state.label)
        return response

    def _get_available_states(self, request: Any, response: Any) -> Any:
        response.available_states = [_message('State', each.state_id, each.label) for each in STATES]
        return response

    def _get_available_transitions(self, request: Any, response: Any) -> Any:
        response.available_transitions = [_description(each) for each in self._machine.available()]
        return response

    def _get_transition_graph(self, request: Any, response: Any) -> Any:
        response.available_transitions = [_description(each) for each in TRANSITIONS]
        return response


def _message(kind: str, number: int, label: str) -> Any:
    from rxros2.interfaces.lifecycle_msgs import msg

    return getattr(msg, kind)(id=number, label=label)


def _description(transition: Transition) -> Any:
    from rxros2.interfaces.lifecycle_msgs.msg import TransitionDescription

    return TransitionDescription(
        transition=_message('Transition', transition.id, transition.label),
        start_state=_message('State', transition.start.state_id, transition.start.label),
        goal_state=_message('State', transition.goal.state_id, transition.goal.label),
    )


class LifecycleNode(LifecycleNodeMixin, Node):
    """A Node with a lifecycle; see LifecycleNodeMixin. Its arguments are a Node's."""

    def __init__(self, node_name: str, *, enable_communication_interface: bool = True, **options: Any) -> None:
        Node.__init__(self, node_name, **options)
        LifecycleNodeMixin.__init__(self, enable_communication_interface=enable_communication_interface)

    def destroy_publisher(self, publisher: Publisher[Any]) -> bool:
        self._managed_entities.discard(publisher)
        return super().destroy_publisher(publisher)
