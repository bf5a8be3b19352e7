# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Reads definitions and computes type hashes. The C++ generator (interfaces/generator) uses this package too.

It imports nothing of rxros2, since the generator imports it by itself, with Debian's Python.
"""
