# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The buffer of transforms: the API of ROS 2's tf2_py."""

from .buffer_core import (
    BufferCore,
    ConnectivityException,
    ExtrapolationException,
    InvalidArgumentException,
    LookupException,
    TimeoutException,
    TransformException,
)

__all__ = [
    'BufferCore',
    'ConnectivityException',
    'ExtrapolationException',
    'InvalidArgumentException',
    'LookupException',
    'TimeoutException',
    'TransformException',
]
