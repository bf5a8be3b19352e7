# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The names of a bridge's nodes, by which bridges find out what has passed through a bridge already.

A node is named after the path of what it publishes or offers: the ids of the bridges that forwarded it, the latest
first. A bridge forwards nothing along a path that contains its own id, so nothing runs in a circle, whatever the number
of bridges. Every peer sees the name of a node, also a node of ROS 2.
"""

from __future__ import annotations

import os
import re
import time

Path = tuple[str, ...]
"""Ids of bridges, the latest first. Empty for what no bridge has forwarded."""

MOST_BRIDGES = 8
"""The most bridges that forward a message one after the other."""

_UNKNOWN_NODE = '_NODE_NAME_UNKNOWN_'
_IS_KNOWN = 2.0
"""Seconds after which an endpoint without the name of a node counts as one of a program without ROS 2."""
HAS_ENDED = 0.2
"""Seconds after which an endpoint that the graph does not have counts as ended."""

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


class Paths:
    """The paths of endpoints, by the names of their nodes, which may become known later than the endpoints."""

    def __init__(self) -> None:
        self._known: dict[bytes, Path] = {}
        self._known_before: dict[bytes, Path] = {}
        self._new_since: dict[bytes, float] = {}
        self._new_before: dict[bytes, float] = {}

    def begin(self) -> None:
        """Begins an update. What was not asked for in the last one is forgotten."""
        self._known_before, self._known = self._known, {}
        self._new_before, self._new_since = self._new_since, {}

    def path(self, gid: bytes, name: str, waits: list[float]) -> Path | None:
        """Returns the path of an endpoint; None if it is unknown, and adds the seconds after which it is not."""
        path = self._known_before.get(gid) if name == _UNKNOWN_NODE else path_of(name)
        if path is None:
            if self.is_new(gid, waits):
                return None
            path = ()
        self._known[gid] = path
        return path

    def is_new(self, gid: bytes, waits: list[float], limit: float = _IS_KNOWN) -> bool:
        """Returns whether an endpoint may still become known, for `limit` seconds, and adds the rest of them."""
        now = time.monotonic()
        since = self._new_since[gid] = self._new_before.get(gid, now)
        if now < since + limit:
            waits.append(since + limit - now)
            return True
        return False
