# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Names, types, states and errors of actions, and the goals of a server."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from enum import IntEnum
from typing import Any

from . import _core
from .durations import nanoseconds
from .messages import interface
from .messages.codec import codec_of
from .names import with_parts
from .qos import DurabilityPolicy, QoSProfile

_FEEDBACK = QoSProfile(depth=10)
_STATUS = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)


class GoalStatus(IntEnum):
    """The state of a goal, numbered as in action_msgs/msg/GoalStatus."""

    UNKNOWN = 0
    ACCEPTED = 1
    EXECUTING = 2
    CANCELING = 3
    SUCCEEDED = 4
    CANCELED = 5
    ABORTED = 6

    @classmethod
    def _missing_(cls, value: object) -> GoalStatus | None:
        """Maps numbers that ROS 2 does not define, which another implementation's server may send, to UNKNOWN."""
        return cls.UNKNOWN if isinstance(value, int) else None


class GoalRejected(RuntimeError):
    """The server did not accept the goal."""


class GoalFailed(RuntimeError):
    """The goal ended without success. `status` is its final state, `result` the result that the server sent."""

    def __init__(self, text: str, status: GoalStatus, result: Any) -> None:
        super().__init__(text)
        self.status = status
        self.result = result


class GoalAborted(GoalFailed):
    """The server aborted the goal."""


class GoalCanceled(GoalFailed):
    """The goal was canceled."""


class GoalLost(GoalFailed):
    """The server disappeared or no longer knows the goal; the status is UNKNOWN."""


class NoActionServer(TimeoutError):
    """No server appeared within the time limit."""


class GoalTimeout(TimeoutError):
    """A goal was not accepted, or did not end, within its time limit."""


def failure(name: str, status: int, result: Any) -> GoalFailed:
    """Returns the exception for a goal of the action `name` that ended with this status."""
    ended = GoalStatus(status)
    kinds = {GoalStatus.CANCELED: GoalCanceled, GoalStatus.ABORTED: GoalAborted, GoalStatus.UNKNOWN: GoalLost}
    reason = 'the server no longer knows it' if ended is GoalStatus.UNKNOWN else f'it was {ended.name.lower()}'
    return kinds.get(ended, GoalFailed)(f'the goal of {name} did not succeed: {reason}', ended, result)


class Endpoints:
    """The names and types of an action's services and topics."""

    def __init__(self, action_type: Any, name: str, resolve: Callable[[str, bool, bool], str]) -> None:
        """`resolve` is that of a _core.Node. The action is remapped as one name, as a topic is.

        Its five names can also be remapped one by one. Raises ValueError for an empty name.
        """
        if not name:
            raise ValueError('the name of an action is empty')
        with_parts(f'action {name}', 'an action', action_type)
        self.name = full = resolve(name, False, False)
        self.goal = action_type.Goal
        self.result = action_type.Result
        self.send_goal = action_type.Impl.SendGoalService, f'{full}/_action/send_goal'
        self.get_result = action_type.Impl.GetResultService, f'{full}/_action/get_result'
        self.cancel_goal = interface('action_msgs/srv/CancelGoal'), f'{full}/_action/cancel_goal'
        self.feedback = action_type.Impl.FeedbackMessage, f'{full}/_action/feedback', _FEEDBACK
        self.status = interface('action_msgs/msg/GoalStatusArray'), f'{full}/_action/status', _STATUS


def new_goal_id() -> bytes:
    """Returns a unique goal id; in a replay it is the same in each run."""
    parts = _core.virtual_random(), _core.virtual_random()
    return b''.join(part.to_bytes(8, 'little') for part in parts if part is not None) or uuid.uuid4().bytes


def id_of(message: Any) -> bytes:
    """Returns the goal id of a message that has the field goal_id."""
    return bytes(message.goal_id.uuid)


def id_in(sample: Any) -> bytes:
    """Returns the goal id in an encoded sample of a feedback topic; the id is its first field."""
    return bytes(memoryview(sample)[4:20])


def info_of(goal: _core.ServedGoal) -> Any:
    """Returns the action_msgs/msg/GoalInfo of the goal."""
    info = interface('action_msgs/msg/GoalInfo')()
    info.goal_id.uuid = list(goal.id)
    info.stamp.sec, info.stamp.nanosec = divmod(goal.accepted_at, 1_000_000_000)
    return info


class GoalTable(_core.GoalTable):
    """The goals of a server: the rules, which are rclcpp_action's, for the messages of its action.

    Thread-safe. The table sends nothing: its functions return what the server has to send.
    """

    def __init__(
        self,
        endpoints: Endpoints,
        now: Callable[[], int],
        result_timeout: float,
        passed: Callable[[], int] | None = None,
    ) -> None:
        """`now` returns nanoseconds of the node's clock.

        A result is kept for `result_timeout` seconds after the goal's end. With 0 or less a result is kept until a
        client has requested it, but at most 10 s. `passed` returns nanoseconds of a monotonic clock for these times
        (default: `now`).
        """
        super().__init__(nanoseconds('result_timeout', result_timeout))
        self._endpoints = endpoints
        self._now = now
        self._passed = passed or now
        self._encode = codec_of(endpoints.get_result[0].Response).encode

    def accepted(self, goal: _core.ServedGoal, *, execute: bool) -> Any:
        """Marks the goal as accepted and returns the response to send, with its stamp."""
        now = self._now()
        self.accept(goal, execute, now)
        response = self._endpoints.send_goal[0].Response(accepted=True)
        response.stamp.sec, response.stamp.nanosec = divmod(now, 1_000_000_000)
        return response

    def response(self, status: int = GoalStatus.UNKNOWN, result: Any = None) -> bytes:
        """Returns an encoded response of GetResult. None is an empty result."""
        response = self._endpoints.get_result[0].Response
        return self._encode(response(status=int(status), result=self._endpoints.result() if result is None else result))

    def ended(self, goal: _core.ServedGoal, response: bytes) -> tuple[_core.SharedResponse, list[_core.RequestId]]:
        """Stores the response of a goal that has ended. Returns it with the requests that wait for it."""
        return self.end(goal, response, self._passed())

    def ask_result(self, request: Any, requester: _core.RequestId) -> _core.SharedResponse | bytes | None:
        """Returns the response to a request for a result. None: ended() returns the requester later."""
        waits, response = self.request_result(id_of(request), requester)
        return None if waits else response or self.response()

    def to_cancel(self, request: Any) -> tuple[list[_core.ServedGoal], int]:
        """Returns the goals that a CancelGoal.Request selects and that can be canceled.

        The second value is the return code if none of them will be.
        """
        info = request.goal_info
        return self.cancel_candidates(id_of(info), info.stamp.sec * 1_000_000_000 + info.stamp.nanosec)

    def cancel(self, agreed: list[_core.ServedGoal], otherwise: int) -> tuple[Any, list[_core.ServedGoal]]:
        """Returns the response and the goals that are now being canceled: those of `agreed` that have not ended.

        `otherwise` is the return code if there is none.
        """
        canceling = [goal for goal in agreed if goal.change(GoalStatus.CANCELING)]
        response = interface('action_msgs/srv/CancelGoal').Response()
        response.return_code = response.ERROR_NONE if canceling else otherwise
        response.goals_canceling = [info_of(goal) for goal in canceling]
        return response, canceling

    def forget_expired(self) -> int | None:
        """Forgets expired results. Returns the nanoseconds until the next call is due; None without a result."""
        return self.expire(self._passed())
