# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# A misspelt attribute in a launch file.
#
# says: rxros2: …robot.launch.xml:2: <node>: no attribute pckg; there are …
# exit: 2
# group: launch
cat > robot.launch.xml <<END
<launch>
  <node pckg="my_robot" exec="talker"/>
</launch>
END
rxros2 launch robot.launch.xml
