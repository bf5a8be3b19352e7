# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rclpy.experimental.AsyncNode: callbacks in a loop of asyncio, with services, timers, time and actions."""

import asyncio
import os
import signal
import threading

import pytest
import rclpy
from example_interfaces.action import Fibonacci
from rclpy.action import ActionClient, ActionServer, CancelResponse
from rclpy.exceptions import TimeSourceChangedError
from rclpy.executors import ExternalShutdownException
from rclpy.experimental import AsyncNode, AsyncTimer
from rclpy.experimental.async_node import AsyncNode as OfModule
from rclpy.impl.implementation_singleton import rclpy_implementation
from rclpy.parameter import Parameter
from rclpy.parameter_client import AsyncParameterClient
from rclpy.time import Time
from std_msgs.msg import Int64
from std_srvs.srv import SetBool, Trigger


@pytest.fixture(autouse=True)
def initialized():
    with rclpy.init(args=[]):
        yield


async def until(condition):
    for _ in range(12000):
        if condition():
            return
        await asyncio.sleep(0.005)
    raise AssertionError('not within a minute')


def test_messages_are_taken_one_by_one_or_together(run):
    async def main():
        taken, ended, gate = {False: [], True: []}, [], asyncio.Event()
        async with AsyncNode('reader') as node:
            for concurrent, got in taken.items():

                async def callback(message, got=got):
                    got.append(message.data)
                    await gate.wait()
                    ended.append(message.data)

                node.create_subscription(Int64, 'numbers', callback, 10, concurrent=concurrent)
            plain = []
            node.create_subscription(Int64, 'numbers', lambda message: plain.append(message.data), 10)
            publisher = node.create_publisher(Int64, 'numbers', 10)
            await until(lambda: publisher.get_subscription_count() == 3)
            for number in range(3):
                publisher.publish(Int64(data=number))
            await until(lambda: plain == taken[True] == [0, 1, 2])
            assert taken[False] == [0] and not ended
            gate.set()
            await until(lambda: len(ended) == 6)
            assert taken[False] == [0, 1, 2]

    run(main())


def test_services_timers_and_the_clock(run):
    async def main():
        assert OfModule is AsyncNode
        async with AsyncNode('server', namespace='of') as server, AsyncNode('caller') as caller:

            async def answer(request, response):
                await server.get_clock().sleep(0.001)
                response.message = str(request.data)
                return response

            server.create_service(SetBool, '/light', answer)
            client = caller.create_client(SetBool, '/light')
            await client.wait_for_service()
            await caller.wait_for_node('of/server')
            assert (await client.call(SetBool.Request(data=True))).message == 'True'
            absent = caller.create_client(Trigger, 'absent')
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(absent.call(Trigger.Request()), 0.01)
            assert not absent._pending

            ticks = []

            async def tick(info):
                await asyncio.sleep(0)
                ticks.append(info)
                if len(ticks) == 3:
                    timer.cancel()

            timer = caller.create_timer(0.001, tick)
            await until(timer.is_canceled)
            assert ticks[0].actual_call_time <= ticks[1].actual_call_time
            await caller.get_clock().sleep(0)

    run(main())


def test_a_sleep_follows_simulated_time_and_ends_when_it_begins_or_ends(run):
    async def main():
        async with AsyncNode('sleeper') as node:
            clock = node.get_clock()
            sleeps = asyncio.create_task(clock.sleep(3600))
            await asyncio.sleep(0.01)
            clock._set_ros_time_is_active(True)
            with pytest.raises(TimeSourceChangedError):
                await sleeps
            clock.set_ros_time_override(Time(seconds=10))
            sleeps = asyncio.create_task(clock.sleep(3600))
            await asyncio.sleep(0.01)
            assert not sleeps.done()
            clock.set_ros_time_override(Time(seconds=3611))
            await sleeps

    run(main())


def test_actions(run):
    async def main():
        async with AsyncNode('acting') as node:

            async def execute(goal):
                goal.publish_feedback(Fibonacci.Feedback(sequence=[goal.request.order]))
                while goal.request.order > 5 and not goal.is_cancel_requested:
                    await asyncio.sleep(0.001)
                if goal.is_cancel_requested:
                    goal.canceled()
                else:
                    goal.succeed()
                return Fibonacci.Result(sequence=[goal.request.order])

            feedback = []
            with (
                ActionServer(node, Fibonacci, 'count', execute, cancel_callback=lambda _: CancelResponse.ACCEPT),
                ActionClient(node, Fibonacci, 'count') as client,
            ):
                await until(client.server_is_ready)
                goals = [await client.send_goal_async(Fibonacci.Goal(order=i), feedback.append) for i in (3, 9)]
                assert list((await goals[0].get_result_async()).result.sequence) == [3]
                assert len((await goals[1].cancel_goal_async()).goals_canceling) == 1
                assert (await goals[1].get_result_async()).status == 5
                await until(lambda: len(feedback) == 2)
                names = [('/count', ['example_interfaces/action/Fibonacci'])]
                assert node.get_action_names_and_types() == names
                assert node.get_action_client_names_and_types_by_node('acting', '/') == names
                assert node.get_action_server_names_and_types_by_node('acting', '/') == names

    run(main())


def test_parameters_are_served_in_the_loop(run):
    async def main():
        async with AsyncNode('parameters') as node, AsyncNode('other') as other:
            node.declare_parameter('speed', 1.0)
            seen = []
            node.add_post_set_parameters_callback(seen.extend)
            client = AsyncParameterClient(other, 'parameters')
            await until(client.services_are_ready)
            await client.set_parameters([Parameter('speed', value=2.0)])
            assert seen[0].value == node.get_parameter('speed').value == 2.0

    run(main())


def test_an_exception_of_a_callback_ends_the_block(run):
    async def main():
        for fail in (lambda: 1 / 0, failing):
            with pytest.raises(Exception, match='TaskGroup') as error:
                async with AsyncNode('failing') as node:
                    node.create_timer(0.001, fail)
                    await asyncio.sleep(60)
            assert [type(error_of_callback) for error_of_callback in error.value.exceptions] == [ZeroDivisionError]

    async def failing():
        await asyncio.sleep(0)
        raise ZeroDivisionError

    run(main())


def test_run_ends_with_the_node_or_the_context_and_the_node_does_not_run_twice(run):
    async def main():
        node = AsyncNode('runs')

        async def end():
            waiting.cancel()
            node.destroy_node()
            await asyncio.sleep(0)

        async def wait_for_ever():
            await asyncio.sleep(3600)

        node.create_timer(0.001, wait_for_ever)
        waiting = node.create_timer(0.001, lambda: None)
        node.create_timer(0.01, end)
        await asyncio.wait_for(node.run(), 60)
        with pytest.raises(RuntimeError, match='destroyed'):
            await node.run()

        async with AsyncNode('twice') as twice:
            with pytest.raises(RuntimeError, match='runs already'):
                await twice.run()

        ends = AsyncNode('ends')
        ends.create_timer(0.01, rclpy.shutdown)
        await asyncio.wait_for(ends.run(), 60)

    run(main())


def test_a_shutdown_of_the_context_ends_the_block_and_its_waits(run):
    async def main():
        node = AsyncNode('shut')
        client = node.create_client(Trigger, 'absent')
        with pytest.raises(ExternalShutdownException):
            async with node:
                threading.Timer(0.01, os.kill, [os.getpid(), signal.SIGTERM]).start()
                await asyncio.sleep(60)
        with pytest.raises(rclpy_implementation.RCLError, match='ended by the shutdown'):
            await client.wait_for_service()

    run(main())


def test_the_end_of_an_entity_cancels_its_waits(run):
    async def main():
        begun, cancelled = asyncio.Event(), []

        async def answer(request, response):
            begun.set()
            try:
                await asyncio.sleep(3600)
            except asyncio.CancelledError:
                cancelled.append(request)
                raise

        async with AsyncNode('server') as server, AsyncNode('caller') as caller:
            service = server.create_service(Trigger, '/never', answer)
            client = caller.create_client(Trigger, '/never')
            await client.wait_for_service()
            call = asyncio.create_task(client.call(Trigger.Request()))
            await begun.wait()
            server.destroy_service(service)
            await until(lambda: len(cancelled) == 1)
            assert not call.done()
            client.destroy()
            client.destroy()
            with pytest.raises(asyncio.CancelledError):
                await call
            with pytest.raises(RuntimeError):
                await client.call(Trigger.Request())

            sleep = asyncio.create_task(server.get_clock().sleep(3600))
            await asyncio.sleep(0.01)
            server.destroy_node()
            with pytest.raises(asyncio.CancelledError):
                await sleep
            with pytest.raises(RuntimeError, match='destroyed'):
                await server.get_clock().sleep(1)

    run(main())


@pytest.mark.parametrize('by', ['destroy_node', 'shutdown'])
def test_a_node_that_has_ended_makes_nothing(run, by):
    async def main():
        context = rclpy.Context()
        context.init(args=[])
        node = AsyncNode('ended', context=context)
        publisher = node.create_publisher(Int64, 'ended', 10)
        node.destroy_node() if by == 'destroy_node' else context.shutdown()
        for make in (
            lambda: node.create_publisher(Int64, 'ended', 10),
            lambda: node.create_subscription(Int64, 'ended', print, 10),
            lambda: node.create_service(Trigger, 'ended', print),
            lambda: node.create_client(Trigger, 'ended'),
            lambda: node.create_timer(1, print),
            lambda: publisher.publish(Int64()),
        ):
            with pytest.raises(RuntimeError):
                make()
        node.destroy_node()
        context.try_shutdown()

    run(main())


def test_a_block_that_ends_with_the_context_is_quiet(run):
    async def main():
        context = rclpy.Context()
        context.init(args=[])
        ran = asyncio.Event()

        async def tick():
            ran.set()
            await asyncio.sleep(3600)

        node = AsyncNode('quiet', context=context)
        node.create_timer(0.001, tick)
        async with node:
            await ran.wait()
            context.shutdown()

    run(main())


def test_a_callback_of_a_timer_takes_nothing_or_its_times(run):
    async def main():
        async with AsyncNode('timers') as node:
            with pytest.raises(RuntimeError, match='TimerInfo'):
                node.create_timer(1.0, lambda first, second: None)
            zero = asyncio.Event()
            timer = node.create_timer(0.0, zero.set)
            await zero.wait()
            assert isinstance(timer, AsyncTimer) and timer.timer_period_ns == 0

    run(main())


def test_a_flood_from_other_threads_blocks_neither_them_nor_the_loop(run):
    async def main():
        got, stop = [], threading.Event()
        async with AsyncNode('flooded') as node:
            node.create_subscription(Int64, 'flood', lambda message: got.append(message.data), 10)
            publishers = [node.create_publisher(Int64, 'flood', 10) for _ in range(4)]

            def flood(publisher):
                while not stop.is_set():
                    publisher.publish(Int64(data=len(got)))

            threads = [threading.Thread(target=flood, args=[publisher]) for publisher in publishers]
            for thread in threads:
                thread.start()
            await until(lambda: len(got) > 300)
            stop.set()
            for thread in threads:
                await asyncio.to_thread(thread.join)

    run(main())
