# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The command line `rxros2`. Each command is a module that is imported when it is called; see frame.py."""

from .frame import main

__all__ = ['main']
