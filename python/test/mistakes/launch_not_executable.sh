# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# A program of a launch file is not executable.
#
# says: rxros2: …robot.launch.xml:2: …./talker.py…
# exit: 2
# group: launch
echo 'print("hello")' > talker.py
cat > robot.launch.xml <<END
<launch>
  <node exec="./talker.py" output="screen"/>
</launch>
END
rxros2 launch robot.launch.xml
