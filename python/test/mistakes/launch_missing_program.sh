# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# A program of a launch file does not exist.
#
# says: rxros2: …robot.launch.xml:2: talker-1: no program ./talker that can be started
# exit: 2
# group: launch
cat > robot.launch.xml <<END
<launch>
  <executable cmd="./talker" output="screen"/>
</launch>
END
rxros2 launch robot.launch.xml
