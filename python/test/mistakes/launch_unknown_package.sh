# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# A launch file of a package that is not installed.
#
# says: rxros2: no package my_robot; there are …
# exit: 2
# group: launch
rxros2 launch my_robot robot.launch.py
