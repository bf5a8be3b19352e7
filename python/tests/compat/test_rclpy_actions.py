# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rclpy.action beyond tests/compat/programs: callbacks that fail, goals begun later, and peers of rxros2.aio."""

import asyncio
import contextlib
import threading
import time

import pytest
import rclpy
from action_msgs.msg import GoalStatus
from action_msgs.srv import CancelGoal
from example_interfaces.action import Fibonacci
from rclpy.action import (
    ActionClient,
    ActionServer,
    CancelResponse,
    GoalResponse,
    get_action_client_names_and_types_by_node,
    get_action_names_and_types,
    get_action_server_names_and_types_by_node,
)
from rclpy.executors import SingleThreadedExecutor

from rxros2.aio import ros2


@pytest.fixture
def node():
    with rclpy.init(args=[]) as init:
        made = rclpy.create_node('acting')
        executor = SingleThreadedExecutor(context=init.context)
        executor.add_node(made)
        thread = threading.Thread(target=spin, args=(executor,))
        thread.start()
        yield made
        executor.shutdown()
        thread.join(60)
        assert not thread.is_alive()
        made.destroy_node()


def spin(executor):
    with contextlib.suppress(rclpy.executors.ExternalShutdownException):
        executor.spin()


def count(goal):
    goal.publish_feedback(Fibonacci.Feedback(sequence=[goal.request.order]))
    goal.succeed()
    return Fibonacci.Result(sequence=[goal.request.order, 1])


def test_blocking_calls_and_the_graph(node):
    heard = []
    with ActionServer(node, Fibonacci, 'count', count) as server, ActionClient(node, Fibonacci, 'count') as client:
        assert client.wait_for_server(10) and client.server_is_ready()
        response = client.send_goal(Fibonacci.Goal(order=7), feedback_callback=heard.append)
        assert response.status == GoalStatus.STATUS_SUCCEEDED and list(response.result.sequence) == [7, 1]
        assert [list(each.feedback.sequence) for each in heard] in ([[7]], [])  # it may come after the result
        expected = [('/count', ['example_interfaces/action/Fibonacci'])]
        assert get_action_names_and_types(node) == expected
        assert get_action_server_names_and_types_by_node(node, 'acting', '/') == expected
        assert get_action_client_names_and_types_by_node(node, 'acting', '/') == expected
        with pytest.raises(TypeError, match='/?count: the goal is a .*expected .*Goal'):
            client.send_goal_async(Fibonacci.Result())
        assert server.action_type is Fibonacci
    assert get_action_server_names_and_types_by_node(node, 'acting', '/') == []
    with ActionClient(node, Fibonacci, 'count') as client:
        assert not client.wait_for_server(0.05)


def test_goals_that_fail(node, capfd):
    def fail(goal):
        raise ValueError('no way')

    def forget(goal):
        return Fibonacci.Result()

    def wrong(goal):
        goal.succeed()
        return 'text'

    results = []
    for callback in (fail, forget, wrong):
        with ActionServer(node, Fibonacci, 'fail', callback), ActionClient(node, Fibonacci, 'fail') as client:
            assert client.wait_for_server(10)
            results.append(client.send_goal(Fibonacci.Goal(order=1)).status)
    assert results == [GoalStatus.STATUS_ABORTED, GoalStatus.STATUS_ABORTED, GoalStatus.STATUS_SUCCEEDED]
    logged = capfd.readouterr().err
    assert 'no way' in logged and 'was not set' in logged and "found 'text'" in logged


def test_a_goal_that_is_begun_later_and_one_that_nobody_cancels(node):
    accepted, ended = [], threading.Event()
    with (
        ActionServer(
            node, Fibonacci, 'later', count, handle_accepted_callback=accepted.append, result_timeout=0.5
        ) as server,
        ActionClient(node, Fibonacci, 'later') as client,
    ):
        assert client.wait_for_server(10)
        answered = threading.Event()
        future = client.send_goal_async(Fibonacci.Goal(order=3))
        future.add_done_callback(lambda _: answered.set())
        assert answered.wait(60)
        handle = future.result()
        assert handle.accepted and handle.stamp.sec > 0
        assert accepted[0].status == GoalStatus.STATUS_ACCEPTED and accepted[0].is_active
        assert not handle.cancel_goal().goals_canceling  # the default
        with pytest.raises(RuntimeError, match='a goal that is accepted cannot succeed'):
            accepted[0].succeed()
        handle.get_result_async().add_done_callback(lambda _: ended.set())
        accepted[0].execute()
        assert ended.wait(60) and handle.get_result().status == handle.status == GoalStatus.STATUS_SUCCEEDED
        assert not accepted[0].is_active

        server.register_goal_callback(lambda goal: GoalResponse.REJECT)  # each goal looks for old ones
        deadline = time.monotonic() + 60
        while accepted[0].status != GoalStatus.STATUS_UNKNOWN:
            assert client.send_goal(Fibonacci.Goal(order=1)) is None and time.monotonic() < deadline


def test_a_client_of_aio_cancels(node):
    began = threading.Event()

    async def wait(goal):
        began.set()
        asked = rclpy.task.Future(executor=node.executor)
        timer = node.create_timer(0.01, lambda: goal.is_cancel_requested and asked.set_result(None))
        await asked
        node.destroy_timer(timer)
        goal.canceled()
        return Fibonacci.Result(sequence=[9])

    async def main():
        with ros2.auto_context('aio_side'):
            client = ros2.ActionClient(Fibonacci, '/wait')
            await client.wait_for_server(10)
            goal = await client.send_goal(Fibonacci.Goal(order=1), timeout=60)
            assert await goal.cancel(10)
            with pytest.raises(ros2.GoalCanceled) as caught:
                await goal.result(10)
            assert list(caught.value.result.sequence) == [9]
            client.close()

    with ActionServer(node, Fibonacci, 'wait', wait, cancel_callback=lambda goal: CancelResponse.ACCEPT):
        asyncio.run(asyncio.wait_for(main(), 60))
        assert began.is_set()


def test_a_server_of_aio_serves(node):
    async def serve(ready, stop):
        with ros2.auto_context('aio_side'):
            server = ros2.ActionServer(Fibonacci, '/aio')
            goals = server.listen_reliable()
            ready.set()
            goal = await anext(goals)
            goal.accept()
            goal.publish_feedback(Fibonacci.Feedback(sequence=[1]))
            goal.succeed(Fibonacci.Result(sequence=[goal.request.order]))
            while not stop.is_set():
                await asyncio.sleep(0.01)
            server.close()

    ready, stop = threading.Event(), threading.Event()
    thread = threading.Thread(target=lambda: asyncio.run(asyncio.wait_for(serve(ready, stop), 60)))
    thread.start()
    assert ready.wait(60)
    with ActionClient(node, Fibonacci, 'aio') as client:
        assert client.wait_for_server(10)
        response = client.send_goal(Fibonacci.Goal(order=5))
        assert response.status == GoalStatus.STATUS_SUCCEEDED and list(response.result.sequence) == [5]
    stop.set()
    thread.join(60)


def ask(node, client_type, name, request):
    """The response of a service of an action, asked for beside the ActionClient."""
    client = node.create_client(client_type, name)
    assert client.wait_for_service(10)
    response = client.call(request, timeout_sec=60)
    node.destroy_client(client)
    return response


def test_a_known_id_is_rejected_without_asking(node):
    asked = []

    async def goal_callback(goal):
        asked.append(goal)
        return GoalResponse.ACCEPT

    send = Fibonacci.Impl.SendGoalService
    with ActionServer(node, Fibonacci, 'twice', count, goal_callback=goal_callback):
        request = send.Request()
        request.goal_id.uuid = [7] * 16
        first = ask(node, send, 'twice/_action/send_goal', request)
        assert first.accepted and first.stamp.sec > 0
        assert not ask(node, send, 'twice/_action/send_goal', request).accepted
        assert len(asked) == 1


def test_the_codes_of_cancel_requests(node):
    goals = []
    with (
        ActionServer(node, Fibonacci, 'cancels', count, handle_accepted_callback=goals.append) as server,
        ActionClient(node, Fibonacci, 'cancels') as client,
    ):
        assert client.wait_for_server(10)

        def cancel(goal=None):
            request = CancelGoal.Request()
            if goal is not None:
                request.goal_info.goal_id = goal.goal_id
            response = ask(node, CancelGoal, 'cancels/_action/cancel_goal', request)
            return response.return_code, len(response.goals_canceling)

        assert cancel() == (CancelGoal.Response.ERROR_NONE, 0)
        done = threading.Event()
        client.send_goal_async(Fibonacci.Goal()).add_done_callback(lambda _: done.set())
        assert done.wait(60)
        assert cancel() == (CancelGoal.Response.ERROR_REJECTED, 0)
        server.register_cancel_callback(lambda goal: CancelResponse.ACCEPT)
        assert cancel() == (CancelGoal.Response.ERROR_NONE, 1)
        assert cancel(goals[0]) == (CancelGoal.Response.ERROR_GOAL_TERMINATED, 0)
        goals[0].canceled(Fibonacci.Result())


def test_results_are_forgotten_without_further_requests(node):
    with (
        ActionServer(node, Fibonacci, 'brief', count, result_timeout=0.05) as server,
        ActionClient(node, Fibonacci, 'brief') as client,
    ):
        assert client.wait_for_server(10)
        client.send_goal(Fibonacci.Goal(order=1))
        deadline = time.monotonic() + 60
        while len(server._table):
            assert time.monotonic() < deadline
            time.sleep(0.005)


def test_goals_end_with_their_server(node):
    """As aborted if it is destroyed; with no status if it just went away."""
    accepted = []
    with ActionClient(node, Fibonacci, 'gone') as client:
        for crash in (False, True):
            server = ActionServer(node, Fibonacci, 'gone', count, handle_accepted_callback=accepted.append)
            assert client.wait_for_server(10)
            answered, ended = threading.Event(), threading.Event()
            sent = client.send_goal_async(Fibonacci.Goal(order=3))
            sent.add_done_callback(lambda _, answered=answered: answered.set())
            assert answered.wait(60)
            result = sent.result().get_result_async()
            result.add_done_callback(lambda _, ended=ended: ended.set())
            deadline = time.monotonic() + 60
            while not server._table.goals()[0].waiting:  # the client has asked for the result
                assert time.monotonic() < deadline
                time.sleep(0.001)
            if crash:
                server._table = type(server._table)(server._of, lambda: 0, 1)  # as if it knew of no goals
            server.destroy()
            assert ended.wait(60)
            assert result.result().status == (GoalStatus.STATUS_UNKNOWN if crash else GoalStatus.STATUS_ABORTED)
            assert not client._pending


def test_an_action_is_remapped_as_one_name(node):
    with rclpy.create_node('ship', cli_args=['--ros-args', '-r', 'dock:=harbour']) as ship:
        with ActionServer(ship, Fibonacci, 'dock', count):
            assert get_action_names_and_types(ship) == [('/harbour', ['example_interfaces/action/Fibonacci'])]
