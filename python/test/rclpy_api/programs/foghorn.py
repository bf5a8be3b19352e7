# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A foghorn with a lifecycle: configured it is under pressure, active it is heard."""

from __future__ import annotations

import rclpy
from rclpy.executors import SingleThreadedExecutor
from rclpy.lifecycle import Node, Publisher, State, TransitionCallbackReturn
from rclpy.timer import Timer
from std_msgs.msg import String

SUCCESS = TransitionCallbackReturn.SUCCESS


class Foghorn(Node):
    horn: Publisher | None = None
    valve: Timer | None = None

    def on_configure(self, state: State) -> TransitionCallbackReturn:
        self.horn = self.create_lifecycle_publisher(String, 'horn', 10)
        self.valve = self.create_timer(0.2, self.blow)
        self.get_logger().info(f'under pressure, was {state.label}')
        return SUCCESS

    def on_activate(self, state: State) -> TransitionCallbackReturn:
        self.get_logger().info('fog')
        return super().on_activate(state)  # of all its managed entities

    def on_deactivate(self, state: State) -> TransitionCallbackReturn:
        self.get_logger().info('clear view')
        return super().on_deactivate(state)

    def on_cleanup(self, state: State) -> TransitionCallbackReturn:
        self.release()
        return SUCCESS

    def on_shutdown(self, state: State) -> TransitionCallbackReturn:
        self.release()
        return SUCCESS

    def blow(self) -> None:
        if self.horn is not None:
            self.horn.publish(String(data='toooot'))  # dropped unless the node is active

    def release(self) -> None:
        if self.valve is not None:
            self.destroy_timer(self.valve)
        if self.horn is not None:
            self.destroy_publisher(self.horn)
        self.valve = self.horn = None


def main() -> None:
    with rclpy.init():
        executor = SingleThreadedExecutor()
        horn = Foghorn('foghorn')
        executor.add_node(horn)
        try:
            executor.spin()
        finally:
            horn.destroy_node()


main()
