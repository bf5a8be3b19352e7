# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A node waits for simulated time, which nobody publishes; rxros2 doctor names it.

says: warning  nobody publishes /clock, from which /mower take their time (use_sim_time): it stands still
beside: rxros2 doctor --watch graph
group: time
"""

import time

from rxros2.aio import ros2

with ros2.Node('mower', parameters={'use_sim_time': True}):
    time.sleep(4)
