# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Reads streams that ended by an error from /diagnostics, where the nodes of RxROS2 publish them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .graph_checks import Finding

TOPIC = '/diagnostics'
TYPE = 'diagnostic_msgs/msg/DiagnosticArray'
_KEYS = {'topic', 'stage', 'place'}


def dead_streams(array: Any) -> Iterator[tuple[str, Finding]]:
    """Yields the node and the finding of each stream in a DiagnosticArray; nothing for other entries."""
    for status in array.status:
        values = {entry.key: entry.value for entry in status.values}
        node, separator, stream = status.name.partition(': ')
        if status.level != b'\x02' or set(values) != _KEYS or not separator:
            continue
        stage = f'stage {values["stage"]} of ' if values['stage'] else ''
        yield (
            node,
            Finding(
                'error',
                f'{node}: {stage}{stream} has ended by an error: {status.message}',
                'handle the error in the program, or let -p rxros2.on_stream_error:=shutdown and respawn restart it',
            ),
        )
