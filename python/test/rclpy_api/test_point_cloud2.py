# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""sensor_msgs_py.point_cloud2: clouds as arrays, and back."""

import math
import sys

import numpy as np
import pytest
from sensor_msgs.msg import PointCloud2, PointField
from sensor_msgs_py import point_cloud2
from sensor_msgs_py.point_cloud2 import (
    create_cloud,
    create_cloud_xyz32,
    dtype_from_fields,
    read_points,
    read_points_list,
    read_points_numpy,
)
from std_msgs.msg import Header

POINTS = [(0.0, 1.0, 2.0), (3.0, math.nan, 5.0), (6.0, 7.0, 8.0)]
HEADER = Header(frame_id='lidar')


def field(name, offset, datatype=PointField.FLOAT32, count=1):
    return PointField(name=name, offset=offset, datatype=datatype, count=count)


def test_a_cloud_of_x_y_z_and_its_points():
    cloud = create_cloud_xyz32(HEADER, POINTS)
    assert (cloud.header, cloud.width, cloud.height, cloud.point_step, cloud.row_step) == (HEADER, 3, 1, 12, 36)
    assert cloud.is_bigendian == (sys.byteorder == 'big') and not cloud.is_dense and len(cloud.data) == 36
    points = read_points(cloud)
    assert points.dtype.names == ('x', 'y', 'z') and np.array_equal(points['z'], [2, 5, 8])
    assert np.array_equal(read_points_numpy(cloud), POINTS, equal_nan=True)
    assert read_points_list(cloud, ('z', 'x'))[2] == (8.0, 6.0) and read_points_list(cloud)[0].y == 1.0
    assert create_cloud_xyz32(HEADER, np.array(POINTS)) == cloud
    assert len(read_points(create_cloud_xyz32(HEADER, []))) == 0


def test_points_are_selected():
    cloud = create_cloud_xyz32(HEADER, POINTS)
    assert len(read_points(cloud, skip_nans=True)) == 2
    assert len(read_points(cloud, ['x', 'z'], skip_nans=True)) == 3
    assert read_points_numpy(cloud, uvs=[2, 0]).tolist() == [[6, 7, 8], [0, 1, 2]]
    cloud.is_dense = True
    assert len(read_points(cloud, skip_nans=True)) == 3


def test_fields_of_several_types():
    fields = [field('range', 0), field('ring', 4, PointField.UINT16), field('', 8, PointField.FLOAT64, 2)]
    dtype = dtype_from_fields(fields, 32)
    assert dtype.names == ('range', 'ring', 'unnamed_field_2_0', 'unnamed_field_2_1') and dtype.itemsize == 32
    cloud = create_cloud(HEADER, fields, [(1.5, 7, 2.0, 3.0)] * 2, 32)
    assert (cloud.point_step, len(cloud.data)) == (32, 64)
    assert read_points_list(cloud)[1] == (1.5, 7, 2.0, 3.0)
    assert create_cloud(HEADER, fields, read_points(cloud), 32) == cloud
    assert read_points_numpy(cloud, ['range']).tolist() == [[1.5], [1.5]]


def test_organized_clouds_and_padded_rows():
    grid = np.arange(18, dtype=np.float32).reshape(2, 3, 3)
    cloud = create_cloud_xyz32(HEADER, grid)
    assert (cloud.width, cloud.height) == (2, 3)
    points = read_points(cloud, reshape_organized_cloud=True)
    assert points.shape == (2, 3) and points['y'][1, 2] == 16
    padded = bytearray()
    for row in range(3):
        padded += bytes(cloud.data[row * 24 : row * 24 + 24]) + b'####'
    padded_cloud = PointCloud2(height=3, width=2, fields=cloud.fields, point_step=12, row_step=28, data=bytes(padded))
    assert np.array_equal(read_points(padded_cloud), read_points(cloud))


def test_the_other_byte_order():
    cloud = create_cloud_xyz32(HEADER, POINTS[:1])
    cloud.data = np.array(POINTS[:1], np.dtype(np.float32).newbyteorder()).tobytes()
    cloud.is_bigendian = not cloud.is_bigendian
    assert read_points_list(cloud) == POINTS[:1]


@pytest.mark.parametrize(
    ('call', 'error', 'text'),
    [
        (lambda: read_points('cloud'), AssertionError, 'expected a PointCloud2, found str'),
        (lambda: read_points(create_cloud_xyz32(HEADER, POINTS), ['w']), AssertionError, 'has no field w; expected'),
        (lambda: dtype_from_fields([field('x', 0, count=0)]), AssertionError, "'x' has count 0"),
        (lambda: dtype_from_fields([field('x', 0, 9)]), AssertionError, 'has the datatype 9'),
        (lambda: dtype_from_fields([field('x', 0)] * 2), AssertionError, "two fields are named 'x'"),
        (lambda: create_cloud(HEADER, [field('x', 0)], np.zeros((1, 1, 1, 1))), AssertionError, 'dimensions'),
        (
            lambda: read_points(PointCloud2(height=1, width=2, point_step=4, fields=[field('x', 0)])),
            ValueError,
            'the cloud has 0 bytes; expected 8: 1 rows of 2 points of 4 bytes',
        ),
    ],
)
def test_errors(call, error, text):
    with pytest.raises(error, match=text):
        call()


def test_different_types_are_no_plain_array():
    fields = [field('a', 0), field('b', 4, PointField.UINT8)]
    cloud = create_cloud(HEADER, fields, [(1.0, 2)])
    with pytest.raises(AssertionError, match='the fields have different types'):
        read_points_numpy(cloud)
    with pytest.raises(AssertionError, match='expected a structured array'):
        create_cloud(HEADER, fields, np.zeros((1, 2)))
    assert point_cloud2.DUMMY_FIELD_PREFIX == 'unnamed_field'


def test_sizes_that_a_peer_invents():
    field = PointField(name='x', datatype=PointField.UINT8, count=2**32 - 1)
    with pytest.raises(ValueError, match="'x' ends at byte 4294967295"):
        read_points(PointCloud2(fields=[field], point_step=16, width=1, height=1))
    with pytest.raises(ValueError, match='points of 0 bytes'):
        read_points(PointCloud2(width=2**31, height=1))
