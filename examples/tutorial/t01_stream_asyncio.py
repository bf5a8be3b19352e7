# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tutorial t01: a stream, as a loop. Needs no ROS."""

# snippet program
import asyncio

from rxros2 import aio


async def main():
    metres = 0.0
    async with aio.Scope():  # closes what is made in it
        async for _ in aio.Rate(50).listen_reliable():  # a wheel's pulses
            metres += 0.25  # the way so far
            if metres > 1.5:  # ends at the hedge
                break
            if metres >= 1.0:  # the last bit of it
                print(f'{metres:.2f} m')
    print('turn round')


asyncio.run(main())
# end
