# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Nodes with faults that nobody reports, for rxros2 doctor.

Names that differ by a letter, a service and an action with two servers, a node without /clock, a transform that stops
at the first line of standard input, a lifecycle node that is not active, a parameter that was changed. Ends at the end
of standard input.
"""

import asyncio
import sys
import tempfile

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.example_interfaces.action import Fibonacci
from rxros2.interfaces.geometry_msgs.msg import TransformStamped
from rxros2.interfaces.std_msgs.msg import String
from rxros2.interfaces.std_srvs.srv import SetBool, Trigger
from rxros2.interfaces.tf2_msgs.msg import TFMessage

PARAMETERS = """
/driver:
  ros__parameters:
    rate: 20
    gain: 1.5
    fram: base
"""


async def localize(node):
    """Publishes a transform until a line arrives."""
    line = asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    transform = TransformStamped(child_frame_id='odom')
    transform.header.frame_id = 'map'
    publisher = ros2.Pub(TFMessage, '/tf', 100, node)
    while not line.done():
        publisher.publish(TFMessage(transforms=[transform]))
        await asyncio.sleep(0.02)
    publisher.publish(TFMessage())  # the node and its publisher live on


async def main():
    driver = ros2.Node('driver', args=sys.argv[1:])
    driver.declare_parameter('rate', 10)
    driver.declare_parameter('gain', 1.0)
    driver.declare_parameter('frame', 'odom')
    driver.set_parameter('rate', 30)
    talker, listener = ros2.Node('talker'), ros2.Node('listener')
    simulated = ros2.Node('simulated', parameters={'use_sim_time': True})
    kept = (
        ros2.Pub(String, '/chatter', 10, talker, scope=None),
        ros2.Sub(String, '/chater', 10, listener, scope=None),
        ros2.Server(Trigger, '/reset', session=talker, scope=None),
        ros2.Client(Trigger, '/rest', session=listener, scope=None),
        ros2.Server(Trigger, '/lantern', session=talker, scope=None),
        ros2.Client(SetBool, '/lantern', session=listener, scope=None),
        *(ros2.Server(Trigger, '/lamp', session=node, scope=None) for node in (talker, listener)),
        *(ros2.ActionServer(Fibonacci, '/count', session=node, scope=None) for node in (talker, driver)),
    )
    async with aio.Scope(), ros2.LifecycleNode('lidar') as lidar, ros2.LifecycleNode('camera'):
        await lidar.configure()
        await lidar.activate()
        print('ready', flush=True)
        await localize(talker)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    for endpoint in kept:
        endpoint.close()
    for node in (driver, talker, listener, simulated):
        node.close()


if '--ros-args' in sys.argv:
    asyncio.run(main())
else:
    import os

    with tempfile.NamedTemporaryFile('w', suffix='.yaml', delete=False) as file:
        file.write(PARAMETERS)
    os.execv(sys.executable, [sys.executable, __file__, '--ros-args', '--params-file', file.name])
