# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The names of asyncio_for_robotics' module of this name."""

from .rate import Rate
from .soft import soft_timeout, soft_wait_for

__all__ = ['Rate', 'soft_timeout', 'soft_wait_for']
