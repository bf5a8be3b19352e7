# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""ActionClient: sends goals to an action server."""

from __future__ import annotations

import threading
import uuid
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rxros2.actions import Endpoints, id_in, id_of
from rxros2.actions import GoalStatus as GoalState
from rxros2.messages.codec import codec_of

from ..clock import Clock
from ..clock_type import ClockType
from ..event_handler import QoSSubscriptionMatchedInfo, SubscriptionEventCallbacks
from ..impl.reexports import reexports
from ..impl.waits import wait_for_future, wait_until
from ..qos import QoSProfile, qos_profile_action_status_default, qos_profile_services_default
from ..task import Future
from ..waitable import NumberOfEntities, Waitable

if TYPE_CHECKING:
    from ..callback_groups import CallbackGroup
    from ..client import Client
    from ..node import Node
    from ..service_introspection import ServiceIntrospectionState
    from ..timer import Timer

__getattr__ = reexports(__name__)

_LAST_MESSAGES_TIMEOUT = 0.2
"""Seconds to wait for the last messages of a server after it disappeared."""
_STEADY = Clock(clock_type=ClockType.STEADY_TIME)

GoalT = TypeVar('GoalT')
ResultT = TypeVar('ResultT')
FeedbackT = TypeVar('FeedbackT')


class ClientGoalHandle(Generic[GoalT, ResultT, FeedbackT]):
    """A goal that the server has accepted or rejected. Thread-safe."""

    def __init__(self, action_client: ActionClient[Any, Any, Any], goal_id: Any, goal_response: Any) -> None:
        self._action_client = action_client
        self._goal_id = goal_id
        self._goal_response = goal_response
        self._status = int(GoalState.UNKNOWN)
        self._result: Future[Any] | None = None

    @property
    def goal_id(self) -> Any:
        """The goal's id, a unique_identifier_msgs/msg/UUID."""
        return self._goal_id

    @property
    def stamp(self) -> Any:
        """The time at which the server accepted the goal, by its clock: a builtin_interfaces/msg/Time."""
        return self._goal_response.stamp

    @property
    def accepted(self) -> bool:
        """True if the server has accepted the goal."""
        return bool(self._goal_response.accepted)

    @property
    def status(self) -> int:
        """The last known status, numbered as in action_msgs/msg/GoalStatus."""
        return self._status

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ClientGoalHandle) and self._goal_id == other._goal_id

    def __hash__(self) -> int:
        return hash(bytes(self._goal_id.uuid))

    def __repr__(self) -> str:
        return (
            f'ClientGoalHandle <id={bytes(self._goal_id.uuid).hex()}, accepted={self.accepted}, status={self.status}>'
        )

    def cancel_goal(self) -> Any:
        """Cancels the goal and returns the server's CancelGoal.Response.

        It blocks, so an executor must spin the node in another thread. Raises an RCLError when the context is shut
        down meanwhile.
        """
        return self._action_client._wait(self.cancel_goal_async(), 'the response to a cancellation')

    def cancel_goal_async(self) -> Future[Any]:
        """Requests cancellation of the goal; the future gets the CancelGoal.Response."""
        return self._action_client._cancel_goal_async(self)

    def get_result(self) -> Any:
        """Returns the response of GetResult, with `status` and `result`; blocks like cancel_goal()."""
        return self._action_client._wait(self.get_result_async(), 'a result')

    def get_result_async(self) -> Future[Any]:
        """Requests the result; the future gets the response of GetResult."""
        if self._result is None:
            self._result = self._action_client._get_result_async(self)
        return self._result


class ActionClient(Waitable, Generic[GoalT, ResultT, FeedbackT]):
    """Sends goals. Its futures are completed when an executor spins the node. Thread-safe."""

    def __init__(
        self,
        node: Node,
        action_type: Any,
        action_name: str,
        *,
        callback_group: CallbackGroup | None = None,
        goal_service_qos_profile: QoSProfile = qos_profile_services_default,
        result_service_qos_profile: QoSProfile = qos_profile_services_default,
        cancel_service_qos_profile: QoSProfile = qos_profile_services_default,
        feedback_sub_qos_profile: QoSProfile = QoSProfile(depth=10),  # noqa: B008
        status_sub_qos_profile: QoSProfile = qos_profile_action_status_default,
        enable_feedback_msg_optimization: bool = False,
    ) -> None:
        """`enable_feedback_msg_optimization` has no effect: this client never decodes the feedback of other goals."""
        super().__init__(node.default_callback_group if callback_group is None else callback_group)
        self._endpoints = endpoints = Endpoints(action_type, action_name, node._resolved)
        self._node = node
        self._action_type = action_type
        self._action_name = action_name
        self._callback_group = callback_group
        self._lock = threading.Lock()  # guards the three dictionaries
        self._feedback_callbacks: dict[bytes, Callable[[Any], Any]] = {}
        # Goals whose result was requested and has not arrived, by goal id.
        self._pending: dict[bytes, tuple[ClientGoalHandle[Any, Any, Any], Future[Any]]] = {}
        self._goals: weakref.WeakValueDictionary[bytes, ClientGoalHandle[Any, Any, Any]] = weakref.WeakValueDictionary()

        def create_client(endpoint: tuple[Any, str], qos: QoSProfile) -> Client[Any]:
            return node.create_client(*endpoint, qos_profile=qos, callback_group=callback_group)

        self._send = create_client(endpoints.send_goal, goal_service_qos_profile)
        self._result = create_client(endpoints.get_result, result_service_qos_profile)
        self._cancel = create_client(endpoints.cancel_goal, cancel_service_qos_profile)
        self._codec = codec_of(endpoints.feedback[0])
        self._feedback = node.create_subscription(
            *endpoints.feedback[:2],
            self._feedback_arrived,
            feedback_sub_qos_profile,
            callback_group=callback_group,
            event_callbacks=SubscriptionEventCallbacks(matched=self._servers_changed),
            raw=True,
        )
        self._status = node.create_subscription(
            *endpoints.status[:2], self._changed, status_sub_qos_profile, callback_group=callback_group
        )

    def get_num_entities(self) -> NumberOfEntities:
        """Returns the numbers of entities. The node's executor runs each of them itself."""
        return NumberOfEntities(num_subs=2, num_clients=3)

    def _feedback_arrived(self, sample: Any) -> None:
        with self._lock:
            callback = self._feedback_callbacks.get(id_in(sample))
        if callback is None:
            return
        try:
            message = self._codec.decode(sample)
        except Exception as error:
            self._node.get_logger().warning(f'{self._action_name}: a malformed feedback was dropped: {error}')
            return
        callback(message)

    def _servers_changed(self, matched: QoSSubscriptionMatchedInfo) -> None:
        if matched.total_count_change > matched.current_count_change:
            # A server disappeared; its last messages may be in transit.
            timer = self._node.create_timer(
                _LAST_MESSAGES_TIMEOUT, lambda: self._server_gone(timer), self._callback_group, _STEADY
            )

    def _server_gone(self, timer: Timer) -> None:
        """Requests pending results from other servers; if there are none, completes them with an empty response."""
        self._node.destroy_timer(timer)
        try:
            has_server = self._feedback.get_publisher_count() > 0
        except RuntimeError:  # the subscription was destroyed meanwhile
            return
        with self._lock:
            pending = list(self._pending.values())
        for goal, future in pending:
            if has_server:
                self._ask_result(goal, future)
            else:
                future._set_executor(self._feedback._listener)
                self._give_result(goal, future, self._endpoints.get_result[0].Response())

    def _changed(self, message: Any) -> None:
        for status in message.status_list:
            with self._lock:
                goal = self._goals.get(id_of(status.goal_info))
            if goal is not None and status.status > goal._status:
                goal._status = status.status

    def send_goal(self, goal: Any, **options: Any) -> Any:
        """Sends a goal and returns the response of GetResult, or None if the goal is rejected.

        It blocks, so an executor must spin the node in another thread. It takes the same options and raises the same
        errors as send_goal_async().
        """
        handle = self._wait(self.send_goal_async(goal, **options), 'the response to a goal')
        return handle.get_result() if handle.accepted else None

    def send_goal_async(
        self, goal: Any, feedback_callback: Callable[[Any], Any] | None = None, goal_uuid: Any = None
    ) -> Future[ClientGoalHandle[Any, Any, Any]]:
        """Sends a goal; the future gets the ClientGoalHandle. `feedback_callback` receives FeedbackMessages.

        Raises TypeError for an object that is not a Goal of the action.
        """
        if not isinstance(goal, self._action_type.Goal):
            raise TypeError(f'{self._action_name}: the goal is a {type(goal)}; expected {self._action_type.Goal}')
        request = self._endpoints.send_goal[0].Request(goal=goal)
        if goal_uuid is not None:
            request.goal_id = goal_uuid
        else:
            request.goal_id.uuid = list(uuid.uuid4().bytes)
        goal_id = id_of(request)
        if feedback_callback is not None:
            with self._lock:
                self._feedback_callbacks[goal_id] = feedback_callback

        def create_handle(response: Any) -> ClientGoalHandle[Any, Any, Any]:
            handle: ClientGoalHandle[Any, Any, Any] = ClientGoalHandle(self, request.goal_id, response)
            with self._lock:
                if handle.accepted:
                    self._goals[goal_id] = handle
                else:
                    self._feedback_callbacks.pop(goal_id, None)
            return handle

        return _then(self._send.call_async(request), create_handle)

    def _cancel_goal_async(self, goal: ClientGoalHandle[Any, Any, Any]) -> Future[Any]:
        request = self._endpoints.cancel_goal[0].Request()
        request.goal_info.goal_id = goal.goal_id
        return self._cancel.call_async(request)

    def _get_result_async(self, goal: ClientGoalHandle[Any, Any, Any]) -> Future[Any]:
        future: Future[Any] = Future()
        with self._lock:
            self._pending[bytes(goal.goal_id.uuid)] = goal, future
        future.add_done_callback(lambda _: self._pending.pop(bytes(goal.goal_id.uuid), None))
        self._ask_result(goal, future)
        return future

    def _ask_result(self, goal: ClientGoalHandle[Any, Any, Any], future: Future[Any]) -> None:
        """Requests the result, perhaps once more from another server. The first response completes the future."""
        call = self._result.call_async(self._endpoints.get_result[0].Request(goal_id=goal.goal_id))

        def forward_outcome(_: Future[Any]) -> None:
            future._executor = call._executor
            if call.cancelled():
                future.cancel()
            elif (error := call.exception()) is not None:
                if not future.done():
                    future.set_exception(error)
            else:
                self._give_result(goal, future, call.result())

        call.add_done_callback(forward_outcome)
        future.add_done_callback(lambda _: call.cancel())

    def _give_result(self, goal: ClientGoalHandle[Any, Any, Any], future: Future[Any], response: Any) -> None:
        with self._lock:
            if self._pending.pop(bytes(goal.goal_id.uuid), None) is None:
                return
            self._feedback_callbacks.pop(bytes(goal.goal_id.uuid), None)
        goal._status = response.status
        if not future.done():
            future.set_result(response)

    def server_is_ready(self) -> bool:
        """Returns whether a server with all its services and topics is available."""
        return (
            all(client.service_is_ready() for client in (self._send, self._result, self._cancel))
            and self._feedback.get_publisher_count() > 0
            and self._status.get_publisher_count() > 0
        )

    def wait_for_server(self, timeout_sec: float | None = None) -> bool:
        """Waits for a server, without a limit if the timeout is None. Returns False after the timeout.

        Raises an RCLError when the context is shut down.
        """
        return wait_until(self.server_is_ready, self._node.context, timeout_sec, self._action_name, 'a server')

    def _wait(self, future: Future[Any], awaited: str) -> Any:
        """Returns the result of the future when another thread has completed it."""
        wait_for_future(future, self._node.context, None, self._action_name, awaited)
        return future.result()

    def configure_introspection(
        self, clock: Clock, service_event_qos_profile: QoSProfile, introspection_state: ServiceIntrospectionState
    ) -> None:
        """Publishes requests and responses on <action>/_action/{send_goal,cancel_goal,get_result}/_service_event.

        The arguments are those of Client.configure_introspection(). ROS 2 has this method since Kilted.
        """
        for client in (self._send, self._cancel, self._result):
            client.configure_introspection(clock, service_event_qos_profile, introspection_state)

    def destroy(self) -> None:
        """Destroys the client; goals continue, and pending futures never complete. A second call does nothing."""
        for client in (self._send, self._result, self._cancel):
            self._node.destroy_client(client)
        for subscription in (self._feedback, self._status):
            self._node.destroy_subscription(subscription)

    def __enter__(self) -> ActionClient[GoalT, ResultT, FeedbackT]:
        return self

    def __exit__(self, *error: Any) -> None:
        self.destroy()


def _then(future: Future[Any], convert: Callable[[Any], Any]) -> Future[Any]:
    """Returns a future that gets the result of `future`, converted. Cancelling it cancels `future`."""
    converted: Future[Any] = Future()

    def forward_outcome(_: Future[Any]) -> None:
        if future.cancelled() or converted.done():
            converted.cancel()
            return
        converted._executor = future._executor
        error = future.exception()
        if error is not None:
            converted.set_exception(error)
        else:
            converted.set_result(convert(future.result()))

    def forward_cancellation(_: Future[Any]) -> None:
        if converted.cancelled():
            future.cancel()

    future.add_done_callback(forward_outcome)
    converted.add_done_callback(forward_cancellation)
    return converted
