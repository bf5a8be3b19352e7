# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The names of asyncio_for_robotics' module of this name."""

from .base_sub import BaseSub
from .consumer import SubClosed
from .converter import ConverterSub

SubClosedException = SubClosed

__all__ = ['BaseSub', 'ConverterSub', 'SubClosed', 'SubClosedException']
