# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""One program makes two nodes of one name.

says: [WARN] […] [camera]: this process has several nodes named '/camera': their parameters and services are mixed up,
  and only the oldest of them publishes log messages on /rosout; give each a name of its own
group: nodes
"""

from rxros2 import rx

with rx.create_node('camera'), rx.create_node('camera'):
    pass
