# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A crane whose timer waits for a service of its own node: its callback groups let two threads work in it at once."""

import threading

import rclpy
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.executors import MultiThreadedExecutor
from rclpy.node import Node
from rclpy.task import Future
from std_srvs.srv import Trigger


class Crane(Node):
    def __init__(self, crates):
        super().__init__('crane')
        hook, driver = ReentrantCallbackGroup(), MutuallyExclusiveCallbackGroup()
        self.create_service(Trigger, '~/hoist', self.hoist, callback_group=hook)
        self.hoisting = self.create_client(Trigger, '~/hoist', callback_group=hook)
        self.shift = self.create_timer(0.05, self.work, callback_group=driver)
        self.crates = crates
        self.driver = None
        self.done = Future()

    def hoist(self, _, response):
        response.success = threading.get_ident() != self.driver
        response.message = 'hoisted by another thread' if response.success else 'hoisted by the driver'
        return response

    def work(self):
        self.driver = threading.get_ident()
        print(self.hoisting.call(Trigger.Request()).message)
        self.crates -= 1
        if not self.crates:
            self.shift.cancel()
            self.done.set_result('home')


with rclpy.init():
    yard = MultiThreadedExecutor(num_threads=3)
    crane = Crane(crates=3)
    yard.add_node(crane)
    yard.spin_until_future_complete(crane.done)
    yard.shutdown()
