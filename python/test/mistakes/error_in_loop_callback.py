# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A function that call_later() calls raises.

says: [ERROR] […] [mower]: ZeroDivisionError: division by zero (…error_in_loop_callback.py:17 in <lambda>): Exception in
    callback …
not: Traceback
group: asyncio
"""

import asyncio

from rxros2.aio import ros2


async def main():
    with ros2.auto_context('mower'):
        asyncio.get_running_loop().call_later(0.1, lambda: 1 / 0)
        await asyncio.sleep(0.5)


asyncio.run(main())
