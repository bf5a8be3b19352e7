# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""usage: lock_chamber.py LEVEL [stop]: a lock lets water in until it stands LEVEL dm high; `stop` stops it half way.

The interface is that of example_interfaces, for its integers: `order` is the level, `sequence` those passed.
"""

import sys
import threading

import rclpy
from action_msgs.msg import GoalStatus
from example_interfaces.action import Fibonacci as Fill
from rclpy.action import ActionClient, ActionServer, CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import MultiThreadedExecutor
from rclpy.node import Node
from rclpy.task import Future

WALL = 40


class Lock(Node):
    """Fills in a thread of the executor, while other callbacks take orders and stop it."""

    def __init__(self):
        super().__init__('lock')
        self.tick = threading.Event()
        self.server = ActionServer(
            self,
            Fill,
            'fill',
            execute_callback=self.fill,
            goal_callback=lambda goal: GoalResponse.ACCEPT if goal.order <= WALL else GoalResponse.REJECT,
            cancel_callback=lambda _: CancelResponse.ACCEPT,
            callback_group=ReentrantCallbackGroup(),
        )

    def fill(self, goal):
        passed = Fill.Feedback()
        for level in range(goal.request.order + 1):
            if goal.is_cancel_requested:
                goal.canceled()
                return Fill.Result(sequence=[level])
            passed.sequence.append(level)
            goal.publish_feedback(passed)
            self.tick.wait(0.05)
        goal.succeed()
        return Fill.Result(sequence=passed.sequence)

    def destroy_node(self):
        self.server.destroy()
        super().destroy_node()


class Skipper(Node):
    """Orders a level; `done` has the outcome."""

    def __init__(self, stops):
        super().__init__('skipper')
        self.lock = ActionClient(self, Fill, 'fill')
        self.stops, self.ordered, self.done = stops, None, Future()

    def order(self, level):
        self.lock.wait_for_server()
        sent = self.lock.send_goal_async(Fill.Goal(order=level), feedback_callback=self.watch)
        sent.add_done_callback(self.answered)

    def answered(self, sent):
        self.ordered = sent.result()
        if self.ordered.accepted:
            print('the sluice opens')
            self.ordered.get_result_async().add_done_callback(self.ended)
        else:
            self.done.set_result('over the wall')

    def watch(self, update):
        if self.stops and len(update.feedback.sequence) == 3:
            self.ordered.cancel_goal_async().add_done_callback(
                lambda future: print('stopping', len(future.result().goals_canceling))
            )

    def ended(self, waited):
        status, levels = waited.result().status, list(waited.result().result.sequence)
        names = {GoalStatus.STATUS_SUCCEEDED: 'full', GoalStatus.STATUS_CANCELED: 'stopped'}
        passed = levels if status == GoalStatus.STATUS_SUCCEEDED else len(levels)
        self.done.set_result(f'{names[status]} {passed}')


with rclpy.init():
    lock, skipper = Lock(), Skipper(stops='stop' in sys.argv[2:])
    executor = MultiThreadedExecutor(num_threads=4)
    for node in (lock, skipper):
        executor.add_node(node)
    skipper.order(int(sys.argv[1]))
    executor.spin_until_future_complete(skipper.done)
    print(skipper.done.result())
    executor.shutdown()
    skipper.destroy_node()
    lock.destroy_node()
