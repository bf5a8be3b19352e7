# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""RxROS2 for Python: ROS 2 programming as data flow."""
