# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 multicast: tests whether datagrams of UDP multicast pass between hosts."""

GROUP = '225.0.0.1'
PORT = 49150
