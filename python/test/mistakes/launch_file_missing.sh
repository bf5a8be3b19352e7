# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# A launch file that does not exist.
#
# says: rxros2: no launch file ./robot.launch.py
# exit: 2
# group: launch
rxros2 launch ./robot.launch.py
