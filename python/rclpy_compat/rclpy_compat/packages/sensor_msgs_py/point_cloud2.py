# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Point clouds as numpy arrays, and back.

A structured array has one field for each field of the cloud. Errors of arguments are AssertionErrors, as in ROS 2.
"""

from __future__ import annotations

import array
import sys
from collections import namedtuple
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.lib.recfunctions import structured_to_unstructured, unstructured_to_structured

from rxros2.interfaces.sensor_msgs.msg import PointCloud2, PointField

DUMMY_FIELD_PREFIX = 'unnamed_field'
"""The beginning of the name of a field that has none."""

_DATATYPES: dict[int, Any] = {
    PointField.INT8: np.dtype(np.int8),
    PointField.UINT8: np.dtype(np.uint8),
    PointField.INT16: np.dtype(np.int16),
    PointField.UINT16: np.dtype(np.uint16),
    PointField.INT32: np.dtype(np.int32),
    PointField.UINT32: np.dtype(np.uint32),
    PointField.FLOAT32: np.dtype(np.float32),
    PointField.FLOAT64: np.dtype(np.float64),
}
_BIG_ENDIAN = sys.byteorder == 'big'


def read_points(
    cloud: Any,
    field_names: Sequence[str] | None = None,
    skip_nans: bool = False,
    uvs: Iterable[int] | None = None,
    reshape_organized_cloud: bool = False,
) -> Any:
    """Returns the points of a PointCloud2 as a structured array, without a copy where its layout permits.

    `field_names`: only these fields, in this order. `skip_nans`: no points that have a NaN, unless the cloud is dense.
    `uvs`: only the points with these indices. `reshape_organized_cloud`: an array of width by height points.
    ValueError if the cloud has fewer bytes than its sizes say.
    """
    _require(isinstance(cloud, PointCloud2), f'expected a PointCloud2, found {type(cloud).__name__}')
    points = _points(cloud)
    if field_names is not None:
        missing = [name for name in field_names if name not in points.dtype.names]
        _require(not missing, f'the cloud has no field {", ".join(missing)}; expected some of {points.dtype.names}')
        points = points[list(field_names)]
    if bool(cloud.is_bigendian) != _BIG_ENDIAN:
        points = points.view(points.dtype.newbyteorder()).astype(points.dtype)
    if skip_nans and not cloud.is_dense:
        has_nan = np.zeros(len(points), dtype=bool)
        for name in points.dtype.names:
            if points.dtype[name].kind == 'f':
                has_nan |= np.isnan(points[name])
        points = points[~has_nan]
    if uvs is not None:
        points = points[uvs if isinstance(uvs, np.ndarray) else np.fromiter(uvs, int)]
    if reshape_organized_cloud and cloud.height > 1:
        points = points.reshape(cloud.width, cloud.height)
    return points


def _points(cloud: Any) -> Any:
    dtype = dtype_from_fields(cloud.fields, cloud.point_step)
    if cloud.point_step == 0 and cloud.width * cloud.height > 0:
        raise ValueError(f'the cloud has {cloud.width * cloud.height} points of 0 bytes; expected a point_step above 0')
    row = max(cloud.row_step, cloud.width * cloud.point_step) if cloud.height > 1 else cloud.width * cloud.point_step
    size = cloud.height * row
    if size > len(cloud.data):
        raise ValueError(
            f'the cloud has {len(cloud.data)} bytes; expected {size}: {cloud.height} rows of {cloud.width} points of '
            f'{cloud.point_step} bytes'
        )
    data = np.frombuffer(cloud.data, np.uint8) if len(cloud.data) else np.empty(0, np.uint8)
    strides = (row, cloud.point_step)
    rows: Any = np.ndarray((cloud.height, cloud.width), dtype, data.data, 0, strides)
    return rows.reshape(-1)


def read_points_numpy(
    cloud: Any,
    field_names: Sequence[str] | None = None,
    skip_nans: bool = False,
    uvs: Iterable[int] | None = None,
    reshape_organized_cloud: bool = False,
) -> Any:
    """Returns the points as an array of numbers with one column for each field; the fields have one type.

    Arguments as in read_points().
    """
    names = None if field_names is None else set(field_names)
    datatypes = {field.datatype for field in cloud.fields if names is None or field.name in names}
    _require(
        len(datatypes) <= 1, 'the fields have different types; expected one type: select some, or use read_points()'
    )
    return structured_to_unstructured(read_points(cloud, field_names, skip_nans, uvs, reshape_organized_cloud))


def read_points_list(
    cloud: Any,
    field_names: Sequence[str] | None = None,
    skip_nans: bool = False,
    uvs: Iterable[int] | None = None,
) -> list[Any]:
    """Returns a list of named tuples, one for each point. Arguments as in read_points(), which is faster."""
    points = read_points(cloud, field_names, skip_nans, uvs)
    point_type: Any = namedtuple('Point', list(points.dtype.names))  # type: ignore[misc]  # known at run time only
    return [point_type._make(point) for point in points]


def dtype_from_fields(fields: Iterable[Any], point_step: int | None = None) -> Any:
    """Returns the numpy type of a point with these PointFields. A field of several values has names with _0, _1, ….

    `point_step`: the bytes from a point to the next one, by default those of the fields. ValueError if a field ends
    beyond it.
    """
    names: dict[str, None] = {}
    formats: list[str] = []
    offsets: list[int] = []
    for index, field in enumerate(fields):
        name = field.name or f'{DUMMY_FIELD_PREFIX}_{index}'
        _require(field.count > 0, f"the field '{name}' has count 0; expected at least 1")
        _require(field.datatype in _DATATYPES, f"the field '{name}' has the datatype {field.datatype}; expected 1 to 8")
        datatype = _DATATYPES[field.datatype]
        end = field.offset + field.count * datatype.itemsize
        if point_step is not None and end > point_step:
            raise ValueError(f"the field '{name}' ends at byte {end}; expected at most the point_step {point_step}")
        for part in range(field.count):
            part_name = f'{name}_{part}' if field.count > 1 else name
            _require(part_name not in names, f"two fields are named '{part_name}'; expected names that differ")
            names[part_name] = None
            formats.append(datatype.str)
            offsets.append(field.offset + part * datatype.itemsize)
    layout: dict[str, Any] = {'names': list(names), 'formats': formats, 'offsets': offsets}
    if point_step is not None:
        layout['itemsize'] = point_step
    return np.dtype(layout)  # type: ignore[call-overload]


def create_cloud(header: Any, fields: Sequence[Any], points: Any, point_step: int | None = None) -> Any:
    """Returns a PointCloud2 of points: a structured array, an array of numbers, or a sequence of sequences.

    A cloud of an array with two dimensions of points has their sizes as width and height. `point_step` is described
    in dtype_from_fields().
    """
    dtype = dtype_from_fields(fields, point_step)
    if not isinstance(points, np.ndarray):
        points = np.array([tuple(point) for point in points], dtype=dtype)
    elif points.dtype.names is None:
        _require(
            len({field.datatype for field in fields}) <= 1,
            'the fields have different types; expected a structured array of the type dtype_from_fields()',
        )
        points = unstructured_to_structured(points, dtype=dtype)
    else:
        _require(points.dtype == dtype, f'the array has the type {points.dtype}; the fields need {dtype}')
    _require(points.ndim <= 2, f'the points have {points.ndim} dimensions; expected at most 2')
    width, height = points.shape[0], points.shape[1] if points.ndim == 2 else 1
    return PointCloud2(
        header=header,
        height=height,
        width=width,
        is_dense=False,
        is_bigendian=_BIG_ENDIAN,
        fields=list(fields),
        point_step=points.dtype.itemsize,
        row_step=points.dtype.itemsize * width,
        data=array.array('B', points.tobytes()),  # as a received one has it
    )


def create_cloud_xyz32(header: Any, points: Any) -> Any:
    """Returns a PointCloud2 with the float fields x, y and z. `points`: as in create_cloud()."""
    fields = [
        PointField(name=name, offset=4 * index, datatype=PointField.FLOAT32, count=1)
        for index, name in enumerate(('x', 'y', 'z'))
    ]
    return create_cloud(header, fields, points)


def _require(condition: bool, text: str) -> None:
    if not condition:
        raise AssertionError(text)
