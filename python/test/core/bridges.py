# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The two networks of the tests of the bridge: domains of DDS, where the tests do not name an engine."""

from domains import FAR, NEAR

from rxros2.bridge import Network

NETWORKS = (Network('dds', NEAR), Network('dds', FAR))


def lines_of(lines, beginning):
    return [line for line in lines if line.startswith(beginning)]


async def serve_trigger(server, text):
    async for responder in server.listen_reliable():
        responder.response.message = text
        responder.send()
