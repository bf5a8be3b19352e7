# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# `rxros2 bag record` without topics.
#
# says: rxros2: nothing is selected to record; expected topics, --all, --regex, --services, …
# exit: 2
# group: command line
rxros2 bag record
