# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The side of an installed ROS 2: `ros2_peer.py ROLE`, run by its Python. Prints 'ready', then a line for each event.

ROLE: server (of /count), client COUNT (of /count), or lifecycle (a node /theirs).
"""

import contextlib
import random
import sys
import threading
import time

import rclpy
from action_msgs.msg import GoalStatus
from example_interfaces.action import Fibonacci
from rclpy.action import ActionClient, ActionServer, CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import ExternalShutdownException, MultiThreadedExecutor
from rclpy.lifecycle import LifecycleNode, TransitionCallbackReturn


def say(*words):
    print(*words, flush=True)


def count_up(goal):
    """A goal of a negative order runs until it is canceled; 13 fails."""
    number = 0
    while goal.request.order < 0 or number < goal.request.order:
        number += 1
        goal.publish_feedback(Fibonacci.Feedback(sequence=[number]))
        if goal.is_cancel_requested:
            goal.canceled()
            return Fibonacci.Result(sequence=[number])
        if goal.request.order < 0:
            time.sleep(0.002)
    (goal.abort if number == 13 else goal.succeed)()
    return Fibonacci.Result(sequence=[number])


def serve(node):
    ActionServer(
        node,
        Fibonacci,
        'count',
        count_up,
        goal_callback=lambda goal: GoalResponse.REJECT if goal.order == 99 else GoalResponse.ACCEPT,
        cancel_callback=lambda goal: CancelResponse.ACCEPT,
        callback_group=ReentrantCallbackGroup(),
    )


def send(node, how_many):
    """Sends goals one after the other, cancels half of them at some time, and prints their ends and errors."""
    client = ActionClient(node, Fibonacci, 'count')
    if not client.wait_for_server(30):
        say('no server')
        return
    draw, ended = random.Random(1), {}

    def wait(future):
        done = threading.Event()
        future.add_done_callback(lambda _: done.set())
        if not done.wait(30):
            raise SystemExit('no answer')
        return future.result()

    for number in range(how_many):
        cancel = draw.random() < 0.5
        sequences = []
        handle = wait(
            client.send_goal_async(
                Fibonacci.Goal(order=-1 if cancel else number % 5 + 1),
                feedback_callback=lambda message, sequences=sequences: sequences.append(message.feedback.sequence[0]),
            )
        )
        if handle.stamp.sec == 0:
            say('no stamp')
        if cancel:
            time.sleep(draw.random() * 0.004)
            wait(handle.cancel_goal_async())
        response = wait(handle.get_result_async())
        expected = GoalStatus.STATUS_CANCELED if cancel else GoalStatus.STATUS_SUCCEEDED
        if response.status != expected or not (cancel or response.result.sequence[0] == number % 5 + 1):
            say('wrong', number, response)
        if sequences != sorted(sequences):
            say('disorder', sequences)
        ended[response.status] = ended.get(response.status, 0) + 1
    say('ended', sum(ended.values()), sorted(ended))


class Theirs(LifecycleNode):
    def on_configure(self, state):
        time.sleep(0.3)
        return TransitionCallbackReturn.SUCCESS

    def on_activate(self, state):
        return TransitionCallbackReturn.FAILURE


def main():
    rclpy.init()
    role = sys.argv[1]
    node = Theirs('theirs') if role == 'lifecycle' else rclpy.create_node(f'their_{role}')
    if role == 'server':
        serve(node)
    executor = MultiThreadedExecutor(4)
    executor.add_node(node)
    if role == 'client':
        spinning = threading.Thread(target=executor.spin, daemon=True)
        spinning.start()
        send(node, int(sys.argv[2]))
        return
    say('ready')
    with contextlib.suppress(KeyboardInterrupt, ExternalShutdownException):
        executor.spin()


main()
