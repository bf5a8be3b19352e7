# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The beginning of the launch files that tests write, and the output of their processes."""

import sys

COMMAND = [sys.executable, '-m', 'rxros2.cli', 'launch']

PYTHON = """
import sys
from launch import LaunchDescription, LaunchDescriptionSource
from launch.actions import *
from launch.conditions import *
from launch.event_handlers import *
from launch.events import matches_action
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch.substitutions import *
from launch_ros.actions import *
from launch_ros.descriptions import *
from launch_ros.event_handlers import OnStateTransition
from launch_ros.events.lifecycle import ChangeState
from launch_ros.substitutions import FindPackageShare

def show(*words, **options):
    return ExecuteProcess(cmd=['echo', *words], name='echo', output='screen', **options)

def generate_launch_description():
    return LaunchDescription([
"""


def lines_of(result, name):
    """Returns the output lines of a process or of launch itself, without '[name] '."""
    return [line.partition('] ')[2] for line in result.lines if line.startswith(f'[{name}] ')]
