# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tutorial t01: a stream, as a pipe. Needs no ROS."""

# snippet program
from rxros2 import rx

rx.interval(0.02).pipe(  # a wheel's pulses
    rx.scan(lambda metres, _: metres + 0.25, 0.0),  # the way so far
    rx.take_while(lambda metres: metres <= 1.5),  # ends at the hedge
    rx.filter(lambda metres: metres >= 1.0),  # the last bit of it
    rx.do_action(lambda metres: print(f'{metres:.2f} m')),
).run()  # waits for the end
print('turn round')
# end
