# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# A misspelt tag in a launch file.
#
# says: rxros2: …robot.launch.xml:2: no action nod; there are …
# exit: 2
# group: launch
cat > robot.launch.xml <<END
<launch>
  <nod exec="talker"/>
</launch>
END
rxros2 launch robot.launch.xml
