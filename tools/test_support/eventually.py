# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Waits for a condition in tests of all rooms. The C++ counterpart is eventually.hpp."""

import asyncio
import time

PATIENCE = 60
"""Seconds, on a busy machine; a passing test never waits that long."""


def eventually(condition, event='it', patience=PATIENCE):
    """Returns the first true value of condition(); raises AssertionError, which names `event`, after `patience` seconds."""
    deadline = time.monotonic() + patience
    while not (value := condition()):
        assert time.monotonic() < deadline, f'{event} did not happen within {patience} s'
        time.sleep(0.002)
    return value


async def eventually_in_loop(condition, event='it', patience=PATIENCE):
    """Waits like eventually(), without blocking the asyncio loop."""
    deadline = time.monotonic() + patience
    while not (value := condition()):
        assert time.monotonic() < deadline, f'{event} did not happen within {patience} s'
        await asyncio.sleep(0.002)
    return value
