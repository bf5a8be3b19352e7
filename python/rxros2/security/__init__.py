# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Keystores of DDS Security, as ROS 2 lays them out: keys and certificates, policies, permissions, and what is wrong.

Nothing here makes a node. certificates.py needs the package cryptography, which is imported when it is called; all
else needs Python alone.
"""
