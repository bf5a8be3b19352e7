# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Raises an ImportError: programs cannot define waitables, because executors here have no wait sets."""

raise ImportError(
    'rclpy.waitable: Waitables of your own are not supported, since executors here have no wait sets; '
    'use a GuardCondition, or a Task'
)
