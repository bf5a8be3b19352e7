# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Waits for changes: of the graphs of both networks, and of topics with a message of an unknown publisher."""

from __future__ import annotations

import itertools

from .._core import ForwardedTopic, GraphEvents, Notifier

_Source = GraphEvents | ForwardedTopic


class Changes:
    """Sources of changes. Only end() may be called by another thread."""

    def __init__(self) -> None:
        self._notifier = Notifier()
        self._sources: dict[int, _Source] = {}
        self._keys: dict[_Source, int] = {}
        self._next = itertools.count()

    def add(self, source: _Source) -> None:
        """Waits for changes of this source, too."""
        key = next(self._next)
        self._sources[key], self._keys[source] = source, key
        source.listen(self._notifier, key)

    def remove(self, source: _Source) -> None:
        """Forgets a source."""
        del self._sources[self._keys.pop(source)]

    def wait(self, seconds: float | None) -> None:
        """Returns after a change, after end(), and after the seconds; None: no limit."""
        self._notifier.wait(-1 if seconds is None else round(seconds * 1e9))

    def take(self) -> None:
        """Marks all changes as seen. Changes after the call are new ones."""
        for key in self._notifier.take():
            if key in self._sources:
                self._sources[key].taking()

    def end(self) -> None:
        """Ends a wait()."""
        self._notifier.ready(-1)
