# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""What `launch_ros` adds: nodes, containers, lifecycle nodes, parameters, remappings."""
