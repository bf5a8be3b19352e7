# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The events of a Linux joystick on /joystick. Ctrl-C ends it.

joystick_publisher.py --ros-args -p /joystick_publisher/device:=/dev/input/js0
"""

import struct
import sys

import events

from rxros2 import rx
from rxros2.interfaces.rxros2_teleop_msgs.msg import Joystick

JS_EVENT = 'IhBB'  # struct js_event: milliseconds, value, type, number
BUTTON, AXIS = 1, 2


def to_message(record):
    milliseconds, value, kind, number = record
    message = Joystick(event=events.NEUTRAL)
    message.time.sec, message.time.nanosec = milliseconds // 1000, milliseconds % 1000 * 1_000_000
    if kind == BUTTON and number == 0:
        message.event = events.BUTTON0_DOWN if value else events.BUTTON0_UP
    elif kind == BUTTON and number == 1:
        message.event = events.BUTTON1_DOWN if value else events.BUTTON1_UP
    elif kind == AXIS and number == 0 and value:  # left is negative
        message.event = events.AXIS_LEFT if value < 0 else events.AXIS_RIGHT
    elif kind == AXIS and number == 1 and value:  # up is negative
        message.event = events.AXIS_UP if value < 0 else events.AXIS_DOWN
    return message


node = rx.create_node('joystick_publisher', args=sys.argv)
device = node.declare_parameter('/joystick_publisher/device', '/dev/input/js0')
rx.from_device(device, JS_EVENT).pipe(
    rx.map(struct.Struct(JS_EVENT).unpack),
    rx.map(to_message),
    rx.publish_to_topic(node, Joystick, '/joystick'),
)
rx.spin(node)
node.close()
