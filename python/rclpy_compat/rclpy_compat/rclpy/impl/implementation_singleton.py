# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Provides `rclpy_implementation` under the name that programs import."""

from . import implementation as rclpy_implementation

package = 'rclpy'

__all__ = ['package', 'rclpy_implementation']
