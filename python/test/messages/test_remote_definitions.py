# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Definitions received from nodes: only hashed parts are kept, only for topics with that hash, within limits."""

import gc
import itertools
import pathlib
import sys
import tracemalloc

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from described import ARRAY, FLOAT32, NESTED, SEQUENCE, UINT8, described, response

from rxros2.definitions.description import type_hash as hash_of
from rxros2.definitions.model import Field, FieldType, Structure
from rxros2.definitions.parser import parse
from rxros2.interfaces.geometry_msgs.msg import Point
from rxros2.messages import DefinitionError, InterfaceNotFound, interface, kept_classes, remote_definitions, type_hash
from rxros2.messages.classes import Maker
from rxros2.messages.codec import codec_of
from rxros2.messages.kept_classes import KeptClasses


def structure(name, **fields):
    return Structure(name, tuple(Field(field, type_) for field, type_ in fields.items()))


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch):
    monkeypatch.setattr(remote_definitions, '_kept', KeptClasses())


def test_keeps_nested_definitions():
    part = structure('told_msgs/msg/Part', x=FieldType('float32'))
    whole = structure('told_msgs/msg/Whole', part=FieldType(part.name), point=FieldType('geometry_msgs/msg/Point'))
    known = {part.name: part, 'geometry_msgs/msg/Point': Point._STRUCTURE}
    hash_ = hash_of(whole, known.__getitem__)
    point = described('geometry_msgs/msg/Point', *((name, 11, 0, '') for name in 'xyz'))
    remote_definitions.keep(
        response(
            described(whole.name, ('part', NESTED, 0, part.name), ('point', NESTED, 0, 'geometry_msgs/msg/Point')),
            described(part.name, ('x', FLOAT32, 0, '')),
            point,
        ),
        whole.name,
        hash_,
    )
    cls = remote_definitions.class_of(whole.name, hash_)
    assert cls().part.x == 0.0 and type_hash(cls) == hash_ and cls is remote_definitions.class_of(whole.name, hash_)
    text, encoding = remote_definitions.text_of(whole.name, hash_)
    assert encoding == 'ros2msg'
    assert text.startswith('told_msgs/Part part\ngeometry_msgs/Point point\n\n====')
    assert 'MSG: told_msgs/Part\nfloat32 x\n' in text and 'MSG: geometry_msgs/Point\nfloat64 x\n' in text


def test_false_definition_does_not_affect_other_topics():
    """It affects no unrelated type, no nested type, and no type of the same name with another hash."""
    false = structure('victim_msgs/msg/Cmd', other=FieldType('float32'), speed=FieldType('float32'))
    evil = structure('evil_msgs/msg/A', cmd=FieldType(false.name))
    hash_ = hash_of(evil, {false.name: false}.__getitem__)
    lie = described(false.name, ('other', FLOAT32, 0, ''), ('speed', FLOAT32, 0, ''))
    unused = described('victim_msgs/msg/Unused', ('a', UINT8, 0, ''))
    remote_definitions.keep(
        response(described(evil.name, ('cmd', NESTED, 0, false.name)), lie, unused), evil.name, hash_
    )
    assert remote_definitions.class_of(evil.name, hash_)().cmd.other == 0.0
    for name in (false.name, unused.type_name, evil.name):
        assert not remote_definitions.is_known(name) and remote_definitions.text_of(name, '') is None
        with pytest.raises(InterfaceNotFound):
            interface(name)
    own = hash_of(false, {}.__getitem__)
    remote_definitions.keep(response(lie), false.name, own)
    assert remote_definitions.is_kept(false.name, own) and not remote_definitions.is_kept(
        false.name, own.replace('0', '1')
    )
    with pytest.raises(InterfaceNotFound):
        remote_definitions.class_of(false.name, own[:-1] + 'x')


def test_known_definition_is_not_replaced():
    false = structure('geometry_msgs/msg/Point', speed=FieldType('float32'))
    remote_definitions.keep(
        response(described(false.name, ('speed', FLOAT32, 0, ''))), false.name, hash_of(false, {}.__getitem__)
    )
    assert remote_definitions.class_of(false.name, hash_of(false, {}.__getitem__)) is Point
    assert 'float64 x' in remote_definitions.text_of(false.name, hash_of(false, {}.__getitem__))[0]


def chain(length, of=NESTED, capacity=0):
    names = [f'deep_msgs/msg/A{i}' for i in range(length)]
    parts = [described(name, ('a', of, capacity, after)) for name, after in itertools.pairwise(names)]
    return [*parts, described(names[-1], ('a', UINT8, 0, ''))]


@pytest.mark.parametrize(
    ('parts', 'expected'),
    [
        ([described('evil_msgs/msg/A', ('a', NESTED + SEQUENCE, 0, 'evil_msgs/msg/A'))], 'msg/A contains itself'),
        (
            [
                described('evil_msgs/msg/A', ('b', NESTED, 0, 'evil_msgs/msg/B')),
                described('evil_msgs/msg/B', ('a', NESTED, 0, 'evil_msgs/msg/A')),
            ],
            'evil_msgs/msg/A contains itself, by way of evil_msgs/msg/A -> evil_msgs/msg/B -> evil_msgs/msg/A',
        ),
        (chain(65), 'is nested more than 64 deep'),
        (chain(1500), 'is nested more than 64 deep'),
        (chain(5, NESTED + ARRAY, 2**31), r'has at least \d+ bytes'),
        ([described('evil_msgs/msg/A', ('a', UINT8 + ARRAY, 2**40, ''))], 'a length that no message can have'),
        ([described('evil_msgs/msg/A', ('a', UINT8 + ARRAY, 2**32, ''))], 'a length that no message can have'),
        ([described('evil_msgs/msg/A', ('get_fields_and_field_types', UINT8, 0, ''))], 'all message classes have'),
        ([described('evil_msgs/msg/A', ('class', UINT8, 0, ''))], 'a keyword of Python'),
        ([described('evil_msgs/msg/A', ('__class__', UINT8, 0, ''))], 'is not a valid field name'),
        ([described('evil_msgs/msg/A', ('a', NESTED, 0, 'evil_msgs/msg/B'))], "lacks 'evil_msgs/msg/B'"),
        ([described('evil_msgs/msg/A', ('a', 255, 0, ''))], 'has a field of type 255'),
        ([described('evil_msgs/msg/A', ('a', 48, 0, ''))], 'has a field of type 48'),
        ([described('../../etc/passwd', ('a', UINT8, 0, ''))], 'lacks'),
        ([described('evil_msgs/msg/A', *((f'a{i}', UINT8, 0, '') for i in range(2001)))], 'is too large'),
        ([described('evil_msgs/msg/A', ('a' * 300_000, UINT8, 0, ''))], 'is too large'),
    ],
)  # fmt: skip
def test_refuses_impossible_messages(monkeypatch, parts, expected):
    monkeypatch.setattr(remote_definitions, 'type_hash', lambda *_: 'RIHS01_of_the_hostile')
    with pytest.raises(DefinitionError, match=expected):
        remote_definitions.keep(response(*parts), parts[0].type_name, 'RIHS01_of_the_hostile')
    assert not remote_definitions._kept


def test_refuses_other_hash():
    point = response(described('told_msgs/msg/P', ('x', FLOAT32, 0, '')))
    with pytest.raises(DefinitionError, match='has the hash RIHS01_[0-9a-f]{64}; expected RIHS01_x'):
        remote_definitions.keep(point, 'told_msgs/msg/P', 'RIHS01_x')
    with pytest.raises(DefinitionError, match=r"does not describe told_msgs/msg/P: 'I do not say\\x1b\[2J'"):
        remote_definitions.keep(response(described('told_msgs/msg/P'), successful=False), 'told_msgs/msg/P', 'RIHS01_x')
    assert not remote_definitions._kept


def test_drops_oldest_definitions(monkeypatch):
    monkeypatch.setattr(
        kept_classes,
        '_MOST_BYTES',
        6 * (kept_classes._BYTES_OF_A_CLASS + kept_classes._BYTES_OF_A_FIELD + 20),
    )
    hashes = {}
    for i in range(20):
        one = structure(f'told_msgs/msg/P{i}', value=FieldType('float32'))
        hashes[one.name] = hash_of(one, {}.__getitem__)
        remote_definitions.keep(response(described(one.name, ('value', FLOAT32, 0, ''))), one.name, hashes[one.name])
    kept = [name for name, hash_ in hashes.items() if remote_definitions.is_kept(name, hash_)]
    assert kept == [f'told_msgs/msg/P{i}' for i in range(14, 20)]


def test_the_estimated_size_of_classes_is_no_less_than_the_real_one():
    for line, count in (('float64[3] f{}', 100), ('uint8[<=5] the_name_of_a_field_{} [1, 2]', 100), ('string a{}', 1)):
        text = ''.join(f'{line.format(i)}\n' for i in range(count))
        find = parse('told_msgs/msg/A', text, 'the test').__getitem__
        for _ in range(2):  # first what is imported and cached once
            tracemalloc.start()
            cls = Maker(find).make('told_msgs/msg/A')
            codec_of(cls)
            gc.collect()
            taken, _ = tracemalloc.get_traced_memory()
            tracemalloc.stop()
        assert taken <= kept_classes._BYTES_OF_A_CLASS + kept_classes._BYTES_OF_A_FIELD * count, line
