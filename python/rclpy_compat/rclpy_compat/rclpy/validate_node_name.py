# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Whether ROS 2 allows a name of a node."""

from typing import Literal

from rxros2.names import check_node_name

from .exceptions import InvalidNodeNameException


def validate_node_name(node_name: str) -> Literal[True]:
    """Without a namespace. InvalidNodeNameException, which says what is wrong."""
    try:
        check_node_name(node_name)
    except ValueError as error:
        raise InvalidNodeNameException(str(error)) from None
    return True
