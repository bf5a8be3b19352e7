# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""validate_full_topic_name(): checks an expanded name by ROS 2's rules."""

from typing import Literal

from .exceptions import InvalidServiceNameException, InvalidTopicNameException
from .impl.name_rules import full_topic_name_fault


def validate_full_topic_name(name: str, *, is_service: bool = False) -> Literal[True]:
    """Returns True for a valid absolute name without substitutions.

    Raises InvalidTopicNameException, or for a service InvalidServiceNameException, with the reason.
    """
    fault = full_topic_name_fault(name)
    if fault is not None:
        raise (InvalidServiceNameException if is_service else InvalidTopicNameException)(name, *fault)
    return True
