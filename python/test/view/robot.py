# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A robot for the tests of rxros2 view: nodes, topics (one with a QoS mismatch), a service, parameters."""

import asyncio
import contextlib
import math
import sys

import numpy as np

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.geometry_msgs.msg import Twist
from rxros2.interfaces.sensor_msgs.msg import Image, LaserScan
from rxros2.interfaces.std_msgs.msg import Float64, String
from rxros2.interfaces.std_srvs.srv import SetBool
from rxros2.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy

LATEST = QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT)
KEPT = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)


async def main():
    sessions = [ros2.Session(name) for name in ('lidar', 'base', 'camera', 'navigator', 'monitor')]
    lidar, base, camera, navigator, monitor = sessions
    try:
        async with aio.Scope():
            base.node.declare_parameter('max_speed', 1.5)
            base.node.declare_parameter('brakes', True)
            base.node.add_on_set_parameters_callback(
                lambda values: 'too fast' if values.get('max_speed', 0) > 3 else None
            )
            ros2.Pub(String, '/map_name', KEPT, navigator).publish(String(data='kitchen'))
            subs = [
                ros2.Sub(LaserScan, '/scan', 10, navigator),  # reliable: it receives nothing
                ros2.Sub(LaserScan, '/scan', LATEST, monitor),
                ros2.Sub(Image, '/camera/image_raw', LATEST, monitor),
                ros2.Sub(Twist, '/cmd_vel', 10, base),
                ros2.Sub(Float64, '/battery', 10, monitor),
                ros2.Sub(String, '/map_name', KEPT, monitor),
            ]
            lights = ros2.Client(SetBool, '/lights', session=navigator)
            server = ros2.Server(SetBool, '/lights', session=base)
            task = asyncio.current_task()
            print('ready', flush=True)
            work = drive(lidar, camera, navigator), serve(server), lights.wait_for_service(), end_with_input(task)
            await asyncio.gather(*work)
            del subs
    finally:
        for session in sessions:
            session.close()


async def drive(lidar, camera, navigator):
    scans = ros2.Pub(LaserScan, '/scan', LATEST, lidar)
    images = ros2.Pub(Image, '/camera/image_raw', LATEST, camera)
    twists = ros2.Pub(Twist, '/cmd_vel', 10, navigator)
    picture = np.zeros((48, 64, 3), np.uint8)
    picture[:24, :, 0] = picture[24:, :, 2] = 255
    turn = 0
    async for _ in aio.Rate(20).listen():
        turn += 1
        twist = Twist()
        twist.linear.x = math.sin(turn / 20)
        twists.publish(twist)
        scans.publish(LaserScan(angle_increment=math.tau / 90, range_min=0.1, range_max=9.0, ranges=[2.0] * 90))
        images.publish(Image(height=48, width=64, encoding='rgb8', step=192, data=picture.reshape(-1)))
        if turn % 10 == 0:
            navigator.node.logger.info(f'goal {turn // 10} reached')


async def serve(server):
    async for responder in server.listen_reliable():
        responder.send()


async def end_with_input(task):
    await asyncio.to_thread(sys.stdin.read)
    task.cancel()


with contextlib.suppress(asyncio.CancelledError):
    asyncio.run(main())
