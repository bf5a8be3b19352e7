# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The nodes of teleop/: `rxros2 launch examples/launch/teleop.launch.py programs:=build/release/examples/teleop`."""

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, GroupAction, Shutdown
from launch.conditions import UnlessCondition
from launch.substitutions import EqualsSubstitution, IfElseSubstitution, LaunchConfiguration
from launch_ros.actions import Node, SetRemap
from launch_ros.substitutions import FindPackagePrefix


def generate_launch_description():
    programs, joystick = LaunchConfiguration('programs'), LaunchConfiguration('joystick')
    installed = [FindPackagePrefix('rxros2_examples'), '/lib/rxros2_examples']
    arguments = [
        DeclareLaunchArgument('programs', default_value=installed, description='folder of the programs'),
        DeclareLaunchArgument('keyboard', default_value='/dev/input/event3', description='device file of the keyboard'),
        DeclareLaunchArgument(
            'joystick', default_value='/dev/input/js0', description='device file of the joystick; empty: no joystick'
        ),
        DeclareLaunchArgument(
            'robot', default_value='mower', description='namespace of the robot that gets the velocities'
        ),
        DeclareLaunchArgument(
            'fast', default_value='false', description='a maximum velocity of 2 m/s instead of 1 m/s'
        ),
    ]
    nodes = [
        SetRemap('/cmd_vel', ['/', LaunchConfiguration('robot'), '/cmd_vel']),
        Node(
            executable=[programs, '/keyboard_publisher'],
            output='screen',
            parameters=[{'/keyboard_publisher/device': LaunchConfiguration('keyboard')}],
        ),
        Node(
            executable=[programs, '/joystick_publisher'],
            output='screen',
            condition=UnlessCondition(EqualsSubstitution(joystick, '')),
            parameters=[{'/joystick_publisher/device': joystick}],
        ),
        Node(
            executable=[programs, '/velocity_publisher'],
            output='screen',
            on_exit=[Shutdown(reason='nothing drives the robot')],
            parameters=[
                {
                    '/velocity_publisher/max_vel_linear': IfElseSubstitution(
                        LaunchConfiguration('fast'), if_value='2.0', else_value='1.0'
                    )
                }
            ],
        ),
    ]
    return LaunchDescription([*arguments, GroupAction(nodes)])
