# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""One recipe of the cookbook as a program; put another recipe in its place. Ctrl-C ends it."""

# snippet program
import sys

import cookbook

from rxros2 import rx

with rx.create_node('cook', args=sys.argv) as node:
    cookbook.bumper(node)
    rx.spin(node)
# end
