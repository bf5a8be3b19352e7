# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The other files of this folder are programs with mistakes, which test_mistakes.py runs: pytest imports none of them."""

import pathlib

collect_ignore = [path.name for path in pathlib.Path(__file__).parent.glob('*.py') if path.name != 'test_mistakes.py']
