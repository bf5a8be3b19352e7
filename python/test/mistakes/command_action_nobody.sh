# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# `rxros2 action send_goal` to an action that no node serves.
#
# says: rxros2: no server of /count within 1 s…
# exit: 1
# group: command line
rxros2 action send_goal --timeout 1 /count example_interfaces/action/Fibonacci '{order: 3}'
