# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""LifecycleNode: a node whose state other nodes see and change by ROS 2's lifecycle services."""

from __future__ import annotations

import traceback
from functools import partial
from typing import Any

from rxros2.lifecycle import (
    QUERIES,
    LifecycleState,
    StateMachine,
    Transition,
    TransitionCallbackReturn,
    TransitionFailed,
    event,
    requested_transition,
)
from rxros2.messages import interface

from ..callback_groups import CallbackGroup, MutuallyExclusiveCallbackGroup
from ..impl.implementation import RCLError
from ..impl.reexports import reexports
from ..node import Node
from ..publisher import Publisher
from ..qos import QoSProfile
from .managed_entity import ManagedEntity
from .publisher import LifecyclePublisher
from .queries import Query

__getattr__ = reexports(__name__)


class LifecycleNodeMixin(ManagedEntity):
    """Adds a lifecycle to a Node: list it before Node among the bases, and initialise it after Node.

    Override on_configure(), on_cleanup(), on_shutdown(), on_activate(), on_deactivate() and on_error(); the functions
    here pass the transition on to the managed entities, so call super()'s. An exception in a callback counts as ERROR.
    Callbacks run in the executor for a request of the service, else in the thread that triggers the transition.
    """

    def __init__(
        self, *, enable_communication_interface: bool = True, callback_group: CallbackGroup | None = None
    ) -> None:
        """`enable_communication_interface` adds the services ~/change_state, ~/get_state, …

        ~/change_state runs in `callback_group`, by default in a group of its own. The other services are answered by a
        thread of the process, also while a callback of a transition runs.
        """
        self._managed_entities: set[Any] = set()
        self._machine = StateMachine(self._passed)
        self._queries: list[Query] = []
        self._transition_event: Any = self._node().create_publisher(
            interface('lifecycle_msgs/msg/TransitionEvent'), '~/transition_event', 10
        )
        if enable_communication_interface:
            self._offer(callback_group or MutuallyExclusiveCallbackGroup())

    # --- transitions ---

    def trigger_configure(self) -> TransitionCallbackReturn:
        """Runs the transition 'configure'. Raises RCLError if it is not possible in this state."""
        return self._trigger('configure')

    def trigger_cleanup(self) -> TransitionCallbackReturn:
        """Runs the transition 'cleanup'. Raises RCLError if it is not possible in this state."""
        return self._trigger('cleanup')

    def trigger_shutdown(self) -> TransitionCallbackReturn:
        """Runs the transition 'shutdown'. Raises RCLError if it is not possible in this state."""
        return self._trigger('shutdown')

    def trigger_activate(self) -> TransitionCallbackReturn:
        """Runs the transition 'activate'. Raises RCLError if it is not possible in this state."""
        return self._trigger('activate')

    def trigger_deactivate(self) -> TransitionCallbackReturn:
        """Runs the transition 'deactivate'. Raises RCLError if it is not possible in this state."""
        return self._trigger('deactivate')

    def _trigger(self, label: str) -> TransitionCallbackReturn:
        try:
            return self._machine.trigger(label, self._call)
        except TransitionFailed as error:
            raise RCLError(str(error)) from None

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
        """Configures the managed entities."""
        return self._all_entities_do('configure', state)

    def on_cleanup(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Cleans the managed entities up."""
        return self._all_entities_do('cleanup', state)

    def on_shutdown(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Shuts the managed entities down."""
        return self._all_entities_do('shutdown', state)

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Activates the managed entities."""
        return self._all_entities_do('activate', state)

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Deactivates the managed entities."""
        return self._all_entities_do('deactivate', state)

    def on_error(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Handles an error. SUCCESS, which this one returns, makes the node unconfigured, another result finalized."""
        return self._all_entities_do('error', state)

    # --- entities ---

    def add_managed_entity(self, entity: ManagedEntity) -> None:
        """Adds an object that follows the transitions of the node."""
        self._managed_entities.add(entity)

    def create_lifecycle_publisher(
        self, msg_type: Any, topic: str, qos_profile: QoSProfile | int, **options: Any
    ) -> LifecyclePublisher[Any]:
        """Makes a publisher that publishes while the node is active. The options are those of create_publisher()."""
        publisher = self._node().create_publisher(
            msg_type, topic, qos_profile, publisher_class=LifecyclePublisher, **options
        )
        assert isinstance(publisher, LifecyclePublisher)
        self._managed_entities.add(publisher)
        return publisher

    def destroy_lifecycle_publisher(self, publisher: LifecyclePublisher[Any]) -> bool:
        """Destroys a publisher. Returns False if it is not of this node."""
        return self._node().destroy_publisher(publisher)

    # --- services and events ---

    def _node(self) -> Node:
        assert isinstance(self, Node)
        return self

    def _offer(self, group: CallbackGroup) -> None:
        node = self._node()
        node.create_service(
            interface('lifecycle_msgs/srv/ChangeState'), '~/change_state', self._change_state, callback_group=group
        )
        self._queries = [
            Query(node, f'~/{name}', kind, partial(fill, self._machine)) for name, (kind, fill) in QUERIES.items()
        ]

    def _passed(self, transition: Transition) -> None:
        """Publishes the transition. A failure, such as after the context's shutdown, does not stop the transition."""
        node = self._node()
        try:
            self._transition_event.publish(event(transition, node.get_clock().now().nanoseconds))
        except Exception as error:
            node.get_logger().warning(f'the transition {transition.label} could not be published: {error}')

    def _change_state(self, request: Any, response: Any) -> Any:
        try:
            response.success = (
                self._machine.trigger(requested_transition(request), self._call) is TransitionCallbackReturn.SUCCESS
            )
        except RuntimeError as error:
            self._node().get_logger().warning(str(error))
        return response


class LifecycleNode(LifecycleNodeMixin, Node):
    """A Node with a lifecycle; see LifecycleNodeMixin. The arguments are a Node's."""

    def __init__(self, node_name: str, *, enable_communication_interface: bool = True, **options: Any) -> None:
        Node.__init__(self, node_name, **options)
        LifecycleNodeMixin.__init__(self, enable_communication_interface=enable_communication_interface)

    def destroy_node(self) -> None:
        """Ends the node and everything that was made with it."""
        for query in self._queries:
            query.close()
        super().destroy_node()

    def destroy_publisher(self, publisher: Publisher[Any]) -> bool:
        """Destroys a publisher. Returns False if it is not of this node."""
        self._managed_entities.discard(publisher)
        return super().destroy_publisher(publisher)
