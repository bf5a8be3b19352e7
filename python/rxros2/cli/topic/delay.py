# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 topic delay"""

from __future__ import annotations

import argparse
from typing import Any

from ...messages import type_name
from ...messages.codec import CdrError, codec_of
from .. import measure
from ..frame import CommandError
from ..graph import CommandNode
from ..remote_types import class_of_topic


def configure(parser: argparse.ArgumentParser) -> None:
    measure.configure(parser, 10_000)


def main(args: argparse.Namespace) -> int:
    return measure.main(args, lambda there, topic: _Meter(there, topic, args.window))


class _Meter:
    """Of the ages of messages: the node's time less the stamp in the header."""

    def __init__(self, there: CommandNode, topic: str, window: int) -> None:
        cls = class_of_topic(there, topic)
        if cls.get_fields_and_field_types().get('header') != 'std_msgs/Header':
            raise CommandError(f'{type_name(cls)} has no header; its messages tell no delay')
        self._there, self._topic = there, topic
        self._node = there.node
        self._codec = codec_of(cls)
        self._delays = measure.Statistics(window)
        self._new = 0

    def add(self, now: float, sample: Any) -> None:
        try:
            stamp = self._codec.decode(sample).header.stamp
        except CdrError as error:  # others that publish on the topic are still measured
            self._there.leave_out(self._topic, error)
            return
        self._delays.values.append((self._node.now() - stamp.sec * 10**9 - stamp.nanosec) / 1e9)
        self._new += 1

    def figures(self, now: float) -> dict[str, float] | None:
        if not self._new:
            return None
        self._new = 0
        return self._delays.figures()

    def text(self, figures: dict[str, float]) -> str:
        return (
            f'average delay: {figures["mean"]:.3f}\n\tmin: {figures["min"]:.3f}s max: {figures["max"]:.3f}s '
            f'std dev: {figures["std_dev"]:.5f}s window: {figures["window"]}'
        )
