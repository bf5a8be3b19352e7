# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Launch files of ROS 2, in Python, XML and YAML: what `rxros2 launch` runs them with where no launch_ros is installed.

Launch files import `launch`, `launch_ros` and `ament_index_python`; provide.py makes modules of these names.
"""
