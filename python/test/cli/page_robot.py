# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The robot of the how-to about the command line. Ends at the end of standard input."""

import asyncio
import contextlib
import sys

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.example_interfaces.action import Fibonacci
from rxros2.interfaces.geometry_msgs.msg import PoseStamped, Twist
from rxros2.interfaces.nav_msgs.msg import Odometry
from rxros2.interfaces.sensor_msgs.msg import Image, LaserScan
from rxros2.interfaces.std_srvs.srv import SetBool


async def main():
    with ros2.auto_context('robot') as session:
        async with aio.Scope():
            session.node.declare_parameter('speed', 0.1)
            ros2.Sub(PoseStamped, '/goal')
            ros2.Sub(Twist, '/cmd_vel')
            work = drive(session.node), serve(ros2.Server(SetBool, '/light')), count()
            async with ros2.LifecycleNode('camera', share=session.node):
                await asyncio.gather(*work, end_with_input(asyncio.current_task()))


async def drive(node):
    scans, odometry, images = (
        ros2.Pub(LaserScan, '/scan'),
        ros2.Pub(Odometry, '/odom'),
        ros2.Pub(Image, '/camera/image_raw'),
    )
    print('ready', flush=True)
    async for _ in aio.Rate(20).listen():
        scan = LaserScan(ranges=[1.0, 2.0])
        scan.header.stamp.sec, scan.header.stamp.nanosec = divmod(node.now(), 10**9)
        scans.publish(scan)
        moving = Odometry()
        moving.twist.twist.linear.x = 0.7
        odometry.publish(moving)
        images.publish(Image(height=1, width=2, step=2, encoding='mono8', data=bytes(2)))


async def serve(server):
    async for responder in server.listen_reliable():
        responder.response.success = True
        responder.send()


async def count():
    async for goal in ros2.ActionServer(Fibonacci, '/count').listen_reliable():
        goal.accept()
        goal.publish_feedback(Fibonacci.Feedback(sequence=[0]))
        goal.succeed()


async def end_with_input(task):
    await asyncio.to_thread(sys.stdin.read)
    task.cancel()


with contextlib.suppress(asyncio.CancelledError):
    asyncio.run(main())
