# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""System: the robot as one node sees it, and the browsers that show it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import Callable, Iterable
from typing import Any

from ..graph_checks import Finding
from ..node import Node
from .browser import Browser
from .dead_streams import DeadStreams
from .graph import snapshot
from .log import Log
from .parameters import Parameters
from .streams import Streams
from .taps import Taps
from .topic_values import TopicValues

TURN = 0.05
"""Seconds between two updates of the pages; everything that arrives in between is shown together."""
MOST_COMPLAINTS = 100
"""The most texts that are remembered, so that each is reported once."""
_EVERY_FIGURES = 20
_EVERY_GRAPH = 10


class System:
    """The parts that all browsers share. Without a browser nothing is subscribed to, and no timer runs."""

    def __init__(self, node: Node, say: Callable[[str], None], doctor: Callable[[], list[dict[str, str]]]) -> None:
        """`say` gets messages for the user who started the server; `doctor` checks this machine, which takes long."""
        self.node = node
        self.say = say
        self._doctor = doctor
        self._browsers: list[Browser] = []
        self._taps = Taps(node, self.complain)
        self._values = TopicValues(node, self._taps)
        self._log = Log(node)
        self._streams = Streams(node)
        self.parameters = Parameters(node)
        self._dead_streams = DeadStreams(node)
        self._shown_dead_streams: tuple[tuple[str, Finding], ...] = ()
        self._graph: dict[str, Any] = {}
        self._complaints: set[str] = set()
        self._turning: asyncio.Task[None] | None = None

    async def serve(self, browser: Browser) -> None:
        """Shows the system to a browser until it disconnects."""
        self._browsers.append(browser)
        hello = {'op': 'hello', 'host': socket.gethostname(), 'domain': int(os.environ.get('ROS_DOMAIN_ID') or 0)}
        browser.outbox.put('hello', hello)
        if self._graph:
            browser.outbox.put('graph', self._graph)
        if self._turning is None:
            self._turning = asyncio.ensure_future(self._turn())
        try:
            await browser.serve()
        finally:
            self._browsers.remove(browser)
            self._log.show(browser, False)
            self._streams.show(browser, False)
            self.update_taps()
            if not self._browsers and self._turning is not None:
                self._turning.cancel()
                self._turning = None

    async def _turn(self) -> None:
        number = 0
        loop = asyncio.get_running_loop()
        due = loop.time()
        while True:
            if number % _EVERY_GRAPH == 0:
                self._try('the graph', self._look_at_graph)
            self._try('the values of topics', self._look_at_values)
            if number % _EVERY_FIGURES == 0:
                self._try('the figures of topics', self._send_figures)
            number += 1
            due = max(due + TURN, loop.time())
            await asyncio.sleep(due - loop.time())

    def _try(self, part: str, work: Callable[[], None]) -> None:
        """Does some work; an exception is reported and does not end this task, which feeds all pages."""
        try:
            work()
        except Exception as error:
            self.complain(part, error)

    def complain(self, part: str, error: Exception) -> None:
        """Reports, once, that something cannot be shown."""
        text = f'{part} cannot be shown: {type(error).__name__}: {error}'
        if text in self._complaints:
            return
        if len(self._complaints) >= MOST_COMPLAINTS:
            self._complaints.clear()
        self._complaints.add(text)
        self.say(text)
        for browser in self._browsers:
            browser.say('error', text)

    def _look_at_values(self) -> None:
        self._values.turn(self._browsers)

    def _look_at_graph(self) -> None:
        dead_streams = self._dead_streams.look()
        if not self.node.graph_changed() and dead_streams == self._shown_dead_streams:
            return
        self._shown_dead_streams = dead_streams
        new = {'op': 'graph', **snapshot(self.node, dead_streams)}
        if new != self._graph:
            self._graph = new
            for browser in self._browsers:
                browser.outbox.put('graph', new)
        self._taps.refresh()

    def _send_figures(self) -> None:
        figures = {tap.topic: tap.figures() for tap in self._taps}
        for browser in self._browsers:
            seen = browser.watched | browser.shown_values.keys()
            shown = {topic: value for topic, value in figures.items() if topic in seen}
            browser.outbox.put('rates', {'op': 'rates', 'topics': shown})

    def check_topics(self, names: Iterable[str]) -> None:
        """Raises ValueError for a name that no topic can have."""
        for name in names:
            self.node.count_publishers(name)

    def update_taps(self) -> None:
        """Subscribes to the topics that browsers show now."""
        topics: dict[str, bool] = {}
        for browser in self._browsers:
            for topic in browser.watched:
                topics.setdefault(topic, False)
            for topic in browser.shown_values:
                topics[topic] = True
        self._taps.want(topics)

    def show_log(self, browser: Browser) -> None:
        """Starts or stops sending log lines to a browser."""
        self._log.show(browser, browser.log)

    def show_streams(self, browser: Browser) -> None:
        """Starts or stops sending streams to a browser."""
        self._streams.show(browser, browser.streams)

    async def run_doctor(self, browser: Browser) -> None:
        """Runs the doctor in a thread, because it checks the network too."""
        findings = await asyncio.to_thread(self._doctor)
        browser.outbox.put('doctor', {'op': 'doctor', 'items': findings})

    async def close(self) -> None:
        """Closes all parts."""
        if self._turning is not None:
            self._turning.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._turning
        self._log.close()
        self._streams.close()
        self._dead_streams.close()
        self.parameters.close()
        self._taps.close()
