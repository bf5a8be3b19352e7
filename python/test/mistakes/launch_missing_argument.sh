# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# A launch file needs an argument that is not given.
#
# says: rxros2: …robot.launch.xml:2: no value for speed:=…
# exit: 2
# group: launch
cat > robot.launch.xml <<'END'
<launch>
  <arg name="speed"/>
  <executable cmd="echo $(var speed)" output="screen"/>
</launch>
END
rxros2 launch robot.launch.xml
