# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# `rxros2 bag info` of a file that is no recording.
#
# says: rxros2: drive.mcap is damaged or not an MCAP file: it does not begin with MCAP's magic bytes
# exit: 1
# group: command line
echo 'speed 0.3' > drive.mcap
rxros2 bag info drive.mcap
