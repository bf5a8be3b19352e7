# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Converts messages to bytes and back: CDR."""

from typing import Any

from rxros2.messages.codec import decode, encode

from .impl.reexports import reexports

__getattr__ = reexports(__name__)


def serialize_message(message: Any) -> bytes:
    """Returns the encoded message."""
    return encode(message)


def deserialize_message(serialized_message: bytes, message_type: Any) -> Any:
    """Decodes a message. Raises ValueError for bytes that are no such message."""
    return decode(message_type, serialized_message, growing=True)
