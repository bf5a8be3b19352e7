# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# A launch file in YAML with a wrong indentation.
#
# says: rxros2: …robot.launch.yaml:4: no valid YAML: expected <block end>, but found '<block mapping start>'
# exit: 2
# group: launch
cat > robot.launch.yaml <<END
launch:
  - node:
      exec: talker
     name: talker
END
rxros2 launch robot.launch.yaml
