# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The lines that a bridge reports about one direction."""

from __future__ import annotations

from collections.abc import Callable

from .network import Side
from .selection import Names


class Reports:
    """Reports lines, and each reason for which something is not bridged once."""

    def __init__(self, source: Side, target: Side, names: Names, report: Callable[[str], object]) -> None:
        self._source, self._target, self._names = source, target, names
        self.line = report
        self._reported: set[tuple[str, str]] = set()

    def not_bridged(self, subject: str, reason: str) -> None:
        """Reports why a subject, such as 'topic /scan', is not bridged."""
        self.once(subject, f' is not bridged: {reason}')

    def once(self, subject: str, text: str) -> None:
        """Reports a text, which continues the name of a subject and its network, unless it has been reported."""
        if (subject, text) not in self._reported:
            self._reported.add((subject, text))
            self.line(f'{subject} of {self._source.label}{text}')

    def destination(self, name: str) -> str:
        """Returns the other network, with the name there if it is another one."""
        renamed = self._names(name)
        return f'{self._target.label}{"" if renamed == name else f" as {renamed}"}'
