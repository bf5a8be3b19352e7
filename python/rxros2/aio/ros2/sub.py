# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Where asyncio_for_robotics keeps this name."""

from .topics import Sub

__all__ = ['Sub']
