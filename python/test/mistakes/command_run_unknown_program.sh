# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# `rxros2 run` of a program that the package does not have.
#
# says: rxros2: no executable talker in package std_msgs; there is none
# exit: 1
# group: command line
rxros2 run std_msgs talker
