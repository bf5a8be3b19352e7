# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""TypeDescriptionService: the service of a node that sends the definitions of its types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .impl.reexports import reexports

if TYPE_CHECKING:
    from .node import Node

__getattr__ = reexports(__name__)

START_TYPE_DESCRIPTION_SERVICE_PARAM = 'start_type_description_service'


class TypeDescriptionService:
    """The name of `<node>/get_type_description`, and whether a node offers it.

    Each node does, unless its read-only parameter `start_type_description_service` is false. A thread of the process
    answers, without an executor, until the node is destroyed.
    """

    def __init__(self, node: Node) -> None:
        self.service_name = f'{node.get_name()}/get_type_description'
        self.enabled = bool(node.get_parameter(START_TYPE_DESCRIPTION_SERVICE_PARAM).value)

    def destroy(self) -> None:
        """Does nothing: the service ends with its node."""
