# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""ActionServer: executes the goals that clients send."""

from __future__ import annotations

import inspect
import threading
import traceback
from collections.abc import Callable
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rxros2._core import RequestId, ServedGoal, SharedResponse
from rxros2.actions import Endpoints, GoalTable, id_of
from rxros2.actions import GoalStatus as GoalState

from ..impl.implementation import RCLError as RCLError
from ..impl.reexports import reexports
from ..qos import QoSProfile, qos_profile_action_status_default, qos_profile_services_default
from ..service import Service
from ..waitable import NumberOfEntities, Waitable

if TYPE_CHECKING:
    from ..callback_groups import CallbackGroup
    from ..clock import Clock
    from ..node import Node
    from ..service_introspection import ServiceIntrospectionState

__getattr__ = reexports(__name__)

GoalT = TypeVar('GoalT')
ResultT = TypeVar('ResultT')
FeedbackT = TypeVar('FeedbackT')


GoalEvent = IntEnum('GoalEvent', ('EXECUTE', 'CANCEL_GOAL', 'SUCCEED', 'ABORT', 'CANCELED'), start=0)
"""The events that change the state of a goal; programs import the name."""


class GoalResponse(Enum):
    """The answer of a goal callback."""

    REJECT = 1
    ACCEPT = 2


class CancelResponse(Enum):
    """The answer of a cancel callback."""

    REJECT = 1
    ACCEPT = 2


class ServerGoalHandle(Generic[GoalT, ResultT, FeedbackT]):
    """A goal that the server has accepted. Thread-safe."""

    def __init__(self, action_server: ActionServer[Any, Any, Any], goal_info: ServedGoal, goal_request: Any) -> None:
        """`goal_info` is the server's state of the goal, `goal_request` the action's Goal."""
        self._action_server = action_server
        self._served = goal_info
        self._goal_id = action_server._endpoints.send_goal[0].Request().goal_id
        self._goal_id.uuid = list(goal_info.id)
        self._goal_request = goal_request
        self._has_result = False

    @property
    def request(self) -> Any:
        """The action's Goal message."""
        return self._goal_request

    @property
    def goal_id(self) -> Any:
        """The goal's id, a unique_identifier_msgs/msg/UUID."""
        return self._goal_id

    @property
    def status(self) -> int:
        """The status, numbered as in action_msgs/msg/GoalStatus."""
        return self._served.state if self._action_server._table.knows(self._served) else int(GoalState.UNKNOWN)

    @property
    def is_active(self) -> bool:
        """True until the goal has ended."""
        return self._served.is_active and self._action_server._table.knows(self._served)

    @property
    def is_cancel_requested(self) -> bool:
        """True once a client has requested the cancellation."""
        return self._served.state == GoalState.CANCELING

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ServerGoalHandle) and self._served.id == other._served.id

    def __hash__(self) -> int:
        return hash(self._served.id)

    def _change(self, state: GoalState) -> None:
        """Changes the state. Raises RuntimeError for a state that cannot follow this one."""
        if not self._served.change(state):
            raise RuntimeError(f'{self._action_server.action_name}: the goal {self._served.refusal(state)}')

    def _update(self, state: GoalState) -> None:
        self._change(state)
        self._action_server._publish_status()

    def execute(self, execute_callback: Callable[[ServerGoalHandle[Any, Any, Any]], Any] | None = None) -> None:
        """Begins to execute the goal: an executor runs the callback, by default the server's."""
        if not self.is_cancel_requested:
            self._update(GoalState.EXECUTING)
        self._action_server.notify_execute(self, execute_callback)

    def executing(self) -> None:
        """Marks the goal as executing, for goals that run outside an execute_callback."""
        self._update(GoalState.EXECUTING)

    def publish_feedback(self, feedback: Any) -> None:
        """Publishes feedback; does nothing once the goal has ended.

        TypeError for an object that is not a Feedback of the action.
        """
        server = self._action_server
        if not isinstance(feedback, server.action_type.Feedback):
            raise TypeError(
                f'{server.action_name}: feedback is a {type(feedback)}; expected {server.action_type.Feedback}'
            )
        if self.is_active:
            server._feedback.publish(server._endpoints.feedback[0](goal_id=self._goal_id, feedback=feedback))

    def succeed(self, response: Any = None) -> None:
        """Ends the goal as succeeded. The result is `response` or what the execute callback returns.

        Raises RuntimeError in another state.
        """
        self._end(GoalState.SUCCEEDED, response)

    def abort(self, response: Any = None) -> None:
        """Ends the goal as aborted; see succeed()."""
        self._end(GoalState.ABORTED, response)

    def canceled(self, response: Any = None) -> None:
        """Ends the goal as canceled; see succeed()."""
        self._end(GoalState.CANCELED, response)

    def _end(self, state: GoalState, response: Any) -> None:
        """Ends the goal. If the result is invalid, raises its error and leaves the goal unchanged."""
        encoded = None if response is None else self._action_server._table.response(state, response)
        if encoded is None:
            self._update(state)
            return
        # First, because the execute callback may return in another thread: its end then adds no empty result.
        had_result, self._has_result = self._has_result, True
        try:
            self._change(state)
        except RuntimeError:
            self._has_result = had_result
            raise
        self._action_server._goal_ended(self, encoded)

    def destroy(self) -> None:
        """Removes the goal from the server."""
        self._action_server._remove(self._served)


def default_handle_accepted_callback(goal_handle: ServerGoalHandle[Any, Any, Any]) -> None:
    """Begins to execute the goal at once."""
    goal_handle.execute()


def default_goal_callback(goal_request: Any) -> GoalResponse:
    """Accepts the goal."""
    return GoalResponse.ACCEPT


def default_cancel_callback(cancel_request: Any) -> CancelResponse:
    """Rejects the cancellation."""
    return CancelResponse.REJECT


class _Requests(Service[Any]):
    """A service whose handler gets each request with its header, and answers later by send_response()."""

    def _run(self, request: Any, header: Any) -> Any:
        return self.callback(request, header)


class _Results(_Requests):
    """The service of results, whose responses are kept encoded: one that cannot be is refused when its goal ends."""

    def send_response(self, response: SharedResponse | bytes, header: RequestId) -> None:
        message = self._codecs[1].decode(bytes(response)) if self._events.is_on() else None
        self._send(message, response, header)


class ActionServer(Waitable, Generic[GoalT, ResultT, FeedbackT]):
    """Executes goals.

    Its callbacks run in an executor of the node; `execute_callback` runs as a task and may be a coroutine.
    `goal_callback` gets the Goal, `cancel_callback` the goal's handle; both may be coroutines. Results are kept for
    `result_timeout` seconds.
    """

    def __init__(
        self,
        node: Node,
        action_type: Any,
        action_name: str,
        execute_callback: Callable[[Any], Any] | None = None,
        *,
        callback_group: CallbackGroup | None = None,
        goal_callback: Callable[[Any], Any] = default_goal_callback,
        handle_accepted_callback: Callable[[Any], Any] = default_handle_accepted_callback,
        cancel_callback: Callable[[Any], Any] = default_cancel_callback,
        goal_service_qos_profile: QoSProfile = qos_profile_services_default,
        result_service_qos_profile: QoSProfile = qos_profile_services_default,
        cancel_service_qos_profile: QoSProfile = qos_profile_services_default,
        feedback_pub_qos_profile: QoSProfile = QoSProfile(depth=10),  # noqa: B008
        status_pub_qos_profile: QoSProfile = qos_profile_action_status_default,
        result_timeout: float = 900,
    ) -> None:
        super().__init__(node.default_callback_group if callback_group is None else callback_group)
        self._endpoints = endpoints = Endpoints(action_type, action_name, node._resolved)
        self._node = node
        self._action_type = action_type
        self.action_name = action_name
        self._callback_group = callback_group
        self._lock = threading.RLock()  # guards _destroyed and _expiry; held while a status is published
        self._destroyed = False
        self._table = GoalTable(endpoints, lambda: node.get_clock().now().nanoseconds, result_timeout)
        self._handles: dict[bytes, ServerGoalHandle[Any, Any, Any]] = {}  # of goals that have no result, by their ids
        self._expiry: Any = None
        self.register_goal_callback(goal_callback)
        self.register_handle_accepted_callback(handle_accepted_callback)
        self.register_cancel_callback(cancel_callback)
        if execute_callback is not None:
            self.register_execute_callback(execute_callback)
        else:
            self._execute_callback: Callable[[Any], Any] | None = None
        self._feedback = node.create_publisher(*endpoints.feedback[:2], feedback_pub_qos_profile)
        self._status = node.create_publisher(*endpoints.status[:2], status_pub_qos_profile)

        def service(
            endpoint: tuple[Any, str],
            then: Callable[[Any, Any], Any],
            qos: QoSProfile,
            kind: type[_Requests] = _Requests,
        ) -> Any:
            return node.create_service(
                *endpoint, then, qos_profile=qos, callback_group=callback_group, service_class=kind
            )

        self._results = service(endpoints.get_result, self._result_requested, result_service_qos_profile, _Results)
        self._cancels = service(endpoints.cancel_goal, self._cancel_requested, cancel_service_qos_profile)
        self._sends = service(endpoints.send_goal, self._goal_requested, goal_service_qos_profile)

    def get_num_entities(self) -> NumberOfEntities:
        """Returns the numbers of entities. The node's executor runs each of them itself."""
        return NumberOfEntities(num_timers=1, num_services=3)

    @property
    def action_type(self) -> Any:
        """The class of the action."""
        return self._action_type

    def register_goal_callback(self, goal_callback: Callable[[Any], Any] | None) -> None:
        """Sets the function that accepts or rejects goals; None restores the default."""
        self._goal_callback = goal_callback or default_goal_callback

    def register_handle_accepted_callback(self, handle_accepted_callback: Callable[[Any], Any] | None) -> None:
        """Sets the function that gets accepted goals; None restores the default."""
        self._handle_accepted_callback = handle_accepted_callback or default_handle_accepted_callback

    def register_cancel_callback(self, cancel_callback: Callable[[Any], Any] | None) -> None:
        """Sets the function that accepts or rejects cancellations; None restores the default."""
        self._cancel_callback = cancel_callback or default_cancel_callback

    def register_execute_callback(self, execute_callback: Callable[[Any], Any]) -> None:
        """Sets the function that executes goals. Raises TypeError for an object that is not callable."""
        if not callable(execute_callback):
            raise TypeError(f'{self.action_name}: execute_callback is {execute_callback!r}; expected a function')
        self._execute_callback = execute_callback

    # --- requests of clients ---

    async def _goal_requested(self, request: Any, header: Any) -> None:
        served = self._table.add(id_of(request))
        if served is None:  # the client has used the id before
            self._sends._answer(self._endpoints.send_goal[0].Response(), header)
            return
        accepted = False
        try:
            accepted = await _result_of(self._goal_callback(request.goal)) is GoalResponse.ACCEPT
        except Exception:
            self._log(f'the goal callback failed, the goal is rejected:\n{traceback.format_exc()}')
        if not accepted:
            self._remove(served)
            self._sends._answer(self._endpoints.send_goal[0].Response(), header)
            return
        handle: ServerGoalHandle[Any, Any, Any] = ServerGoalHandle(self, served, request.goal)
        self._handles[served.id] = handle
        response = self._table.accepted(served, execute=False)
        self._publish_status()
        self._sends._answer(response, header)
        try:
            await _result_of(self._handle_accepted_callback(handle))
        except Exception:
            self._log(f'the callback of an accepted goal failed:\n{traceback.format_exc()}')

    async def _cancel_requested(self, request: Any, header: Any) -> None:
        goals, otherwise = self._table.to_cancel(request)
        agreed = []
        for goal in goals:
            handle = self._handles.get(goal.id)
            try:
                if handle and await _result_of(self._cancel_callback(handle)) is CancelResponse.ACCEPT:
                    agreed.append(goal)
            except Exception:
                self._log(f'the cancel callback failed, the goal goes on:\n{traceback.format_exc()}')
        response, canceling = self._table.cancel(agreed, otherwise)
        if canceling:
            self._publish_status()
        self._cancels._answer(response, header)

    def _result_requested(self, request: Any, header: Any) -> None:
        response = self._table.ask_result(request, header)
        if response is not None:
            self._results._answer(response, header)

    # --- execution ---

    def notify_execute(
        self, goal_handle: ServerGoalHandle[Any, Any, Any], execute_callback: Callable[[Any], Any] | None = None
    ) -> None:
        """Makes the node's executor run the callback, now or once there is one. RuntimeError without a callback."""
        callback = execute_callback or self._execute_callback
        if callback is None:
            raise RuntimeError(f'{self.action_name}: no execute_callback was registered')
        self._node._create_task(self._execute, callback, goal_handle)

    async def _execute(self, callback: Callable[[Any], Any], goal: ServerGoalHandle[Any, Any, Any]) -> None:
        result = None
        failed = False
        try:
            result = await _result_of(callback(goal))
        except Exception:
            failed = True
            self._log(f'a goal failed, it is aborted:\n{traceback.format_exc()}')
        if goal._has_result or self._destroyed:
            return
        if goal.is_active:
            if not failed:
                self._node.get_logger().warning(
                    f'{self.action_name}: the state of a goal was not set by its execute callback, it is aborted'
                )
            goal._change(GoalState.ABORTED)
        if result is not None and not isinstance(result, self._action_type.Result):
            self._log(
                f'expected a {self._action_type.Result.__name__} of a goal, found {result!r}; an empty one is sent'
            )
            result = None
        try:
            response = self._table.response(goal._served.state, result)
        except Exception as error:
            self._log(f'the result of a goal could not be sent, an empty one is: {error}')
            response = self._table.response(goal._served.state)
        self._goal_ended(goal, response)

    def _goal_ended(self, goal: ServerGoalHandle[Any, Any, Any], encoded: bytes) -> None:
        """Keeps the result of a goal whose state has changed; then publishes the state and answers requests."""
        goal._has_result = True
        response, waiting = self._table.ended(goal._served, encoded)
        self._forget_handle(goal._served)
        try:
            self._publish_status()
            self._answer_all(waiting, response)
        finally:
            if waiting:
                self._table.fetched(goal._served)
            self._expire()

    def _forget_handle(self, served: ServedGoal) -> None:
        handle = self._handles.get(served.id)
        if handle is not None and handle._served is served:  # and not a later goal with the same id
            del self._handles[served.id]

    def _remove(self, served: ServedGoal) -> None:
        self._forget_handle(served)
        self._answer_all(self._table.remove(served), self._table.response())

    def _answer_all(self, waiting: list[RequestId], response: SharedResponse | bytes) -> None:
        for header in waiting:
            self._results._answer(response, header)

    def notify_goal_done(self) -> None:
        """Publishes the states of the goals."""
        self._publish_status()

    def _publish_status(self) -> None:
        with self._lock:
            if not self._destroyed:
                self._status.publish(self._table.status())

    def _expire(self) -> None:
        """Forgets expired results, and sets a timer of the node's clock for the next one."""
        remaining = self._table.forget_expired()
        with self._lock:
            timer, self._expiry = self._expiry, None
            if remaining is not None and not self._destroyed:
                self._expiry = self._node.create_timer(remaining / 1e9, self._expire, self._callback_group)
        if timer is not None:
            self._node.destroy_timer(timer)

    def _log(self, text: str) -> None:
        self._node.get_logger().error(f'{self.action_name}: {text}')

    def configure_introspection(
        self, clock: Clock, service_event_qos_profile: QoSProfile, introspection_state: ServiceIntrospectionState
    ) -> None:
        """Publishes requests and responses; see ActionClient.configure_introspection()."""
        for service in (self._sends, self._cancels, self._results):
            service.configure_introspection(clock, service_event_qos_profile, introspection_state)

    def destroy(self) -> None:
        """Ends the server: requests for results that wait are answered with the status aborted.

        A goal that is being executed continues without publishing. A second call does nothing.
        """
        with self._lock:
            self._destroyed = True
            timer, self._expiry = self._expiry, None
        if timer is not None:
            self._node.destroy_timer(timer)
        while (answer := self._results._take()) is not None:  # requests that have arrived
            answer()
        self._answer_all(self._table.close(), self._table.response(GoalState.ABORTED))
        for service in (self._results, self._cancels, self._sends):
            self._node.destroy_service(service)
        for publisher in (self._feedback, self._status):
            self._node.destroy_publisher(publisher)

    def __enter__(self) -> ActionServer[GoalT, ResultT, FeedbackT]:
        return self

    def __exit__(self, *error: Any) -> None:
        self.destroy()


async def _result_of(value: Any) -> Any:
    return await value if inspect.isawaitable(value) else value
