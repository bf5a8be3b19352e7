# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The states of a lifecycle node and the transitions between them, with the numbers and labels of lifecycle_msgs."""

from __future__ import annotations

import threading
from collections.abc import Callable
from enum import Enum
from typing import NamedTuple


class TransitionCallbackReturn(Enum):
    SUCCESS = 97
    FAILURE = 98
    ERROR = 99


class LifecycleState(NamedTuple):
    label: str
    state_id: int


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


class StateMachine:
    """One transition at a time; callbacks run in the thread that triggers it, without a lock held.

    `call` runs the callback of that name, given the state before, and `error` for what went wrong in it; `passed` is
    told of each step.
    """

    def __init__(
        self,
        call: Callable[[str, LifecycleState], TransitionCallbackReturn],
        passed: Callable[[Transition], None],
    ) -> None:
        self._call = call
        self._passed = passed
        self._lock = threading.Lock()
        self._changing = False
        self.state = UNCONFIGURED

    def available(self) -> list[Transition]:
        return [each for each in TRANSITIONS if each.start is self.state]

    def find(self, label_or_id: str | int) -> Transition | None:
        """The transition from this state of that label or number, that may be triggered; None if there is none."""
        for each in self.available():
            if label_or_id in (each.label, each.id) and each.goal in CALLBACKS:
                return each
        return None

    def trigger(self, label_or_id: str | int) -> TransitionCallbackReturn:
        """RuntimeError if there is no such transition from this state, or another is under way."""
        with self._lock:
            transition = self.find(label_or_id)
            if transition is None or self._changing:
                possible = ', '.join(each.label for each in self.available() if each.goal in CALLBACKS) or 'none'
                raise RuntimeError(
                    f"the transition '{label_or_id}' is not possible in the state '{self.state.label}': {possible} is"
                )
            self._changing = True
        try:
            before = self.state
            self._step(transition)
            result = self._call(CALLBACKS[transition.goal], before)
            self._step(self._outcome(result))
            if self.state is ERROR_PROCESSING:
                self._step(self._outcome(self._call('error', before)))
            return result
        finally:
            self._changing = False

    def _outcome(self, result: TransitionCallbackReturn) -> Transition:
        number = list(TransitionCallbackReturn).index(result)
        return self.available()[number]

    def _step(self, transition: Transition) -> None:
        self.state = transition.goal
        self._passed(transition)
