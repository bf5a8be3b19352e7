# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The recipes of docs/how-to/transform-a-stream.md. Each one subscribes streams that end with the node."""

from rxros2 import rx
from rxros2.interfaces.geometry_msgs.msg import PointStamped, PoseStamped, TransformStamped
from rxros2.interfaces.nav_msgs.msg import Odometry
from rxros2.interfaces.std_msgs.msg import String


# snippet in_the_map
def in_the_map(node):
    """Publishes the points of a sensor in the frame of the map, each by the transform at its own stamp, and
    the reason for each point that could not be transformed."""
    points = rx.from_topic(node, PointStamped, 'seen').pipe(rx.transform_to(node, 'map', wait=0.5))
    points.pipe(rx.publish_to_topic(node, PointStamped, 'seen_in_map'))
    points.unmatched().pipe(
        rx.map(lambda unmatched: String(data=unmatched.reason)),
        rx.publish_to_topic(node, String, 'lost'),
    )
# end


# snippet robot_pose
def robot_pose(node):
    """Publishes the pose of the robot in the map, at most ten times a second."""

    def to_pose(base):
        pose = PoseStamped(header=base.header)
        pose.pose.position.x = base.transform.translation.x
        pose.pose.position.y = base.transform.translation.y
        pose.pose.position.z = base.transform.translation.z
        pose.pose.orientation = base.transform.rotation
        return pose

    rx.from_transform(node, 'map', 'base_link').pipe(
        rx.sample(0.1),
        rx.map(to_pose),
        rx.publish_to_topic(node, PoseStamped, 'pose'),
    )
# end


# snippet odometry_frame
def odometry_frame(node):
    """Publishes the odometry of the wheels as a transform, and the position of the laser once, as a static one."""
    laser = TransformStamped(child_frame_id='laser')
    laser.header.frame_id = 'base_link'
    laser.transform.translation.x = 0.2
    rx.publish_static_transform(node, laser)

    def to_transform(wheels):
        base = TransformStamped(header=wheels.header, child_frame_id='base_link')
        base.transform.translation.x = wheels.pose.pose.position.x
        base.transform.translation.y = wheels.pose.pose.position.y
        base.transform.rotation = wheels.pose.pose.orientation
        return base

    rx.from_topic(node, Odometry, 'odometry').pipe(rx.map(to_transform), rx.publish_transform(node))
# end


# snippet two_eyes
def two_eyes(node):
    """Publishes the middle of the points that two sensors saw at the same time. One pipe joins stamps and frames."""
    left = rx.from_topic(node, PointStamped, 'left').pipe(rx.transform_to(node, 'map'))
    right = rx.from_topic(node, PointStamped, 'right').pipe(rx.transform_to(node, 'map'))

    def between(points):
        a, b = points
        middle = PointStamped(header=a.header)
        middle.point.x = (a.point.x + b.point.x) / 2
        middle.point.y = (a.point.y + b.point.y) / 2
        middle.point.z = (a.point.z + b.point.z) / 2
        return middle

    rx.synchronize(left, right, tolerance=0.02).matched().pipe(
        rx.map(between),
        rx.publish_to_topic(node, PointStamped, 'target'),
    )
# end
