# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# A command that does not exist.
#
# says: rxros2: no command topics; there are topic, action, bag, …
# exit: 2
# group: command line
rxros2 topics list
