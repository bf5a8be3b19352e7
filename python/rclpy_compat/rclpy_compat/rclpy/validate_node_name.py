# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""validate_node_name(): checks the name of a node by ROS 2's rules."""

from typing import Literal

from .exceptions import InvalidNodeNameException
from .impl.name_rules import node_name_fault


def validate_node_name(node_name: str) -> Literal[True]:
    """Returns True for a valid name without a namespace. Raises InvalidNodeNameException with the reason."""
    fault = node_name_fault(node_name)
    if fault is not None:
        raise InvalidNodeNameException(node_name, *fault)
    return True
