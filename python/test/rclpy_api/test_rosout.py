# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The messages of a node's logger and of its descendants on /rosout."""

import asyncio

import pytest
import rclpy
from eventually import eventually
from rcl_interfaces.msg import Log
from rclpy.executors import SingleThreadedExecutor
from rclpy.experimental import AsyncNode
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy


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


def test_the_quality_of_service_of_rosout():
    with rclpy.init(args=[]):
        sensor = QoSProfile(depth=5, reliability=ReliabilityPolicy.BEST_EFFORT)
        options = [{}, {'rosout_qos_profile': sensor}, {'rosout_qos_profile': 7}]
        nodes = [rclpy.create_node(f'speaker{i}', **option) for i, option in enumerate(options)]

        def policies():
            infos = nodes[0].get_publishers_info_by_topic('/rosout')
            return sorted((info.node_name, info.qos_profile.reliability, info.qos_profile.durability) for info in infos)

        assert eventually(lambda: len(policies()) == 3)
        assert policies() == [
            ('speaker0', ReliabilityPolicy.RELIABLE, DurabilityPolicy.TRANSIENT_LOCAL),
            ('speaker1', ReliabilityPolicy.BEST_EFFORT, DurabilityPolicy.VOLATILE),
            ('speaker2', ReliabilityPolicy.RELIABLE, DurabilityPolicy.VOLATILE),
        ]
        with pytest.raises(ValueError, match='the depth of the QoS is -1'):
            rclpy.create_node('silent', rosout_qos_profile=-1)
        for node in nodes:
            node.destroy_node()


def test_the_quality_of_service_of_rosout_of_an_async_node():
    async def main():
        async with AsyncNode('speaker', rosout_qos_profile=QoSProfile(depth=5)) as node:
            return node.get_publishers_info_by_topic('/rosout')[0].qos_profile.durability

    with rclpy.init(args=[]):
        assert asyncio.run(main()) == DurabilityPolicy.VOLATILE
