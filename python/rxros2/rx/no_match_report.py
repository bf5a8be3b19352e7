# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The report that the streams of a synchronize() never match."""

from __future__ import annotations

import logging
from typing import Any

from reactivex import Observable

from .stream import node_of

_PATIENCE = 3_000_000_000
"""Nanoseconds of messages that are left out before it is reported that nothing matches."""


class NoMatchReport:
    """Reports once that messages of some seconds were left out before the first match.

    The seconds are those of the stamps: streams do not begin at the same time.
    """

    def __init__(self, streams: tuple[Observable[Any], ...]) -> None:
        self._streams = streams
        self._first: dict[int, int] = {}
        self._newest: dict[int, int] = {}
        self._is_reported = False

    def arrived(self, index: int, stamp: int) -> None:
        """Counts a message of a stream before the first match."""
        self._newest[index] = max(stamp, self._newest.get(index, stamp))

    def left_out(self, index: int, stamp: int) -> None:
        """Counts a message that is left out while nothing has matched."""
        if not self._is_reported and stamp - self._first.setdefault(index, stamp) >= _PATIENCE:
            self._is_reported = True
            node = node_of(*self._streams)
            log = logging.getLogger('rxros2.rx') if node is None else node.logger
            log.warning(f'synchronize: no messages match: {self._reason()}')

    def _reason(self) -> str:
        count = len(self._streams)
        for index in range(count):
            if index not in self._newest:
                return f'stream {index + 1} of {count} has had none; check its topic and its publisher'
        first, last = min(self._newest, key=self._newest.__getitem__), max(self._newest, key=self._newest.__getitem__)
        difference = (self._newest[last] - self._newest[first]) / 1e9
        return (
            f'the newest stamp of stream {last + 1} is {difference:.3f} s after that of stream {first + 1}; stamp the '
            f'messages by one clock, or allow this difference'
        )


__all__ = ['NoMatchReport']
