# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# `rxros2 topic pub` with a type that does not exist.
#
# says: rxros2: no definition std_msgs/msg/Flaot32; there are std_msgs/msg/Float32, …
# exit: 1
# group: command line
rxros2 topic pub --once /speed std_msgs/msg/Flaot32 '{data: 0.3}'
