# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The running system in Foxglove's WebSocket protocol, by Foxglove's own library.

The protocol has no token, and any page in a browser of this machine can connect. Clients therefore see topics, the
nodes that use them, and meshes; they can publish, call services and change parameters only if the server was started
with permission to do so.
"""

from .server import serving

__all__ = ['serving']
