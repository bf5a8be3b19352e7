# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""ROS 2 launch files in Python, XML and YAML. `rxros2 launch` uses this package if no launch_ros is installed.

Launch files import `launch`, `launch_ros` and `ament_index_python`; provide.py makes modules of these names.
"""
