# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The names of a bridge's nodes, by which bridges find out what has passed through a bridge already.

A node is named after the path of what it publishes or offers: the ids of the bridges that forwarded it, the latest
first. A bridge forwards nothing along a path that contains its own id, so nothing runs in a circle, whatever the number
of bridges. Every peer sees the name of a node, also a node of ROS 2.
"""

from __future__ import annotations

import os
import re

Path = tuple[str, ...]
"""Ids of bridges, the latest first. Empty for what no bridge has forwarded."""

MOST_BRIDGES = 8
"""The most bridges that forward a message one after the other."""

_PREFIX = '_rxros2_bridge'
_NAME = re.compile(rf'{_PREFIX}((?:_[0-9a-f]{{8}})+)')


def new_id() -> str:
    """Returns the id of a new bridge."""
    return os.urandom(4).hex()


def node_name(path: Path) -> str:
    """Returns the name of the node for a path that is not empty."""
    return '_'.join((_PREFIX, *path))


def path_of(name: str) -> Path:
    """Returns the path in the name of a node, without its namespace; empty for a node of no bridge."""
    match = _NAME.fullmatch(name)
    return tuple(match[1].split('_')[1:]) if match else ()
