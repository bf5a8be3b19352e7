# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Functions that apply a TransformStamped to a message; the header of a stamped result is that of the transform."""

from __future__ import annotations

from typing import Any

import tf2_ros

from rxros2.geometry import apply_transform
from rxros2.interfaces.geometry_msgs.msg import (
    PointStamped,
    PolygonStamped,
    Pose,
    PoseStamped,
    PoseWithCovariance,
    PoseWithCovarianceStamped,
    TransformStamped,
    Vector3Stamped,
    WrenchStamped,
)

__all__ = [
    'PointStamped',  # programs import the messages from here too
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


def to_msg_msg(msg: Any) -> Any:
    """Returns the message itself: the conversion of a message to a message."""
    return msg


from_msg_msg = to_msg_msg


def _stamped(message: Any, transform: Any) -> Any:
    result = _transformed(message, transform)
    result.header = transform.header
    return result


def _transformed(message: Any, transform: Any) -> Any:
    """Returns the message in the target frame; its quaternion has w >= 0, as tf2_geometry_msgs' results have."""
    result = apply_transform(transform, message)
    pose = result
    while hasattr(pose, 'pose'):
        pose = pose.pose
    orientation = getattr(pose, 'orientation', None)
    if orientation is not None and orientation.w < 0:
        orientation.x, orientation.y, orientation.z, orientation.w = (
            -value for value in (orientation.x, orientation.y, orientation.z, orientation.w)
        )
    return result


def do_transform_point(point: Any, transform: Any) -> Any:
    """Returns a PointStamped in the target frame of the transform."""
    return _stamped(point, transform)


def do_transform_vector3(vector3: Any, transform: Any) -> Any:
    """Returns a Vector3Stamped in the target frame: it is rotated, not moved."""
    return _stamped(vector3, transform)


def do_transform_pose(pose: Any, transform: Any) -> Any:
    """Returns a Pose in the target frame of the transform."""
    return _transformed(pose, transform)


def do_transform_pose_stamped(pose: Any, transform: Any) -> Any:
    """Returns a PoseStamped in the target frame of the transform."""
    return _stamped(pose, transform)


def do_transform_pose_with_covariance_stamped(pose: Any, transform: Any) -> Any:
    """Returns a PoseWithCovarianceStamped in the target frame; its covariance is rotated."""
    return _stamped(pose, transform)


def do_transform_polygon_stamped(polygon: Any, transform: Any) -> Any:
    """Returns a PolygonStamped in the target frame of the transform."""
    return _stamped(polygon, transform)


def do_transform_wrench(wrench: Any, transform: Any) -> Any:
    """Returns a WrenchStamped in the target frame: force and torque are rotated."""
    return _stamped(wrench, transform)


def transform_covariance(cov_in: Any, transform: Any) -> Any:
    """Returns the covariance of a pose, 36 numbers, rotated by the transform."""
    return apply_transform(transform, PoseWithCovariance(covariance=cov_in)).covariance


for _type, _function in (
    (PointStamped, do_transform_point),
    (Vector3Stamped, do_transform_vector3),
    (PoseStamped, do_transform_pose_stamped),
    (PoseWithCovarianceStamped, do_transform_pose_with_covariance_stamped),
    (PolygonStamped, do_transform_polygon_stamped),
    (WrenchStamped, do_transform_wrench),
):
    tf2_ros.TransformRegistration().add(_type, _function)
    tf2_ros.ConvertRegistration().add_to_msg(_type, to_msg_msg)
    tf2_ros.ConvertRegistration().add_from_msg(_type, from_msg_msg)
