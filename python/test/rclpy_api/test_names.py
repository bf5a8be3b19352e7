# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The names of nodes, topics and services, the errors about them, and the handles of objects."""

import re

import pytest
import rclpy
from rclpy.exceptions import (
    InvalidHandle,
    InvalidNamespaceException,
    InvalidNodeNameException,
    InvalidParameterException,
    InvalidServiceNameException,
    InvalidTopicNameException,
    NameValidationException,
    ParameterAlreadyDeclaredException,
)
from rclpy.expand_topic_name import expand_topic_name
from rclpy.impl.implementation_singleton import rclpy_implementation
from rclpy.topic_endpoint_info import TopicEndpointInfo, TopicEndpointTypeEnum
from rclpy.type_hash import TypeHash
from rclpy.validate_full_topic_name import validate_full_topic_name
from rclpy.validate_namespace import validate_namespace
from rclpy.validate_node_name import validate_node_name
from rclpy.validate_parameter_name import validate_parameter_name
from rclpy.validate_topic_name import TOPIC_SEPARATOR_STRING, validate_topic_name
from std_msgs.msg import String
from std_srvs.srv import SetBool

from rxros2.names import check_namespace, check_node_name

CHARACTERS = 'must not contain characters'
NUMBER = 'must not start with a number'


@pytest.fixture
def node():
    with rclpy.init(args=[]):
        named_node = rclpy.create_node('named', namespace='/ns')
        yield named_node
        named_node.destroy_node()


def accepts(check, *arguments):
    try:
        check(*arguments)
    except (ValueError, NameValidationException):
        return False
    return True


def test_namespaces_and_node_names():
    assert TOPIC_SEPARATOR_STRING == '/'
    for namespace in ('/', '/a', '/a/_b2', '/' + 'a' * 244):
        assert validate_namespace(namespace)
        check_namespace(namespace)  # the rule of `rxros2 launch`
    for namespace, words in {
        '': 'empty',
        'a': 'must be absolute',
        '/a/': "must not end with '/'",
        '/a//b': 'twice',
        '/2a': NUMBER,
        '/a-b': CHARACTERS,
        '/ä': CHARACTERS,
        '/' + 'a' * 245: '245',
    }.items():
        with pytest.raises(InvalidNamespaceException, match=words):
            validate_namespace(namespace)
        assert not accepts(check_namespace, namespace)
    assert validate_node_name('_a2')
    for name, words in {
        '': 'must not be empty',
        '2a': NUMBER,
        'a/b': CHARACTERS,
        'ä': CHARACTERS,
        'a b': CHARACTERS,
        'a' * 256: '255',
    }.items():
        with pytest.raises(InvalidNodeNameException, match=words):
            validate_node_name(name)
        assert not accepts(check_node_name, name)
    with pytest.raises(InvalidParameterException):
        validate_parameter_name('')
    assert validate_parameter_name('a.b')


VALID = ['a', '/a', 'a/b', '~', '~/a', '{node}/a', '/{ns}/a', 'a{node}b', 'a_1/b2', '_a', 'a__b']
INVALID = {
    '': 'empty',
    '1a': NUMBER,
    'a/1b': NUMBER,
    'a/': 'end with',
    'a?': CHARACTERS,
    'a b': CHARACTERS,
    'ä': CHARACTERS,
    'a~b': '~',
    '~a': '~',
    '{node': 'must have its',
    'node}': 'must have its',
    '{{node}}': 'must have its',
    '{1}': 'one word',
    '{}': 'one word',
    'a//b': 'twice',
    'a' * 250: '247',
}


@pytest.mark.parametrize(
    ('is_service', 'kind'), [(False, InvalidTopicNameException), (True, InvalidServiceNameException)]
)
def test_topic_and_service_names_as_nodes_accept_them(node, is_service, kind):
    resolve = node.resolve_service_name if is_service else node.resolve_topic_name
    for name in VALID:
        assert validate_topic_name(name, is_service=is_service)
    for name in ('a', '/a', 'a/b', '~/a', '{node}/a', '{ns}/a', '{namespace}/a'):
        assert expand_topic_name(name, 'named', '/ns') == resolve(name, only_expand=True)
    for name, words in INVALID.items():
        with pytest.raises(kind, match=words):
            resolve(name)
    for name, words in {
        '/a?': CHARACTERS,
        'a': 'must be absolute',
        '/a//b': 'twice',
        '/a/': 'end',
        '/1': NUMBER,
    }.items():
        with pytest.raises(kind, match=words):
            validate_full_topic_name(name, is_service=is_service)
    assert validate_full_topic_name('/ns/a', is_service=is_service)
    assert not issubclass(kind, ValueError)  # as in rclpy: programs distinguish it from a wrong value


def test_expanded_names():
    assert expand_topic_name('~', 'n', '/') == '/n'
    assert expand_topic_name('a', 'n', '/') == '/a'
    for arguments, words in {
        ('{other}/a', 'n', '/'): 'unknown substitution',
        ('a?', 'n', '/'): "topic name 'a\\?'",
        ('a', 'n?', '/'): "node name 'n\\?'",
        ('a', 'n', ''): 'namespace',
        ('a', 'n', 'ns'): 'namespace',
    }.items():
        with pytest.raises(ValueError, match=words):
            expand_topic_name(*arguments)


def test_entities_with_invalid_names(node):
    for make in (
        lambda name: node.create_publisher(String, name, 1),
        lambda name: node.create_subscription(String, name, print, 1),
    ):
        with pytest.raises(InvalidTopicNameException, match=CHARACTERS):
            make('a?')
        with pytest.raises(ValueError, match='unknown substitution'):
            make('{other}/a')
    with pytest.raises(InvalidServiceNameException, match=NUMBER):
        node.create_client(SetBool, 'a/1b')
    with pytest.raises(InvalidServiceNameException, match=NUMBER):
        node.create_service(SetBool, 'a/1b', print)


def test_nodes_with_invalid_names_or_arguments(node):
    with pytest.raises(InvalidNodeNameException, match=CHARACTERS):
        rclpy.create_node('a?')
    for namespace in ('/a?', 'a?'):
        with pytest.raises(InvalidNamespaceException, match=CHARACTERS):
            rclpy.create_node('a', namespace=namespace)
    with pytest.raises(rclpy_implementation.RCLInvalidROSArgsError, match='not-a-remap'):
        rclpy.create_node('a', cli_args=['--ros-args', '-r', 'not-a-remap'])
    with pytest.raises(rclpy_implementation.UnknownROSArgsError, match=r"\['--other'\]"):
        rclpy.create_node('a', cli_args=['--ros-args', '--other'])
    with pytest.raises(rclpy_implementation.UnknownROSArgsError, match=r"\['other'\]"):
        rclpy.Context().init(['--ros-args', 'other'])
    assert not issubclass(ParameterAlreadyDeclaredException, NameValidationException)


@pytest.mark.parametrize(
    ('error', 'words'),
    [
        (rclpy.exceptions.NotInitializedException('of a test'), 'before rclpy.init.*of a test'),
        (rclpy.exceptions.NotInitializedException(), 'before rclpy.init'),
        (rclpy.exceptions.NoTypeSupportImportedException(), 'expected a class'),
        (InvalidTopicNameException('a b', 'a blank', 1), r"topic name: a blank:\n  'a b'\n    \^"),
        (rclpy.exceptions.ParameterNotDeclaredException(['a', 'b']), 'not declared: a, b'),
        (ParameterAlreadyDeclaredException('a'), 'declared already: a'),
        (InvalidParameterException('a'), 'a'),
        (
            rclpy.exceptions.InvalidParameterTypeException(rclpy.Parameter('a', value=1), 'STRING'),
            r'expected a value of type STRING, found INTEGER \(1\): a',
        ),
        (rclpy.exceptions.InvalidParameterValueException('a', 5, 'it is odd'), '5 is refused, since it is odd: a'),
        (rclpy.exceptions.ParameterImmutableException('a'), 'read-only: a'),
        (rclpy.exceptions.ParameterUninitializedException('a'), 'without a value: a'),
        (rclpy.exceptions.ROSInterruptException(), 'shut down'),
    ],
)
def test_exceptions_are_made_as_in_rclpy(error, words):
    assert re.search(words, str(error))


def test_handles_keep_objects_alive(node):
    publisher = node.create_publisher(String, 'kept', 1)
    with publisher.handle:
        publisher.destroy()
        publisher.publish(String())  # still possible
    with pytest.raises(InvalidHandle, match='publisher of kept was destroyed'), publisher.handle:
        pass
    entities = {
        node.destroy_subscription: node.create_subscription(String, 'kept', print, 1),
        node.destroy_client: node.create_client(SetBool, 'kept'),
        node.destroy_service: node.create_service(SetBool, 'kept', print),
        node.destroy_timer: node.create_timer(1, None),
        node.destroy_guard_condition: node.create_guard_condition(print),
    }
    for destroy, entity in entities.items():
        with entity.handle:
            pass
        assert destroy(entity)
        with pytest.raises(InvalidHandle), entity.handle:
            pass
    node.destroy_node()
    with pytest.raises(InvalidHandle), node.handle:
        pass
    with node.context.handle:
        pass
    node.context.destroy()
    assert not node.context.ok()
    with pytest.raises(InvalidHandle), node.context.handle:
        pass
    unused = rclpy.Context()
    unused.destroy()
    assert unused.handle is None


def test_information_about_endpoints(node):
    node.create_publisher(String, 'info', 7)
    info = node.get_publishers_info_by_topic('info')[0]
    assert (info.node_name, info.node_namespace, info.topic_type) == ('named', '/ns', 'std_msgs/msg/String')
    assert str(info.topic_type_hash).startswith('RIHS01_df668c74')
    assert info.topic_type_hash == TypeHash(version=1, value=info.topic_type_hash.value) != TypeHash()
    lines = str(info).splitlines()
    assert lines[:3] == ['Node name: named', 'Node namespace: /ns', 'Topic type: std_msgs/msg/String']
    assert '  History (Depth): KEEP_LAST (7)' in lines
    info_by_values = TopicEndpointInfo(endpoint_type=2, topic_type_hash={'version': 1, 'value': bytes(32)})
    assert info_by_values.endpoint_type is TopicEndpointTypeEnum.SUBSCRIPTION
    assert str(info_by_values.topic_type_hash) == 'RIHS01_' + 64 * '0'
    assert info_by_values != info
    assert TopicEndpointInfo() == TopicEndpointInfo()
    assert str(TypeHash()) == 'INVALID'
    with pytest.raises(AssertionError, match='node_name'):
        info_by_values.node_name = 5
