# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# A launch file gets an argument that it does not declare.
#
# says: rxros2: nothing in the launch has used the argument 'sped'…
# group: launch
cat > robot.launch.xml <<'END'
<launch>
  <arg name="speed" default="0.3"/>
  <log message="speed $(var speed)"/>
</launch>
END
rxros2 launch robot.launch.xml sped:=0.5
