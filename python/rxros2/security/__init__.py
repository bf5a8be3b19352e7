# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Keystores of DDS Security in ROS 2's layout: keys, certificates, policies, permissions, and checks of them.

Nothing here creates a node. certificates.py imports the package cryptography at the first use; all other modules need
only Python.
"""
