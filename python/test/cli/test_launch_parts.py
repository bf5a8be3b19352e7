# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Unit tests of rxros2.launch without processes."""

import asyncio
import errno
import logging
import math
import os
import pathlib
import sys

import pytest

from rxros2.launch import sources
from rxros2.launch.actions import configurations, include, loops, plain, process
from rxros2.launch.context import LaunchContext
from rxros2.launch.entity import (
    Action,
    Condition,
    LaunchConfigurationEquals,
    LaunchConfigurationNotEquals,
    LaunchDescription,
    ensure_argument_type,
    is_a_subclass,
    visit,
)
from rxros2.launch.errors import LaunchError, SubstitutionFailure
from rxros2.launch.events import (
    SignalProcess,
    matches_action,
    matches_executable,
    matches_name,
    matches_pid,
)
from rxros2.launch.frontend import attributes, parser
from rxros2.launch.frontend.element import Element
from rxros2.launch.handlers import EventHandler, OnProcessExit, OnShutdown, event_named
from rxros2.launch.logging import get_logger
from rxros2.launch.output import LogHandler, Output
from rxros2.launch.ros import index, node, parameters
from rxros2.launch.service import LaunchService
from rxros2.launch.substitution import (
    TextSubstitution,
    described,
    float_of,
    normalize_to_list_of_substitutions,
    text_of,
)
from rxros2.launch.substitution_text import parse_substitution
from rxros2.launch.substitutions import (
    AnonName,
    Command,
    EnvironmentVariable,
    FindExecutable,
    LaunchConfiguration,
    LocalSubstitution,
    PathJoinSubstitution,
    PathSubstitution,
    PythonExpression,
    ThisLaunchFile,
)

assert parser.TAGS  # its import registers the substitutions


@pytest.fixture
def context(tmp_path, monkeypatch):
    monkeypatch.setenv('ROS_LOG_DIR', str(tmp_path / 'log'))
    created = LaunchContext()
    created.extend_globals({'to_close': [], 'first_environment': dict(os.environ)})
    yield created
    for close in created.locals.to_close:
        close()


@pytest.mark.parametrize(
    ('text', 'value'),
    [
        ('', ''),
        ('a b', 'a b'),
        (r'\$(var a)\\', '$(var a)\\'),
        ('$(var a)$(var a)', '11'),
        ('$(var none other)', 'other'),
        ("$(var none 'a b')", 'a b'),
        ('$(var none "$(var a) b")', '1 b'),
        ('$(var  $(var name) )', '1'),
        ('$(env NONE x)', 'x'),
        ("$(eval '$(var a) + 1')", '2'),
        ("$(eval 'sqrt(16)')", '4.0'),
        ("$(eval 'os.sep' os)", '/'),
        ("$(eval 'os.sep + str(math.pi)[:3]' 'os, math')", '/3.1'),
        ("$(command 'echo a')", 'a\n'),
        ('$(command \'sh -c "echo a; echo b >&2"\' ignore)', 'a\n'),
        ('$(command \'sh -c "echo a; echo b >&2"\' capture)', 'a\nb\n'),
        ('$(not true)', 'false'),
        ('$(and true 0)', 'false'),
        ('$(or true 0)', 'true'),
        ('$(any 0 0 1)', 'true'),
        ('$(all 1 1 true)', 'true'),
        ('$(equals 1.0 1)', 'true'),
        ('$(equals TRUE true)', 'true'),
        ('$(not-equals a A)', 'true'),
        ('$(if true a b)', 'a'),
        ('$(if false a)', ''),
        ('$(string-join - a b $(var a))', 'a-b-1'),
        ('$(for-var none x)', 'x'),
        ('$(param speed)', '0.5'),
        ('$(param none 3)', '3'),
    ],
)
def test_substitutions(context, text, value):
    context.launch_configurations.update({'a': '1', 'name': 'a', node.PARAMETERS: ['file', ('speed', 0.5)]})
    parts = parse_substitution(text)
    assert text_of(context, parts) == value
    assert all(isinstance(part.describe(), str) for part in parts)


@pytest.mark.parametrize(
    ('text', 'expected'),
    [
        ('$(var none)', "no launch configuration 'none' is set; there are a, b"),
        ('$(env NONE)', "the environment variable 'NONE' is not set, and there is no default for it"),
        ('$(eval 1/0)', 'the expression 1/0 fails: ZeroDivisionError'),
        ("$(command 'false')", "the command 'false' ended with 1: "),
        ("$(command 'nothere')", "the command 'nothere' cannot be started: No such file"),
        ("$(command '')", "the command '' cannot be started: it is empty"),
        ("$(command '\"')", 'cannot be split into words'),
        ('$(command \'sh -c "echo b >&2"\')', 'wrote to standard error: b'),
        ("$(command 'echo' hide)", "on_stderr is 'hide'; expected fail, ignore, warn or capture"),
        ('$(find-exec nothere)', "no program 'nothere' in PATH"),
        ('$(find-pkg-share nothere)', 'no package nothere'),
        ('$(file-content /proc/nothere)', '/proc/nothere cannot be read'),
        ('$(not maybe)', "maybe is 'maybe'; expected true, 1, yes, on, false, 0, no or off"),
        ('$(filename)', 'there is no launch file here'),
        ('$(not "true)', 'a " is not closed'),
        ('$(equals a)', 'equals has 1 arguments; expected 2'),
        ('$(param none)', "no parameter 'none' was set"),
        ('$(index i)', "no value 'i' in this loop; there are none"),
    ],
)
def test_substitutions_without_a_value(context, text, expected):
    context.launch_configurations.update({'a': '1', 'b': '2'})
    with pytest.raises((SubstitutionFailure, LaunchError)) as error:
        text_of(context, parse_substitution(text))
    assert expected in str(error.value)


def test_substitutions_as_objects(context, capfd):
    assert text_of(context, PathJoinSubstitution(['a']) / 'b' / ['c', 'd']) == 'a/b/cd'
    assert text_of(context, PathSubstitution(['a', LaunchConfiguration('b', default='c')]) / 'd') == 'a/c/d'
    assert text_of(context, PathSubstitution('a') / 'd') == 'a/d'
    assert text_of(context, FindExecutable(name='sh')).endswith('/sh')
    first, second = (text_of(context, AnonName('a')) for _ in range(2))
    assert first == second != text_of(context, AnonName('b'))
    context.extend_locals({'event': OnShutdown, 'current_launch_file_path': '/a/b.launch.py'})
    assert text_of(context, LocalSubstitution('event.__name__')) == 'OnShutdown'
    assert text_of(context, ThisLaunchFile()) == '/a/b.launch.py'
    with pytest.raises(SubstitutionFailure, match="no local 'none' here; there are anonymous_names"):
        text_of(context, LocalSubstitution('none'))
    assert text_of(context, LaunchConfiguration('a', default=3)) == '3'
    assert (
        text_of(context, [LaunchConfiguration('a', default=['x', TextSubstitution(text='y')]), pathlib.Path('/z')])
        == 'xy/z'
    )
    assert text_of(context, Command(['sh -c "echo a; echo b >&2"'], on_stderr='warn')) == 'a\n'
    assert 'wrote to standard error: b' in capfd.readouterr().out
    assert described(None) == 'None' and described(3) == '3' and described(['a', 'b']) == 'ab'
    assert described(['a', EnvironmentVariable('B')]) == "'a' + EnvironmentVariable(B)"
    assert PythonExpression('1', python_modules='math').describe() == 'PythonExpression(1)'
    with pytest.raises(TypeError, match='expected a text, a path, a substitution or a list of these, found 3'):
        normalize_to_list_of_substitutions(3)
    with pytest.raises(TypeError, match='expected a text, found 3'):
        TextSubstitution(text=3)


def test_conditions(context):
    assert Condition().evaluate(context) and not Condition(predicate=lambda _: False).evaluate(context)
    context.launch_configurations['a'] = '1'
    for value, equal in (('1', True), (['1'], True), ('2', False), (None, False)):
        assert LaunchConfigurationEquals('a', value).evaluate(context) is equal
        assert LaunchConfigurationNotEquals('a', value).evaluate(context) is not equal
    assert LaunchConfigurationEquals('b', None).evaluate(context)
    assert LaunchConfigurationEquals('b', None).describe() == 'LaunchConfigurationEquals(b, None)'


def test_configurations_and_environment(context, monkeypatch):
    monkeypatch.setenv('BED', '1')
    for action in (
        configurations.PushLaunchConfigurations(),
        configurations.PushEnvironment(),
        configurations.SetLaunchConfiguration('a', '1'),
        configurations.SetLaunchConfiguration('b', '2'),
        configurations.UnsetLaunchConfiguration('b'),
        configurations.AppendEnvironmentVariable('BED', '2'),
        configurations.AppendEnvironmentVariable('BED', '0', prepend='true', separator=';'),
        configurations.AppendEnvironmentVariable('NEW', 'x'),
    ):
        visit(action, context)
        assert action.describe()
    assert context.launch_configurations == {'a': '1'} and os.environ['BED'] == '0;1:2' and os.environ['NEW'] == 'x'
    visit(configurations.UnsetEnvironmentVariable('NEW'), context)
    visit(configurations.UnsetEnvironmentVariable('NEW'), context)
    visit(configurations.PopEnvironment(), context)
    assert context.launch_configurations == {'a': '1'} and os.environ['BED'] == '1' and 'NEW' not in os.environ
    visit(configurations.PopLaunchConfigurations(), context)
    assert context.launch_configurations == {}
    with pytest.raises(LaunchError, match=r'test_launch_parts.py:\d+: PopEnvironment: configurations or environm'):
        visit(configurations.PopEnvironment(), context)
    visit(configurations.SetEnvironmentVariable('BED', '9'), context)
    visit(configurations.ResetEnvironment(), context)
    assert 'BED' not in os.environ
    context.launch_configurations.update({'a': '1', 'b': '2'})
    visit(configurations.ResetLaunchConfigurations({'c': LaunchConfiguration('a')}), context)
    assert context.launch_configurations == {'c': '1'}


def test_arguments(context):
    visit(configurations.DeclareLaunchArgument('a', default_value='1'), context)
    assert context.launch_configurations == {'a': '1'}
    with pytest.raises(LaunchError, match=r"the argument 'b' \(beds\) has no default; give it as b:=VALUE"):
        visit(configurations.DeclareLaunchArgument('b', description='beds'), context)
    with pytest.raises(LaunchError, match="the value of the argument 'a' is '1'; expected one of x, y"):
        visit(configurations.DeclareLaunchArgument('a', choices=['x', 'y']), context)
    with pytest.raises(LaunchError, match="the argument 'a' has no choices"):
        configurations.DeclareLaunchArgument('a', choices=[])
    inner = LaunchDescription([configurations.DeclareLaunchArgument('x'), configurations.DeclareLaunchArgument('y')])
    outer = LaunchDescription(
        [
            configurations.GroupAction([configurations.SetLaunchConfiguration('z', '1')]),
            include.IncludeLaunchDescription(sources.LaunchDescriptionSource(inner), launch_arguments={'x': '1'}),
            include.IncludeLaunchDescription([LaunchConfiguration('not known yet')]),
            configurations.DeclareLaunchArgument('w', condition=Condition()),
        ]
    )
    assert [(argument.name, argument._conditionally_included) for argument in outer.get_launch_arguments()] == [
        ('y', False), ('w', True)
    ]  # fmt: skip


def test_parameters(context, tmp_path):
    typed = parameters.typed
    assert (
        typed('7', int) == 7
        and typed('1e3', float) == 1000.0
        and typed('true', bool) is True
        and typed('7', str) == '7'
    )
    assert typed('[1, 2]', list[int]) == [1, 2] and typed('[1, true]', list[str]) == ['1', 'true']
    for text, kind, expected in (
        ('a', int, "'a' is not a valid int"),
        ('maybe', bool, "'maybe' is not a valid bool"),
        ('1', list[int], "'1' is not a list; expected one of int"),
        ('1', dict, 'is not a valid parameter type'),
        ('[a', list[str], 'while parsing'),
    ):
        with pytest.raises(ValueError, match=expected.replace('[', r'\[')):
            typed(text, kind)
    value_of = parameters.value_of
    values = {
        '': '',
        '1': 1,
        '1.5': 1.5,
        'true': True,
        'a': 'a',
        '[1, 2]': [1, 2],
        'a: 1': 'a: 1',
        '[]': '[]',
        '[': '[',
    }
    assert {value: value_of(value) for value in values} == values and value_of('2020-01-01') == '2020-01-01'
    value = parameters.ParameterValue
    assert value([1, 2], value_type=list[float]).evaluate(context) == [1.0, 2.0]
    assert value(True, value_type=str).evaluate(context) == 'true' and value(2).evaluate(context) == 2
    assert parameters.Parameter('a', ['1', '2'], value_type=int).evaluate(context) == ('a', 12)
    for invalid, expected in (
        ([], 'an empty list'),
        (None, 'None is not a valid parameter value'),
        ([1, 'a'], 'of several types'),
    ):
        with pytest.raises(LaunchError, match=f'the parameter a.b: .*{expected}'):
            parameters.flat(context, {'a': {'b': invalid}})
    with pytest.raises(TypeError, match='expected a mapping or the path of a file'):
        parameters.checked([3], 'Node')
    file = tmp_path / 'a.yaml'
    file.write_text(
        '/**: {ros__parameters: {a: 0, b: 0}}\n/*/n: {ros__parameters: {a: 1}}\n'
        'x: {n: {ros__parameters: {a: 2, c: {d: 1}}}}\n'
        '/y/**: {ros__parameters: {b: 2}}\n/y/z/n:\n  ros__parameters:\n'
    )
    assert parameters.of_node(file, '/x/n') == {'a': 2, 'b': 0, 'c.d': 1}
    assert parameters.of_node(file, '/y/n') == {'a': 1, 'b': 2}
    assert parameters.of_node(file, '/y/z/n') == {'a': 0, 'b': 2} and parameters.of_node(file, '/n') == {'a': 0, 'b': 0}
    result = parameters.evaluate_parameters(
        context, [parameters.Parameter('p', '1'), file, {'q': TextSubstitution(text='x')}]
    )
    assert result == [{'p': '1'}, file, {'q': 'x'}]
    for text, expected in (('[', f'{file}: no parameter file: '), ('- a', 'expected a mapping of node names')):
        file.write_text(text)
        with pytest.raises(LaunchError, match=expected):
            parameters.ParameterFile(file).evaluate(context)


def test_settings_of_a_scope(context, tmp_path, monkeypatch):
    monkeypatch.setenv('ROS_LOG_DIR', '')
    file = tmp_path / 'a.yaml'
    file.write_text('/**: {ros__parameters: {a: 0}}\n')
    for action in (
        node.SetUseSimTime('true'),
        node.SetParametersFromFile(file),
        node.SetRemap('a', ['b', 'c']),
        node.SetROSLogDir('/tmp/x'),
        node.PushRosNamespace('n'),
        node.PushRosNamespace('/'),
    ):
        visit(action, context)
        assert action.describe()
    assert node.parameters_of(context, [{'b': 1}]) == [{'use_sim_time': True}, file, {'b': 1}]
    assert node.remappings_of(context, [('d', 'e')]) == [('a', 'bc'), ('d', 'e')]
    assert os.environ['ROS_LOG_DIR'] == '/tmp/x'
    assert node.namespace_of(context, 'm') == '/n/m' and node.namespace_of(context, '/m') == '/m'
    assert node.namespace_of(context, None) == '/n' and node.namespace_of(LaunchContext(), None) is None
    assert node.prefix_namespace('/', 'a') == '/a' and node.is_root_namespace('/')
    with pytest.raises(LaunchError, match='no parameter file /proc/none'):
        visit(node.SetParametersFromFile('/proc/none'), context)
    with pytest.raises(TypeError, match="'ab' is not a remapping; expected a pair"):
        node.remappings_of(context, ['ab'])
    unexecuted = node.Node(package='p', executable='e')
    with pytest.raises(RuntimeError, match='Node p/e: its name is unknown before it is executed'):
        unexecuted.node_name  # noqa: B018
    assert not unexecuted.is_node_name_fully_specified() and '<' in unexecuted.expanded_node_namespace


def test_packages(tmp_path, monkeypatch):
    folder = tmp_path / 'share/ament_index/resource_index'
    (folder / 'packages').mkdir(parents=True)
    (folder / 'packages/bed').touch()
    monkeypatch.setenv('AMENT_PREFIX_PATH', str(tmp_path))
    for path in ('b', 'a/e', 'b/e'):
        (tmp_path / f'lib/bed/{path}').parent.mkdir(parents=True, exist_ok=True)
    for path in ('a/e', 'b/e'):
        (tmp_path / f'lib/bed/{path}').touch(0o755)
    with pytest.raises(SubstitutionFailure, match='several e in the package bed'):
        index.ExecutableInPackage('e', 'bed').perform(LaunchContext())
    assert index.ExecutableInPackage('b/e', 'bed').perform(LaunchContext()) == f'{tmp_path}/lib/bed/b/e'
    assert (index.FindPackagePrefix('bed') / 'x').perform(LaunchContext()) == f'{tmp_path}/x'


def test_loops_and_levels(context, capfd):
    for level in ('debug', 'Info', 'WARNING', 'error'):
        visit(plain.Log(msg='a', level=level), context)
    for kind in (plain.LogDebug, plain.LogInfo, plain.LogWarning, plain.LogError):
        visit(kind(msg='b'), context)
    visit(loops.ForEach('{a: 1};{}; {a: 2, b: 3}', function=lambda a=0, b=0: [plain.LogInfo(msg=f'{a} {b}')]), context)
    visit(loops.ForLoop('2', function=lambda i: plain.LogInfo(msg=str(i)) if i else None), context)
    lines = [line.replace(' [launch.user]', '') for line in capfd.readouterr().out.splitlines()]
    assert lines == [
        '[INFO]: a', '[WARN]: a', '[ERROR]: a', '[INFO]: b', '[WARN]: b', '[ERROR]: b',
        '[INFO]: 1 0', '[INFO]: 0 0', '[INFO]: 2 3', '[INFO]: 1',
    ]  # fmt: skip
    for invalid, expected in (
        (plain.Log(msg='', level='loud'), "the level is 'loud'; expected debug, info, warning, error or critical"),
        (loops.ForLoop('-1', function=print), "the length of the loop is '-1'; expected a number"),
        (loops.ForEach('a', function=print), "'a' is not a set of values; expected a mapping in YAML"),
        (loops.ForEach('{', function=print), 'while parsing'),
    ):
        with pytest.raises(LaunchError, match=expected):
            visit(invalid, context)


def test_events_and_handlers():
    class Started:
        process_details = {'pid': 3, 'name': 'a-1', 'cmd': ['a', 'b']}  # noqa: RUF012

    started = Started()
    assert matches_action(started)(started) and not matches_action(started)(Started())
    assert matches_pid(3)(started) and matches_name('a-1')(started) and matches_executable('a')(started)
    assert SignalProcess(signal_number='SIGUSR1', process_matcher=bool).signal_name == 'SIGUSR1'
    assert SignalProcess(signal_number=2, process_matcher=bool).signal_name == 'SIGINT'
    with pytest.raises(ValueError, match="no signal 'SIGNONE'"):
        SignalProcess(signal_number='SIGNONE', process_matcher=bool)
    assert event_named('launch.events.Shutdown')(plain.ShutdownEvent())
    with pytest.raises(TypeError, match='OnProcessExit: the target is 3; expected a Action action or a function'):
        OnProcessExit(target_action=3, on_exit=[])
    with pytest.raises(TypeError, match='expected an event, found 3'):
        plain.EmitEvent(event=3)
    with pytest.raises(TypeError, match='expected an action or a list of actions, found 3'):
        EventHandler(matcher=bool, entities=[3])
    with pytest.raises(TypeError, match="Node: a is '1'; expected int or float"):
        ensure_argument_type('1', (int, float), 'a', 'Node')
    assert is_a_subclass(plain.Shutdown, Action) and is_a_subclass(plain.Shutdown(), Action)


def test_outputs():
    assert process.outputs({'both': 'own_log', 'stdout': ['screen', 'log']}) == (
        {'screen', 'log', 'both_log'}, {'both_log'}
    )  # fmt: skip
    for invalid, expected in (
        ({'in': 'log'}, 'a mapping of stdout'),
        ({'both': 'paper'}, 'paper; expected screen'),
        (3, 'is 3'),
    ):
        with pytest.raises(ValueError, match=expected):
            process.outputs(invalid)
    with pytest.raises(ValueError, match='the command is empty'):
        process.Executable(cmd=[]).prepare(LaunchContext())


def test_lines_without_an_end_are_cut():
    action = process.ExecuteProcess(cmd=['x'])
    assert action._lines(1, b'a\r\nb') == ['a'] and action._lines(1, b'c\n\xff') == ['bc']
    assert [len(line) for line in action._lines(1, b'd' * (1 << 20))] == [(1 << 20) + 1]
    assert action._lines(1, b'e\n') == ['e']


def test_a_prefix_for_chosen_programs(context):
    context.launch_configurations.update({'launch-prefix': 'nice -n 1', 'launch-prefix-filter': 'a b'})
    commands = []
    for program in ('/x/a', 'c'):
        executable = process.Executable(
            cmd=[program, 'x'], arguments=['y'], env={'E': '1'}, additional_env={'F': '2'}, cwd='/'
        )
        executable.prepare(context)
        commands.append(executable.final_cmd)
    assert commands == [['nice', '-n', '1', '/x/a', 'x', 'y'], ['c', 'x', 'y']]
    assert (executable.final_name, executable.final_env, executable.final_cwd) == ('c-2', {'E': '1', 'F': '2'}, '/')
    with pytest.raises(LaunchError, match='no folder /proc/none to run in'):
        process.ExecuteProcess(cmd=['true'], cwd='/proc/none').prepare(context)


def test_service_in_own_event_loop(tmp_path, monkeypatch, capfd):
    monkeypatch.setenv('ROS_LOG_DIR', str(tmp_path))
    seen = []

    async def work(context, word):
        seen.append(word)
        await asyncio.sleep(60)

    async def main():
        service = LaunchService()
        greeting = process.ExecuteProcess(cmd=['echo', 'hello'], cached_output=True, log_cmd=True)
        user = process.ExecuteProcess(cmd=['sleep', '60'], output_format='{line}')
        started = event_named('launch.events.process.ProcessStarted')
        warn = plain.OpaqueFunction(function=lambda _: get_logger('user').warning('starts %d', 1))
        never = EventHandler(matcher=started, entities=plain.LogInfo(msg='never'))
        entities = [
            plain.OpaqueCoroutine(coroutine=work, args=['works']),
            (timer := plain.TimerAction(period=0.01, actions=[greeting])),
            plain.TimerAction(period='60', actions=[], cancel_on_shutdown='true'),
            plain.RegisterEventHandler(never),
            plain.UnregisterEventHandler(never),
            plain.RegisterEventHandler(OnProcessExit(target_action=greeting, on_exit=[user])),
            plain.RegisterEventHandler(OnProcessExit(target_action=user, on_exit=[plain.Shutdown()])),
            plain.RegisterEventHandler(EventHandler(matcher=started, entities=warn, handle_once=True)),
        ]
        service.include_launch_description(LaunchDescription(entities, deprecated_reason='it is old'))
        running = asyncio.ensure_future(service.run_async(shutdown_when_idle=False))
        while user.process_details is None or 'pid' not in user.process_details:
            await asyncio.sleep(0.01)
        assert service.event_loop is asyncio.get_running_loop() and service.task is not None
        service.include_launch_description(LaunchDescription([plain.LogInfo(msg='added')]))
        service.emit_event(SignalProcess(signal_number='SIGTERM', process_matcher=matches_action(user)))
        assert await running == 1  # ended by a signal that launch did not send
        assert greeting.get_stdout() == 'hello\n' and greeting.get_stderr() == '' and greeting.return_code == 0
        assert user.return_code == -15 and greeting.name == 'echo-1' and greeting.cmd == ['echo', 'hello']
        assert greeting.cwd is None and greeting.env and greeting.additional_env is None
        timer.cancel()
        assert service.event_loop is None and service.task.done()

    asyncio.run(asyncio.wait_for(main(), 60))
    out = capfd.readouterr().out
    assert seen == ['works'] and 'this launch file is deprecated: it is old' in out
    for line in ('[WARN] [launch.user]: starts 1', '[INFO] [launch.user]: added', 'started, pid', ': echo hello'):
        assert line in out, out
    assert out.count('starts 1') == 1 and 'never' not in out
    with pytest.raises(LaunchError, match='UnregisterEventHandler: this EventHandler is not registered'):
        visit(plain.UnregisterEventHandler(EventHandler(matcher=bool)), LaunchContext())


def test_a_service_is_cancelled_or_shut_down(tmp_path, monkeypatch, capfd):
    monkeypatch.setenv('ROS_LOG_DIR', '/dev/null/none')

    async def main(end):
        service = LaunchService(debug=True)
        sleep = process.ExecuteProcess(cmd=['sleep', '60'], emulate_tty=True)
        service.include_launch_description(LaunchDescription([sleep]))
        running = asyncio.ensure_future(service.run_async())
        while sleep.process_details is None or 'pid' not in sleep.process_details:
            await asyncio.sleep(0.01)
        end(service, running)
        return await running

    assert asyncio.run(main(lambda service, _: service.shutdown())) == 0
    assert asyncio.run(main(lambda _, running: running.cancel())) == 0
    captured = capfd.readouterr()
    assert 'the service was cancelled' in captured.out and 'no log files: ' in captured.err


def test_runtime_errors_end_launch(tmp_path, monkeypatch, capfd):
    monkeypatch.setenv('ROS_LOG_DIR', str(tmp_path))
    script = tmp_path / 'script'
    script.write_text('#!/proc/none/interpreter\n')
    script.chmod(0o755)
    service = LaunchService(debug=True)
    second_action = process.ExecuteProcess(cmd=['true'])
    late = plain.TimerAction(period=0.01, actions=[second_action, plain.OpaqueFunction(function=lambda _: 3)])
    service.include_launch_description(
        LaunchDescription(
            [process.ExecuteProcess(cmd=['sleep', '60']), process.ExecuteProcess(cmd=[str(script)]), late]
        )
    )
    assert service.run() == 1
    captured = capfd.readouterr()
    assert (
        f'No such file or directory: {script}: the interpreter that its first line names does not exist' in captured.out
    )
    assert 'expected an action or a list of actions, found 3' in captured.out and 'Traceback' in captured.err


def test_a_script_that_cannot_be_started(tmp_path, monkeypatch, capfd):
    monkeypatch.setenv('ROS_LOG_DIR', str(tmp_path))
    script = tmp_path / 'talker.py'
    script.write_text('print(1)\n')

    action = process.ExecuteProcess(cmd=[str(script)])
    with pytest.raises(
        LaunchError, match=f'not executable; write `chmod .x {script}`, or start it as `python3 {script}`'
    ):
        action.prepare(LaunchContext())
    script.chmod(0o755)
    service = LaunchService()
    service.include_launch_description(LaunchDescription([process.ExecuteProcess(cmd=[str(script)])]))
    service.run()
    assert 'its first line has to name its interpreter, for Python `#!/usr/bin/env python3`' in capfd.readouterr().out


def test_file_format_is_detected(tmp_path):
    for name, text in (('a', '<launch/>'), ('b', 'launch: []'), ('c.yml', 'launch: []')):
        (tmp_path / name).write_text(text)
        assert sources.get_launch_description_from_any_launch_file(str(tmp_path / name)).entities == []
    (tmp_path / 'd').write_text('what')
    with pytest.raises(LaunchError, match='is not a launch file; expected a name that ends in .py, .xml, .yaml'):
        sources.get_launch_description_from_any_launch_file(str(tmp_path / 'd'))
    (tmp_path / 'e.xml').write_bytes(b'\xff')
    with pytest.raises(LaunchError, match='cannot be read'):
        sources.XMLLaunchDescriptionSource(str(tmp_path / 'e.xml')).get_launch_description(LaunchContext())
    source = sources.YAMLLaunchDescriptionSource([str(tmp_path), '/b'])
    assert source.get_launch_description(LaunchContext()).entities == [] and source.location == str(tmp_path / 'b')
    assert sources.FrontendLaunchDescriptionSource('/proc/none').try_get_launch_description_without_context() is None


def test_attributes_for_custom_actions():
    outer = Element('garden', 'f:1', {'name': 'a', 'size': '3', 'wet': 'maybe', 'many': [1], 'later': '$(var a)'})
    outer.add(Element('bed', 'f:2'))
    assert outer.get_attr('size', data_type=int) == 3 and outer.get_attr('none', optional=True) is None
    assert outer.get_attr('many', data_type=list[int]) == [1] and outer.get_attr('later', data_type=int) == '$(var a)'
    assert [child.place for child in outer.get_attr('bed', data_type=list[Element])] == ['f:2']
    assert outer.get_attr('tree', data_type=list[Element], optional=True) is None
    for name, kind, expected in (
        ('none', str, "f:1: <garden>: no attribute 'none'"),
        ('wet', bool, "wet is 'maybe'; expected true or false"),
        ('name', float, "name is 'a'; expected a number"),
        ('tree', list[Element], "no element 'tree' in it"),
    ):
        with pytest.raises(LaunchError, match=expected):
            outer.get_attr(name, data_type=kind)
    outer.assert_entity_completely_parsed()
    outer.values['new'] = '1'
    with pytest.raises(LaunchError, match="'new' is not known here"):
        outer.assert_entity_completely_parsed()
    custom = parser.Parser()
    assert custom.escape_characters('a') == 'a' and custom.parse_if_substitutions(3) == 3
    assert logging.getLogger('launch') is get_logger()


def test_words_of_a_command_line():
    def words(text):
        parts = attributes.command_line(Element('executable', 'f:1', {'cmd': text}), 'cmd')
        return [described(part) for part in parts]

    assert words("a 'b c' $(var d)e f$(var g) $(var h)") == [
        'a', 'b c', "LaunchConfiguration(d) + 'e'", "'f' + LaunchConfiguration(g)", 'LaunchConfiguration(h)'
    ]  # fmt: skip
    with pytest.raises(LaunchError, match='f:1: <executable>: cmd: No closing quotation'):
        words("'a")


class Full:
    """A file on a disk that is full."""

    encoding = 'utf-8'

    def write(self, text):
        raise OSError(errno.ENOSPC, 'No space left on device')

    def flush(self):
        self.write('')

    close = flush

    def fileno(self):
        raise OSError(errno.EBADF, 'Bad file descriptor')


def test_a_full_disk_does_not_end_the_launch(tmp_path, monkeypatch, capsys):
    """A full disk below the log files or below standard output causes one warning each."""
    monkeypatch.setenv('ROS_LOG_DIR', str(tmp_path))
    output = Output()
    ended = []
    output.on_closed = lambda: ended.append(1)
    output.say('INFO', 'launch', 'one')
    output._files['launch.log'] = Full()
    for _ in range(2):
        output.say('INFO', 'launch', 'two')
    captured = capsys.readouterr()
    assert captured.out == '[INFO] [launch]: one\n' + '[INFO] [launch]: two\n' * 2
    assert captured.err == f'rxros2: launch.log of {output.folder()} ends here: No space left on device\n'
    monkeypatch.setattr(sys, 'stdout', Full())
    for _ in range(2):
        output.say('INFO', 'launch', 'three')
    assert capsys.readouterr().err == 'rxros2: standard output ends here: No space left on device\n'
    output.close()
    assert not ended


def test_a_log_message_that_does_not_fit_its_arguments(capsys):
    handler = LogHandler(Output())
    handler.handle(logging.LogRecord('launch', logging.INFO, 'f.py', 1, '%d words', ('no',), None))
    assert 'TypeError' in capsys.readouterr().err


def test_values_by_the_rules_of_nodes():
    """A text becomes the value that a node would read; '' and other texts stay texts."""
    values = {
        '1e-3': 0.001,
        '0483': 483.0,
        '0x10': 16,
        '010': 8,
        'y': True,
        'NO': False,
        '.nan': None,
        '12:30:45': '12:30:45',
        '1_000': '1_000',
        "'5'": '5',
        '[1e3, 2]': [1000.0, 2.0],
        'null': 'null',
    }
    for text, expected in values.items():
        value = parameters.value_of(text)
        assert type(value) is float and math.isnan(value) if expected is None else value == expected, text
        assert expected is None or type(value) is type(expected), text
    assert parameters.typed('[0483, 1.10, on]', list[str]) == ['0483', '1.10', 'on']
    with pytest.raises(ValueError, match='has lists in it'):
        parameters.typed('[[1]]', list[int])


def test_raising_handler_does_not_stop_others(tmp_path, monkeypatch, capfd):
    monkeypatch.setenv('ROS_LOG_DIR', str(tmp_path))
    called = []

    def fail(*_):
        raise RuntimeError('by the first')

    def call(*_):
        called.append('second')

    def close():
        called.append('closed')
        raise OSError('not closed')

    service = LaunchService()
    service.include_launch_description(
        LaunchDescription(
            [
                plain.RegisterEventHandler(OnShutdown(on_shutdown=call)),
                plain.RegisterEventHandler(OnShutdown(on_shutdown=fail)),  # is called first
                plain.OpaqueFunction(function=lambda context: context.locals.to_close.extend([close, close])),
            ]
        )
    )
    assert service.run() == 1
    assert called == ['second', 'closed', 'closed']
    assert 'RuntimeError: by the first' in capfd.readouterr().out


def test_a_matcher_or_format_that_raises_ends_the_launch(tmp_path, monkeypatch, capfd):
    """The output of the process is still shown."""
    monkeypatch.setenv('ROS_LOG_DIR', str(tmp_path))

    def matcher(event):
        if type(event).__name__ == 'ProcessStdout':
            raise RuntimeError('of the matcher')
        return False

    for handlers, options, expected in (
        ([plain.RegisterEventHandler(EventHandler(matcher=matcher))], {}, 'RuntimeError: of the matcher'),
        ([], {'output_format': '{nothing}'}, "KeyError: 'nothing'"),
    ):
        service = LaunchService()
        run = process.ExecuteProcess(cmd=['sh', '-c', 'echo here; exec sleep 60'], output='screen', **options)
        service.include_launch_description(LaunchDescription([*handlers, run]))
        assert service.run() == 1
        out = capfd.readouterr().out
        assert expected in out and ('here' in out or options), out


@pytest.mark.parametrize('text', ['nan', 'x', ''])
def test_refuses_text_for_number(context, text):
    with pytest.raises(ValueError, match=f"the period is '{text}'; expected a number"):
        float_of(context, text, 'the period')
    assert float_of(context, 'inf', 'it') == math.inf and float_of(context, 2, 'it') == 2.0


def test_scope_ends_when_iteration_stops(context):
    """The environment of the process is restored."""
    group = configurations.GroupAction(
        [configurations.DeclareLaunchArgument('a'), configurations.DeclareLaunchArgument('b')]
    )
    before = context.scope
    arguments = group.declared_arguments(context, False)
    assert next(arguments)[0].name == 'a' and context.scope is not before
    arguments.close()
    assert context.scope is before


def test_an_include_ends_when_iteration_stops(context, tmp_path):
    """Another file may then include the same one without being taken for a cycle."""
    file = tmp_path / 'a.launch.xml'
    file.write_text('<launch><arg name="a" default="1"/><arg name="b" default="2"/></launch>')
    action = include.IncludeLaunchDescription(str(file))
    arguments = action.declared_arguments(context, False)
    assert next(arguments)[0].name == 'a' and context.including == (str(file),)
    arguments.close()
    assert context.including == ()


def test_a_command_is_read_as_substitutions_before_its_start():
    """Tests of launch files look up processes by their words, also those that do not run."""
    action = process.ExecuteProcess(cmd=['echo', ['a', EnvironmentVariable('HOME')], pathlib.Path('/b')], name='say')
    context = LaunchContext()
    words = [''.join(part.perform(context) for part in word) for word in action.cmd]
    assert words == ['echo', 'a' + os.environ['HOME'], '/b']
