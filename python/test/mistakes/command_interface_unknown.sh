# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# `rxros2 interface show` of a type that does not exist.
#
# says: rxros2: no definition std_msgs/msg/Sting; there are std_msgs/msg/String, …
# exit: 1
# group: command line
rxros2 interface show std_msgs/msg/Sting
