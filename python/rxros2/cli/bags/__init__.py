# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Recordings as rosbag2 makes them: a folder with metadata.yaml and files in MCAP; those in SQLite can be read."""

from .metadata import Topic
from .reading import Bag
from .writing import Options, Writer

__all__ = ['Bag', 'Options', 'Topic', 'Writer', 'shown_size']


def shown_size(count: float) -> str:
    for unit in ('B', 'KiB', 'MiB'):
        if count < 1024:
            return f'{count:.0f} B' if unit == 'B' else f'{count:.1f} {unit}'
        count /= 1024
    return f'{count:.1f} GiB'
