# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Type hashes, descriptions and includes of the generated packages, against ROS 2 Jazzy's and against rosbags' own.

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
DOCUMENTS = {f'{p.parent.parent.name}/{p.parent.name}/{p.stem}': json.loads(p.read_text())
             for p in SHARE.glob('*/*/*.json')}
HASHES = {item['type_name']: item['hash_string']
          for document in DOCUMENTS.values() for item in document['type_hashes']}
# Distributed with ROS 2; rosbags knows the messages of most of these, but no service.
JAZZY_PACKAGES = {'action_msgs', 'builtin_interfaces', 'geometry_msgs', 'rcl_interfaces', 'rmw_dds_common',
                  'rosgraph_msgs', 'sensor_msgs', 'service_msgs', 'std_msgs', 'type_description_interfaces', 'unique_identifier_msgs'}

# What rosidl of ROS 2 Jazzy computes from Jazzy's definitions (facts/wire.md, 4.6).
JAZZY = '''
std_msgs/msg/String df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18
std_msgs/msg/Empty 20b625256f32d5dbc0d04fee44f43c41e51c70d3502f84b4a08e7a9c26a96312
std_msgs/msg/Int32 b6578ded3c58c626cfe8d1a6fb6e04f706f97e9f03d2727c9ff4e74b1cef0deb
std_msgs/msg/Header f49fb3ae2cf070f793645ff749683ac6b06203e41c891e17701b1cb597ce6a01
builtin_interfaces/msg/Time b106235e25a4c5ed35098aa0a61a3ee9c9b18d197f398b0e4206cea9acf9c197
builtin_interfaces/msg/Duration e8d009f659816f758b75334ee1a9ca5b5c0b859843261f14c7f937349599d93b
sensor_msgs/msg/Image d31d41a9a4c4bc8eae9be757b0beed306564f7526c88ea6a4588fb9582527d47
rosgraph_msgs/msg/Clock 692f7a66e93a3c83e71765d033b60349ba68023a8c689a79e48078bcb5c58564
rcl_interfaces/msg/Log e28ce254ca8abc06abf92773b74602cdbf116ed34fbaf294fb9f81da9f318eac
rcl_interfaces/msg/ParameterEvent 043e627780fcad87a22d225bc2a037361dba713fca6a6b9f4b869a5aa0393204
rmw_dds_common/msg/ParticipantEntitiesInfo 91a0593bacdcc50ea9bdcf849a938b128412cc1ea821245c663bcd26f83c295e
unique_identifier_msgs/msg/UUID 1b8e8aca958cbea28fe6ef60bf6c19b683c97a9ef60bb34752067d0f2f7ab437
service_msgs/msg/ServiceEventInfo 41bcbbe07a75c9b52bc96bfd5c24d7f0fc0a08c0cb7921b3373c5732345a6f45
action_msgs/msg/GoalStatusArray 6c1684b00f177d37438febe6e709fc4e2b0d4248dca4854946f9ed8b30cda83e
action_msgs/srv/CancelGoal 573d8b0a534451d7bc2ac8c5ffde8ac14b8593b7001175d0cd6516dcbeb8689a
action_msgs/srv/CancelGoal_Request 3d3c84653c1f96918086887e1dcb236faec88b81a5b14fd4cf4840065bcdf8af
action_msgs/srv/CancelGoal_Response 35e682cf3f510e83c70a82a4aac888496dedee56773bf9d8e5e0aa81f9e1c960
std_srvs/srv/Empty 5888399dedec5ccc85ea6451949fd2c9f97bfdf963f9a588821639fcd31b5d19
std_srvs/srv/Empty_Request 458eaf200a3f63d9cc53d19436edebc0c140ef4c93ca75d5bd4ce19fd7759e35
std_srvs/srv/SetBool abe9e4bb6b41b40e6789712c00ec8871923e089af3f667a79992a428cff2da0a
std_srvs/srv/Trigger eeff2cd6fa5ad9d27cdf4dec64818317839b62f212a91e6b5304b634b2062c5f
example_interfaces/srv/AddTwoInts e118de6bf5eeb66a2491b5bda11202e7b68f198d6f67922cf30364858239c81a
example_interfaces/srv/AddTwoInts_Request 000c5fd92d6b2e1a05949348f584d6d652adea1e92d691792011ac2273508302
example_interfaces/srv/AddTwoInts_Response de5c030d4af33cba2749310b249737b631594703f9300495f48bffb2b44dcc2f
example_interfaces/srv/AddTwoInts_Event 32c1d140259c71e5c355115942bcb31df98b4330e4d906b1b75ccb1c9b3ce6c8
example_interfaces/action/Fibonacci 9508051da1ea4658de144b09bd0690ff3de52104683d847aed764d2915906f51
example_interfaces/action/Fibonacci_SendGoal_Request 3d088942b413247db536576f0286768c6be8fcd5d0c9a5d544f359fba090a238
example_interfaces/action/Fibonacci_SendGoal_Response d8c07bb3d5b766fe4b43159c9a5222af5214e2fcc29229b991d826166c512be1
example_interfaces/action/Fibonacci_GetResult_Request c8a4f5e7d13b81286ee1043e2ecd084281cecf1ff06aaa799464f5f15479f003
example_interfaces/action/Fibonacci_GetResult_Response 6021dc98ab9b4bbe395e48aa4de81ee5f68eb570f88358affcc648146668b24f
example_interfaces/action/Fibonacci_FeedbackMessage c1de71afd52e49a89c53d8262366884185bc0a02f78ce051c4e46b0a7fe59bb2
rcl_interfaces/srv/GetParameters bf9803d5c74cf989a5de3e0c2e99444599a627c7ff75f97b8c05b01003675cbc
rcl_interfaces/srv/GetParameters_Response 9fa773b46e39cc5d02db6224d8fd520bb9caeeffc2b27c96c1e59431baba9f2a
rcl_interfaces/srv/SetParameters_Response 7a0e8140a0b8d98308fa81a5403a766e610af29a239caf54b7553227906fc266
rcl_interfaces/srv/ListParameters_Response 31b937b82de3612426be79f231e386259f97e8dc843e3f2845288b4bfa296bdd
rcl_interfaces/srv/DescribeParameters_Response ad6747319613c6131589e062e095b469a46cc764f7d0f12a001a49e6cd893995
type_description_interfaces/srv/GetTypeDescription 69b9c19c1021405984cc60dbbb1edceb147a6538b411d812ba6afabeed962cd5
type_description_interfaces/srv/GetTypeDescription_Response 648c49d976240861a482f961c5621ddd0d2135d8cce6f297a76d4f6376d93b75
'''.split()


@pytest.mark.parametrize('name,digest', list(zip(JAZZY[::2], JAZZY[1::2])), ids=JAZZY[::2])
def test_hash_is_that_of_jazzy(name, digest):
    assert HASHES[name] == 'RIHS01_' + digest


def char_is_uint8(fielddef):
    """rosbags describes char as type 13, which ROS 2 reserves for IDL; Jazzy makes uint8 of a .msg's char."""
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
    assert len(KNOWN_TO_ROSBAGS) >= 115


def test_no_message_of_these_packages_that_jazzy_has_not():
    ours = {name for name in DOCUMENTS if name.split('/')[0] in JAZZY_PACKAGES and '/msg/' in name}
    assert ours - set(STORE.types) == set()


@pytest.mark.parametrize('name', sorted(n for n in DOCUMENTS if n in STORE.types))
def test_constants_are_those_of_jazzy(name):
    constants = {(c['name'], c['type'], c['value']) for c in DOCUMENTS[name]['constants'].get(name, ())}
    assert constants == {(n, t, v) for n, t, v in STORE.fielddefs[name][0]}


def test_a_document_describes_its_type_and_all_nested_types():
    document = DOCUMENTS['geometry_msgs/msg/TwistStamped']['type_description_msg']
    assert document['type_description']['type_name'] == 'geometry_msgs/msg/TwistStamped'
    assert document['type_description']['fields'][1] == {
        'name': 'twist', 'default_value': '',
        'type': {'type_id': 1, 'capacity': 0, 'string_capacity': 0, 'nested_type_name': 'geometry_msgs/msg/Twist'}}
    assert [d['type_name'] for d in document['referenced_type_descriptions']] == [
        'builtin_interfaces/msg/Time', 'geometry_msgs/msg/Twist', 'geometry_msgs/msg/Vector3', 'std_msgs/msg/Header']


def test_type_ids_of_collections_and_bounds():
    def types(name):
        fields = DOCUMENTS[name]['type_description_msg']['type_description']['fields']
        return {f['name']: tuple(f['type'].values())[:3] for f in fields}

    strings = types('rxros2_test_msgs/msg/Strings')
    assert strings == {
        'plain': (17, 0, 0), 'bounded': (21, 0, 5), 'strings': (65, 3, 0), 'few_strings': (113, 3, 0),
        'many_strings': (161, 0, 0), 'bounded_strings': (69, 3, 5), 'few_bounded_strings': (117, 3, 5),
        'many_bounded_strings': (165, 0, 5)}
    wstrings = types('rxros2_test_msgs/msg/WStrings')
    assert wstrings['plain'] == (18, 0, 0) and wstrings['few_bounded_strings'] == (118, 3, 5)
    primitives = types('rxros2_test_msgs/msg/Primitives')
    assert [t[0] for t in primitives.values()] == [15, 16, 3, 10, 11, 2, 3, 4, 5, 6, 7, 8, 9, 17, 18]
    assert types('rxros2_test_msgs/msg/FromIdl')['points'] == (97, 4, 0)


def test_defaults_are_json_values():
    defaults = DOCUMENTS['rxros2_test_msgs/msg/Defaults']['defaults']['rxros2_test_msgs/msg/Defaults']
    assert defaults['bool_value'] is True
    assert defaults['uint8_value'] == 200
    assert defaults['uint64_value'] == 2**64 - 1
    assert defaults['string_value'] == 'with \'quotes\' and "more"'
    assert defaults['bools'] == [True, False, True]
    assert defaults['many_strings'] == ['', 'x']
    assert DOCUMENTS['geometry_msgs/msg/Quaternion']['defaults'] == {
        'geometry_msgs/msg/Quaternion': {'x': 0, 'y': 0, 'z': 0, 'w': 1}}
    assert DOCUMENTS['std_msgs/msg/String']['defaults'] == {}


def test_defaults_and_constants_of_services_name_their_message():
    document = DOCUMENTS['rxros2_test_msgs/srv/AllKinds']
    assert document['defaults'] == {'rxros2_test_msgs/srv/AllKinds_Request': {'text': 'default'},
                                    'rxros2_test_msgs/srv/AllKinds_Response': {'done': True}}
    assert document['constants']['rxros2_test_msgs/srv/AllKinds_Response'] == [
        {'name': 'RESPONSE_CONSTANT', 'type': 'int8', 'value': -1}]


def snake_case(name):
    return re.sub('([a-z0-9])([A-Z])', r'\1_\2', re.sub('(.)([A-Z][a-z]+)', r'\1_\2', name)).lower()


@pytest.mark.parametrize('name', sorted(DOCUMENTS))
def test_headers_include_those_of_nested_types(name):
    """With this, and the sources of interfaces_headers_alone, every header compiles by itself."""
    package, kind, type_ = name.split('/')
    description = DOCUMENTS[name]['type_description_msg']
    own = [d for d in (description['type_description'], *description['referenced_type_descriptions'])
           if d['type_name'] == name or d['type_name'].startswith(name + '_')]
    defined_here = {d['type_name'] for d in own}
    nested = {f['type']['nested_type_name'] for d in own for f in d['fields']} - defined_here - {''}
    folder = SHARE.parent / 'include' / package / package / kind
    for part in ('struct', 'traits', 'fields'):
        header = (folder / 'detail' / f'{snake_case(type_)}__{part}.hpp').read_text()
        for other in nested:
            other_package, other_kind, other_type = other.split('/')
            include = f'#include "{other_package}/{other_kind}/detail/{snake_case(other_type)}__{part}.hpp"'
            assert re.search('^' + re.escape(include), header, re.MULTILINE), (part, other)
    umbrella = (folder / f'{snake_case(type_)}.hpp').read_text()
    for part in ('struct', 'builder', 'traits', 'fields'):
        assert f'#include "{package}/{kind}/detail/{snake_case(type_)}__{part}.hpp"' in umbrella
