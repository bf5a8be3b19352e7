# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Names, types, states and errors of actions, and the table of goals that a server keeps by ROS 2's rules."""

from __future__ import annotations

import struct
import threading
import uuid
from collections.abc import Callable
from enum import IntEnum
from typing import Any

from .durations import nanoseconds
from .messages import interface
from .names import with_parts
from .qos import DurabilityPolicy, QoSProfile

_FEEDBACK = QoSProfile(depth=10)
_STATUS = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
_ALL = bytes(16)
_CDR = bytes((0, 1, 0, 0))  # little endian
_STATES = [bytes((state,)) for state in range(7)]
_LONGEST_UNTIL_FETCHED = 10_000_000_000
"""Nanoseconds for which a result that no client requests is kept if the server has no time limit for results."""
_MOST_LISTED_ENDED = 20
"""The number of ended goals that the status topic lists, as in C++: more would make each change cost more."""


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


class GoalEvent(IntEnum):
    """An event that changes the state of a goal."""

    EXECUTE = 0
    CANCEL_GOAL = 1
    SUCCEED = 2
    ABORT = 3
    CANCELED = 4


# The states in which an event is allowed, and the state that follows it.
_TRANSITIONS = {
    GoalEvent.EXECUTE: ((GoalStatus.ACCEPTED,), GoalStatus.EXECUTING),
    GoalEvent.CANCEL_GOAL: ((GoalStatus.ACCEPTED, GoalStatus.EXECUTING), GoalStatus.CANCELING),
    GoalEvent.SUCCEED: ((GoalStatus.EXECUTING, GoalStatus.CANCELING), GoalStatus.SUCCEEDED),
    GoalEvent.ABORT: ((GoalStatus.EXECUTING, GoalStatus.CANCELING), GoalStatus.ABORTED),
    GoalEvent.CANCELED: ((GoalStatus.CANCELING,), GoalStatus.CANCELED),
}


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
    from . import _core

    parts = _core.virtual_random(), _core.virtual_random()
    return b''.join(part.to_bytes(8, 'little') for part in parts if part is not None) or uuid.uuid4().bytes


def id_of(message: Any) -> bytes:
    """Returns the goal id of a message that has the field goal_id."""
    return bytes(message.goal_id.uuid)


def id_in(sample: Any) -> bytes:
    """Returns the goal id in an encoded sample of a feedback topic; the id is its first field."""
    return bytes(memoryview(sample)[4:20])


def info_of(goal: ServedGoal) -> Any:
    """Returns the action_msgs/msg/GoalInfo of the goal."""
    info = interface('action_msgs/msg/GoalInfo')()
    info.goal_id.uuid = list(goal.id)
    info.stamp.sec, info.stamp.nanosec = divmod(goal.accepted_at, 1_000_000_000)
    return info


class ServedGoal:
    """A goal as its server knows it. Only its GoalTable changes it."""

    __slots__ = ('accepted_at', 'ended_at', 'handle', 'id', 'is_known', 'response', 'stamp', 'state', 'waiting')

    def __init__(self, goal_id: bytes) -> None:
        self.id = goal_id
        self.state = GoalStatus.UNKNOWN
        """UNKNOWN until the goal is accepted."""
        self.accepted_at = 0
        """Nanoseconds of the server's clock."""
        self.stamp = bytes(8)
        """accepted_at as it is encoded in messages."""
        self.handle: Any = None
        """The goal handle that the user of the server has."""
        self.response: Any = None
        """The encoded response of GetResult once there is one; until then the requests in `waiting` wait for it."""
        self.waiting: list[Any] = []
        self.ended_at = 0
        self.is_known = True
        """False once the server has forgotten the goal or has ended."""


class GoalTable:
    """The goals of a server, with ROS 2's rules for their states, for canceling, and for results and their expiry.

    Thread-safe. The table sends nothing: its functions return what the server has to send.
    """

    def __init__(
        self,
        endpoints: Endpoints,
        now: Callable[[], int],
        result_timeout: float,
        *,
        passed: Callable[[], int] | None = None,
        encode: Callable[[Any], Any] = lambda response: response,
    ) -> None:
        """`now` returns nanoseconds of the node's clock.

        A result is kept for `result_timeout` seconds after the goal's end. With 0 or less a result is kept until a
        client has requested it, but at most 10 s. `passed` returns nanoseconds of a monotonic clock for these times
        (default: `now`). `encode` turns a response into the form that is kept and sent.
        """
        self._endpoints = endpoints
        self._now = now
        self._passed = passed or now
        self._encode = encode
        timeout = nanoseconds('result_timeout', result_timeout)
        self._until_fetched = timeout <= 0
        self._timeout = _LONGEST_UNTIL_FETCHED if self._until_fetched else timeout
        self._lock = threading.Lock()  # guards the members below and the goals in them
        self._goals: dict[bytes, ServedGoal] = {}
        self._listed: dict[bytes, ServedGoal] = {}  # on the status topic, in the order of acceptance
        self._ended: dict[bytes, ServedGoal] = {}  # in the order in which they ended
        self._listed_ended: dict[bytes, ServedGoal] = {}  # the last of them
        self._fetched: list[ServedGoal] = []  # whose results are not needed any longer

    def __len__(self) -> int:
        return len(self._goals)

    def goals(self) -> list[ServedGoal]:
        """Returns all goals of the table."""
        with self._lock:
            return list(self._goals.values())

    def add(self, goal_id: bytes) -> ServedGoal | None:
        """Adds a goal that a client sent. Returns None for a known id: reject it without asking the user."""
        with self._lock:
            if goal_id in self._goals:
                return None
            goal = self._goals[goal_id] = ServedGoal(goal_id)
            return goal

    def accept(self, goal: ServedGoal, *, execute: bool) -> Any:
        """Marks the goal as accepted and returns the response to send, with its stamp."""
        now = self._now()
        with self._lock:
            self._listed[goal.id] = goal
            goal.accepted_at = now
            goal.stamp = struct.pack('<iI', *divmod(now, 1_000_000_000))
            goal.state = GoalStatus.EXECUTING if execute else GoalStatus.ACCEPTED
        response = self._endpoints.send_goal[0].Response(accepted=True)
        response.stamp.sec, response.stamp.nanosec = divmod(now, 1_000_000_000)
        return response

    def remove(self, goal: ServedGoal) -> list[Any]:
        """Removes the goal. Returns the requests that wait for its result; answer them with unknown()."""
        with self._lock:
            self._forget(goal)
            waiting, goal.waiting = goal.waiting, []
            return waiting

    def _forget(self, goal: ServedGoal) -> None:
        goal.is_known = False
        if self._goals.get(goal.id) is goal:
            for goals in (self._goals, self._listed, self._ended, self._listed_ended):
                goals.pop(goal.id, None)

    def step(self, goal: ServedGoal, event: GoalEvent) -> bool:
        """Changes the goal's state. Returns False and changes nothing if the event is not allowed in this state."""
        allowed, then = _TRANSITIONS[event]
        with self._lock:
            if goal.state not in allowed:
                return False
            goal.state = then
            return True

    def drop(self, goal: ServedGoal) -> bool:
        """Ends a goal that its user has lost: as aborted, or canceled if it was never executed or is being canceled.

        False if it had ended.
        """
        with self._lock:
            if goal.state >= GoalStatus.SUCCEEDED:
                return False
            goal.state = GoalStatus.ABORTED if goal.state is GoalStatus.EXECUTING else GoalStatus.CANCELED
            return True

    def end(self, goal: ServedGoal, event: GoalEvent, result: Any) -> tuple[Any, list[Any]] | None:
        """Does step() and finish(). Returns None if the event is not allowed in this state.

        An invalid result raises before anything changes, so that the goal can still be ended with another one.
        """
        response = self._response(_TRANSITIONS[event][1], result)
        return self._finish(goal, response) if self.step(goal, event) else None

    def finish(self, goal: ServedGoal, result: Any) -> tuple[Any, list[Any]]:
        """Returns the response of a goal that has ended, and the requests to answer with it. None is an empty result.

        Later requests get the response from ask_result().
        """
        return self._finish(goal, self._response(goal.state, result))

    def _response(self, state: GoalStatus, result: Any) -> Any:
        response = self._endpoints.get_result[0].Response
        return self._encode(response(status=int(state), result=self._endpoints.result() if result is None else result))

    def _finish(self, goal: ServedGoal, response: Any) -> tuple[Any, list[Any]]:
        now = self._passed()
        with self._lock:
            goal.response = response
            goal.ended_at = now
            waiting, goal.waiting = goal.waiting, []
            if goal.is_known:
                self._ended[goal.id] = self._listed_ended[goal.id] = goal
                if len(self._listed_ended) > _MOST_LISTED_ENDED:
                    first = next(iter(self._listed_ended))
                    del self._listed_ended[first], self._listed[first]
                if waiting and self._until_fetched:
                    self._fetched.append(goal)
        return response, waiting

    def ask_result(self, request: Any, requester: Any) -> Any:
        """Returns the response to a request for a result. None: finish() returns the request later."""
        with self._lock:
            goal = self._goals.get(id_of(request))
            if goal is None:
                return self.unknown()
            if goal.response is None:
                goal.waiting.append(requester)
            elif self._until_fetched:
                self._fetched.append(goal)
            return goal.response

    def abort(self, goal: ServedGoal) -> tuple[Any, list[Any]]:
        """Does what finish() does for a goal whose server ends; a goal with a result keeps it."""
        response = self._encode(self._endpoints.get_result[0].Response(status=int(GoalStatus.ABORTED)))
        with self._lock:
            goal.is_known = False
            if goal.response is None:
                goal.response = response
            waiting, goal.waiting = goal.waiting, []
            return goal.response, waiting

    def unknown(self) -> Any:
        """Returns the response to a request for the result of an unknown goal."""
        return self._encode(self._endpoints.get_result[0].Response())

    def to_cancel(self, request: Any) -> tuple[list[ServedGoal], int]:
        """Returns the goals that a CancelGoal.Request selects and that can be canceled.

        The second value is the return code if there is none.
        """
        response, info = interface('action_msgs/srv/CancelGoal').Response, request.goal_info
        goal_id, before = id_of(info), info.stamp.sec * 1_000_000_000 + info.stamp.nanosec
        with self._lock:
            if before == 0 and goal_id != _ALL:
                goal = self._goals.get(goal_id)
                if goal is None or goal.state is GoalStatus.UNKNOWN:
                    return [], response.ERROR_UNKNOWN_GOAL_ID
                if goal.state > GoalStatus.EXECUTING:
                    return [], response.ERROR_GOAL_TERMINATED
                return [goal], response.ERROR_REJECTED
            goals = [
                goal
                for goal in self._listed.values()
                if goal.state <= GoalStatus.EXECUTING
                and (before == 0 or goal.id == goal_id or goal.accepted_at <= before)
            ]
        return goals, response.ERROR_REJECTED if goals else response.ERROR_NONE

    def cancel(self, request: Any, agreed: list[ServedGoal], otherwise: int) -> tuple[Any, list[ServedGoal]]:
        """Returns the response and the goals that are now being canceled: those of `agreed` that have not ended.

        `otherwise` is the return code if there is none.
        """
        canceling = [goal for goal in agreed if self.step(goal, GoalEvent.CANCEL_GOAL)]
        response = interface('action_msgs/srv/CancelGoal').Response()
        response.return_code = response.ERROR_NONE if canceling else otherwise
        response.goals_canceling = [info_of(goal) for goal in canceling]
        return response, canceling

    def status(self) -> bytes:
        """Returns the encoded action_msgs/msg/GoalStatusArray: the goals that have not ended and the last that have.

        It is encoded here because it is sent at each change: building the message from Python objects would take about
        10 µs a goal.
        """
        with self._lock:
            listed = list(self._listed.values())
        parts = [_CDR, len(listed).to_bytes(4, 'little')]
        padding = b''  # the stamp is aligned to 4; the first goal id ends on such a boundary
        for goal in listed:
            parts += goal.id, padding, goal.stamp, _STATES[goal.state]
            padding = bytes(3)
        return b''.join(parts)

    def expire(self) -> int | None:
        """Forgets expired results. Returns the nanoseconds until the next one expires; None if there is none."""
        now = self._passed()
        with self._lock:
            while self._fetched:
                self._forget(self._fetched.pop())
            while self._ended:
                goal = next(iter(self._ended.values()))
                remaining = goal.ended_at + self._timeout - now
                if remaining >= 0:
                    return max(remaining, 1_000_000)
                self._forget(goal)
            return None
