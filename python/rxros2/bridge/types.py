# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The hashes of the types of a bridge's endpoints, by which Zenoh finds the other side."""

from __future__ import annotations

from .._core import register_service_hash
from ..messages.codec import announced_if_known
from ..messages.remote_definitions import is_known


def make_known(type_: str, hash_: str = '') -> bool:
    """Makes endpoints of a type announce its hash: that of a peer, else that of this machine's definition.

    Returns False if there is none.
    """
    announced_if_known(type_)
    if hash_:
        register_service_hash(type_, hash_)
    return bool(hash_) or is_known(type_)
