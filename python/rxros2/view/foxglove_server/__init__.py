# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The running system in Foxglove's WebSocket protocol, by Foxglove's own library.

The protocol has no token, and any page that is open in a browser of this machine can connect. So clients are shown
topics, who is connected by them, and meshes; they publish, call services and change parameters only if whoever
started the server has said so.
"""

from .server import serving

__all__ = ['serving']
