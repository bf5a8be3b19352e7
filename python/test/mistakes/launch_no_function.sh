# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# A launch file in Python without generate_launch_description().
#
# says: rxros2: …robot.launch.py: no launch file: it has no function generate_launch_description()
# exit: 2
# group: launch
cat > robot.launch.py <<END
from launch import LaunchDescription

def generate_launch():
    return LaunchDescription([])
END
rxros2 launch robot.launch.py
