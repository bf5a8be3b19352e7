# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Observes the running nodes: transforms that stop, lifecycle nodes that are stuck, late streams, other parameters."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ..._core import Subscription
from ...graph_checks import endpoints, name_of
from ...messages import interface
from ...messages.codec import announced, codec_of
from ...qos import QoSProfile
from ..frame import CommandError
from ..graph import CommandNode, command_node
from ..lifecycle_nodes import lifecycle_nodes
from ..service_call import Caller
from . import Finding
from .started_with import compare_parameters

OBSERVED = 3.0
"""Seconds for which check() observes the nodes."""
_RESPONSE_TIMEOUT = 2.0
"""Seconds to wait for the response of a service."""
_ACTIVE = 3
_WAITING = (1, 2)
"""The states unconfigured and inactive."""
_FIRST_TRANSITION_STATE = 10
_PARAMETER_PERIOD = 5.0
"""Seconds between comparisons of parameters."""
_STREAMS = '/_rxros2/streams'


def check() -> Iterator[Finding]:
    """Yields findings about the running nodes, which it observes for some seconds."""
    try:
        with command_node() as node:
            node.settle()
            system = RunningSystem(node, patience=OBSERVED / 2)
            until = time.monotonic() + OBSERVED
            findings = system.look()
            while time.monotonic() < until:
                node.wait(0.5)
                findings = system.look()
            if not any(finding.level != 'ok' for finding in findings):
                yield Finding('ok', f'observed for {OBSERVED:g} s: nothing stopped or is stuck')
            yield from findings
    except CommandError:
        return  # the middleware check has reported why a node cannot be created


class RunningSystem:
    """Collects over time what a single look at the graph does not show. Call look() about once a second."""

    def __init__(self, node: CommandNode, patience: float) -> None:
        """`patience`: the seconds that a lifecycle node may take before it counts as stuck."""
        self._calls = Calls(node)
        self._transforms = Transforms(node)
        self._streams = Streams(node)
        self._lifecycle = LifecycleNodes(node, self._calls, patience)
        self._node = node
        self._parameters: list[Finding] = []
        self._next_parameters = 0.0

    def look(self) -> list[Finding]:
        """Returns the present findings."""
        now = time.monotonic()
        if now >= self._next_parameters:
            self._next_parameters = now + _PARAMETER_PERIOD
            self._parameters = list(compare_parameters(self._node.node_names(), self._calls))
        self._calls.discard_ended()
        return [
            *self._transforms.look(now),
            *self._lifecycle.look(now),
            *self._streams.look(),
            *self._parameters,
        ]


class Calls:
    """Calls services of other nodes, each with one client that it keeps."""

    def __init__(self, node: CommandNode) -> None:
        self._node = node
        self._callers: dict[tuple[str, str], Caller] = {}

    def call(self, service: str, type_: str, **request: Any) -> Any:
        """Returns the response. CommandError if there is none within 2 s."""
        cls = interface(type_)
        caller = self._callers.get((service, type_))
        if caller is None:
            caller = self._callers[service, type_] = Caller(self._node, cls, service)
        caller.wait_for_server(_RESPONSE_TIMEOUT)
        return caller.call(cls.Request(**request), _RESPONSE_TIMEOUT)

    def discard_ended(self) -> None:
        """Closes the clients of servers that have ended."""
        for key in [key for key in self._callers if not self._node.has_server(key[0])]:
            self._callers.pop(key).close()


@dataclass
class _Link:
    """The arrivals of one transform."""

    first: float
    last: float
    count: int
    publisher: bytes


class Transforms:
    """Finds transforms that came regularly, and stopped while their node lives."""

    LEAST = 3
    """The arrivals that make a transform regular."""
    SHORTEST = 2.0
    PERIODS = 10
    """A transform has stopped after so many periods, and SHORTEST seconds."""

    def __init__(self, node: CommandNode) -> None:
        self._node = node
        self._codec: Any = None
        self._links: dict[tuple[str, str], _Link] = {}
        self._clock_arrival: float | None = None
        self._clock: Subscription | None = None

    def look(self, now: float) -> Iterator[Finding]:
        """Yields a finding for each transform that has stopped."""
        publishers = self._node.without_own(endpoints(self._node.ros_node, '/tf')[0])
        if self._codec is None:
            if not publishers:
                return
            cls = interface('tf2_msgs/msg/TFMessage')
            self._codec = codec_of(cls)
            self._node.subscribe('/tf', announced(cls), QoSProfile(depth=100), self._drain)
        if self._clock is None and self._node.ros_node.count_publishers('/clock'):
            cls = interface('rosgraph_msgs/msg/Clock')
            self._clock_arrival = now
            self._clock = self._node.subscribe('/clock', announced(cls), QoSProfile(depth=1), self._drain_clock)
        if self._clock_arrival is not None and now - self._clock_arrival > 1.0:
            return  # simulated time stands still, and so do transforms
        owners = {bytes(publisher.endpoint_gid[:16]): name_of(publisher) for publisher in publishers}
        for (parent, child), link in sorted(self._links.items()):
            if link.publisher not in owners or link.count < self.LEAST:
                continue
            period = (link.last - link.first) / (link.count - 1)
            if now - link.last > max(self.SHORTEST, self.PERIODS * period):
                yield Finding(
                    'warning',
                    f'the transform {parent} -> {child} of {owners[link.publisher]} stopped, after it came at '
                    f'{1 / max(period, 1e-3):.0f} Hz; the node is still running',
                    f'look at the log of {owners[link.publisher]}: the stream or timer that publishes it has ended, or '
                    'its input is missing',
                )

    def _drain(self, subscription: Subscription) -> None:
        now = time.monotonic()
        for message, info in subscription.take(self._codec, 64, True):
            for transform in message.transforms:
                key = transform.header.frame_id, transform.child_frame_id
                gid = bytes(info[4][:16])
                link = self._links.get(key)
                if link is None or link.publisher != gid or now - link.last > self.SHORTEST:
                    self._links[key] = _Link(now, now, 1, gid)
                else:
                    link.last, link.count = now, link.count + 1

    def _drain_clock(self, subscription: Subscription) -> None:
        if subscription.take(None, 10):
            self._clock_arrival = time.monotonic()


class LifecycleNodes:
    """Finds lifecycle nodes that stay in a transition, or are not active while others are."""

    def __init__(self, node: CommandNode, calls: Calls, patience: float) -> None:
        self._node = node
        self._calls = calls
        self._patience = patience
        self._since: dict[str, tuple[str, float]] = {}  # the state of each node, and since when

    def look(self, now: float) -> Iterator[Finding]:
        """Yields a finding for each node that has been stuck for longer than the patience."""
        states: dict[str, tuple[int, str]] = {}
        for name in lifecycle_nodes(self._node, False):
            try:
                response = self._calls.call(f'{name}/get_state', 'lifecycle_msgs/srv/GetState')
                states[name] = response.current_state.id, response.current_state.label
            except CommandError:
                states[name] = 0, 'silent'
        for name in self._since.keys() - states.keys():
            del self._since[name]
        active = [name for name, (number, _) in states.items() if number == _ACTIVE]
        for name, (number, label) in states.items():
            if self._since.get(name, ('', 0.0))[0] != label:
                self._since[name] = label, now
            if now - self._since[name][1] < self._patience:
                continue
            if number == 0:
                yield Finding(
                    'warning',
                    f'the lifecycle node {name} does not answer {name}/get_state',
                    'a callback of it blocks its executor, or nobody spins it',
                )
            elif number >= _FIRST_TRANSITION_STATE:
                yield Finding(
                    'warning',
                    f'the lifecycle node {name} stays in the transition state {label}',
                    'its callback of this transition has not returned',
                )
            elif number in _WAITING and active:
                advice = 'activate' if number == _WAITING[1] else 'configure'
                yield Finding(
                    'warning',
                    f'the lifecycle node {name} is {label}, while {", ".join(active[:3])} '
                    f'{"is" if len(active) == 1 else "are"} active',
                    f'rxros2 lifecycle set {name} {advice}; or look at its log for a failed transition',
                )


@dataclass
class _Stage:
    """The last reports of one stage: its times and counts."""

    reports: deque[tuple[float, float]] = field(default_factory=lambda: deque(maxlen=8))


class Streams:
    """Finds traced stages that are busy all the time, by the reports of programs with RXROS2_TRACE=1."""

    BUSY = 0.95
    LEAST = 1.0
    """Seconds of reports that are necessary for a finding."""

    def __init__(self, node: CommandNode) -> None:
        self._node = node
        self._codec: Any = None
        self._stages: dict[tuple[str, int, str], _Stage] = {}
        self._findings: dict[tuple[str, int, str], tuple[float, Finding]] = {}

    def look(self) -> list[Finding]:
        """Returns a finding for each stage that was busy in its last reports."""
        if self._codec is None and self._node.without_own(endpoints(self._node.ros_node, _STREAMS)[0]):
            cls = interface('rcl_interfaces/msg/Log')
            self._codec = codec_of(cls)
            self._node.subscribe(_STREAMS, announced(cls), QoSProfile(depth=100), self._drain)
        now = time.monotonic()
        return [finding for at, finding in self._findings.values() if now - at < 2.0]

    def _drain(self, subscription: Subscription) -> None:
        for message in subscription.take(self._codec, 64):
            try:
                report = json.loads(message.msg)
                for stage in report['stages']:
                    self._add(report, stage)
            except (KeyError, TypeError, ValueError, RecursionError):
                continue  # of another version

    def _add(self, report: dict[str, Any], stage: dict[str, Any]) -> None:
        key = str(report['host']), int(report['pid']), str(stage['name'])
        kept = self._stages.setdefault(key, _Stage()).reports
        kept.append((float(report['time']), float(stage['in'])))
        (begin, first), (end, last) = kept[0], kept[-1]
        mean = float(stage['mean']) / 1e9
        if end - begin < self.LEAST or last <= first or (last - first) / (end - begin) * mean < self.BUSY:
            self._findings.pop(key, None)
            return
        known = self._findings.get(key)
        text = (
            f'the stage {key[2]} of {report["process"]} (process {key[1]} on {key[0]}, {stage["place"]}) is busy all '
            f'the time: an item takes {mean * 1000:.0f} ms'
        )
        advice = 'items wait or are dropped in front of it: do less for each item, or sample the stream before it'
        finding = known[1] if known is not None else Finding('note', text, advice)
        self._findings[key] = time.monotonic(), finding


__all__ = ['Calls', 'RunningSystem', 'check']
