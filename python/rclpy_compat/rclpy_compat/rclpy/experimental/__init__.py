# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""What rclpy tries out."""

from ..executors import SingleThreadedExecutor


class EventsExecutor(SingleThreadedExecutor):
    """Told by events what is ready: as all executors here."""
