# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Spinning a node of rclpy_compat until a condition holds."""

import time

import rclpy


def spin_until(node, condition):
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, 'the condition did not come true within 60 s'
        rclpy.spin_once(node, timeout_sec=0.1)
