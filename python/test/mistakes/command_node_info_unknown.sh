# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# `rxros2 node info` of a node that does not run.
#
# says: rxros2: no node /mower; there is none…
# exit: 1
# group: command line
rxros2 node info /mower
