# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The recipes of docs/how-to/transform-a-stream.md. Each takes a node and sets streams going, which end with the node."""

from rxros2 import rx
from rxros2.interfaces.geometry_msgs.msg import PointStamped, PoseStamped, TransformStamped
from rxros2.interfaces.nav_msgs.msg import Odometry
from rxros2.interfaces.std_msgs.msg import String


# snippet in_the_map
def in_the_map(node):
    """Points of a sensor where they are in the map, each by the transform of its own stamp; what could
    not be transformed, and why."""
    points = rx.from_topic(node, PointStamped, 'seen').pipe(rx.transform_to(node, 'map', wait=0.5))
    points.pipe(rx.publish_to_topic(node, PointStamped, 'seen_in_map'))
    points.unmatched().pipe(
        rx.map(lambda left: String(data=left.reason)),
        rx.publish_to_topic(node, String, 'lost'),
    )
# end


# snippet robot_pose
def robot_pose(node):
    """Where the robot is in the map, ten times a second at most."""

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
    """What the wheels say as a transform, so that others find the robot; where its laser is, once."""
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
    """What two sensors saw at the same time, both in the map: stamps and frames are joined in one
    pipe. The point between both."""
    left = rx.from_topic(node, PointStamped, 'left').pipe(rx.transform_to(node, 'map'))
    right = rx.from_topic(node, PointStamped, 'right').pipe(rx.transform_to(node, 'map'))

    def between(both):
        a, b = both
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
