# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The event loops that tests run in: that of asyncio and, if installed, of uvloop."""

import asyncio

LOOPS = ['asyncio']
try:
    import uvloop

    LOOPS.append('uvloop')
except ModuleNotFoundError:
    uvloop = None


def new_loop(kind):
    return uvloop.new_event_loop() if kind == 'uvloop' else asyncio.new_event_loop()
