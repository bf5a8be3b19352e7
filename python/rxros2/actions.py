# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""What an action is made of: names, types, states, errors, and the goals of a server with ROS 2's rules for them.

Used by aio.ros2, rx, the command line and rclpy_compat.
"""

from __future__ import annotations

import struct
import threading
import uuid
from collections import deque
from collections.abc import Callable
from enum import IntEnum
from typing import Any

from .durations import nanoseconds
from .messages import interface
from .qos import DurabilityPolicy, QoSProfile

_FEEDBACK = QoSProfile(depth=10)
_STATUS = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
_ALL = bytes(16)
_CDR = bytes((0, 1, 0, 0))  # little endian
_STATES = [bytes((state,)) for state in range(7)]
_UNASKED_FOR = 10_000_000_000
"""Nanoseconds for which a result that nobody has asked for yet is kept where results are not to be kept at all."""


class GoalStatus(IntEnum):
    """As action_msgs/msg/GoalStatus."""

    UNKNOWN = 0
    ACCEPTED = 1
    EXECUTING = 2
    CANCELING = 3
    SUCCEEDED = 4
    CANCELED = 5
    ABORTED = 6

    @classmethod
    def _missing_(cls, value: object) -> GoalStatus | None:
        """What a stranger's server says that ROS 2 does not know."""
        return cls.UNKNOWN if isinstance(value, int) else None


class GoalEvent(IntEnum):
    EXECUTE = 0
    CANCEL_GOAL = 1
    SUCCEED = 2
    ABORT = 3
    CANCELED = 4


# The states in which an event may come, and the state that it leads to.
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
    """The goal ended without success. `status` says how, `result` is what the server sent all the same."""

    def __init__(self, text: str, status: GoalStatus, result: Any) -> None:
        super().__init__(text)
        self.status = status
        self.result = result


class GoalAborted(GoalFailed):
    """The server gave it up."""


class GoalCanceled(GoalFailed):
    """It was canceled."""


class GoalLost(GoalFailed):
    """The server went away, or does not know the goal any more; the status is UNKNOWN."""


class NoActionServer(TimeoutError):
    """There was no server within the time limit."""


class GoalTimeout(TimeoutError):
    """A goal was not accepted, or has not ended, within its time limit."""


def failure(name: str, status: int, result: Any) -> GoalFailed:
    """What to raise for a goal of the action `name` that ended so."""
    ended = GoalStatus(status)
    kinds = {GoalStatus.CANCELED: GoalCanceled, GoalStatus.ABORTED: GoalAborted, GoalStatus.UNKNOWN: GoalLost}
    how = 'the server does not know it any more' if ended is GoalStatus.UNKNOWN else f'it was {ended.name.lower()}'
    return kinds.get(ended, GoalFailed)(f'the goal of {name} did not succeed: {how}', ended, result)


class Endpoints:
    """The names and types of an action's services and topics."""

    def __init__(self, action_type: Any, name: str, resolve: Callable[[str, bool, bool], str]) -> None:
        """`resolve`: of a _core.Node. The action is remapped as one name, as a topic is.

        Its five names may be remapped besides. ValueError for no name.
        """
        if not name:
            raise ValueError('the name of an action is empty')
        self.name = full = resolve(name, False, False)
        self.goal = action_type.Goal
        self.result = action_type.Result
        self.send_goal = action_type.Impl.SendGoalService, f'{full}/_action/send_goal'
        self.get_result = action_type.Impl.GetResultService, f'{full}/_action/get_result'
        self.cancel_goal = interface('action_msgs/srv/CancelGoal'), f'{full}/_action/cancel_goal'
        self.feedback = action_type.Impl.FeedbackMessage, f'{full}/_action/feedback', _FEEDBACK
        self.status = interface('action_msgs/msg/GoalStatusArray'), f'{full}/_action/status', _STATUS


def new_goal_id() -> bytes:
    """Unlike all others; in a replay the same in each run."""
    from . import _core

    parts = _core.virtual_random(), _core.virtual_random()
    return b''.join(each.to_bytes(8, 'little') for each in parts if each is not None) or uuid.uuid4().bytes


def id_of(message: Any) -> bytes:
    return bytes(message.goal_id.uuid)


def id_in(sample: Any) -> bytes:
    """The goal's id in a sample of a feedback topic, of which it is the first field."""
    return bytes(memoryview(sample)[4:20])


def info_of(goal: ServedGoal) -> Any:
    """Its action_msgs/msg/GoalInfo."""
    info = interface('action_msgs/msg/GoalInfo')()
    info.goal_id.uuid = list(goal.id)
    info.stamp.sec, info.stamp.nanosec = divmod(goal.accepted_at, 1_000_000_000)
    return info


class ServedGoal:
    """A goal as its server knows it; only its GoalTable changes it."""

    __slots__ = ('accepted_at', 'ended_at', 'fetched', 'handle', 'id', 'response', 'stamp', 'state', 'waiting')

    def __init__(self, goal_id: bytes) -> None:
        self.id = goal_id
        self.state = GoalStatus.UNKNOWN
        """UNKNOWN until it is accepted."""
        self.accepted_at = 0
        """Nanoseconds of the server's clock."""
        self.stamp = bytes(8)
        """The same as it is encoded."""
        self.handle: Any = None
        """The server's own: what its user has."""
        self.response: Any = None
        """The response of GetResult as the table encodes it, once there is one; until then `waiting` wait for it."""
        self.waiting: list[Any] = []
        self.fetched = False
        self.ended_at = 0


class GoalTable:
    """The goals that a server knows, with ROS 2's rules for their states, for canceling, results and their expiry.

    Any thread. It sends nothing: what is to be sent it returns.
    """

    def __init__(
        self,
        of: Endpoints,
        now: Callable[[], int],
        result_timeout: float,
        *,
        passed: Callable[[], int] | None = None,
        encode: Callable[[Any], Any] = lambda response: response,
    ) -> None:
        """`now`: nanoseconds of the node's clock. A result is kept for `result_timeout` seconds from its goal's end.

        With 0 or less it is kept until a client has asked for it, but not for more than 10 s. `passed`: nanoseconds
        that only go on, by which that is measured; else `now`. `encode`: makes of a response what is kept and sent.
        """
        self._of = of
        self._now = now
        self._passed = passed or now
        self._encode = encode
        self._timeout = nanoseconds('result_timeout', result_timeout)
        self._lock = threading.Lock()
        self._goals: dict[bytes, ServedGoal] = {}
        self._over: deque[ServedGoal] = deque()  # in the order of their ends

    def __len__(self) -> int:
        return len(self._goals)

    def goals(self) -> list[ServedGoal]:
        with self._lock:
            return list(self._goals.values())

    def add(self, goal_id: bytes) -> ServedGoal | None:
        """A goal that somebody sent. None if it is known: then it is to be rejected, and the user not asked."""
        with self._lock:
            if goal_id in self._goals:
                return None
            made = self._goals[goal_id] = ServedGoal(goal_id)
            return made

    def accept(self, goal: ServedGoal, *, execute: bool) -> Any:
        """The response to send, with its stamp; the goal is known before it is sent."""
        now = self._now()
        with self._lock:
            self._goals[goal.id] = self._goals.pop(goal.id, goal)  # the order of acceptance
            goal.accepted_at = now
            goal.stamp = struct.pack('<iI', *divmod(now, 1_000_000_000))
            goal.state = GoalStatus.EXECUTING if execute else GoalStatus.ACCEPTED
        response = self._of.send_goal[0].Response(accepted=True)
        response.stamp.sec, response.stamp.nanosec = divmod(now, 1_000_000_000)
        return response

    def remove(self, goal: ServedGoal) -> list[Any]:
        """It is not known any more. Those who wait for its result, to be told unknown()."""
        with self._lock:
            if self._goals.get(goal.id) is goal:
                del self._goals[goal.id]
            waiting, goal.waiting = goal.waiting, []
            return waiting

    def step(self, goal: ServedGoal, event: GoalEvent) -> bool:
        """Changes its state; False, and nothing happens, for an event that cannot come in this state."""
        allowed, then = _TRANSITIONS[event]
        with self._lock:
            if goal.state not in allowed:
                return False
            goal.state = then
            return True

    def drop(self, goal: ServedGoal) -> bool:
        """Ends a goal that its user has lost: as aborted or, if it was never executed, as canceled."""
        with self._lock:
            if goal.state >= GoalStatus.SUCCEEDED:
                return False
            goal.state = GoalStatus.CANCELED if goal.state is GoalStatus.ACCEPTED else GoalStatus.ABORTED
            return True

    def end(self, goal: ServedGoal, event: GoalEvent, result: Any) -> tuple[Any, list[Any]] | None:
        """step() and finish(); None if the event cannot come in this state.

        What is wrong with the result is raised before anything happens: the goal can still be ended with another.
        """
        response = self._response(_TRANSITIONS[event][1], result)
        return self._finish(goal, response) if self.step(goal, event) else None

    def finish(self, goal: ServedGoal, result: Any) -> tuple[Any, list[Any]]:
        """What to answer to whom, now that it has ended; None: an empty result. Others get it from ask_result()."""
        return self._finish(goal, self._response(goal.state, result))

    def _response(self, state: GoalStatus, result: Any) -> Any:
        response = self._of.get_result[0].Response
        return self._encode(response(status=int(state), result=self._of.result() if result is None else result))

    def _finish(self, goal: ServedGoal, response: Any) -> tuple[Any, list[Any]]:
        now = self._passed()
        with self._lock:
            goal.response = response
            goal.ended_at = now
            waiting, goal.waiting = goal.waiting, []
            goal.fetched = bool(waiting)
            self._over.append(goal)
        return response, waiting

    def ask_result(self, request: Any, who: Any) -> Any:
        """The response; None: it comes later, by finish()."""
        with self._lock:
            goal = self._goals.get(id_of(request))
            if goal is None:
                return self.unknown()
            if goal.response is None:
                goal.waiting.append(who)
            else:
                goal.fetched = True
            return goal.response

    def abort(self, goal: ServedGoal) -> tuple[Any, list[Any]]:
        """As finish(), for a goal whose server ends; one that has a result keeps it."""
        response = self._encode(self._of.get_result[0].Response(status=int(GoalStatus.ABORTED)))
        with self._lock:
            if goal.response is None:
                goal.response = response
            waiting, goal.waiting = goal.waiting, []
            return goal.response, waiting

    def unknown(self) -> Any:
        """The response to who asks for the result of a goal that is not known."""
        return self._encode(self._of.get_result[0].Response())

    def to_cancel(self, request: Any) -> tuple[list[ServedGoal], int]:
        """The goals that a CancelGoal.Request names and that can be canceled; the return code if none of them is."""
        response, info = interface('action_msgs/srv/CancelGoal').Response, request.goal_info
        wanted, before = id_of(info), info.stamp.sec * 1_000_000_000 + info.stamp.nanosec
        with self._lock:
            goals = [goal for goal in self._goals.values() if goal.state is not GoalStatus.UNKNOWN]
        if before == 0 and wanted != _ALL:
            goals = [goal for goal in goals if goal.id == wanted]
            if not goals:
                return [], response.ERROR_UNKNOWN_GOAL_ID
            if goals[0].state > GoalStatus.EXECUTING:
                return [], response.ERROR_GOAL_TERMINATED
        elif before != 0:
            goals = [goal for goal in goals if goal.id == wanted or goal.accepted_at <= before]
        goals = [goal for goal in goals if goal.state <= GoalStatus.EXECUTING]
        return goals, response.ERROR_REJECTED if goals else response.ERROR_NONE

    def cancel(self, request: Any, agreed: list[ServedGoal], otherwise: int) -> tuple[Any, list[ServedGoal]]:
        """The response, and the goals that are being canceled: of those `agreed` to, those that have not ended."""
        canceling = [goal for goal in agreed if self.step(goal, GoalEvent.CANCEL_GOAL)]
        response = interface('action_msgs/srv/CancelGoal').Response()
        response.return_code = response.ERROR_NONE if canceling else otherwise
        response.goals_canceling = [info_of(goal) for goal in canceling]
        return response, canceling

    def status(self) -> bytes:
        """The sample of the action_msgs/msg/GoalStatusArray of those that were accepted.

        Encoded here, as it has all goals that are kept and is sent at each change: a message of Python's objects would
        take some 10 µs a goal.
        """
        known = [goal for goal in self.goals() if goal.state is not GoalStatus.UNKNOWN]
        parts = [_CDR, len(known).to_bytes(4, 'little')]
        padding = b''  # before the stamp, which is aligned to 4; the first id is so by itself
        for goal in known:
            parts += goal.id, padding, goal.stamp, _STATES[goal.state]
            padding = bytes(3)
        return b''.join(parts)

    def expire(self) -> int | None:
        """Forgets results that are over. Nanoseconds until the next one is; None: there is none."""
        now = self._passed()
        with self._lock:
            while self._over:
                goal = self._over[0]
                kept = max(self._timeout, 0 if goal.fetched else _UNASKED_FOR) if self._timeout <= 0 else self._timeout
                left = goal.ended_at + kept - now
                if left > 0 or (left == 0 and kept > 0):
                    return max(left, 1_000_000)
                self._over.popleft()
                if self._goals.get(goal.id) is goal:
                    del self._goals[goal.id]
            return None
