# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Node: a ROS 2 node. No ROS 2 need be installed; any ROS 2 machine on the network sees it."""

from __future__ import annotations

import atexit
import weakref
from types import TracebackType

from . import _core

_open: weakref.WeakSet[Node] = weakref.WeakSet()


class Logger:
    """Logs under the node's name: to the console, and to /rosout. Any thread."""

    def __init__(self, core: _core.Node) -> None:
        self._core = core

    def debug(self, text: str) -> None:
        self._core.log(10, text)

    def info(self, text: str) -> None:
        self._core.log(20, text)

    def warning(self, text: str) -> None:
        self._core.log(30, text)

    warn = warning

    def error(self, text: str) -> None:
        self._core.log(40, text)

    def fatal(self, text: str) -> None:
        self._core.log(50, text)


class Node:
    """A ROS 2 node with its parameter services, served by a thread of C++ that never takes the GIL.

    Publishers, subscriptions, clients and servers of rxros2.aio.ros2 are made with it. Closed by close(), by leaving
    `with`, or when Python ends. Any thread.
    """

    def __init__(
        self,
        name: str,
        *,
        namespace: str = '',
        args: list[str] | None = None,
        domain_id: int | None = None,
        share: Node | None = None,
    ) -> None:
        """`args`: as on a command line, '--ros-args …'. `domain_id`: else that of ROS_DOMAIN_ID.

        `share`: a node of which this one uses the connection and the thread; the two before are then not looked at.
        ValueError for a name that ROS 2 does not allow.
        """
        self._core: _core.Node = _core.Node(
            name, namespace, args or [], domain_id, None if share is None else share._core
        )
        self.name = self._core.name()
        """Fully qualified."""
        self.logger = Logger(self._core)
        _open.add(self)

    def topics(self) -> dict[str, list[str]]:
        """Topics that are known now, with their types."""
        return self._core.topics()

    def services(self) -> dict[str, list[str]]:
        """Services that are known now, with their types."""
        return self._core.services()

    def nodes(self) -> list[str]:
        """Fully qualified names of the nodes that are known now."""
        return self._core.nodes()

    def count_publishers(self, topic: str) -> int:
        return self._core.count_publishers(topic)

    def count_subscribers(self, topic: str) -> int:
        return self._core.count_subscribers(topic)

    def now(self) -> int:
        """ROS time, nanoseconds: simulated if use_sim_time is set."""
        return self._core.now()

    def close(self) -> None:
        """Ends the node; what was made with it is to be closed before. A second call does nothing."""
        _open.discard(self)
        self._core.close()

    def __enter__(self) -> Node:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f'<rxros2 node {self.name}>'


@atexit.register
def _close_all() -> None:
    """Threads of C++ end before the interpreter does."""
    for node in list(_open):
        node.close()
