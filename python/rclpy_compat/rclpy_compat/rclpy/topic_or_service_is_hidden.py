# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Hidden names: names with a part that begins with an underscore."""

HIDDEN_TOPIC_PREFIX = '_'
TOPIC_SEPARATOR_STRING = '/'


def topic_or_service_is_hidden(name: str) -> bool:
    """Returns whether a part of the name begins with an underscore."""
    return any(part.startswith(HIDDEN_TOPIC_PREFIX) for part in name.split(TOPIC_SEPARATOR_STRING))
