# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Every interface of this repository: types, hashes, constants and defaults equal those of the generator and rosbags.

RXROS2_INTERFACES_SHARE is the build tree's share folder, with the generator's type descriptions.
"""

import json
import os
import pathlib

import numpy
import pytest
from rosbags.typesys import Stores, get_typestore

from rxros2.messages import (
    Message,
    add_interface_path,
    interface,
    interface_names,
    interface_packages,
    type_hash,
    type_name,
)

ROOT = pathlib.Path(__file__).resolve().parents[3]
SHARE = pathlib.Path(os.environ['RXROS2_INTERFACES_SHARE'])
add_interface_path(ROOT / 'interfaces/test/packages')

NAMES = [
    f'{package}/{kind}/{name}'
    for package in interface_packages()
    for kind in ('msg', 'srv', 'action')
    for name in interface_names(package, kind)
]


def document(name):
    return json.loads((SHARE / f'{name}.json').read_text())


def test_all_interfaces_are_found():
    assert len(NAMES) > 250
    generated = {str(path.relative_to(SHARE).with_suffix('')) for path in SHARE.glob('*/*/*.json')}
    assert generated <= set(NAMES)


@pytest.mark.parametrize('name', NAMES)
def test_hash_and_names_equal_the_generator(name):
    for item in document(name)['type_hashes']:
        assert type_hash(interface(item['type_name'])) == item['hash_string'], item['type_name']
        assert type_name(interface(item['type_name'])) == item['type_name']


def test_hashes_equal_rosbags():
    store = get_typestore(Stores.ROS2_JAZZY)
    for name, (constants, fields) in list(store.fielddefs.items()):
        store.fielddefs[name] = (constants, [(field, char_is_uint8(type_)) for field, type_ in fields])
    known = [name for name in NAMES if name in store.types]
    assert len(known) > 140 and [n for n in known if type_hash(interface(n)) != store.hash_rihs01(n)] == []


def char_is_uint8(fielddef):
    """rosbags makes type 13 of a .msg's char, which ROS 2 reserves for IDL; Jazzy makes uint8."""
    if isinstance(fielddef, tuple):
        return tuple(char_is_uint8(part) for part in fielddef)
    return 'uint8' if fielddef == 'char' else fielddef


@pytest.mark.parametrize('name', NAMES)
def test_constants_and_defaults_equal_the_generator(name):
    generated = document(name)
    for type_, constants in generated['constants'].items():
        for constant in constants:
            value = getattr(interface(type_), constant['name'])
            assert (value[0] if constant['type'] == 'byte' else value) == constant['value']
    for type_, defaults in generated['defaults'].items():
        message = interface(type_)()
        for field, expected in defaults.items():
            value = getattr(message, field)
            if isinstance(value, bytes):
                value = value[0]
            assert (value.tolist() if isinstance(value, numpy.ndarray) else value) == expected
            assert getattr(interface(type_), f'{field.upper()}__DEFAULT') == expected


@pytest.mark.parametrize('name', NAMES)
def test_default_messages(name):
    for item in document(name)['type_hashes']:
        cls = interface(item['type_name'])
        if isinstance(cls, type) and issubclass(cls, Message):
            message = cls()
            assert message == cls() and repr(message) == repr(cls())
            second = cls(**{field: getattr(message, field) for field in cls.get_fields_and_field_types()})
            assert second == message
