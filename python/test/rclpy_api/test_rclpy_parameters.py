# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Parameters of nodes follow rclpy's rules where they differ from rclcpp's."""

import subprocess
import sys
import warnings

import pytest
import rclpy
from eventually import eventually
from rcl_interfaces.msg import (
    FloatingPointRange,
    IntegerRange,
    ParameterDescriptor,
    ParameterEvent,
    ParameterValue,
    SetParametersResult,
)
from rclpy import exceptions
from rclpy.duration import Duration
from rclpy.executors import SingleThreadedExecutor
from rclpy.parameter import (
    Parameter,
    get_parameter_value,
    parameter_dict_from_yaml_file,
    parameter_value_to_python,
)
from rclpy.parameter_client import AsyncParameterClient
from rclpy.parameter_event_handler import ParameterEventHandler
from rclpy.publisher import Publisher
from rclpy.qos import QoSProfile
from rclpy.qos_overriding_options import QoSOverridingOptions, QoSPolicyKind
from std_msgs.msg import String

Type = Parameter.Type
DYNAMIC = ParameterDescriptor(dynamic_typing=True)


@pytest.fixture
def context():
    context = rclpy.Context()
    context.init(args=[])
    yield context
    context.try_shutdown()


@pytest.fixture
def make(context):
    nodes = []

    def create(name='parameters', **options):
        nodes.append(rclpy.create_node(name, context=context, **options))
        return nodes[-1]

    yield create
    for node in nodes:
        node.destroy_node()


@pytest.fixture
def spun(context):
    """Returns a function that runs callbacks of nodes until a condition holds."""
    executor = SingleThreadedExecutor(context=context)

    def spin_until(condition, *nodes):
        for node in nodes:
            executor.add_node(node)

        def is_met():
            executor.spin_once(timeout_sec=0)
            return condition()

        return eventually(is_met)

    return spin_until


def test_a_typed_parameter_can_be_undeclared_and_declared_again(make):
    node = make()
    node.declare_parameter('gain', 1.0)
    node.undeclare_parameter('gain')
    assert not node.has_parameter('gain')
    assert node.declare_parameter('gain', 'high').value == 'high'
    with pytest.raises(exceptions.ParameterNotDeclaredException):
        node.undeclare_parameter('other')
    node.declare_parameter('fixed', 1, ParameterDescriptor(read_only=True))
    with pytest.raises(exceptions.ParameterImmutableException):
        node.undeclare_parameter('fixed')


def test_a_parameter_without_a_value_gives_the_alternative(make):
    node = make()
    alternative = Parameter('alternative', value=7)
    assert node.declare_parameter('typed', Type.INTEGER).type_ is Type.NOT_SET
    node.declare_parameter('dynamic', None, DYNAMIC)
    for name in ('typed', 'dynamic', 'undeclared'):
        assert node.get_parameter_or(name, alternative) is alternative
        assert node.get_parameter_or(name).type_ is Type.NOT_SET
    with pytest.raises(exceptions.ParameterUninitializedException):
        node.get_parameter('typed')
    assert node.get_parameter('dynamic').value is None
    assert node.set_parameters([Parameter('typed', value=3)])[0].successful
    assert node.get_parameter_or('typed', alternative).value == 3


def test_none_undeclares_a_dynamic_parameter_only(make):
    node = make()
    node.declare_parameter('typed', 1)
    node.declare_parameter('dynamic', 1, DYNAMIC)
    refused, undeclared = node.set_parameters([Parameter('typed'), Parameter('dynamic')])
    assert (refused.successful, refused.reason) == (False, 'Static parameter cannot be undeclared')
    assert undeclared.successful and not node.has_parameter('dynamic') and node.get_parameter('typed').value == 1
    result = node.set_parameters([Parameter('typed', value='text')])[0]
    assert not result.successful and result.reason.startswith('Wrong parameter type')


@pytest.mark.parametrize(
    ('error', 'arguments'),
    [
        (exceptions.InvalidParameterException, ('', 1)),
        (exceptions.ParameterAlreadyDeclaredException, ('known', 1)),
        (exceptions.InvalidParameterTypeException, ('overridden', 'text')),
        (exceptions.InvalidParameterTypeException, ('overridden', Type.STRING)),
        (exceptions.InvalidParameterValueException, ('refused', 1)),
        (exceptions.InvalidParameterValueException, ('far', 11, ParameterDescriptor(integer_range=[IntegerRange()]))),
        (TypeError, (5, 1)),
        (TypeError, ('p', 1, ParameterValue())),
        (ValueError, ('p', Type.NOT_SET)),
        (ValueError, ('p', ParameterValue())),
        (ValueError, ('p', None, ParameterDescriptor())),
        (ValueError, ('p', Type.DOUBLE, DYNAMIC)),
    ],
)
def test_a_wrong_declaration_has_its_own_error(make, error, arguments):
    node = make(parameter_overrides=[Parameter('overridden', value=5)])
    node.declare_parameter('known', 1)
    node.add_on_set_parameters_callback(
        lambda parameters: SetParametersResult(successful=all(parameter.name != 'refused' for parameter in parameters))
    )
    with pytest.raises(error):
        node.declare_parameter(*arguments)
    assert not node.has_parameter('p') and not node.has_parameter('overridden') and not node.has_parameter('refused')


def test_a_declaration_by_name_alone_warns_at_its_line(make):
    node = make()
    for declare in (lambda: node.declare_parameter('a'), lambda: node.declare_parameters('n', [('a',)])):
        with pytest.warns(UserWarning, match='deprecated') as caught:
            declare()
        assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        node.declare_parameter('b', None, DYNAMIC)
    assert node.has_parameter('n.a') and node.describe_parameter('a').dynamic_typing


def test_one_descriptor_serves_several_parameters(make):
    node = make()
    shared = ParameterDescriptor(description='shared')
    node.declare_parameters('', [('a', 1, shared), ('b', 'text', shared)])
    assert [descriptor.name for descriptor in node.describe_parameters(['a', 'b'])] == ['a', 'b']
    assert [descriptor.type for descriptor in node.describe_parameters(['a', 'b'])] == [
        Type.INTEGER.value,
        Type.STRING.value,
    ]
    assert shared == ParameterDescriptor(description='shared')


def test_ranges_accept_their_ends_and_their_steps(make):
    node = make()
    integers = ParameterDescriptor(integer_range=[IntegerRange(from_value=-10, to_value=11, step=5)])
    doubles = ParameterDescriptor(floating_point_range=[FloatingPointRange(from_value=0.0, to_value=1.0, step=0.1)])
    node.declare_parameter('i', 0, integers)
    node.declare_parameter('d', 0.3, doubles)

    def accepted(name, values):
        return [value for value in values if node.set_parameters([Parameter(name, value=value)])[0].successful]

    assert accepted('i', [-11, -10, -9, -5, 0, 10, 11, 12]) == [-10, -5, 0, 10, 11]
    assert accepted('d', [-0.1, 0.0, 0.25, 0.7, 1.0, 1.1]) == [0.0, 0.7, 1.0]


def test_a_descriptor_can_be_replaced(make):
    node = make()
    node.declare_parameter('speed', 5)
    node.declare_parameter('fixed', 5, ParameterDescriptor(read_only=True))
    small = ParameterDescriptor(type=Type.INTEGER.value, integer_range=[IntegerRange(from_value=0, to_value=3)])
    with pytest.raises(exceptions.InvalidParameterValueException):
        node.set_descriptor('speed', small)
    assert node.set_descriptor('speed', small, Parameter('', value=2).get_parameter_value()).integer_value == 2
    assert node.get_parameter('speed').value == 2 and node.describe_parameter('speed').name == 'speed'
    assert not node.set_parameters([Parameter('speed', value=4)])[0].successful
    with pytest.raises(exceptions.ParameterImmutableException):
        node.set_descriptor('fixed', small)
    with pytest.raises(exceptions.ParameterNotDeclaredException):
        node.set_descriptor('unknown', small)


def test_an_undeclared_parameter_has_an_empty_descriptor_where_it_is_allowed(make):
    node = make(allow_undeclared_parameters=True)
    assert node.describe_parameters(['a', 'b']) == [ParameterDescriptor()] * 2
    assert node.get_parameter_types(['a']) == [Type.NOT_SET]
    assert node.set_parameters([Parameter('a', value=1)])[0].successful
    assert node.set_parameters([Parameter('a', value='text')])[0].successful
    with pytest.raises(exceptions.ParameterAlreadyDeclaredException):
        node.declare_parameter('a', 1)


def test_lists_only_the_parameters_that_rclpy_has(make):
    node = make()
    node.declare_parameters('', [('arm.joint.gain', 1), ('arm.speed', 1), ('arms', 1)])
    names = set(node.list_parameters([], 0).names)
    assert names == {'use_sim_time', 'start_type_description_service', 'arm.joint.gain', 'arm.speed', 'arms'}
    below = node.list_parameters(['arm'], 1)
    assert (below.names, below.prefixes) == (['arm.speed'], ['arm'])
    assert node.list_parameters(['arm'], 0).names == ['arm.joint.gain', 'arm.speed']
    assert node.list_parameters(['arms'], 0).names == ['arms']
    assert set(node.get_parameters_by_prefix('')) == names
    assert set(node.get_parameters_by_prefix('arm')) == {'joint.gain', 'speed'}
    for error, arguments in ((TypeError, ('arm', 0)), (TypeError, ([], 1.5)), (ValueError, ([], -1))):
        with pytest.raises(error):
            node.list_parameters(*arguments)


def test_callbacks_run_the_latest_first_and_not_for_declarations_before_setting(make):
    node, calls = make(), []

    def pre_set(parameters):
        calls.append('pre')
        return [*parameters, Parameter('copy', value=parameters[0].value)]

    def accept(mark):
        return lambda parameters: calls.append(mark) or SetParametersResult(successful=True)

    first, second = accept('first'), accept('second')
    node.add_pre_set_parameters_callback(pre_set)
    for callback in (first, second):
        node.add_on_set_parameters_callback(callback)
    node.add_post_set_parameters_callback(lambda parameters: calls.append([parameter.name for parameter in parameters]))
    node.declare_parameters('', [('copy', 0), ('value', 0)])
    assert calls == ['second', 'first', ['copy'], 'second', 'first', ['value']]
    calls.clear()
    node.set_parameters([Parameter('value', value=5)])
    assert calls == ['pre', 'second', 'first', ['value', 'copy']] and node.get_parameter('copy').value == 5
    node.remove_on_set_parameters_callback(first)
    with pytest.raises(ValueError, match='was added'):
        node.remove_on_set_parameters_callback(first)
    node.add_on_set_parameters_callback(lambda parameters: None)
    with pytest.raises(TypeError, match='returned None; expected a SetParametersResult'):
        node.set_parameters([Parameter('value', value=6)])
    assert node.get_parameter('value').value == 5


def test_a_callback_may_set_another_parameter(make):
    node = make()
    node.declare_parameters('', [('a', 0), ('b', 0)])

    def follow(parameters):
        for parameter in parameters:
            if parameter.name == 'a':
                node.set_parameters([Parameter('b', value=parameter.value)])

    node.add_post_set_parameters_callback(follow)
    node.set_parameters([Parameter('a', value=4)])
    assert node.get_parameter('b').value == 4


def test_events_report_new_changed_and_deleted_parameters(make, spun):
    node = make(allow_undeclared_parameters=True)
    events, seen = [], []
    client = AsyncParameterClient(node, 'parameters')
    client.on_parameter_event(events.append)
    handler = ParameterEventHandler(node)
    handle = handler.add_parameter_callback('a', '', lambda parameter: seen.append(parameter.value.integer_value))
    node.declare_parameter('a', 1)
    node.set_parameters([Parameter('a', value=2), Parameter('b', value=1), Parameter('b')])

    def changes():
        kinds = ('new', 'changed', 'deleted')
        changed = [(kind, getattr(event, f'{kind}_parameters')) for event in events for kind in kinds]
        return [(kind, parameter.name) for kind, parameters in changed for parameter in parameters]

    spun(lambda: changes() == [('new', 'a'), ('changed', 'a'), ('new', 'b'), ('deleted', 'b')], node)
    spun(lambda: seen == [1, 2])
    handler.remove_parameter_callback(handle)
    with pytest.raises(RuntimeError, match='not registered'):
        handler.remove_parameter_callback(handle)
    assert handler.get_parameter_from_event(ParameterEvent(node='/n'), 'a', '/n') is None


def test_the_services_answer_by_the_same_rules(make, spun, tmp_path):
    node = make()
    node.declare_parameter('typed', Type.STRING)
    node.declare_parameter('number', 1)
    client = AsyncParameterClient(node, 'parameters')

    def answer(future):
        spun(future.done, node)
        return future.result()

    assert answer(client.get_parameters(['number', 'typed'])).values == []
    assert answer(client.describe_parameters(['typed'])).descriptors[0].type == Type.STRING.value
    assert not answer(client.delete_parameters(['number'])).results[0].successful
    file = tmp_path / 'of_another_node.yaml'
    file.write_text('/another:\n  ros__parameters: {number: 8}\n')
    assert answer(client.load_parameter_file(str(file))).results[0].successful
    assert node.get_parameter('number').value == 8


def test_a_callback_that_raises_after_setting_changes_no_answer(make, spun, capfd):
    node = make()
    node.declare_parameter('number', 1)

    def fail(parameters):
        raise OSError('no device')

    node.add_post_set_parameters_callback(fail)
    client = AsyncParameterClient(node, 'parameters')
    for value, call in ((2, client.set_parameters), (3, client.set_parameters_atomically)):
        future = call([Parameter('number', value=value)])
        spun(future.done, node)
        response = future.result()
        result = response.results[0] if value == 2 else response.result
        assert result.successful and node.get_parameter('number').value == value
        text = capfd.readouterr().err
        assert 'number was set, then a callback raised this' in text and 'OSError: no device' in text
    with pytest.raises(OSError, match='no device'):
        node.set_parameters([Parameter('number', value=4)])
    assert node.get_parameter('number').value == 4


def test_use_sim_time_still_decides_the_time(make):
    node = make()
    assert not node.get_clock().ros_time_is_active
    assert node.set_parameters([Parameter('use_sim_time', value=True)])[0].successful
    assert node.get_clock().ros_time_is_active and node.get_parameter('use_sim_time').value is True
    assert not node.set_parameters([Parameter('use_sim_time', value='yes')])[0].successful
    assert make('other', parameter_overrides=[Parameter('use_sim_time', value=True)]).get_clock().ros_time_is_active


def test_overrides_are_declared_on_request(make):
    overrides = [Parameter('a', value=1), Parameter('b.c', value=[1.0, 2.0])]
    node = make(parameter_overrides=overrides, automatically_declare_parameters_from_overrides=True)
    assert node.get_parameter('a').value == 1 and list(node.get_parameter('b.c').value) == [1.0, 2.0]
    assert not node.set_parameters([Parameter('a', value='text')])[0].successful  # it has the type of the override
    assert make(parameter_overrides=overrides).declare_parameter('a', 5).value == 1
    assert make(parameter_overrides=overrides).declare_parameter('a', 5, ignore_override=True).value == 5


def test_overrides_of_files_have_their_place(tmp_path):
    file = tmp_path / 'p.yaml'
    file.write_text('/**:\n  ros__parameters:\n    empty: []\n    text: [a]\n    speed: 12\n')
    context = rclpy.Context()
    context.init(args=['program', '--ros-args', '--params-file', str(file), '-p', 'used:=5'])
    node = rclpy.create_node('n', context=context)
    assert node.declare_parameter('empty', [1.5]).type_ is Type.DOUBLE_ARRAY
    assert node.declare_parameter('used', Type.INTEGER).value == 5
    for error, name, value, descriptor in (
        (exceptions.InvalidParameterTypeException, 'text', 1, None),
        (exceptions.InvalidParameterTypeException, 'text', Type.BOOL, None),
        (exceptions.InvalidParameterValueException, 'speed', 1, ParameterDescriptor(integer_range=[IntegerRange()])),
    ):
        with pytest.raises(error, match=r'p\.yaml:[45]'):
            node.declare_parameter(name, value, descriptor)
        assert not node.has_parameter(name)
    other = rclpy.create_node('other', context=context, automatically_declare_parameters_from_overrides=True)
    assert list(other.get_parameter('empty').value) == [] and other.get_parameter('speed').value == 12
    node.destroy_node()
    other.destroy_node()
    context.shutdown()


def test_an_override_that_no_node_declares_is_reported():
    program = "import rclpy; rclpy.init(); rclpy.create_node('n').declare_parameter('used', 1); rclpy.shutdown()"
    arguments = ['--ros-args', '-p', 'used:=5', '-p', 'unused:=5']
    ended = subprocess.run([sys.executable, '-c', program, *arguments], capture_output=True, text=True, timeout=60)
    assert "no node has declared a parameter 'unused'" in ended.stderr and "'used'" not in ended.stderr


@pytest.mark.parametrize(
    ('text', 'kind', 'value'),
    [
        ('5', Type.INTEGER, 5),
        ('-1.5', Type.DOUBLE, -1.5),
        ('yes', Type.BOOL, True),
        ('0x10', Type.INTEGER, 16),
        ('[1, 2]', Type.INTEGER_ARRAY, [1, 2]),
        ('[a, b]', Type.STRING_ARRAY, ['a', 'b']),
        ('[true]', Type.BOOL_ARRAY, [True]),
        ("'5'", Type.STRING, '5'),
        ('a: {', Type.STRING, 'a: {'),
        ('{a: 1}', Type.STRING, '{a: 1}'),
        ('[1, a]', Type.STRING, '[1, a]'),
        ('null', Type.STRING, 'null'),
        ('', Type.STRING, ''),
        ('2024-01-01', Type.STRING, '2024-01-01'),
        (str(2**70), Type.STRING, str(2**70)),
    ],
)
def test_a_text_becomes_the_value_that_yaml_reads(text, kind, value):
    pytest.importorskip('yaml')
    message = get_parameter_value(text)
    assert (Type(message.type), parameter_value_to_python(message)) == (kind, value)


def test_names_of_a_file_begin_with_the_given_text(tmp_path):
    pytest.importorskip('yaml')
    file = tmp_path / 'p.yaml'
    file.write_text('/n:\n  ros__parameters: {a: {b: 1}, c: 2}\n')
    assert set(parameter_dict_from_yaml_file(str(file), namespace='x.')) == {'x.a.b', 'x.c'}
    assert set(parameter_dict_from_yaml_file(str(file))) == {'a.b', 'c'}


def test_qos_overrides_have_the_names_and_values_of_rclpy(make):
    node = make(parameter_overrides=[Parameter('qos_overrides./t.publisher_x.depth', value=7)])
    kinds = (QoSPolicyKind.DEPTH, QoSPolicyKind.HISTORY, QoSPolicyKind.DEADLINE)
    options = QoSOverridingOptions(kinds, entity_id='x')
    qos = QoSProfile(depth=1, deadline=Duration(seconds=1))
    publisher = node.create_publisher(String, '/t', qos, qos_overriding_options=options)
    assert (publisher.qos_profile.depth, qos.depth) == (7, 1) and isinstance(publisher, Publisher)
    by_name = {name: parameter.value for name, parameter in node.get_parameters_by_prefix('qos_overrides').items()}
    assert by_name == {
        '/t.publisher_x.depth': 7,
        '/t.publisher_x.history': 'keep_last',
        '/t.publisher_x.deadline': 1_000_000_000,
    }
