# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# `rxros2 topic pub` with a field that the type does not have.
#
# says: rxros2: geometry_msgs/msg/Twist has no field 'speed'; it has linear, angular
# exit: 2
# group: command line
rxros2 topic pub --once /cmd_vel geometry_msgs/msg/Twist '{speed: 0.3}'
