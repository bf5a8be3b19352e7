# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Bridge: follows the graphs of two networks and forwards what is selected."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType

from ..node import Logger
from .changes import Changes
from .marks import new_id
from .network import Network, Side
from .selection import Names, Rates, Renaming, Selection
from .services import ServicesOneWay
from .topics import TopicsOneWay

_LEAST_PAUSE = 0.02
"""Seconds between two looks at the graphs, so that a burst of changes costs one."""
_WATCH = 0.5
"""Seconds in which a new bridge finds the others before it forwards anything."""
_RETRY = 1.0
"""Seconds until a part of the bridge that has failed is tried again."""


class Bridge:
    """Forwards topics, services and actions between two networks until close(), or the end of `with`.

    Each publisher has a counterpart on the other side with the same QoS, topics are subscribed to while somebody
    listens there (latched ones always), and each service exists on the other side as long as its server. Messages pass
    as bytes through C++, with the times at which they were published; Python runs only when a graph changes, in a
    thread of the bridge. Several bridges run in no circle; of those between the same networks, one forwards a topic.
    """

    def __init__(
        self,
        source: Network,
        target: Network,
        *,
        topics: Iterable[str] | None = None,
        services: Iterable[str] | None = None,
        actions: Iterable[str] | None = None,
        exclude: Iterable[str] = (),
        rename: Mapping[str, str] | None = None,
        rates: Mapping[str, float] | None = None,
        one_way: bool = False,
        report: Callable[[str], object] | None = None,
    ) -> None:
        """Joins both networks and begins.

        `topics`, `services`, `actions` and `exclude` are regular expressions for whole names of `source`, also for what
        comes from `target`. By default all are bridged but hidden names, /rosout, /parameter_events, and the services
        of nodes for parameters, loggers and types; if one of the three is given, the others select nothing. `rename`:
        names of `source` with those of `target`; '/' at the end of both renames all that begin so. `rates`: the most
        messages a second of topics that are not latched, by expressions as above. `one_way`: only what `source`
        publishes and offers. `report` gets a line for what is bridged, ends or cannot be bridged; by default it is
        logged.

        ValueError for wrong arguments; RuntimeError if a network cannot be joined, as without the library of Zenoh.
        """
        selection = Selection(topics, services, actions, exclude)
        renaming = Renaming(rename or {})
        names = Names(selection, Rates(rates or {}), renaming, None if one_way else renaming.inverse())
        own_id = new_id()
        self._logger = Logger('rxros2_bridge')
        self._report = self._logger.info if report is None else report
        self._changes = Changes()
        self._failures: set[str] = set()
        self._closing = False
        self._end = threading.Event()
        self._sides: list[Side] = []
        self._ways: list[TopicsOneWay | ServicesOneWay] = []
        try:
            for network in (source, target):
                self._sides.append(Side(network, own_id))
            first, second = self._sides
            if (first.is_zenoh, first.domain_id) == (second.is_zenoh, second.domain_id):
                raise ValueError(f'both sides are {first.label}; expected two engines or two domains')
        except BaseException:
            self._close_all()
            raise
        directions = [(first, second, names)] if one_way else [(first, second, names), (second, first, names.reverse())]
        for origin, destination, passing in directions:
            self._ways += [
                TopicsOneWay(origin, destination, passing, self._say, self._changes),
                ServicesOneWay(origin, destination, passing, self._say),
            ]
        for side in self._sides:
            self._changes.add(side.changes)
        self._thread = threading.Thread(target=self._run, name='bridge', daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._end.wait(_WATCH)
            while not self._closing:
                begin = time.monotonic()
                wait = self._update()
                self._changes.wait(wait)
                time.sleep(max(0.0, begin + _LEAST_PAUSE - time.monotonic()))
                self._changes.take()
        finally:
            self._close_all()

    def _update(self) -> float | None:
        """Follows both graphs. Returns the seconds after which it must be called again without a change."""
        waits = []
        for part in (*self._sides, *self._ways):
            if self._closing:
                break
            try:
                waits.append(part.update())
            except Exception as error:  # the other parts go on
                waits.append(_RETRY)
                reason = str(error) or repr(error)
                if reason not in self._failures:
                    self._failures.add(reason)
                    self._say(f'the bridge cannot follow the graph, and tries it again: {reason}')
        return min((seconds for seconds in waits if seconds is not None), default=None)

    def _say(self, line: str) -> None:
        try:
            self._report(line)
        except Exception as error:
            self._logger.error(f'report has raised {error!r} for the line: {line}')

    def summary(self) -> list[str]:
        """Returns a line for each topic, service and action that is bridged now, with what has passed."""
        return [line for way in self._ways for line in way.summary()]

    def wait(self) -> None:
        """Returns when the bridge has ended: by close(), or by an error, which is shown."""
        self._thread.join()

    def close(self) -> None:
        """Ends the bridge and leaves both networks. A second call does nothing.

        Within `report` it returns at once, and the bridge ends soon.
        """
        self._closing = True
        self._end.set()
        self._changes.end()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _close_all(self) -> None:
        for part in (*self._ways, *self._sides):
            try:
                part.close()
            except Exception as error:  # the other parts are closed, too
                self._logger.error(f'closing a bridge: {error!r}')

    def __enter__(self) -> Bridge:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
