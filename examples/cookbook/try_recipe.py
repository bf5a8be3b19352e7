# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""One recipe of the cookbook as a program; put another recipe in its place. Ctrl-C ends it."""

# snippet program
import cookbook

from rxros2 import rx

with rx.create_node('cook') as node:
    cookbook.bumper(node)
    rx.spin(node)
# end
