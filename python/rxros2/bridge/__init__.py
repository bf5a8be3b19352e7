# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A bridge between two networks of ROS 2: DDS and Zenoh, or two domains.

It forwards topics, services and actions as bytes, in C++; their types need no Python class.
"""

from .bridge import Bridge
from .network import Network

__all__ = ['Bridge', 'Network']
