# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# `rxros2 topic echo` of a topic that nobody publishes.
#
# says: rxros2: no topic /chatter; there are …
# exit: 1
# group: command line
rxros2 topic echo /chatter
