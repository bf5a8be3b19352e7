# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Options of `rxros2 bag play` for topics that the recording does not have.
#
# says: warning: --remap /sped has no effect: no topic /sped; there is /speed in the recording
# says: warning: --clock-topics /spead has no effect: no topic /spead; there is /speed in the recording
# group: command line
python - <<'END'
from rxros2 import bag
from rxros2.interfaces.std_msgs.msg import Float64
from rxros2.messages.codec import encode

with bag.Writer('drive.mcap') as drive:
    drive.add_topic('/speed', 'std_msgs/msg/Float64')
    drive.write('/speed', encode(Float64(data=0.3)), 1_700_000_000 * 10**9)
END
rxros2 bag play drive.mcap --remap /sped:=/front/speed --clock-topics /spead
