# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Logs the messages on the harbour's radio, until Ctrl-C."""

import rclpy
from std_msgs.msg import String

rclpy.init()
master = rclpy.create_node('harbour_master')
log = master.get_logger()
radio = master.create_subscription(String, 'radio', lambda message: log.info(f'heard <{message.data}>'), 10)
try:
    rclpy.spin(master)
except KeyboardInterrupt:
    log.info('goes home')
finally:
    master.destroy_node()
    rclpy.try_shutdown()
