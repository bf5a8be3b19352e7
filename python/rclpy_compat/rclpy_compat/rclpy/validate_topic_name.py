# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""validate_topic_name(): checks a name that is not expanded, by ROS 2's rules."""

from typing import Literal

from .exceptions import InvalidServiceNameException, InvalidTopicNameException
from .impl.name_rules import topic_name_fault

TOPIC_SEPARATOR_STRING = '/'


def validate_topic_name(name: str, *, is_service: bool = False) -> Literal[True]:
    """Returns True for a valid name, which may be relative and contain '~' and substitutions like '{node}'.

    Raises InvalidTopicNameException, or for a service InvalidServiceNameException, with the reason.
    """
    fault = topic_name_fault(name)
    if fault is not None:
        raise (InvalidServiceNameException if is_service else InvalidTopicNameException)(name, *fault)
    return True
