# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Transforms of messages of geometry_msgs: the API of ROS 2's tf2_geometry_msgs for Python.

Importing it registers the stamped messages for Buffer.transform().
"""

from .tf2_geometry_msgs import *  # noqa: F403
from .tf2_geometry_msgs import __all__ as __all__
