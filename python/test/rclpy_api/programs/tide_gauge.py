# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Reports the water level on the harbour's radio, ten times a second; the tide takes two minutes."""

import itertools
import math

import rclpy
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node
from std_msgs.msg import String


class TideGauge(Node):
    def __init__(self):
        super().__init__('tide_gauge')
        self.radio = self.create_publisher(String, 'radio', 10)
        self.moments = itertools.count()
        self.create_timer(0.1, self.report)

    def report(self):
        level = 2 + math.sin(next(self.moments) * math.tau / 1200)
        self.radio.publish(String(data=f'water at {level:.2f} m'))
        self.get_logger().info(f'reported {level:.2f} m')


try:
    with rclpy.init():
        rclpy.spin(TideGauge())
except (KeyboardInterrupt, ExternalShutdownException):
    pass
