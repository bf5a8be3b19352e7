# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2.aio.ros2 with a node of an installed rclpy. Ours replaces it here; only rclpy's own API is used."""

import asyncio

import pytest
import rclpy
from rclpy.executors import SingleThreadedExecutor
from rclpy.qos import QoSProfile
from std_msgs.msg import Int64, String
from std_srvs.srv import SetBool

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.example_interfaces.action import Fibonacci


@pytest.fixture
def node():
    rclpy.init(args=[])
    node = rclpy.create_node('theirs')
    yield node
    node.destroy_node()
    rclpy.try_shutdown()


def test_topics(run, node):
    async def main():
        with ros2.auto_context(node) as session:
            assert session.node.rclpy is node
            async with aio.Scope():
                sub, pub = ros2.Sub(Int64, 'numbers', QoSProfile(depth=20)), ros2.Pub(Int64, 'numbers', 20)
                await sub.wait_for_matched(60)
                await pub.wait_for_matched(60)
                every = sub.listen_reliable(queue_size=20)
                for i in range(20):
                    pub.publish(Int64(data=i))
                assert [(await anext(every)).data for _ in range(20)] == list(range(20))
                assert sub.middleware_statistics().received == 20
        topics = {endpoint.topic_name for endpoint in (*node.subscriptions, *node.publishers)}
        assert topics <= {'/parameter_events', '/rosout'}, topics

    run(main())


def test_info_and_raw(run, node):
    async def main():
        with ros2.auto_context(node):
            async with aio.Scope():
                sub, raw = ros2.Sub(String, 'text', info=True), ros2.Sub(String, 'text', raw=True)
                pub = ros2.Pub(String, 'text', ros2.QOS_DEFAULT)
                await pub.wait_for_matched(60)
                next_message, sample = sub.wait_for_next(timeout=60), raw.wait_for_next(timeout=60)
                pub.publish(String(data='x'))
                message, info = await next_message
                assert message.data == 'x' and info.source_timestamp > 0 and b'x\0' in bytes(await sample)

    run(main())


def test_services_with_deferred_replies(run, node):
    async def main():
        with ros2.auto_context(node):
            async with aio.Scope():
                server, client = ros2.Server(SetBool, 'light'), ros2.Client(SetBool, 'light')
                await client.wait_for_service(timeout=60)
                requests = server.listen_reliable()
                answers = [client.call(SetBool.Request(data=bool(i)), timeout=60) for i in range(2)]
                responders = [await anext(requests), await anext(requests)]
                for responder in reversed(responders):
                    responder.response.message = str(responder.request.data)
                    responder.send()
                assert [(await answer).message for answer in answers] == ['False', 'True']
                with pytest.raises(TypeError, match='response'):
                    responders[0].send(String())
                with pytest.raises(TimeoutError):
                    await client.call(SetBool.Request(), timeout=0.05)

    run(main())


def test_a_node_with_an_executor_is_not_spun_again(run, node):
    async def main():
        executor = SingleThreadedExecutor()
        executor.add_node(node)
        with ros2.auto_context(node):
            async with aio.Scope():
                sub, pub = ros2.Sub(String, 'spun'), ros2.Pub(String, 'spun')
                pub.publish(String(data='waits'))
                with pytest.raises(TimeoutError):
                    await sub.wait_for_value(timeout=0.05)
                executor.spin_once(timeout_sec=60)
                while not sub.middleware_statistics().received:
                    executor.spin_once(timeout_sec=60)
                assert (await sub.wait_for_value(timeout=60)).data == 'waits'
        assert node.executor is executor

    run(main())


def test_features_that_need_a_node_of_rxros2_raise_clear_errors(node):
    async def main():
        with ros2.auto_context(node):
            with pytest.raises(TypeError, match='node of rclpy'):
                ros2.ActionClient(Fibonacci, '/fibonacci')

    asyncio.run(main())


def test_a_timer(run, node):
    async def main():
        with ros2.auto_context(node):
            async with aio.Scope():
                ticks = ros2.Timer(0.01).listen_reliable()
                steady = ros2.Timer(0.01, ros2.ClockType.STEADY_TIME).listen_reliable()
                for timer_ticks in (ticks, steady):
                    first = await anext(timer_ticks)
                    assert await anext(timer_ticks) > first

    run(main())


def test_a_parameter(run, node):
    async def main():
        with ros2.auto_context(node) as session:
            async with aio.Scope():
                speed = ros2.Param('speed', 0.5)
                assert await speed.wait_for_value(timeout=60) == 0.5
                following = speed.wait_for_next(timeout=60)
                session.node.set_parameter('speed', 0.75)
                assert await following == 0.75

    run(main())


def test_streams_end_with_the_context(run, node):
    async def main():
        with ros2.auto_context(node):
            sub = ros2.Sub(String, 'nothing', scope=None)
            waiting = sub.wait_for_next(timeout=60)
            node.context.shutdown()
            with pytest.raises(aio.SubClosed):
                await waiting

    run(main())


def test_entities_are_made_and_destroyed_during_traffic(run, node):
    """Destroyed entities must not be touched by rclpy's executor, which waits for them in another thread."""

    async def main():
        with ros2.auto_context(node):
            async with aio.Scope():
                pub = ros2.Pub(Int64, 'numbers')
                for i in range(50):
                    sub = ros2.Sub(Int64, 'numbers')
                    await sub.wait_for_matched(60)
                    following = sub.wait_for_next(timeout=60)
                    pub.publish(Int64(data=i))
                    assert (await following).data == i
                    sub.close()
                pub.publish(Int64())

    run(main())
