# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The publishers, subscribers and servers of the system, for Foxglove's panel of the topic graph."""

from __future__ import annotations

from foxglove.websocket import ConnectionGraph, WebSocketServer

from ...node import Node
from ..graph import is_hidden, snapshot


class Connections:
    """The connections, sent while a client wants them. Loop's thread."""

    def __init__(self) -> None:
        self._is_wanted = False
        self._is_sent = False

    def set_wanted(self, is_wanted: bool) -> None:
        """Sets whether a client wants the connections."""
        self._is_wanted = is_wanted

    def changed(self) -> None:
        """Marks the graph as changed."""
        self._is_sent = False

    def send(self, node: Node, server: WebSocketServer) -> None:
        """Sends the graph if a client wants it and it has changed. The library sends only differences."""
        if self._is_wanted and not self._is_sent:
            server.publish_connection_graph(_graph(node))
            self._is_sent = True


def _graph(node: Node) -> ConnectionGraph:
    now, graph = snapshot(node), ConnectionGraph()
    for topic in now['topics']:
        if not is_hidden(topic['name']):
            graph.set_published_topic(topic['name'], sorted({side['node'] for side in topic['publishers']}))
            graph.set_subscribed_topic(topic['name'], sorted({side['node'] for side in topic['subscriptions']}))
    for service in now['services']:
        if service['servers'] and not is_hidden(service['name']):
            graph.set_advertised_service(service['name'], service['servers'])
    return graph
