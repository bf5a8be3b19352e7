# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The functions by which other modules learn about a replay that runs in their thread (replay.py)."""

from __future__ import annotations

import sys
from collections.abc import Callable

_stream_errors: list[str] = []
_after: dict[Callable[[], object], None] = {}


def _in_core(name: str) -> Callable[..., object] | None:
    """Returns a function of the extension module, or None if no replay can run.

    A replay imports the module first. Another thread may be importing it now; then it lacks functions.
    """
    return getattr(sys.modules.get('rxros2._core'), name, None)


def is_replayed() -> bool:
    """Returns whether this thread runs in rxros2.replay."""
    virtual_time = _in_core('virtual_time')
    return virtual_time is not None and virtual_time() is not None


def report(reason: str) -> None:
    """Reports something that may differ in another run. Does nothing without a replay."""
    report_nondeterminism = _in_core('report_nondeterminism')
    if report_nondeterminism is not None:
        report_nondeterminism(reason)


def stream_failed(text: str) -> None:
    """Adds a stream of the replay's program that ended by an error which nothing handled."""
    _stream_errors.append(text)


def take_stream_errors() -> list[str]:
    """Returns the streams of stream_failed() and forgets them."""
    taken = _stream_errors[:]
    _stream_errors.clear()
    return taken


def after_replay(function: Callable[[], object]) -> None:
    """Calls the function once when the replay in this thread has ended."""
    _after[function] = None


def replay_has_ended() -> None:
    """Runs the functions that were given to after_replay()."""
    while _after:
        function, _ = _after.popitem()
        function()
