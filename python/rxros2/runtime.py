# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Which ROS 2 nodes are made with: the one in this package, or an installed one."""

from __future__ import annotations

import os


def is_system() -> bool:
    """RXROS2_RUNTIME=system: nodes that are made by name are rclpy's, rxros2.interfaces has its message classes.

    ValueError for another value than that and 'embedded', which is the default.
    """
    found = os.environ.get('RXROS2_RUNTIME') or 'embedded'
    if found not in ('embedded', 'system'):
        raise ValueError(f"RXROS2_RUNTIME is '{found}'; expected 'embedded' or 'system'")
    return found == 'system'
