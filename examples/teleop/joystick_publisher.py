# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Each record of a Linux joystick as a message on /joystick. Ctrl-C ends it.

joystick_publisher.py --ros-args -p /joystick_publisher/device:=/dev/input/js0
"""

import struct
import sys

import events

from rxros2 import rx
from rxros2.interfaces.rxros2_teleop_msgs.msg import Joystick

RECORD = 'IhBB'  # struct js_event: milliseconds, value, type, number
BUTTON, AXIS = 1, 2
CONTROLS = {  # what a negative, no and a positive value mean
    (BUTTON, 0): (events.BUTTON0_DOWN, events.BUTTON0_UP, events.BUTTON0_DOWN),
    (BUTTON, 1): (events.BUTTON1_DOWN, events.BUTTON1_UP, events.BUTTON1_DOWN),
    (AXIS, 0): (events.AXIS_LEFT, events.NEUTRAL, events.AXIS_RIGHT),
    (AXIS, 1): (events.AXIS_UP, events.NEUTRAL, events.AXIS_DOWN),
}
failures = []


def to_message(record):
    milliseconds, value, kind, number = record
    meanings = CONTROLS.get((kind, number), (events.NEUTRAL,) * 3)
    message = Joystick(event=meanings[1 + (value > 0) - (value < 0)])
    message.time.sec, message.time.nanosec = milliseconds // 1000, milliseconds % 1000 * 1_000_000
    return message


def give_up(error):
    """Without its device it has nothing to do."""
    failures.append(error)
    rx.shutdown()


with rx.create_node('joystick_publisher') as node:
    device = node.declare_parameter('/joystick_publisher/device', '/dev/input/js0')
    rx.from_device(device, RECORD).pipe(
        rx.map(struct.Struct(RECORD).unpack),
        rx.map(to_message),
        rx.do_action(on_error=give_up),
        rx.publish_to_topic(node, Joystick, '/joystick'),
    )
    rx.spin(node)
sys.exit(failures[0] if failures else 0)  # an exit value that is not a number is printed
