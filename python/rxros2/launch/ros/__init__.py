# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The contents of `launch_ros`: nodes, containers, lifecycle nodes, parameters, remappings."""
