# ruff: noqa
# The classical use of callback groups: a timer's callback calls a service of its own node, and waits for the answer.
import time

import rclpy
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.executors import MultiThreadedExecutor
from rclpy.node import Node
from std_srvs.srv import Empty


class CallbackGroupDemo(Node):
    def __init__(self):
        super().__init__('callback_group_demo')
        client_group = MutuallyExclusiveCallbackGroup()
        timer_group = ReentrantCallbackGroup()
        self.service = self.create_service(Empty, 'test_service', self.service_callback)
        self.client = self.create_client(Empty, 'test_service', callback_group=client_group)
        self.call_timer = self.create_timer(0.05, self.timer_callback, callback_group=timer_group)
        self.done = 0

    def service_callback(self, request, response):
        time.sleep(0.02)
        return response

    def timer_callback(self):
        self.client.call(Empty.Request())
        self.done += 1
        print('Received response', flush=True)
        if self.done == 3:
            self.call_timer.cancel()
            rclpy.shutdown()


def main():
    with rclpy.init():
        node = CallbackGroupDemo()
        executor = MultiThreadedExecutor(num_threads=4)
        executor.add_node(node)
        try:
            executor.spin()
        except rclpy.executors.ExternalShutdownException:
            pass
        executor.shutdown()


if __name__ == '__main__':
    main()
