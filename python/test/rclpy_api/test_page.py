# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Runs the shell commands in rclpy_compat's README."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from pages import run_page

PROGRAM = """
import rclpy
from std_msgs.msg import String

rclpy.init()
node = rclpy.create_node('of_the_readme')
heard = []
node.create_subscription(String, '/of_the_readme', heard.append, 10)
publisher = node.create_publisher(String, '/of_the_readme', 10)
while not heard:
    publisher.publish(String(data='hello'))
    rclpy.spin_once(node, timeout_sec=1)
rclpy.shutdown()
"""


def test_the_readme(tmp_path):
    (tmp_path / 'my_rclpy_program.py').write_text(PROGRAM)
    run_page('python/rclpy_compat/README.md', tmp_path)
