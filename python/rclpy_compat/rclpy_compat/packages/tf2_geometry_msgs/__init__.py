# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Transforms of messages of geometry_msgs: the API of ROS 2's tf2_geometry_msgs for Python.

Importing it registers the stamped messages for Buffer.transform().
"""

from .tf2_geometry_msgs import (
    PointStamped,
    PolygonStamped,
    Pose,
    PoseStamped,
    PoseWithCovarianceStamped,
    TransformStamped,
    Vector3Stamped,
    WrenchStamped,
    do_transform_point,
    do_transform_polygon_stamped,
    do_transform_pose,
    do_transform_pose_stamped,
    do_transform_pose_with_covariance_stamped,
    do_transform_vector3,
    do_transform_wrench,
    from_msg_msg,
    to_msg_msg,
    transform_covariance,
)

__all__ = [
    'PointStamped',
    'PolygonStamped',
    'Pose',
    'PoseStamped',
    'PoseWithCovarianceStamped',
    'TransformStamped',
    'Vector3Stamped',
    'WrenchStamped',
    'do_transform_point',
    'do_transform_polygon_stamped',
    'do_transform_pose',
    'do_transform_pose_stamped',
    'do_transform_pose_with_covariance_stamped',
    'do_transform_vector3',
    'do_transform_wrench',
    'from_msg_msg',
    'to_msg_msg',
    'transform_covariance',
]
