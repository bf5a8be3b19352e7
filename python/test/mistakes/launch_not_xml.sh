# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# A launch file that is not XML.
#
# says: rxros2: …robot.launch.xml:3: no valid XML: mismatched tag
# exit: 2
# group: launch
cat > robot.launch.xml <<END
<launch>
  <node exec="talker">
</launch>
END
rxros2 launch robot.launch.xml
