# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The states of a lifecycle node and the transitions between them, with the numbers and labels of lifecycle_msgs.

Used by aio.ros2, rx and rclpy_compat.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple

from .messages import interface

_log = logging.getLogger(__name__)


class TransitionCallbackReturn(Enum):
    """What the callback of a transition made of it."""

    SUCCESS = 97
    FAILURE = 98
    ERROR = 99


class LifecycleState(NamedTuple):
    label: str
    state_id: int


class TransitionFailed(RuntimeError):
    """A transition is not possible in the present state, or did not lead where it should. `state`: that of the node."""

    def __init__(self, text: str, state: LifecycleState) -> None:
        super().__init__(text)
        self.state = state


class Transition(NamedTuple):
    label: str
    id: int
    start: LifecycleState
    goal: LifecycleState


UNCONFIGURED, INACTIVE, ACTIVE, FINALIZED = (
    LifecycleState(label, number)
    for number, label in enumerate(('unconfigured', 'inactive', 'active', 'finalized'), start=1)
)
CONFIGURING, CLEANING_UP, SHUTTING_DOWN, ACTIVATING, DEACTIVATING, ERROR_PROCESSING = (
    LifecycleState(label, number)
    for number, label in enumerate(
        ('configuring', 'cleaningup', 'shuttingdown', 'activating', 'deactivating', 'errorprocessing'), start=10
    )
)
STATES = [
    LifecycleState('unknown', 0),
    *(UNCONFIGURED, INACTIVE, ACTIVE, FINALIZED),
    *(CONFIGURING, CLEANING_UP, SHUTTING_DOWN, ACTIVATING, DEACTIVATING, ERROR_PROCESSING),
]


def _outcomes(first: int, during: LifecycleState, success: LifecycleState, failure: LifecycleState) -> list[Transition]:
    """What the callback of a transition leads to; an error leads to errorprocessing."""
    goals = (success, failure, FINALIZED if during is ERROR_PROCESSING else ERROR_PROCESSING)
    return [
        Transition(f'transition_{kind.name.lower()}', first + i, during, goal)
        for i, (kind, goal) in enumerate(zip(TransitionCallbackReturn, goals, strict=True))
    ]


TRANSITIONS = [
    Transition('configure', 1, UNCONFIGURED, CONFIGURING),
    *_outcomes(10, CONFIGURING, INACTIVE, UNCONFIGURED),
    Transition('cleanup', 2, INACTIVE, CLEANING_UP),
    *_outcomes(20, CLEANING_UP, UNCONFIGURED, INACTIVE),
    Transition('activate', 3, INACTIVE, ACTIVATING),
    *_outcomes(30, ACTIVATING, ACTIVE, INACTIVE),
    Transition('deactivate', 4, ACTIVE, DEACTIVATING),
    *_outcomes(40, DEACTIVATING, INACTIVE, ACTIVE),
    Transition('shutdown', 5, UNCONFIGURED, SHUTTING_DOWN),
    Transition('shutdown', 6, INACTIVE, SHUTTING_DOWN),
    Transition('shutdown', 7, ACTIVE, SHUTTING_DOWN),
    *_outcomes(50, SHUTTING_DOWN, FINALIZED, FINALIZED),
    *_outcomes(60, ERROR_PROCESSING, UNCONFIGURED, FINALIZED),
]

# The callback of the state that a transition leads to first.
CALLBACKS = {
    CONFIGURING: 'configure',
    CLEANING_UP: 'cleanup',
    SHUTTING_DOWN: 'shutdown',
    ACTIVATING: 'activate',
    DEACTIVATING: 'deactivate',
}


class Step(NamedTuple):
    """A callback that is to be run: on_configure, …, on_error."""

    callback: str
    before: LifecycleState
    """The state before the transition."""


class StateMachine:
    """One transition at a time: begin(), then the callback, then done(), until that has no further step. Any thread.

    No lock is held while `passed` is told of each change of the state. What that raises is logged: a transition depends
    on its callback only.
    """

    def __init__(self, passed: Callable[[Transition], object]) -> None:
        self._passed = passed
        self._lock = threading.Lock()
        self._before: LifecycleState | None = None  # of the transition that is under way
        self.state = UNCONFIGURED
        """The present state."""

    def available(self) -> list[Transition]:
        return [each for each in TRANSITIONS if each.start is self.state]

    def find(self, label_or_id: str | int) -> Transition | None:
        """The transition from this state of that label or number, that may be triggered; None if there is none."""
        for each in self.available():
            if label_or_id in (each.label, each.id) and each.goal in CALLBACKS:
                return each
        return None

    def begin(self, label_or_id: str | int) -> Step:
        """TransitionFailed if there is no such transition from this state, or another is under way."""
        with self._lock:
            transition = self.find(label_or_id)
            if transition is None or self._before is not None:
                possible = ', '.join(each.label for each in self.available() if each.goal in CALLBACKS) or 'none'
                raise TransitionFailed(
                    f"the transition '{label_or_id}' is not possible in the state '{self.state.label}': {possible} is",
                    self.state,
                )
            before = self._before = self.state
        self._step(transition)
        return Step(CALLBACKS[transition.goal], before)

    def done(self, result: TransitionCallbackReturn) -> Step | None:
        """What the step's callback returned; ERROR also if it raised. The next step, None: the transition is over."""
        before = self._before
        assert before is not None
        self._step(self.available()[list(TransitionCallbackReturn).index(result)])
        if self.state is ERROR_PROCESSING:
            return Step('error', before)
        self._before = None
        return None

    def trigger(
        self, label_or_id: str | int, call: Callable[[str, LifecycleState], TransitionCallbackReturn]
    ) -> TransitionCallbackReturn:
        """A whole transition, with callbacks that `call` runs here; what the first of them returned. As begin().

        An exception goes on after the node was brought into a primary state, by an error.
        """
        first, step = None, self.begin(label_or_id)
        while True:
            try:
                result = call(*step)
            except BaseException:
                self.give_up()
                raise
            first = first or result
            following = self.done(result)
            if following is None:
                return first
            step = following

    def give_up(self) -> None:
        """The callback of the step is not going to end: an error that on_error() does not mend."""
        if self.done(TransitionCallbackReturn.ERROR) is not None:
            self.done(TransitionCallbackReturn.FAILURE)

    def _step(self, transition: Transition) -> None:
        self.state = transition.goal
        try:
            self._passed(transition)
        except Exception:
            _log.exception('what follows the transition %s failed', transition.label)


# --- as messages ---


def _numbered(kind: str, number: int, label: str) -> Any:
    return interface(f'lifecycle_msgs/msg/{kind}')(id=number, label=label)


def _between(transition: Transition) -> dict[str, Any]:
    return {
        'transition': _numbered('Transition', transition.id, transition.label),
        'start_state': _numbered('State', transition.start.state_id, transition.start.label),
        'goal_state': _numbered('State', transition.goal.state_id, transition.goal.label),
    }


def event(transition: Transition, now: int) -> Any:
    """The TransitionEvent, complete; `now` in nanoseconds.

    Its timestamp is the Time that ROS 2 has in these bytes since Lyrical; earlier ROS 2 leaves them 0.
    """
    seconds, nanoseconds = divmod(now, 1_000_000_000)
    return interface('lifecycle_msgs/msg/TransitionEvent')(
        timestamp=seconds | nanoseconds << 32, **_between(transition)
    )


def _descriptions(transitions: list[Transition]) -> list[Any]:
    kind = interface('lifecycle_msgs/msg/TransitionDescription')
    return [kind(**_between(each)) for each in transitions]


def _tell_state(machine: StateMachine, response: Any) -> None:
    state = machine.state
    response.current_state = _numbered('State', state.state_id, state.label)


def _tell_states(machine: StateMachine, response: Any) -> None:
    response.available_states = [_numbered('State', each.state_id, each.label) for each in STATES]


def _tell_transitions(machine: StateMachine, response: Any) -> None:
    response.available_transitions = _descriptions(machine.available())


def _tell_graph(machine: StateMachine, response: Any) -> None:
    response.available_transitions = _descriptions(TRANSITIONS)


QUERIES: dict[str, tuple[str, Callable[[StateMachine, Any], None]]] = {
    'get_state': ('lifecycle_msgs/srv/GetState', _tell_state),
    'get_available_states': ('lifecycle_msgs/srv/GetAvailableStates', _tell_states),
    'get_available_transitions': ('lifecycle_msgs/srv/GetAvailableTransitions', _tell_transitions),
    'get_transition_graph': ('lifecycle_msgs/srv/GetAvailableTransitions', _tell_graph),
}
"""The services that only ask, their types, and what fills in the response."""


def wanted(request: Any) -> str | int:
    """What a ChangeState.Request names: its label if there is one, else its number."""
    return request.transition.label or int(request.transition.id)


class TransitionEvent(NamedTuple):
    """That a node changed its state."""

    transition: str
    """Its label; empty if the node does not tell, as those of ROS 2 before Lyrical."""
    start: LifecycleState
    goal: LifecycleState
    stamp: int
    """Nanoseconds of the node's clock; 0 if it does not tell."""


def read_event(message: Any) -> TransitionEvent:
    """Of a TransitionEvent with a timestamp, or with a stamp in the same bytes, as a Lyrical node sends it."""
    stamp = (message.timestamp & 0xFFFFFFFF) * 1_000_000_000 + (message.timestamp >> 32)
    start, goal = (LifecycleState(each.label, each.id) for each in (message.start_state, message.goal_state))
    return TransitionEvent(message.transition.label, start, goal, stamp)
