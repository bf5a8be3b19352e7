# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Compares every generated type, with random content, with rosbags (another CDR implementation) in both directions.

CDR_RECODE is the program recode, RXROS2_INTERFACES_SHARE the build tree's share folder.
"""
import json
import os
import pathlib
import random
import struct

import numpy
import pytest
from recoder import Recoder
from rosbags.interfaces import Nodetype
from rosbags.typesys.store import Typestore

SHARE = pathlib.Path(os.environ['RXROS2_INTERFACES_SHARE'])
ROUNDS = 12

# Ids of type_description_interfaces/msg/FieldType: of a single value; collections add 48, 96 and 144.
STRUCT, WSTRINGS, STRINGS = 1, (18, 22), (17, 21)
NUMBERS = {2: 'int8', 3: 'uint8', 4: 'int16', 5: 'uint16', 6: 'int32', 7: 'uint32', 8: 'int64', 9: 'uint64',
           10: 'float32', 11: 'float64', 13: 'uint8', 15: 'bool', 16: 'uint8'}
# rosbags has no wide strings. On the wire one is a sequence of uint32; in a collection, a struct that holds one.
WIDE = 'cdr_test/msg/WideString'


def descriptions() -> dict[str, list[dict]]:
    """Returns the fields of every type that is a struct of its own."""
    types = {}
    for path in sorted(SHARE.glob('*/*/*.json')):
        document = json.loads(path.read_text())['type_description_msg']
        for description in [document['type_description'], *document['referenced_type_descriptions']]:
            if not {'request_message', 'send_goal_service'} & {field['name'] for field in description['fields']}:
                types[description['type_name']] = description['fields']
    return types


TYPES = descriptions()


def element_of(field: dict) -> tuple:
    kind = field['type']['type_id'] % 48
    if kind == STRUCT:
        return (Nodetype.NAME, field['type']['nested_type_name'])
    if kind in WSTRINGS:
        return (Nodetype.NAME, WIDE)
    return (Nodetype.BASE, ('string' if kind in STRINGS else NUMBERS[kind], 0))


def rosbags_type(field: dict) -> tuple:
    collection, capacity = field['type']['type_id'] // 48, field['type']['capacity']
    if collection == 0:
        return element_of(field)
    return (Nodetype.ARRAY if collection == 1 else Nodetype.SEQUENCE, (element_of(field), capacity))


STORE = Typestore()
STORE.register({WIDE: ([], [('units', (Nodetype.SEQUENCE, ((Nodetype.BASE, ('uint32', 0)), 0)))]),
                **{name: ([], [(field['name'], rosbags_type(field)) for field in fields])
                   for name, fields in TYPES.items()}})


class Maker:
    """Creates messages of rosbags with random content."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def length(self, bound: int) -> int:
        return min(self.random.choice([0, 1, 2, 3, 5, 17]), bound or 17)

    def number(self, name: str):
        if name == 'bool':
            return self.random.random() < 0.5
        if name.startswith('float'):
            value = self.random.choice([0.0, -0.0, float('inf'), self.random.uniform(-1e9, 1e9)])
            return value if name == 'float64' else struct.unpack('f', struct.pack('f', value))[0]
        limits = numpy.iinfo(name)
        return self.random.choice([limits.min, limits.max, 0, self.random.randint(limits.min, limits.max)])

    def value(self, field: dict):
        kind, bound = field['type']['type_id'] % 48, field['type']['string_capacity']
        if kind == STRUCT:
            return self.message(field['type']['nested_type_name'])
        if kind in WSTRINGS:
            units = [self.random.randint(1, 0xD7FF) for _ in range(self.length(bound))]
            return STORE.types[WIDE](numpy.array(units, dtype=numpy.uint32))
        if kind in STRINGS:
            # Bounds count bytes; up to 17 of them, not all ASCII.
            text = ''.join(self.random.choice('az09 _/äé€') for _ in range(self.length(bound)))
            return text.encode()[:bound or None].decode(errors='ignore')
        return self.number(NUMBERS[kind])

    def field(self, field: dict):
        collection, capacity = field['type']['type_id'] // 48, field['type']['capacity']
        if collection == 0:
            return self.value(field)
        count = capacity if collection == 1 else self.length(capacity)
        values = [self.value(field) for _ in range(count)]
        kind = field['type']['type_id'] % 48
        return numpy.array(values, dtype=NUMBERS[kind]) if kind in NUMBERS else values

    def message(self, name: str):
        return STORE.types[name](*(self.field(field) for field in TYPES[name]))


@pytest.fixture(scope='module')
def recoder():
    program = Recoder()
    yield program
    program.close()


def test_types_are_found() -> None:
    assert len(TYPES) > 100
    assert {'geometry_msgs/msg/Twist', 'rxros2_test_msgs/msg/WStrings'} <= set(TYPES)


@pytest.mark.parametrize('name', TYPES)
def test_we_read_what_rosbags_writes(recoder: Recoder, name: str) -> None:
    for seed in range(ROUNDS):
        message = Maker(seed).message(name)
        little = bytes(STORE.serialize_cdr(message, name))
        big = bytes(STORE.serialize_cdr(message, name, little_endian=False))
        assert recoder.ask(name, sample=little).hex() == little.hex()
        assert recoder.ask(name, sample=big).hex() == little.hex()


@pytest.mark.parametrize('name', TYPES)
def test_rosbags_reads_what_we_write(recoder: Recoder, name: str) -> None:
    for seed in range(ROUNDS):
        sample = recoder.ask(name, seed=seed)
        message = STORE.deserialize_cdr(sample, name)
        assert bytes(STORE.serialize_cdr(message, name)).hex() == sample.hex()
