# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""What rxros2 doctor looks at: each module has check(), which yields findings."""

from __future__ import annotations

from dataclasses import dataclass

LEVELS = ('ok', 'note', 'warning', 'error')


@dataclass(frozen=True)
class Finding:
    """Something that was looked at."""

    level: str
    """Of LEVELS. A note is all right, but good to know; a warning may, an error does keep something from working."""
    text: str
    """What was found."""
    advice: str = ''
    """What to do, where there is something to be done."""
