# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Samples of messages whose classes or fields are unusual."""

import pathlib

import pytest

import rxros2
from rxros2.interfaces.std_msgs.msg import ByteMultiArray
from rxros2.messages.codec import decode, encode


def test_a_message_of_an_idl_file_survives_its_sample():
    rxros2.add_interface_path(pathlib.Path(__file__).resolve().parents[3] / 'interfaces/test/packages')
    cls = rxros2.interface('rxros2_test_msgs/msg/FromIdl')
    sent = cls(long_long_value=-5, doubles=[1.0, 2.0, 3.0], text='eight')
    assert decode(cls, encode(sent)) == sent


def test_lists_of_bytes_and_bools_are_encoded():
    message = ByteMultiArray(data=[b'a', b'b'])
    sample = encode(message)
    message._data = [b'a', b'b']
    assert encode(message) == sample
    message._data.append(3)
    with pytest.raises(TypeError, match=r"'data\[2\]': expected bytes of length 1, found int"):
        encode(message)
