# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# `rxros2 topic pub` with a value of another type.
#
# says: rxros2: std_msgs/msg/Float32: 'data': expected a float, found 'fast' (str)
# exit: 2
# group: command line
rxros2 topic pub --once /speed std_msgs/msg/Float32 '{data: fast}'
