# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""What rxros2 doctor looks at: each module has check(), which yields findings."""

from ...graph_checks import LEVELS as LEVELS
from ...graph_checks import Finding as Finding
