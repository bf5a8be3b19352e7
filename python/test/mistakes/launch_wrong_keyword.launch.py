# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A misspelt argument of an action in a launch file in Python.

says: rxros2: …launch_wrong_keyword.launch.py:…: TypeError: Node.__init__() missing 1 required keyword-only argument: 'executable'
exit: 2
group: launch
"""

from launch import LaunchDescription
from launch_ros.actions import Node


def generate_launch_description():
    return LaunchDescription([Node(package='my_robot', exec='talker')])
