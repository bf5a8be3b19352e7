# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# `rxros2 service call` of a service that no node serves.
#
# says: rxros2: no service /blades; there is none…
# exit: 1
# group: command line
rxros2 service call --timeout 1 /blades std_srvs/srv/SetBool '{data: true}'
