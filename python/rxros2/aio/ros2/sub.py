# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The name in asyncio_for_robotics' module of this name."""

from .topics import Sub

__all__ = ['Sub']
