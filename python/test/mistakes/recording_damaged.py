# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A file that is no recording.

says: …BagError: drive.mcap is damaged or not an MCAP file: it does not begin with MCAP's magic bytes…
exit: 1
group: recordings
"""

import pathlib

from rxros2 import rx
from rxros2.interfaces.std_msgs.msg import Float64

pathlib.Path('drive.mcap').write_text('speed 0.3\n')
rx.from_bag('drive.mcap', Float64, '/speed').pipe(rx.do_action(print)).run()
