# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The checks of rxros2 doctor. Each module has a function check() that yields findings."""

from ...graph_checks import LEVELS as LEVELS
from ...graph_checks import Finding as Finding
