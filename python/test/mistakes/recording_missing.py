# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A recording that does not exist.

says: …BagError: drive.mcap does not exist; expected a folder that 'bag record' made, a .mcap or a .db3…
exit: 1
group: recordings
"""

from rxros2 import rx
from rxros2.interfaces.std_msgs.msg import Float64

rx.from_bag('drive.mcap', Float64, '/speed').pipe(rx.do_action(print)).run()
