# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Observers with which the tests of rxros2.rx watch streams."""

import asyncio
import contextlib

from rxros2 import rx
from rxros2.interfaces.std_msgs.msg import String


@contextlib.contextmanager
def a_node():
    """Makes a node in the running loop."""
    with rx.create_node('rx_test') as node:
        yield node


def text(data):
    return String(data=str(data))


class Seen:
    """An observer that stores items and can be awaited."""

    def __init__(self):
        self.items, self.errors, self.completions = [], [], 0
        self._changed = asyncio.Event()

    def on_next(self, item):
        self.items.append(item)
        self._changed.set()

    def on_error(self, error):
        self.errors.append(error)
        self._changed.set()

    def on_completed(self):
        self.completions += 1
        self._changed.set()

    async def until(self, condition):
        while not condition(self):
            self._changed.clear()
            await asyncio.wait_for(self._changed.wait(), 60)
        return self.items

    def count(self, number):
        return self.until(lambda seen: len(seen.items) >= number)
