# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""EventsExecutor: the single-threaded executor under the name of rclpy's experimental one."""

from ..executors import SingleThreadedExecutor


class EventsExecutor(SingleThreadedExecutor):
    """An executor driven by events, as all executors here are."""
