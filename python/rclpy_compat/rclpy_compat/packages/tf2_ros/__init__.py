# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Transforms of a node: the API of ROS 2's tf2_ros for Python."""

from tf2_py import (
    BufferCore,
    ConnectivityException,
    ExtrapolationException,
    InvalidArgumentException,
    LookupException,
    TimeoutException,
    TransformException,
)

from .buffer import Buffer
from .buffer_client import BufferClient
from .buffer_interface import (
    BufferInterface,
    ConvertRegistration,
    NotImplementedException,
    Stamped,
    TransformRegistration,
    TypeException,
    convert,
)
from .static_transform_broadcaster import StaticTransformBroadcaster
from .transform_broadcaster import TransformBroadcaster
from .transform_listener import TransformListener

__all__ = [
    'Buffer',
    'BufferClient',
    'BufferCore',
    'BufferInterface',
    'ConnectivityException',
    'ConvertRegistration',
    'ExtrapolationException',
    'InvalidArgumentException',
    'LookupException',
    'NotImplementedException',
    'Stamped',
    'StaticTransformBroadcaster',
    'TimeoutException',
    'TransformBroadcaster',
    'TransformException',
    'TransformListener',
    'TransformRegistration',
    'TypeException',
    'convert',
]
