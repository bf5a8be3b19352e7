# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# `rxros2 run` with a package that is not installed.
#
# says: rxros2: no package no_such_package; there are action_msgs, … (AMENT_PREFIX_PATH is empty: no ROS 2 and no workspace is sourced)
# exit: 1
# group: command line
rxros2 run no_such_package talker
