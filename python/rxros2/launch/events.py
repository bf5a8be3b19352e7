# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Events of a launch, and requests to it."""

from __future__ import annotations

import signal
from collections.abc import Callable
from typing import Any


class Event:
    """Base class of events; launch files may define their own."""

    name = 'launch.Event'


class Shutdown(Event):
    """The launch ends."""

    name = 'launch.events.Shutdown'

    def __init__(self, *, reason: str = 'no reason was given', due_to_sigint: bool = False) -> None:
        self.reason = reason
        self.due_to_sigint = due_to_sigint


class TimerEvent(Event):
    """The time of a TimerAction has come."""

    name = 'launch.events.TimerEvent'

    def __init__(self, *, timer_action: Any) -> None:
        self.timer_action = timer_action


class IncludeLaunchDescription(Event):
    """Requests the execution of a launch description."""

    name = 'launch.events.IncludeLaunchDescription'

    def __init__(self, launch_description: Any) -> None:
        self.launch_description = launch_description


class ExecutionComplete(Event):
    """An action is complete."""

    name = 'launch.events.ExecutionComplete'

    def __init__(self, *, action: Any) -> None:
        self.action = action


class RunningProcessEvent(Event):
    """Base class of events of a process that `action` has started."""

    name = 'launch.events.process.RunningProcessEvent'

    def __init__(
        self, *, action: Any, name: str, cmd: list[str], cwd: str | None, env: dict[str, str] | None, pid: int
    ) -> None:
        self.action = self.execute_process_action = action
        self.process_name = name
        self.cmd = cmd
        self.cwd = cwd
        self.env = env
        self.pid = pid


class ProcessStarted(RunningProcessEvent):
    """A process has started."""

    name = 'launch.events.process.ProcessStarted'


class ProcessExited(RunningProcessEvent):
    """A process has ended. `returncode` is its exit code, or the negative number of the signal that ended it."""

    name = 'launch.events.process.ProcessExited'

    def __init__(self, *, returncode: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.returncode = returncode


class ProcessIO(RunningProcessEvent):
    """A process has written bytes to standard output (`fd` 1) or standard error (`fd` 2)."""

    name = 'launch.events.process.ProcessIO'

    def __init__(self, *, text: bytes, fd: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.text = text
        self.fd = fd
        self.from_stdin, self.from_stdout, self.from_stderr = fd == 0, fd == 1, fd == 2


class ProcessStdin(ProcessIO):
    """Bytes for the standard input of a process."""

    name = 'launch.events.process.ProcessStdin'

    def __init__(self, *, text: bytes, **kwargs: Any) -> None:
        super().__init__(text=text, fd=0, **kwargs)


class ProcessStdout(ProcessIO):
    """A process has written to standard output."""

    name = 'launch.events.process.ProcessStdout'

    def __init__(self, *, text: bytes, **kwargs: Any) -> None:
        super().__init__(text=text, fd=1, **kwargs)


class ProcessStderr(ProcessIO):
    """A process has written to standard error."""

    name = 'launch.events.process.ProcessStderr'

    def __init__(self, *, text: bytes, **kwargs: Any) -> None:
        super().__init__(text=text, fd=2, **kwargs)


class ProcessTargetedEvent(Event):
    """Base class of requests to the processes that `process_matcher` selects."""

    name = 'launch.events.process.ProcessTargetedEvent'

    def __init__(self, *, process_matcher: Callable[[Any], bool]) -> None:
        self.process_matcher = process_matcher


class ShutdownProcess(ProcessTargetedEvent):
    """Requests the end of a process."""

    name = 'launch.events.process.ShutdownProcess'


class SignalProcess(ProcessTargetedEvent):
    """Requests a signal for a process. ValueError for an unknown name of a signal."""

    name = 'launch.events.process.SignalProcess'

    def __init__(self, *, signal_number: str | int, process_matcher: Callable[[Any], bool]) -> None:
        super().__init__(process_matcher=process_matcher)
        if isinstance(signal_number, str):
            known = {number.name: number for number in signal.Signals}
            if signal_number not in known:
                raise ValueError(f"no signal '{signal_number}'; expected a name like SIGINT or SIGUSR1")
            signal_number = known[signal_number]
        self.signal = signal.Signals(signal_number)
        self.signal_name = self.signal.name


def matches_action(target_action: Any) -> Callable[[Any], bool]:
    """Returns a matcher for the process of an action."""
    return lambda action: action is target_action


def matches_pid(pid: int) -> Callable[[Any], bool]:
    """Returns a matcher for the process with a pid."""
    return lambda action: (action.process_details or {}).get('pid') == pid


def matches_name(name: str) -> Callable[[Any], bool]:
    """Returns a matcher for the process with a name."""
    return lambda action: (action.process_details or {}).get('name') == name


def matches_executable(executable: str) -> Callable[[Any], bool]:
    """Returns a matcher for processes of a program."""
    return lambda action: (action.process_details or {}).get('cmd', [None])[0] == executable
