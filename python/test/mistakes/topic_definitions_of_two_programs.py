# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Two programs are built with different versions of a message.

says: [WARN] […] [reader]: Incompatible type on topic '/state', messages may not be decodable: the publisher of node
  /writer (process … on …) has the definition RIHS01_… of 'demo_msgs/msg/State', the subscription of node /reader has
  RIHS01_…; build both with the same version of the package that defines it
says: [WARN] […] [writer]: Incompatible type on topic '/state', messages may not be decodable: …
arguments: reader
beside: topic_definitions_of_two_programs.py writer
group: topics
"""

import os
import pathlib
import sys
import time

role = sys.argv[1]
folder = pathlib.Path(role, 'share/demo_msgs')
(folder / 'msg').mkdir(parents=True)
(folder / 'package.xml').write_text('<package><name>demo_msgs</name></package>')
(folder / 'msg/State.msg').write_text('int32 count\n' if role == 'writer' else 'int32 count\nbool done\n')
os.environ['AMENT_PREFIX_PATH'] = str(pathlib.Path(role).resolve())

from rxros2.aio import ros2
from rxros2.messages import interface

with ros2.auto_context(role):
    endpoint = (ros2.Pub if role == 'writer' else ros2.Sub)(interface('demo_msgs/msg/State'), '/state', 10)
    time.sleep(3)
