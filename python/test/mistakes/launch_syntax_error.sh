# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# A launch file in Python with a syntax error.
#
# says: rxros2: …robot.launch.py:3: no valid Python: expected ':'
# exit: 2
# group: launch
cat > robot.launch.py <<END
from launch import LaunchDescription

def generate_launch_description()
    return LaunchDescription([])
END
rxros2 launch robot.launch.py
