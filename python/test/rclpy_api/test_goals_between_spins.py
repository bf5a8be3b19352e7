# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Goals of a program that spins only now and then: begun between two spins, and executed before the client's answer."""

import pytest
import rclpy
from action_msgs.msg import GoalStatus
from example_interfaces.action import Fibonacci
from rclpy.action import ActionClient, ActionServer
from rclpy.executors import SingleThreadedExecutor


@pytest.fixture
def node():
    with rclpy.init(args=[]):
        node = rclpy.create_node('between')
        yield node
        node.destroy_node()


def count(goal):
    goal.publish_feedback(Fibonacci.Feedback(sequence=[goal.request.order]))
    goal.succeed()
    return Fibonacci.Result()


def spin_until(node, future, executor=None):
    rclpy.spin_until_future_complete(node, future, executor, timeout_sec=60)
    assert future.done()
    return future.result()


@pytest.mark.parametrize('other_executor', [False, True])
def test_a_goal_can_begin_while_no_executor_has_the_node(node, other_executor):
    accepted = []
    with (
        ActionServer(node, Fibonacci, 'later', count, handle_accepted_callback=accepted.append),
        ActionClient(node, Fibonacci, 'later') as client,
    ):
        assert client.wait_for_server(60)
        handle = spin_until(node, client.send_goal_async(Fibonacci.Goal(order=3)))
        assert node.executor is None
        accepted[0].execute()
        executor = SingleThreadedExecutor() if other_executor else None
        response = spin_until(node, handle.get_result_async(), executor)
        assert response.status == GoalStatus.STATUS_SUCCEEDED


def test_a_goal_that_begins_at_once_runs_before_the_client_hears_of_it(node):
    feedback = []
    with (
        ActionServer(node, Fibonacci, 'at_once', count),
        ActionClient(node, Fibonacci, 'at_once') as client,
    ):
        assert client.wait_for_server(60)
        spin_until(node, client.send_goal_async(Fibonacci.Goal(order=3), feedback.append))
        assert [list(message.feedback.sequence) for message in feedback] == [[3]]
