# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Which nodes publish, subscribe and serve, for Foxglove's panel of the topics' graph."""

from __future__ import annotations

from foxglove.websocket import ConnectionGraph, WebSocketServer

from ...node import Node
from ..graph import is_hidden, snapshot


class Connections:
    """Told while a client wants it. Loop's thread."""

    def __init__(self) -> None:
        self._wanted = False
        self._told = False

    def wanted(self, by_somebody: bool) -> None:
        self._wanted = by_somebody

    def changed(self) -> None:
        self._told = False

    def tell(self, node: Node, server: WebSocketServer) -> None:
        """If there is somebody to tell, and something new; the library sends what differs."""
        if self._wanted and not self._told:
            server.publish_connection_graph(_graph(node))
            self._told = True


def _graph(node: Node) -> ConnectionGraph:
    now, graph = snapshot(node), ConnectionGraph()
    for topic in now['topics']:
        if not is_hidden(topic['name']):
            graph.set_published_topic(topic['name'], sorted({each['node'] for each in topic['publishers']}))
            graph.set_subscribed_topic(topic['name'], sorted({each['node'] for each in topic['subscriptions']}))
    for service in now['services']:
        if service['servers'] and not is_hidden(service['name']):
            graph.set_advertised_service(service['name'], service['servers'])
    return graph
