# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 topic bw: measures the bandwidth of topics."""

from __future__ import annotations

import argparse
from collections import deque
from typing import Any

from .. import measure


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of measure.configure(), with a window of 100 messages."""
    measure.configure(parser, 100)


def main(args: argparse.Namespace) -> int:
    """Prints the bandwidth in bytes per second and the message sizes each second."""
    return measure.main(args, lambda node, topic: _Meter(args.window))


class _Meter:
    """Measures the sizes of serialized messages."""

    def __init__(self, window: int) -> None:
        self._sizes = measure.Statistics(window)
        self._times: deque[float] = deque(maxlen=window)
        self._new = 0

    def add(self, now: float, sample: Any) -> None:
        self._sizes.values.append(memoryview(sample).nbytes)
        self._times.append(now)
        self._new += 1

    def figures(self, now: float) -> dict[str, float] | None:
        if not self._new or len(self._times) < 2 or now <= self._times[0]:
            return None
        self._new = 0
        figures = self._sizes.figures()
        figures.pop('std_dev')
        return {'bytes_per_second': figures['mean'] * figures['window'] / (now - self._times[0]), **figures}

    def text(self, figures: dict[str, float]) -> str:
        return (
            f'{_size(figures["bytes_per_second"])}/s from {figures["window"]} messages\n\tMessage size mean: '
            f'{_size(figures["mean"])} min: {_size(figures["min"])} max: {_size(figures["max"])}'
        )


def _size(count: float) -> str:
    for unit, factor in (('GB', 1e9), ('MB', 1e6), ('KB', 1e3)):
        if count >= factor:
            return f'{count / factor:.2f} {unit}'
    return f'{count:.0f} B'
