# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# A condition that is neither true nor false.
#
# says: rxros2: …robot.launch.xml:2: ExecuteProcess echo hello: a condition is 'maybe'; expected true, 1, yes, on, false, 0, no or off
# exit: 2
# group: launch
cat > robot.launch.xml <<END
<launch>
  <executable cmd="echo hello" if="maybe" output="screen"/>
</launch>
END
rxros2 launch robot.launch.xml
