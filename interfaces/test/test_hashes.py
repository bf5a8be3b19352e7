# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Hashes, descriptions and includes of the generated packages, against Jazzy's and rosbags'.

RXROS2_INTERFACES_SHARE is the build tree's share folder.
"""

import json
import os
import pathlib
import re

import pytest
from rosbags.typesys import Stores, get_typestore

SHARE = pathlib.Path(os.environ['RXROS2_INTERFACES_SHARE'])
STORE = get_typestore(Stores.ROS2_JAZZY)
DOCUMENTS = {
    f'{p.parent.parent.name}/{p.parent.name}/{p.stem}': json.loads(p.read_text())
    for p in SHARE.glob('*/*/*.json')
}
HASHES = {
    item['type_name']: item['hash_string']
    for document in DOCUMENTS.values()
    for item in document['type_hashes']
}
# Distributed with ROS 2; rosbags knows the messages of most of these, but no service.
JAZZY_PACKAGES = {
    'action_msgs',
    'actionlib_msgs',
    'builtin_interfaces',
    'diagnostic_msgs',
    'geometry_msgs',
    'lifecycle_msgs',
    'nav_msgs',
    'rcl_interfaces',
    'rmw_dds_common',
    'rosgraph_msgs',
    'sensor_msgs',
    'service_msgs',
    'shape_msgs',
    'statistics_msgs',
    'std_msgs',
    'stereo_msgs',
    'tf2_msgs',
    'trajectory_msgs',
    'type_description_interfaces',
    'unique_identifier_msgs',
    'visualization_msgs',
}

# Added to Jazzy after its release, in common_interfaces 5.3.6; rosbags has what was released.
AFTER_ROSBAGS = {'nav_msgs/msg/Goals'}

# The hashes that rosidl of ROS 2 Jazzy computes from Jazzy's definitions.
JAZZY = [
    line.split()
    for line in pathlib.Path(__file__).with_name('jazzy_hashes.txt').read_text().splitlines()
    if not line.startswith('#')
]


@pytest.mark.parametrize('name,digest', JAZZY, ids=[name for name, _ in JAZZY])
def test_hash_is_that_of_jazzy(name, digest):
    assert HASHES[name] == 'RIHS01_' + digest


def char_is_uint8(fielddef):
    """rosbags makes type 13 of a .msg's char, which ROS 2 reserves for IDL; Jazzy makes uint8."""
    if isinstance(fielddef, tuple):
        return tuple(char_is_uint8(part) for part in fielddef)
    return 'uint8' if fielddef == 'char' else fielddef


for definition_name, (consts, fields) in list(STORE.fielddefs.items()):
    STORE.fielddefs[definition_name] = (consts, [(n, char_is_uint8(t)) for n, t in fields])

KNOWN_TO_ROSBAGS = sorted(name for name in HASHES if name in STORE.types)


@pytest.mark.parametrize('name', KNOWN_TO_ROSBAGS)
def test_hash_is_that_of_rosbags(name):
    assert HASHES[name] == STORE.hash_rihs01(name)


def test_all_messages_of_jazzy_are_here():
    jazzy = {name for name in STORE.types if name.split('/')[0] in JAZZY_PACKAGES}
    assert jazzy - HASHES.keys() == set()
    assert len(KNOWN_TO_ROSBAGS) >= 155


def test_these_packages_have_no_other_messages_than_jazzy():
    ours = {name for name in DOCUMENTS if name.split('/')[0] in JAZZY_PACKAGES and '/msg/' in name}
    assert ours - set(STORE.types) == AFTER_ROSBAGS


@pytest.mark.parametrize('name', sorted(n for n in DOCUMENTS if n in STORE.types))
def test_constants_are_those_of_jazzy(name):
    constants = {
        (c['name'], c['type'], c['value']) for c in DOCUMENTS[name]['constants'].get(name, ())
    }
    assert constants == {(n, t, v) for n, t, v in STORE.fielddefs[name][0]}


def test_a_document_describes_its_type_and_all_nested_types():
    document = DOCUMENTS['geometry_msgs/msg/TwistStamped']['type_description_msg']
    assert document['type_description']['type_name'] == 'geometry_msgs/msg/TwistStamped'
    assert document['type_description']['fields'][1] == {
        'name': 'twist',
        'default_value': '',
        'type': {
            'type_id': 1,
            'capacity': 0,
            'string_capacity': 0,
            'nested_type_name': 'geometry_msgs/msg/Twist',
        },
    }
    assert [d['type_name'] for d in document['referenced_type_descriptions']] == [
        'builtin_interfaces/msg/Time',
        'geometry_msgs/msg/Twist',
        'geometry_msgs/msg/Vector3',
        'std_msgs/msg/Header',
    ]


def test_type_ids_of_collections_and_bounds():
    def types(name):
        fields = DOCUMENTS[name]['type_description_msg']['type_description']['fields']
        return {f['name']: tuple(f['type'].values())[:3] for f in fields}

    strings = types('rxros2_test_msgs/msg/Strings')
    assert strings == {
        'plain': (17, 0, 0),
        'bounded': (21, 0, 5),
        'strings': (65, 3, 0),
        'few_strings': (113, 3, 0),
        'many_strings': (161, 0, 0),
        'bounded_strings': (69, 3, 5),
        'few_bounded_strings': (117, 3, 5),
        'many_bounded_strings': (165, 0, 5),
    }
    wstrings = types('rxros2_test_msgs/msg/WStrings')
    assert wstrings['plain'] == (18, 0, 0) and wstrings['few_bounded_strings'] == (118, 3, 5)
    primitives = types('rxros2_test_msgs/msg/Primitives')
    assert [t[0] for t in primitives.values()] == [
        15,
        16,
        3,
        10,
        11,
        2,
        3,
        4,
        5,
        6,
        7,
        8,
        9,
        17,
        18,
    ]
    assert types('rxros2_test_msgs/msg/FromIdl')['points'] == (97, 4, 0)


def test_defaults_are_json_values():
    defaults = DOCUMENTS['rxros2_test_msgs/msg/Defaults']['defaults'][
        'rxros2_test_msgs/msg/Defaults'
    ]
    assert defaults['bool_value'] is True
    assert defaults['uint8_value'] == 200
    assert defaults['uint64_value'] == 2**64 - 1
    assert defaults['string_value'] == 'with \'quotes\' and "more"'
    assert defaults['bools'] == [True, False, True]
    assert defaults['many_strings'] == ['', 'x']
    assert DOCUMENTS['geometry_msgs/msg/Quaternion']['defaults'] == {
        'geometry_msgs/msg/Quaternion': {'x': 0, 'y': 0, 'z': 0, 'w': 1}
    }
    assert DOCUMENTS['std_msgs/msg/String']['defaults'] == {}


def test_defaults_and_constants_of_services_name_their_message():
    document = DOCUMENTS['rxros2_test_msgs/srv/AllKinds']
    assert document['defaults'] == {
        'rxros2_test_msgs/srv/AllKinds_Request': {'text': 'default'},
        'rxros2_test_msgs/srv/AllKinds_Response': {'done': True},
    }
    assert document['constants']['rxros2_test_msgs/srv/AllKinds_Response'] == [
        {'name': 'RESPONSE_CONSTANT', 'type': 'int8', 'value': -1}
    ]


def snake_case(name):
    return re.sub('([a-z0-9])([A-Z])', r'\1_\2', re.sub('(.)([A-Z][a-z]+)', r'\1_\2', name)).lower()


@pytest.mark.parametrize('name', sorted(DOCUMENTS))
def test_headers_include_those_of_nested_types(name):
    """With this, and the sources of interfaces_headers_alone, every header compiles by itself."""
    package, kind, type_ = name.split('/')
    description = DOCUMENTS[name]['type_description_msg']
    own = [
        d
        for d in (description['type_description'], *description['referenced_type_descriptions'])
        if d['type_name'] == name or d['type_name'].startswith(name + '_')
    ]
    defined_here = {d['type_name'] for d in own}
    nested = {f['type']['nested_type_name'] for d in own for f in d['fields']} - defined_here - {''}
    folder = SHARE.parent / 'include' / package / package / kind
    for part in ('struct', 'traits', 'fields'):
        header = (folder / 'detail' / f'{snake_case(type_)}__{part}.hpp').read_text()
        for other in nested:
            other_package, other_kind, other_type = other.split('/')
            path = f'{other_package}/{other_kind}/detail/{snake_case(other_type)}__{part}.hpp'
            include = f'#include "{path}"'
            assert re.search('^' + re.escape(include), header, re.MULTILINE), (part, other)
    umbrella = (folder / f'{snake_case(type_)}.hpp').read_text()
    for part in ('struct', 'builder', 'traits', 'fields'):
        assert f'#include "{package}/{kind}/detail/{snake_case(type_)}__{part}.hpp"' in umbrella
