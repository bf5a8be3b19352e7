# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""AsyncClock: a clock for coroutines."""

from __future__ import annotations

import asyncio

from rxros2 import _core
from rxros2.aio.ros2.wait_timer import WaitTimer

from ..clock import JumpThreshold, ROSClock, TimeJump
from ..clock_type import ClockType
from ..exceptions import TimeSourceChangedError


class AsyncClock(ROSClock):
    """A clock of ROS time, which may be simulated, with a sleep that is awaited."""

    def __init__(self, *, clock_type: ClockType = ClockType.ROS_TIME) -> None:
        super().__init__(clock_type=clock_type)
        self._sleeps: set[asyncio.Future[None]] = set()
        self._closed = False

    def _close(self) -> None:
        """Cancels the sleeps. Any thread."""
        self._closed = True
        for sleep in list(self._sleeps):
            sleep.get_loop().call_soon_threadsafe(sleep.cancel)

    async def sleep(self, duration_sec: float) -> None:
        """Sleeps for some seconds of this clock.

        Raises TimeSourceChangedError if simulated time begins or ends meanwhile. The end of the node cancels the
        sleep; after it, RuntimeError is raised.
        """
        if self._closed:
            raise RuntimeError('AsyncClock.sleep(): the node was destroyed')
        if duration_sec <= 0:
            await asyncio.sleep(0)
            return
        loop = asyncio.get_running_loop()
        woken: asyncio.Future[None] = loop.create_future()

        def wake(error: Exception | None = None) -> None:
            if woken.done():
                return
            if error is None:
                woken.set_result(None)
            else:
                woken.set_exception(error)

        def changed(_: TimeJump) -> None:
            loop.call_soon_threadsafe(wake, TimeSourceChangedError())

        timer = WaitTimer(_core.WaitClock(self._core), loop, wake)
        changes = self.create_jump_callback(JumpThreshold(min_forward=None, min_backward=None), post_callback=changed)
        self._sleeps.add(woken)
        try:
            timer.arm(int(duration_sec * 1e9))
            await woken
        finally:
            self._sleeps.discard(woken)
            changes.unregister()
            timer.close()
