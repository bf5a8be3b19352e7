# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The package in which rclpy has its logger."""
