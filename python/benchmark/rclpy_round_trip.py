# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The round trips of two_processes.py by callbacks of an installed rclpy and its executor, on that ROS 2's Python."""

import os
import pathlib
import subprocess
import sys
import time

import common
import rclpy
from rclpy.task import Future
from std_msgs.msg import String


def answer():
    """Sends back what it gets, until it is ended."""
    node = rclpy.create_node('answers')
    pub = node.create_publisher(String, '/pong', 10)
    node.create_subscription(String, '/ping', pub.publish, 10)
    rclpy.spin(node)


def ask(seconds):
    """µs a round trip: each, and of CPU time here."""
    node = rclpy.create_node('asks')
    times, message, begin, end = [], String(data='x' * 20), 0.0, 0.0
    pub = node.create_publisher(String, '/ping', 10)

    def came(_):
        nonlocal begin
        now = time.perf_counter()
        times.append((now - begin) * 1e6)
        if now > end:
            over.set_result(None)
            return
        begin = time.perf_counter()
        pub.publish(message)

    sub = node.create_subscription(String, '/pong', came, 10)
    while not (pub.get_subscription_count() and sub.get_publisher_count()):
        time.sleep(0.05)
    over, settled = Future(), time.perf_counter() + 0.5
    while (remaining := settled - time.perf_counter()) > 0:
        rclpy.spin_once(node, timeout_sec=remaining)
    cpu = time.process_time()
    end = time.perf_counter() + seconds
    begin = time.perf_counter()
    pub.publish(message)
    rclpy.spin_until_future_complete(node, over)
    cpu = time.process_time() - cpu
    return times[100:], cpu / len(times) * 1e6


def main():
    options = common.arguments(__doc__, part=('first', 'peer'))
    rclpy.init(args=[])
    if options.part == 'peer':
        answer()
    peer = subprocess.Popen([sys.executable, pathlib.Path(__file__), '--part', 'peer'])
    try:
        times, cpu = ask(options.seconds)
    finally:
        peer.kill()
        peer.wait()
    figures = [common.distribution('round_trip', 'us', times), common.value('cpu_round_trip', 'us', cpu)]
    common.report('rclpy_round_trip', vars(options), *figures)
    os._exit(0)  # what rclpy does at its end is not measured


if __name__ == '__main__':
    main()
