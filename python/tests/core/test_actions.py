# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Actions under asyncio: goals, feedback, results, cancellation, and what is asked of a server that is not polite."""

import asyncio

import pytest

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.action_msgs.msg import GoalStatusArray
from rxros2.interfaces.action_msgs.srv import CancelGoal
from rxros2.interfaces.example_interfaces.action import Fibonacci
from rxros2.qos import DurabilityPolicy, QoSProfile


@pytest.fixture
def name(request):
    return '/' + ''.join(c if c.isalnum() else '_' for c in request.node.name).strip('_')


@pytest.fixture(scope='module')
def node():
    with ros2.Node('actions') as node:
        yield node


async def fibonacci(goal):
    """Tells each number; ends early if it is cancelled. A negative order is an error."""
    if goal.request.order < 0:
        goal.abort(Fibonacci.Result(sequence=[-1]))
        return
    numbers = [0, 1]
    while len(numbers) < goal.request.order:
        goal.publish_feedback(Fibonacci.Feedback(sequence=numbers))
        try:
            await asyncio.wait_for(goal.wait_for_cancel(), 0.002 if goal.request.order < 100 else 0.05)
        except asyncio.TimeoutError:
            numbers.append(numbers[-1] + numbers[-2] if len(numbers) < 40 else 0)
        else:
            goal.canceled(Fibonacci.Result(sequence=numbers))
            return
    goal.succeed(Fibonacci.Result(sequence=numbers))


async def serve(scope, server):
    async for goal in server.listen_reliable():
        if goal.request.order == 13:
            goal.reject()
            continue
        goal.accept()
        scope.task_group.create_task(fibonacci(goal))


def with_both(run, node, name, test, **options):
    async def main():
        with ros2.auto_context(node):
            async with aio.Scope() as scope:
                server = ros2.ActionServer(Fibonacci, name, **options)
                scope.task_group.create_task(serve(scope, server))
                client = ros2.ActionClient(Fibonacci, name)
                await client.wait_for_server(timeout=60)
                await test(client, server)
            assert server.closed

    run(main())


def test_feedback_and_result(run, node, name):
    async def test(client, server):
        goal = await client.send_goal(Fibonacci.Goal(order=6), timeout=60)
        told = [list(feedback.sequence) async for feedback in goal.feedback.listen_reliable(queue_size=0)]
        assert told and told[-1] == [0, 1, 1, 2, 3][: len(told[-1])]  # what was told before listening is not here
        result = await goal.result(timeout=60)
        assert list(result.sequence) == [0, 1, 1, 2, 3, 5]
        assert list((await goal.result()).sequence) == [0, 1, 1, 2, 3, 5]  # as often as one likes
        goals = [await client.send_goal(Fibonacci.Goal(order=order)) for order in (3, 4, 5)]
        results = await asyncio.gather(*(goal.result(timeout=60) for goal in goals))
        assert [len(result.sequence) for result in results] == [3, 4, 5]
        assert not client._goals

    with_both(run, node, name, test)


def test_goals_that_do_not_succeed(run, node, name):
    async def test(client, server):
        with pytest.raises(ros2.GoalRejected, match='did not accept'):
            await client.send_goal(Fibonacci.Goal(order=13), timeout=60)
        aborted = await client.send_goal(Fibonacci.Goal(order=-1), timeout=60)
        with pytest.raises(ros2.GoalAborted) as error:
            await aborted.result(timeout=60)
        assert list(error.value.result.sequence) == [-1] and error.value.status == ros2.GoalStatus.ABORTED
        with pytest.raises(TypeError):
            await client.send_goal(7)
        assert not client._goals

    with_both(run, node, name, test)


def test_cancelling(run, node, name):
    async def test(client, server):
        goal = await client.send_goal(Fibonacci.Goal(order=1000), timeout=60)
        await goal.feedback.wait_for_value(timeout=60)
        with pytest.raises(TimeoutError, match='has not ended'):
            await goal.result(timeout=0.01)
        assert await goal.cancel(timeout=60)
        with pytest.raises(ros2.GoalCanceled) as error:
            await goal.result(timeout=60)
        assert list(error.value.result.sequence[:2]) == [0, 1]
        assert not await goal.cancel(timeout=60)  # it has ended

        several = [await client.send_goal(Fibonacci.Goal(order=1000)) for _ in range(3)]
        cancels = ros2.Client(CancelGoal, f'{name}/_action/cancel_goal')
        await cancels.wait_for_service(timeout=60)
        response = await cancels.call(CancelGoal.Request(), timeout=60)  # all
        assert len(response.goals_canceling) == 3 and response.return_code == response.ERROR_NONE
        for goal in several:
            with pytest.raises(ros2.GoalCanceled):
                await goal.result(timeout=60)
        unknown = CancelGoal.Request()
        unknown.goal_info.goal_id.uuid = list(range(16))
        response = await cancels.call(unknown, timeout=60)
        assert response.return_code == response.ERROR_UNKNOWN_GOAL_ID

    with_both(run, node, name, test)


def test_a_server_may_refuse_to_cancel_and_forgets_results(run, node, name):
    async def test(client, server):
        goal = await client.send_goal(Fibonacci.Goal(order=20), timeout=60)
        assert not await goal.cancel(timeout=60)
        assert len((await goal.result(timeout=60)).sequence) == 20
        while server._goals:
            await asyncio.sleep(0.01)

    with_both(run, node, name, test, may_cancel=lambda goal: False, result_timeout=0.5)


def test_status_is_announced_to_who_comes_later(run, node, name):
    async def test(client, server):
        goal = await client.send_goal(Fibonacci.Goal(order=3), timeout=60)
        await goal.result(timeout=60)
        latched = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        status = await ros2.Sub(GoalStatusArray, f'{name}/_action/status', latched).wait_for_value(
            where=lambda array: array.status_list and array.status_list[0].status == ros2.GoalStatus.SUCCEEDED,
            timeout=60,
        )
        assert bytes(status.status_list[0].goal_info.goal_id.uuid) == goal.goal_id

    with_both(run, node, name, test)


def test_wrong_steps_and_the_end(run, node, name):
    async def main():
        with ros2.auto_context(node):
            async with aio.Scope():
                server = ros2.ActionServer(Fibonacci, name)
                client = ros2.ActionClient(Fibonacci, name)
                await client.wait_for_server(timeout=60)
                sending = asyncio.create_task(client.send_goal(Fibonacci.Goal(order=1)))
                goal = await server.wait_for_value(timeout=60)
                with pytest.raises(RuntimeError, match='unknown cannot be succeeded'):
                    goal.succeed()
                goal.accept()
                with pytest.raises(RuntimeError, match='answered twice'):
                    goal.reject()
                with pytest.raises(RuntimeError, match='executing cannot be canceled'):
                    goal.canceled()
                with pytest.raises(TypeError):
                    goal.publish_feedback(7)
                sent = await sending
                waiting = asyncio.create_task(sent.result())
                await asyncio.sleep(0.01)
                client.close()
                with pytest.raises(aio.SubClosed):
                    await waiting
                assert sent.feedback.closed
                with pytest.raises(TimeoutError):
                    lonely = ros2.ActionClient(Fibonacci, f'{name}/nobody')
                    await lonely.wait_for_server(timeout=0.02)

    run(main())
