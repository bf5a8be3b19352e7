# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 topic hz: measures the rate of messages."""

from __future__ import annotations

import argparse
from typing import Any

from .. import measure


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of measure.configure(), with a window of 10000 messages."""
    measure.configure(parser, 10_000)


def main(args: argparse.Namespace) -> int:
    """Prints the rate in hertz and the jitter of the periods each second."""
    return measure.main(args, lambda node, topic: _Meter(args.window))


class _Meter:
    """Measures the times between messages."""

    def __init__(self, window: int) -> None:
        self._periods = measure.Statistics(window - 1)
        self._last: float | None = None
        self._new = 0

    def add(self, now: float, sample: Any) -> None:
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
