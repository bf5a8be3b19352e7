# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# `rxros2 bag play` of a recording that does not exist.
#
# says: rxros2: drive does not exist; expected a folder that 'bag record' made, a .mcap or a .db3
# exit: 1
# group: command line
rxros2 bag play drive
