# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Brings up lifecycle/camera by events: `rxros2 launch examples/launch/camera.launch.py programs:=build/release/examples/lifecycle`."""

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, EmitEvent, LogInfo, RegisterEventHandler
from launch.events import matches_action
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import LifecycleNode
from launch_ros.event_handlers import OnStateTransition
from launch_ros.events.lifecycle import ChangeState
from lifecycle_msgs.msg import Transition


def generate_launch_description():
    # snippet camera
    camera = LifecycleNode(
        executable=[LaunchConfiguration('programs'), '/camera'],
        name='camera',
        namespace='',
        output='screen',
        parameters=[{'width': LaunchConfiguration('width')}],
    )

    def change(transition):
        return EmitEvent(event=ChangeState(lifecycle_node_matcher=matches_action(camera), transition_id=transition))

    activate_when_configured = RegisterEventHandler(
        OnStateTransition(
            target_lifecycle_node=camera,
            start_state='configuring',
            goal_state='inactive',
            entities=[change(Transition.TRANSITION_ACTIVATE)],
        )
    )
    tell_when_active = RegisterEventHandler(
        OnStateTransition(target_lifecycle_node=camera, goal_state='active', entities=[LogInfo(msg='pictures come')])
    )
    # end
    return LaunchDescription(
        [
            DeclareLaunchArgument('programs', description='the folder of camera'),
            DeclareLaunchArgument('width', default_value='640', description='pixels'),
            camera,
            activate_when_configured,
            tell_when_active,
            change(Transition.TRANSITION_CONFIGURE),
        ]
    )
