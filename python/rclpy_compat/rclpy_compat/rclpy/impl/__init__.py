# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Where rclpy has its logger."""
