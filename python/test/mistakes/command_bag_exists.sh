# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# `rxros2 bag record` into a folder that exists.
#
# says: rxros2: drive exists; expected a new folder: -o DIR
# exit: 1
# group: command line
mkdir drive
rxros2 bag record -a -o drive
