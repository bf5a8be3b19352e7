# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# `rxros2 topic pub` with values that are not YAML.
#
# says: rxros2: the message is not valid YAML: … did not find expected ',' or '}' …
# exit: 2
# group: command line
rxros2 topic pub --once /speed std_msgs/msg/Float32 '{data: 0.3'
