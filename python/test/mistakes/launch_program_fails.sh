# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# A program of a launch file ends with an error.
#
# says: [python-1] ModuleNotFoundError: No module named 'no_such_module'
# says: [ERROR] [python-1]: exit code 1; its command: python -c 'import no_such_module'
# exit: 1
# group: launch
cat > robot.launch.xml <<END
<launch>
  <executable cmd="python -c 'import no_such_module'" output="screen"/>
</launch>
END
rxros2 launch robot.launch.xml
