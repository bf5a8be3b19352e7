# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""What an action is made of: names, types, states and the rules of cancelling; used by aio.ros2 and rclpy_compat."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Any, Protocol, TypeVar

from .messages import interface
from .qos import DurabilityPolicy, QoSProfile

_FEEDBACK = QoSProfile(depth=10)
_STATUS = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
_ALL = bytes(16)


class GoalStatus(IntEnum):
    """As action_msgs/msg/GoalStatus."""

    UNKNOWN = 0
    ACCEPTED = 1
    EXECUTING = 2
    CANCELING = 3
    SUCCEEDED = 4
    CANCELED = 5
    ABORTED = 6


class Endpoints:
    """The names and types of an action's services and topics."""

    def __init__(self, action_type: Any, name: str) -> None:
        self.name = name
        self.goal = action_type.Goal
        self.result = action_type.Result
        self.send_goal = action_type.Impl.SendGoalService, f'{name}/_action/send_goal'
        self.get_result = action_type.Impl.GetResultService, f'{name}/_action/get_result'
        self.cancel_goal = interface('action_msgs/srv/CancelGoal'), f'{name}/_action/cancel_goal'
        self.feedback = action_type.Impl.FeedbackMessage, f'{name}/_action/feedback', _FEEDBACK
        self.status = interface('action_msgs/msg/GoalStatusArray'), f'{name}/_action/status', _STATUS


class ServedGoal(Protocol):
    """A goal as its server has it."""

    @property
    def id(self) -> bytes: ...
    @property
    def state(self) -> GoalStatus: ...
    @property
    def accepted_at(self) -> int:
        """Nanoseconds of the server's clock."""


_Goal = TypeVar('_Goal', bound=ServedGoal)


def id_of(message: Any) -> bytes:
    return bytes(message.goal_id.uuid)


def info_of(goal: ServedGoal) -> Any:
    """Its action_msgs/msg/GoalInfo."""
    info = interface('action_msgs/msg/GoalInfo')()
    info.goal_id.uuid = list(goal.id)
    info.stamp.sec, info.stamp.nanosec = divmod(goal.accepted_at, 1_000_000_000)
    return info


def status_of(goals: Iterable[ServedGoal]) -> Any:
    """The action_msgs/msg/GoalStatusArray of those that were accepted."""
    kind, array = interface('action_msgs/msg/GoalStatus'), interface('action_msgs/msg/GoalStatusArray')
    known = [each for each in goals if each.state != GoalStatus.UNKNOWN]
    return array(status_list=[kind(goal_info=info_of(each), status=int(each.state)) for each in known])


def to_cancel(request: Any, goals: dict[bytes, _Goal]) -> tuple[list[_Goal], int]:
    """The goals that a CancelGoal.Request names and that can be cancelled; what to answer if none of them is."""
    response, info = interface('action_msgs/srv/CancelGoal').Response, request.goal_info
    wanted, before = id_of(info), info.stamp.sec * 1_000_000_000 + info.stamp.nanosec
    everything = wanted == _ALL and before == 0
    if wanted != _ALL and wanted not in goals:
        return [], response.ERROR_UNKNOWN_GOAL_ID
    if wanted != _ALL and goals[wanted].state >= GoalStatus.SUCCEEDED:
        return [], response.ERROR_GOAL_TERMINATED
    named = [
        goal
        for goal in goals.values()
        if goal.state in (GoalStatus.ACCEPTED, GoalStatus.EXECUTING)
        and (everything or goal.id == wanted or (before and goal.accepted_at <= before))
    ]
    return named, response.ERROR_REJECTED
