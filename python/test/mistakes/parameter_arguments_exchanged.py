# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The name and the default of a parameter are exchanged.

says: TypeError: expected the name of a parameter, a str, found 0.3
exit: 1
group: parameters
"""

from rxros2.aio import ros2

with ros2.auto_context('mower'):
    ros2.Param(0.3, 'speed')
