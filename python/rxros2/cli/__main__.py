# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Runs the command line: python -m rxros2.cli."""

import sys

from . import main

sys.exit(main())
