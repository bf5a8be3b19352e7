# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A node for the tests with several topics and a service. Ends at the end of standard input."""

import asyncio
import contextlib
import sys

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.geometry_msgs.msg import PoseStamped, Twist
from rxros2.interfaces.sensor_msgs.msg import LaserScan
from rxros2.interfaces.std_msgs.msg import Header, String
from rxros2.interfaces.std_srvs.srv import SetBool
from rxros2.messages import interface
from rxros2.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy


async def main():
    with ros2.auto_context('robot') as session:
        async with aio.Scope():
            latching = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
            ros2.Pub(String, '/map_name', latching).publish(String(data='küche: 1'))
            declare(session.node)
            work = drive(session.node), shout(latching), serve(ros2.Server(SetBool, '/light'))
            await asyncio.gather(*work, end_with_input(asyncio.current_task()))


def declare(node):
    descriptor = interface('rcl_interfaces/msg/ParameterDescriptor')
    span = interface('rcl_interfaces/msg/FloatingPointRange')(from_value=0.0, to_value=2.0)
    node.declare_parameter('speed', 0.5, descriptor(description='of the base', floating_point_range=[span]))
    node.declare_parameter('serial', 'A7', descriptor(read_only=True))
    node.declare_parameter('wheel.radius', 1.0)
    node.declare_parameter('wheel.gears', [1, 2, 3])


async def drive(node):
    twists, poses, hidden = ros2.Pub(Twist, '/cmd_vel'), ros2.Pub(PoseStamped, '/pose'), ros2.Pub(String, '/_hidden')
    scans = ros2.Pub(LaserScan, '/scan', QoSProfile(reliability=ReliabilityPolicy.BEST_EFFORT))
    ranges = [float(i) for i in range(200)]
    print('ready', flush=True)
    async for _ in aio.Rate(50).listen():
        twists.publish(Twist())
        header = Header(frame_id='map')
        header.stamp.sec, header.stamp.nanosec = divmod(node.now() - 50_000_000, 10**9)
        poses.publish(PoseStamped(header=header))
        scans.publish(LaserScan(ranges=ranges))
        hidden.publish(String())


async def shout(qos):
    """Publishes messages of /say again in upper case."""
    out = ros2.Pub(String, '/said', qos)
    async for message in ros2.Sub(String, '/say').listen_reliable():
        out.publish(String(data=message.data.upper()))


async def serve(server):
    async for responder in server.listen_reliable():
        responder.response.success = responder.request.data
        responder.response.message = 'on' if responder.request.data else 'off'
        responder.send()


async def end_with_input(task):
    await asyncio.to_thread(sys.stdin.read)
    task.cancel()


with contextlib.suppress(asyncio.CancelledError):
    asyncio.run(main())
