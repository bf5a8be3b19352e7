# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# A Python script of a launch file does not name its interpreter.
#
# says: [ERROR] [talker.py-1]: cannot be started: Exec format error: ./talker.py: its first line has to name its interpreter, for Python `#!/usr/bin/env python3`
# exit: 1
# group: launch
echo 'print("hello")' > talker.py
chmod +x talker.py
cat > robot.launch.xml <<END
<launch>
  <node exec="./talker.py" output="screen"/>
</launch>
END
rxros2 launch robot.launch.xml
