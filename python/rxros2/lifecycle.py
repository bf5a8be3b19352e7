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

from . import _core
from .messages import interface

_log = logging.getLogger(__name__)


class TransitionCallbackReturn(Enum):
    """The result of the callback of a transition."""

    SUCCESS = 97
    FAILURE = 98
    ERROR = 99


class LifecycleState(NamedTuple):
    """A state of a lifecycle node: its label and number."""

    label: str
    state_id: int


class TransitionFailed(RuntimeError):
    """A transition is not possible in the present state, or did not reach its goal. `state` is the node's state."""

    def __init__(self, text: str, state: LifecycleState) -> None:
        super().__init__(text)
        self.state = state


class Transition(NamedTuple):
    """A transition between two states, with its label and number."""

    label: str
    id: int
    start: LifecycleState
    goal: LifecycleState


STATES = [LifecycleState(label, number) for number, label in _core.LIFECYCLE_STATES]
_, UNCONFIGURED, INACTIVE, ACTIVE, FINALIZED, *_during = STATES
CONFIGURING, CLEANING_UP, SHUTTING_DOWN, ACTIVATING, DEACTIVATING, ERROR_PROCESSING = _during
_numbers = {state.state_id: state for state in STATES}
TRANSITIONS = [
    Transition(label, number, _numbers[start], _numbers[goal])
    for number, label, start, goal in _core.LIFECYCLE_TRANSITIONS
]
CALLBACKS = {transition.goal: transition.label for transition in TRANSITIONS if transition.start not in _during}
"""The callback to run in the state that a transition leads to first."""


class Step(NamedTuple):
    """A callback to run: on_configure, …, on_error."""

    callback: str
    before: LifecycleState
    """The state before the transition."""


class StateMachine:
    """Runs one transition at a time: begin(), then the callback, then done(), until done() returns None. Thread-safe.

    Calls `passed` at each change of the state, without a lock. An exception of `passed` is logged, because the result
    of a transition depends on its callback only.
    """

    def __init__(self, passed: Callable[[Transition], object]) -> None:
        self._passed = passed
        self._lock = threading.Lock()  # guards the members below
        self._before: LifecycleState | None = None  # the state before the running transition
        self.state = UNCONFIGURED
        """The present state."""

    def available(self) -> list[Transition]:
        """Returns the transitions that start in the present state."""
        return [transition for transition in TRANSITIONS if transition.start is self.state]

    def find(self, label_or_id: str | int) -> Transition | None:
        """Returns the transition from this state with that label or number that can be triggered, or None."""
        for transition in self.available():
            if label_or_id in (transition.label, transition.id) and transition.goal in CALLBACKS:
                return transition
        return None

    def begin(self, label_or_id: str | int) -> Step:
        """Begins a transition. Raises TransitionFailed if this state has none, or if another transition is running."""
        with self._lock:
            transition = self.find(label_or_id)
            if transition is None or self._before is not None:
                possible = (
                    ', '.join(candidate.label for candidate in self.available() if candidate.goal in CALLBACKS)
                    or 'none'
                )
                raise TransitionFailed(
                    f"the transition '{label_or_id}' is not possible in the state '{self.state.label}'; "
                    f'possible: {possible}',
                    self.state,
                )
            before = self._before = self.state
        self._step(transition)
        return Step(CALLBACKS[transition.goal], before)

    def done(self, result: TransitionCallbackReturn) -> Step | None:
        """Takes the result of the step's callback (ERROR if it raised).

        Returns the next step; None ends the transition.
        """
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
        """Runs a whole transition; `call` runs its callbacks. Returns the result of the first one. Errors as begin().

        An exception of a callback brings the node into a primary state, as an error does, and is then raised.
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

    def leaves_active(self) -> bool:
        """Returns whether on_deactivate() or on_shutdown() runs, after which the node is not active any longer."""
        return self._before is ACTIVE and self.state in (DEACTIVATING, SHUTTING_DOWN)

    def give_up(self) -> None:
        """Ends the transition of a callback that will not return: an error that on_error() does not handle."""
        if self.done(TransitionCallbackReturn.ERROR) is not None:
            self.done(TransitionCallbackReturn.FAILURE)

    def _step(self, transition: Transition) -> None:
        self.state = transition.goal
        try:
            self._passed(transition)
        except Exception:
            _log.exception('the reaction to the transition %s failed', transition.label)


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
    """Returns the complete TransitionEvent; `now` is in nanoseconds.

    Its timestamp holds the Time that ROS 2 has in these bytes since Lyrical; earlier versions leave them 0.
    """
    seconds, nanoseconds = divmod(now, 1_000_000_000)
    return interface('lifecycle_msgs/msg/TransitionEvent')(
        timestamp=seconds | nanoseconds << 32, **_between(transition)
    )


def _descriptions(transitions: list[Transition]) -> list[Any]:
    kind = interface('lifecycle_msgs/msg/TransitionDescription')
    return [kind(**_between(transition)) for transition in transitions]


def _fill_state(machine: StateMachine, response: Any) -> None:
    state = machine.state
    response.current_state = _numbered('State', state.state_id, state.label)


def _fill_states(machine: StateMachine, response: Any) -> None:
    response.available_states = [_numbered('State', state.state_id, state.label) for state in STATES]


def _fill_transitions(machine: StateMachine, response: Any) -> None:
    response.available_transitions = _descriptions(machine.available())


def _fill_graph(machine: StateMachine, response: Any) -> None:
    response.available_transitions = _descriptions(TRANSITIONS)


QUERIES: dict[str, tuple[str, Callable[[StateMachine, Any], None]]] = {
    'get_state': ('lifecycle_msgs/srv/GetState', _fill_state),
    'get_available_states': ('lifecycle_msgs/srv/GetAvailableStates', _fill_states),
    'get_available_transitions': ('lifecycle_msgs/srv/GetAvailableTransitions', _fill_transitions),
    'get_transition_graph': ('lifecycle_msgs/srv/GetAvailableTransitions', _fill_graph),
}
"""The services that only query the state: their types, and the functions that fill in the response."""


def requested_transition(request: Any) -> str | int:
    """Returns the transition that a ChangeState.Request names: its label if it has one, else its number."""
    return request.transition.label or int(request.transition.id)


class TransitionEvent(NamedTuple):
    """A change of a node's state."""

    transition: str
    """Its label; empty if the node does not send it, as before ROS 2 Lyrical."""
    start: LifecycleState
    goal: LifecycleState
    stamp: int
    """Nanoseconds of the node's clock; 0 if the node does not send it."""


def read_event(message: Any) -> TransitionEvent:
    """Reads a TransitionEvent with a timestamp, or with a stamp in the same bytes, as a Lyrical node sends it."""
    stamp = (message.timestamp & 0xFFFFFFFF) * 1_000_000_000 + (message.timestamp >> 32)
    start, goal = (LifecycleState(state.label, state.id) for state in (message.start_state, message.goal_state))
    return TransitionEvent(message.transition.label, start, goal, stamp)
