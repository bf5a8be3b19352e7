# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The choice between the ROS 2 in this package and an installed one."""

from __future__ import annotations

import os


def is_system() -> bool:
    """Returns True for RXROS2_RUNTIME=system: nodes made by name are rclpy's, messages those of the installed ROS 2.

    Raises ValueError for a value other than 'system' and 'embedded', the default.
    """
    runtime = os.environ.get('RXROS2_RUNTIME') or 'embedded'
    if runtime not in ('embedded', 'system'):
        raise ValueError(f"RXROS2_RUNTIME is '{runtime}'; expected 'embedded' or 'system'")
    return runtime == 'system'
