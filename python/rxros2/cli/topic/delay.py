# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 topic delay: measures the age of messages."""

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
    """Adds the arguments of measure.configure(), with a window of 10000 messages."""
    measure.configure(parser, 10_000)


def main(args: argparse.Namespace) -> int:
    """Prints the age of messages each second. Raises CommandError for a type without a header."""
    return measure.main(args, lambda node, topic: _Meter(node, topic, args.window))


class _Meter:
    """Measures the age of messages: the node's time minus the stamp in the header."""

    def __init__(self, node: CommandNode, topic: str, window: int) -> None:
        cls = class_of_topic(node, topic)
        if cls.get_fields_and_field_types().get('header') != 'std_msgs/Header':
            raise CommandError(f'{type_name(cls)} has no header, so its delay cannot be measured')
        self._node, self._topic = node, topic
        self._ros_node = node.ros_node
        self._codec = codec_of(cls)
        self._delays = measure.Statistics(window)
        self._new = 0

    def add(self, now: float, sample: Any) -> None:
        try:
            stamp = self._codec.decode(sample).header.stamp
        except CdrError as error:  # messages of other publishers are still measured
            self._node.leave_out(self._topic, error)
            return
        self._delays.values.append((self._ros_node.now() - stamp.sec * 10**9 - stamp.nanosec) / 1e9)
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
