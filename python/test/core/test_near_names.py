# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Names that are probably meant to be the same one."""

import pytest

from rxros2.near_names import near_names


@pytest.mark.parametrize(
    ('one', 'other'),
    [
        ('/chatter', '/chater'),
        ('/chatter', '/chattre'),
        ('/chatter', '/chatterz'),
        ('/cmd_vel', '/cmd_val'),
        ('/cmd_vel', '/cmd_vle'),
        ('/cmd_vel', '/cmdVel'),
        ('/cmd_vel', '/cmd/vel'),
        ('/scan', '/scn'),
        ('/scan', '/scans'),
        ('/camera/image', '/camera_image'),
        ('/camera/image', '/camera/imgae'),
        ('/camera/image', '/camrea/image'),
        ('/navigation', '/navigatoin'),
        ('/navigation', '/nabigatoin'),
        ('/scan', '/robot/scan'),
        ('/robot/image', '/robot/camera/image'),
        ('/scan', 'scan'),
        ('/camera/image', '/camera1/image'),
        ('base_link', 'base_lnk'),
    ],
)
def test_is_near(one, other):
    assert near_names(one, [other]) == [other]
    assert near_names(other, [one]) == [one]


@pytest.mark.parametrize(
    ('one', 'other'),
    [
        ('/chatter', '/rosout'),
        ('/camera_1/image', '/camera_2/image'),
        ('/scan1', '/scan22'),
        ('/wheel_fl', '/wheel_fr'),
        ('/pose_x', '/pose_y'),
        ('/serial_tx', '/serial_rx'),
        ('/imu', '/img'),
        ('/a', '/b'),
        ('/in', '/out'),
        ('/arm/left/state', '/arm/right/state'),
        ('/odom', '/mode'),
        ('/image', '/image/info'),
        ('/robot/scan', '/scan/robot'),
    ],
)
def test_is_not_near(one, other):
    assert near_names(one, [other]) == []
    assert near_names(other, [one]) == []


def test_orders_the_nearest_first_and_leaves_out_the_name_itself():
    names = ['/robot/chatter', '/chattre', '/chatter', '/Chatter', '/talker', '/chatter']
    assert near_names('/chatter', names) == ['/Chatter', '/chattre', '/robot/chatter']


def test_finds_nothing_among_no_names():
    assert near_names('/chatter', []) == []
