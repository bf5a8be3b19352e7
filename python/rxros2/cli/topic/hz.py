# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 topic hz: measures the rate of messages."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from ...messages.codec import CdrError, codec_of
from .. import measure
from ..filter import add_filter_argument, message_filter
from ..graph import CommandNode
from ..remote_types import class_of_topic


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of measure.configure(), with a window of 10000 messages, a filter and --wall-time."""
    measure.configure(parser, 10_000)
    add_filter_argument(parser)
    parser.add_argument(
        '--wall-time', action='store_true', help='measure by the time of the system, also with --use-sim-time'
    )


def main(args: argparse.Namespace) -> int:
    """Prints the rate in hertz and the jitter of the periods each second."""
    passes = message_filter(args.filter)

    def meter(node: CommandNode, topic: str) -> _Meter:
        clock = node.ros_node.now if args.use_sim_time and not args.wall_time else None
        return _Meter(args.window, clock, _sample_filter(node, topic, passes) if args.filter else None)

    return measure.main(args, meter)


def _sample_filter(node: CommandNode, topic: str, passes: Callable[[Any], bool]) -> Callable[[Any], bool]:
    codec = codec_of(class_of_topic(node, topic))

    def sample_passes(sample: Any) -> bool:
        try:
            message = codec.decode(sample)
        except CdrError as error:  # messages of other publishers are still measured
            node.leave_out(topic, error)
            return False
        return passes(message)

    return sample_passes


class _Meter:
    """Measures the times between messages."""

    def __init__(self, window: int, clock: Callable[[], int] | None, passes: Callable[[Any], bool] | None) -> None:
        """`clock` returns nanoseconds; None: a message's time is that of its reception. `passes` selects samples."""
        self._clock, self._passes = clock, passes
        self._periods = measure.Statistics(window - 1)
        self._last: float | None = None
        self._new = 0

    def add(self, now: float, sample: Any) -> None:
        if self._passes is not None and not self._passes(sample):
            return
        if self._clock is not None:
            now = self._clock() / 1e9
            if self._last is not None and (now < self._last or (now and not self._last)):
                self._periods.values.clear()  # simulated time has jumped back, or has begun only now
                self._last, self._new = now, 0
                return
        if self._last is not None:
            self._periods.values.append(now - self._last)
            self._new += 1
        self._last = now

    def figures(self, now: float) -> dict[str, float] | None:
        if not self._new:
            return None
        self._new = 0
        figures = self._periods.figures()
        mean = figures.pop('mean')
        figures['window'] += 1
        return {'rate': 1 / mean if mean else 0.0, **figures}

    def text(self, figures: dict[str, float]) -> str:
        return (
            f'average rate: {figures["rate"]:.3f}\n\tmin: {figures["min"]:.3f}s max: {figures["max"]:.3f}s '
            f'std dev: {figures["std_dev"]:.5f}s window: {figures["window"]}'
        )
