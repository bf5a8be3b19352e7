# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The messages of a node's logger and of its descendants on /rosout."""

import rclpy
from rcl_interfaces.msg import Log
from rclpy.executors import SingleThreadedExecutor


def test_a_node_and_the_descendants_of_its_logger_publish_on_rosout():
    received = []
    with rclpy.init(args=[]) as init:
        node = rclpy.create_node('speaker', namespace='of')
        executor = SingleThreadedExecutor(context=init.context)
        executor.add_node(node)
        node.create_subscription(Log, '/rosout', lambda message: received.append((message.name, message.msg)), 10)
        while node.count_subscribers('/rosout') < 1:
            executor.spin_once(0.01)
        logger = node.get_logger()
        grandchild = logger.get_child('planner').get_child('costs')
        rclpy.logging.get_logger('of.speaker.stranger').info('of no node')  # only get_child() leads to /rosout
        for speaker in (logger, logger.get_child('planner'), grandchild):
            speaker.info('hello')
        while len(received) < 3:
            executor.spin_once(60)
        node.destroy_node()
    assert received == [(f'of.speaker{name}', 'hello') for name in ('', '.planner', '.planner.costs')]
