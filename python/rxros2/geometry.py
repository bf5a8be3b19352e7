# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""apply_transform: applies a transform to messages of geometry_msgs and to point clouds; used by transform_to."""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable
from typing import Any

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]


def apply_transform(transform: Any, message: Any) -> Any:
    """Returns a copy of the message, mapped from the transform's child frame to its parent; its header is unchanged.

    `transform`: a TransformStamped or Transform. Points are rotated and translated, vectors (a Vector3, the force of a
    wrench) are rotated, and the covariance of a pose is rotated, as in tf2. Supports the messages of geometry_msgs and
    PointCloud2 (needs numpy). Raises TypeError for others: give transform_to a function for these. Raises ValueError
    for a point cloud that is shorter than its fields say, or has no float fields x, y and z.
    """
    inner = getattr(transform, 'transform', transform)
    t, r = inner.translation, inner.rotation
    return _apply(_Rigid((t.x, t.y, t.z), (r.x, r.y, r.z, r.w)), message)


class _Rigid:
    """Rotation by a quaternion of unit length, then translation."""

    def __init__(self, translation: Vector, rotation: Quaternion) -> None:
        self.translation = translation
        self.rotation = rotation

    def turn(self, v: Vector) -> Vector:
        x, y, z, w = self.rotation
        square = w * w - (x * x + y * y + z * z)
        along = 2 * (x * v[0] + y * v[1] + z * v[2])
        twice = 2 * w
        return (
            square * v[0] + along * x + twice * (y * v[2] - z * v[1]),
            square * v[1] + along * y + twice * (z * v[0] - x * v[2]),
            square * v[2] + along * z + twice * (x * v[1] - y * v[0]),
        )

    def move(self, v: Vector) -> Vector:
        a, b, c = self.turn(v)
        return a + self.translation[0], b + self.translation[1], c + self.translation[2]

    def multiply(self, q: Quaternion) -> Quaternion:
        (ax, ay, az, aw), (bx, by, bz, bw) = self.rotation, q
        return (
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by + ay * bw + az * bx - ax * bz,
            aw * bz + az * bw + ax * by - ay * bx,
            aw * bw - ax * bx - ay * by - az * bz,
        )


def _apply(t: _Rigid, message: Any) -> Any:
    rule = _RULES.get(type(message).__name__)
    package = type(message).__module__.partition('.msg')[0].rpartition('.')[2]
    if rule is None or package not in ('geometry_msgs', 'sensor_msgs'):
        raise TypeError(f'transform_to: {type(message).__name__} is not known; give a function (transform, message)')
    return rule(t, message)


def _point(t: _Rigid, m: Any) -> Any:
    x, y, z = t.move((m.x, m.y, m.z))
    return type(m)(x=x, y=y, z=z)


def _vector(t: _Rigid, m: Any) -> Any:
    x, y, z = t.turn((m.x, m.y, m.z))
    return type(m)(x=x, y=y, z=z)


def _quaternion(t: _Rigid, m: Any) -> Any:
    x, y, z, w = t.multiply((m.x, m.y, m.z, m.w))
    return type(m)(x=x, y=y, z=z, w=w)


def _parts(**rules: Callable[[_Rigid, Any], Any]) -> Callable[[_Rigid, Any], Any]:
    """Returns a function that copies a message and maps these fields of it."""

    def apply(t: _Rigid, m: Any) -> Any:
        copied = copy.copy(m)
        for field, rule in rules.items():
            setattr(copied, field, rule(t, getattr(m, field)))
        return copied

    return apply


def _sequence(t: _Rigid, messages: Any) -> Any:
    return [_apply(t, message) for message in messages]


def _covariance(t: _Rigid, m: Any) -> Any:
    """Rotates the four 3 by 3 blocks of a covariance: each becomes R · block · Rᵀ."""
    c = [float(value) for value in m]

    def turn(first: int, step: int) -> None:
        c[first], c[first + step], c[first + 2 * step] = t.turn((c[first], c[first + step], c[first + 2 * step]))

    for i in range(6):
        turn(i, 6)
        turn(18 + i, 6)
    for i in range(6):
        turn(6 * i, 1)
        turn(6 * i + 3, 1)
    return c


def _cloud(t: _Rigid, m: Any) -> Any:
    import numpy as np

    if m.is_bigendian != (sys.byteorder == 'big'):
        raise ValueError('transform_to: a PointCloud2 of the other byte order')
    if m.point_step * m.width > m.row_step or m.row_step * m.height > len(m.data):
        raise ValueError(
            f'transform_to: a PointCloud2 of {len(m.data)} bytes; expected height · row_step, and rows of width · '
            f'point_step'
        )
    offsets = {
        field.name: field.offset for field in m.fields if field.datatype == 7 and field.offset + 4 <= m.point_step
    }
    place, normal = ('x', 'y', 'z'), ('normal_x', 'normal_y', 'normal_z')
    if not all(name in offsets for name in place):
        raise ValueError('transform_to: a PointCloud2 without float fields x, y and z')
    data = np.array(np.frombuffer(m.data, np.uint8))
    rotation = np.array([t.turn((1, 0, 0)), t.turn((0, 1, 0)), t.turn((0, 0, 1))])
    for names, origin in ((place, t.translation), (normal, (0.0, 0.0, 0.0))):
        if not all(name in offsets for name in names):
            continue
        views = [
            np.ndarray((m.height, m.width), np.float32, data.data, offsets[name], (m.row_step, m.point_step))
            for name in names
        ]
        turned = np.stack(views, -1).astype(np.float64) @ rotation + origin
        for i, view in enumerate(views):
            view[...] = turned[..., i]
    copied = copy.copy(m)
    copied.data = data
    return copied


_pose = _parts(position=_point, orientation=_quaternion)
_transform = _parts(translation=_point, rotation=_quaternion)
_wrench = _parts(force=_vector, torque=_vector)
_polygon = _parts(points=_sequence)
_pose_with_covariance = _parts(pose=_pose, covariance=_covariance)

_RULES: dict[str, Callable[[_Rigid, Any], Any]] = {
    'Point': _point,
    'Point32': _point,
    'Vector3': _vector,
    'Quaternion': _quaternion,
    'Pose': _pose,
    'Transform': _transform,
    'Wrench': _wrench,
    'Polygon': _polygon,
    'PoseWithCovariance': _pose_with_covariance,
    'PoseArray': _parts(poses=_sequence),
    'PointStamped': _parts(point=_point),
    'Vector3Stamped': _parts(vector=_vector),
    'QuaternionStamped': _parts(quaternion=_quaternion),
    'PoseStamped': _parts(pose=_pose),
    'PoseWithCovarianceStamped': _parts(pose=_pose_with_covariance),
    'PolygonStamped': _parts(polygon=_polygon),
    'TransformStamped': _parts(transform=_transform),
    'WrenchStamped': _parts(wrench=_wrench),
    'PointCloud2': _cloud,
}

__all__ = ['apply_transform']
