# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""validate_node_name(): checks the name of a node by ROS 2's rules."""

from typing import Literal

from rxros2.names import check_node_name

from .exceptions import InvalidNodeNameException


def validate_node_name(node_name: str) -> Literal[True]:
    """Returns True for a valid name without a namespace. Raises InvalidNodeNameException with the reason."""
    try:
        check_node_name(node_name)
    except ValueError as error:
        raise InvalidNodeNameException(str(error)) from None
    return True
