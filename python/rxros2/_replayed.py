# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""What other modules have to know of a replay that runs in their thread (replay.py)."""

from __future__ import annotations

import sys
from collections.abc import Callable

_after: dict[Callable[[], object], None] = {}


def is_replayed() -> bool:
    """Whether this thread is in rxros2.replay."""
    core = sys.modules.get('rxros2._core')  # who has not imported it is in none
    return core is not None and core.virtual_time() is not None


def report(what: str) -> None:
    """Names what another run may do otherwise. In a replay."""
    from . import _core

    _core.unrepeatable(what)


def after_replay(function: Callable[[], object]) -> None:
    """Calls it once when the replay in this thread is over."""
    _after[function] = None


def replay_has_ended() -> None:
    while _after:
        function, _ = _after.popitem()
        function()
