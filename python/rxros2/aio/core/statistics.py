# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""SubStatistics: the counts of a sub."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class SubStatistics:
    """The counts of a sub so far.

    An item counts as delivered once for each listener, wait or callback that gets it.
    """

    received: int
    """Items that input_data() has accepted."""
    delivered: int
    """Items that tasks have taken from listeners and waits, and that callbacks were called with."""
    dropped: int
    """Items that listeners dropped because their queue was full, and callbacks because the loop was busy. Items that
    a latest-only wait or listen() skips do not count as dropped."""
    waiting: int
    """Items that are now in the queues of listeners, waits and callbacks."""
    listeners: int
    """Listeners and waits that are open."""
    rate: float = field(default=0.0, compare=False)
    """Recent items per second: the mean over some 20 gaps, lowered by the time since the last item. 0 before the
    second item."""


__all__ = ['SubStatistics']
