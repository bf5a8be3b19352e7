# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# A misspelt verb of `rxros2 topic`.
#
# says: rxros2: no command rxros2 topic ecko; there are echo, …
# exit: 2
# group: command line
rxros2 topic ecko /chatter
