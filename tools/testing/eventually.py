# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""How tests of all rooms wait for what has to happen. In C++: eventually.hpp."""

import asyncio
import time

PATIENCE = 60
"""Seconds, on a busy machine; a passing test never waits that long."""


def eventually(condition, what='it', patience=PATIENCE):
    """The first true value of condition(); AssertionError, which names `what`, if there is none within `patience`."""
    deadline = time.monotonic() + patience
    while not (value := condition()):
        assert time.monotonic() < deadline, f'{what} did not happen within {patience} s'
        time.sleep(0.002)
    return value


async def eventually_in_loop(condition, what='it', patience=PATIENCE):
    """As eventually(), while the asyncio loop goes on."""
    deadline = time.monotonic() + patience
    while not (value := condition()):
        assert time.monotonic() < deadline, f'{what} did not happen within {patience} s'
        await asyncio.sleep(0.002)
    return value
