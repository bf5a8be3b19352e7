# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A program of RxROS2 that spins its node by rclpy, with rxros2.rx in place of its package rxros2."""

import subprocess
import sys

import pytest

pytest.importorskip('reactivex')

PROGRAM = """
import rclpy
from rxros2 import rx as rxros2
from std_msgs.msg import UInt8


class Ferry(rxros2.Node):
    'Counts the cars that drive aboard, and leaves when there are four.'

    def run(self):
        aboard = rxros2.from_topic(self, UInt8, 'cars').pipe(rxros2.map(lambda car: car.data), rxros2.take(4))
        aboard.subscribe(lambda car: print('car', car), on_completed=rclpy.shutdown)
        rxros2.interval(0.02).pipe(
            rxros2.map(lambda n: UInt8(data=n % 10)), rxros2.publish_to_topic(self, UInt8, 'cars')
        )


with rclpy.init():
    ferry = Ferry('ferry')
    ferry.start()
    rclpy.spin(ferry)
    ferry.destroy_node()
    print('left,', 'ok' if rclpy.ok() else 'shut down')
"""


def test_rclpy_spins_a_node_of_streams():
    done = subprocess.run([sys.executable, '-c', PROGRAM], capture_output=True, text=True, timeout=60)
    *cars, last = done.stdout.splitlines()
    assert last == 'left, shut down', done.stdout + done.stderr
    first = int(cars[0].removeprefix('car '))
    assert cars == [f'car {(first + n) % 10}' for n in range(4)], done.stdout + done.stderr
