# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tutorial t08: where work runs, under asyncio. The camera is simulated, and so is the slow search for hedgehogs."""

import asyncio
import time

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.sensor_msgs.msg import Image

IMAGES = 20


async def simulate_camera():
    """An image every 10 ms; the last one is the one with the hedgehog."""
    camera, ticks = ros2.Pub(Image, 'camera', 10), aio.Rate(100)
    for k in range(1, IMAGES + 1):
        await ticks.wait_for_next()
        image = Image()
        image.header.frame_id = 'hedgehog' if k == IMAGES else 'grass'
        camera.publish(image)


def search(image):
    time.sleep(0.04)
    return image.header.frame_id


# snippet main
turns = seen = 0  # of the wheels, and images: only the loop's thread uses them


async def turn_wheels():
    global turns
    async for _ in aio.Rate(100).listen():
        turns += 1


async def look_out():
    global seen
    async for image in ros2.Sub(Image, 'camera', 10).listen():  # the latest; older ones are left out
        animal = await asyncio.to_thread(search, image)  # meanwhile the loop goes on
        seen += 1
        if animal == 'hedgehog':
            return animal


async def main():
    with ros2.auto_context('mower'):
        async with aio.Scope() as scope:
            scope.task_group.create_task(turn_wheels())
            scope.task_group.create_task(simulate_camera())
            print(f'stop, a {await look_out()}')
    print('searched every image:', 'yes' if seen == IMAGES else 'no')
    print('the wheels kept turning:', 'yes' if turns > seen else 'no')


asyncio.run(main())
# end
