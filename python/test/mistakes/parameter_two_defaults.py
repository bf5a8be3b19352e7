# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A parameter is declared twice, with different defaults.

says: [WARN] […] [mower]: parameter 'speed' was declared with the default 0.3 at …parameter_two_defaults.py:11: the default 0.5 of …parameter_two_defaults.py:12 has no effect
group: parameters
"""

from rxros2.aio import ros2

with ros2.auto_context('mower'):
    ros2.Param('speed', 0.3)
    ros2.Param('speed', 0.5)
