# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "tools/test_support"))  # eventually.py
