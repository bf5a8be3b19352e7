# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 launch in a workspace with the package greenhouse."""

import os
import pathlib
import pty
import re
import signal
import subprocess
import sys

import pytest

COMMAND = [sys.executable, '-m', 'rxros2.cli', 'launch']
HERE = pathlib.Path(__file__).parent

PYTHON = """
import sys
from launch import LaunchDescription, LaunchDescriptionSource
from launch.actions import *
from launch.conditions import *
from launch.event_handlers import *
from launch.events import matches_action
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch.substitutions import *
from launch_ros.actions import *
from launch_ros.descriptions import *
from launch_ros.event_handlers import OnStateTransition
from launch_ros.events.lifecycle import ChangeState
from launch_ros.substitutions import FindPackageShare

def show(*words, **options):
    return ExecuteProcess(cmd=['echo', *words], name='echo', output='screen', **options)

def generate_launch_description():
    return LaunchDescription([
"""


@pytest.fixture
def greenhouse(tmp_path, monkeypatch):
    """Creates the package and returns its share folder.

    The program `words` prints its arguments and parameter files; `fails` exits with 3.
    """
    prefix = tmp_path / 'install'
    for folder in ('share/ament_index/resource_index/packages', 'lib/greenhouse', 'share/greenhouse/launch'):
        (prefix / folder).mkdir(parents=True)
    (prefix / 'share/ament_index/resource_index/packages/greenhouse').touch()
    programs = {
        'words': 'echo "$*" | sed "s:--params-file [^ ]*/:--params-file :g"\n'
        'while [ $# -gt 0 ]; do [ "$1" = --params-file ] && cat "$2"; shift; done',
        'fails': 'sleep 0.1; exit 3',
        'waits': 'echo waits; exec sleep 60',
        'box': f'exec {sys.executable} {HERE / "stub_container.py"} "$@"',
        'driver': f'exec {sys.executable} {HERE / "broken_driver.py"} "$@"',
        'valve': f'exec {sys.executable} {HERE / "lifecycle_node.py"} "$@"',
    }
    for name, text in programs.items():
        program = prefix / 'lib/greenhouse' / name
        program.write_text(f'#!/bin/sh\n{text}\n')
        program.chmod(0o755)
    monkeypatch.setenv('AMENT_PREFIX_PATH', str(prefix))
    monkeypatch.setenv('ROS_LOG_DIR', str(tmp_path / 'log'))
    monkeypatch.delenv('NO_COLOR', raising=False)
    return prefix / 'share/greenhouse'


@pytest.fixture
def launched(rxros2, greenhouse):
    """Runs a launch file with this text; `.py` has the entities only. The lines without times."""

    def run(text, *words, suffix='.py', **options):
        file = greenhouse / f'launch/it.launch.{suffix.lstrip(".")}'
        file.write_text(f'{PYTHON}{text}\n])\n' if suffix == '.py' else text)
        result = rxros2('launch', file, *words, **options)
        result.out = result.out.replace(str(greenhouse), 'SHARE')
        result.err = result.err.replace(str(file), 'FILE')
        result.lines = result.out.splitlines()
        return result

    return run


def lines_of(result, name):
    """Returns the output lines of a process or of launch itself, without '[name] '."""
    return [line.partition('] ')[2] for line in result.lines if line.startswith(f'[{name}] ')]


def test_arguments_conditions_and_scopes(launched):
    result = launched(
        """
        DeclareLaunchArgument('crop', default_value='basil', description='what grows', choices=['basil', 'mint']),
        LogInfo(msg=['grows ', LaunchConfiguration('crop')]),
        LogInfo(msg='mint', condition=IfCondition(EqualsSubstitution(LaunchConfiguration('crop'), 'mint'))),
        LogInfo(msg='no mint', condition=UnlessCondition(EqualsSubstitution(LaunchConfiguration('crop'), 'mint'))),
        GroupAction([
            SetLaunchConfiguration('crop', 'dill'), SetEnvironmentVariable('SOIL', 'wet'),
            LogInfo(msg=[LaunchConfiguration('crop'), ' in ', EnvironmentVariable('SOIL')]),
        ]),
        LogInfo(msg=[LaunchConfiguration('crop'), ' in ', EnvironmentVariable('SOIL', default_value='dry')]),
        GroupAction([LogInfo(msg=[LaunchConfiguration('crop', default='nothing')])], forwarding=False),
        GroupAction([SetLaunchConfiguration('open', '1')], scoped=False), LogInfo(msg=LaunchConfiguration('open')),
        LogInfo(msg=[PythonExpression(['2 * ', '21']), ' ', PathJoinSubstitution(['a', ['b', 'c']]), ' ',
                     IfElseSubstitution('true', 'yes', 'no'), ' ', Command(['echo ', 'out']),
                     ThisLaunchFileDir()]),
        """,
        'crop:=mint',
    )
    assert (result.code, result.err) == (0, '')
    assert [line.removeprefix('[INFO] [launch.user]: ') for line in result.lines] == [
        'grows mint', 'mint', 'dill in wet', 'mint in dry', 'nothing', '1', '42 a/bc yes out', 'SHARE/launch'
    ]  # fmt: skip


def test_events_and_timers_keep_their_scope(launched):
    result = launched(
        """
        GroupAction([
            SetLaunchConfiguration('bed', '1'),
            RegisterEventHandler(OnProcessExit(target_action=(first := show('first')), on_exit=[
                LogInfo(msg=['after the first: bed ', LaunchConfiguration('bed')])])),
            TimerAction(period=0.1, actions=[LogInfo(msg=['later: bed ', LaunchConfiguration('bed')])]),
            first,
        ]),
        SetLaunchConfiguration('bed', '2'),
        RegisterEventHandler(OnProcessStart(target_action=first, on_start=lambda event, context: [
            LogInfo(msg=f'{event.process_name} has a pid: {event.pid > 1}')])),
        RegisterEventHandler(OnProcessIO(target_action=first, on_stdout=lambda event: LogInfo(
            msg='wrote ' + event.text.decode().strip()))),
        RegisterEventHandler(OnExecutionComplete(target_action=first, on_completion=[LogInfo(msg='complete')])),
        RegisterEventHandler(OnShutdown(on_shutdown=[LogInfo(msg='the end')])),
        OpaqueFunction(function=lambda context, more: [LogInfo(msg=['a function', more])], args=[' adds']),
        """
    )
    assert result.code == 0, result.out
    spoken = [line.removeprefix('[INFO] [launch.user]: ') for line in result.lines if 'launch.user' in line]
    assert spoken[0] == 'a function adds' and spoken[-1] == 'the end'
    assert sorted(spoken[1:-1]) == [
        'after the first: bed 1',
        'complete',
        'echo-1 has a pid: True',
        'later: bed 1',
        'wrote first',
    ]


def test_includes(launched, greenhouse):
    (greenhouse / 'launch/inner.launch.xml').write_text(
        '<launch><arg name="bed"/><log message="inner bed $(var bed) of $(dirname)"/></launch>'
    )
    (greenhouse / 'launch/inner.launch.yaml').write_text('launch:\n- log: {message: "yaml $(var bed)"}\n')
    result = launched(
        """
        GroupAction([IncludeLaunchDescription([FindPackageShare('greenhouse'), '/launch/inner.launch.xml'],
                                              launch_arguments={'bed': '7'}.items())]),
        IncludeLaunchDescription(PathJoinSubstitution([ThisLaunchFileDir(), 'inner.launch.yaml']),
                                 launch_arguments=[('bed', '8')]),
        LogInfo(msg=ThisLaunchFileDir()),
        """
    )
    assert [line.rpartition(': ')[2] for line in result.lines] == [
        'inner bed 7 of SHARE/launch', 'yaml 8', 'SHARE/launch'
    ]  # fmt: skip


INCLUDES = """
from launch import LaunchDescription
from launch.actions import IncludeLaunchDescription
from launch.substitutions import ThisLaunchFileDir
def generate_launch_description():
    return LaunchDescription([IncludeLaunchDescription([ThisLaunchFileDir(), '/FILE'])])
"""


@pytest.mark.parametrize(
    ('files', 'expected'),
    [
        (
            {'a.launch.xml': '<launch><include file="$(dirname)/a.launch.xml"/></launch>'},
            'a.launch.xml:1: FOLDER/a.launch.xml includes itself',
        ),
        (
            {'a.launch.yaml': 'launch:\n- include: {file: "$(dirname)/a.launch.yaml"}\n'},
            'a.launch.yaml:2: FOLDER/a.launch.yaml includes itself',
        ),
        (
            {
                'a.launch.py': INCLUDES.replace('FILE', 'b.launch.xml'),
                'b.launch.xml': '<launch>text<include file="$(dirname)/a.launch.py"/></launch>',
            },
            'b.launch.xml:1: FOLDER/a.launch.py includes FOLDER/b.launch.xml, which includes it again',
        ),
    ],
)
def test_a_file_that_includes_itself_is_named(run_here, tmp_path, files, expected):
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    result = run_here('launch', str(tmp_path / next(iter(files))))
    assert result.code == 2 and result.err.count('\n') == 1, result.err
    assert result.err.replace(str(tmp_path), 'FOLDER').rstrip() == f'rxros2: FOLDER/{expected}'
    assert run_here('launch', '-s', str(tmp_path / next(iter(files)))).code == 0


def test_a_handler_may_include_its_file_again(launched):
    rounds = """
        SetLaunchConfiguration('round', PythonExpression([LaunchConfiguration('round', default='0'), ' + 1'])),
        LogInfo(msg=['round ', LaunchConfiguration('round')]),
        TimerAction(period=0.0, actions=[IncludeLaunchDescription(
            __file__, launch_arguments={'round': LaunchConfiguration('round')}.items(),
            condition=IfCondition(PythonExpression([LaunchConfiguration('round'), ' < 25'])),
        )]),
    """
    result = launched(rounds)
    assert result.code == 0 and result.lines[-1].endswith('round 25'), (result.out, result.err)


def test_arguments_of_descriptions_in_no_file(launched):
    result = launched(
        """
        IncludeLaunchDescription(LaunchDescriptionSource(LaunchDescription([
            DeclareLaunchArgument('outer'),
            IncludeLaunchDescription(LaunchDescriptionSource(LaunchDescription([DeclareLaunchArgument('inner')]))),
        ]))),
        """,
        '-s',
    )
    assert result.code == 0 and 'outer:' in result.out and 'inner:' in result.out, (result.out, result.err)


def test_words_of_conditions_and_text_between_elements(run_here, tmp_path):
    words = {'yes': True, 'On': True, 'TRUE': True, '1': True, 'no': False, 'off': False, 'False': False, '0': False}
    logs = ''.join(f'<log message="{word} is said" if="{word}"/>text' for word in words)
    (tmp_path / 'a.launch.xml').write_text(f'<launch>text{logs}</launch>')
    result = run_here('launch', str(tmp_path / 'a.launch.xml'))
    assert result.code == 0
    assert {word for word in words if f'{word} is said' in result.out} == {
        word for word, is_true in words.items() if is_true
    }


NODES = {
    '.py': """
        SetParameter('lamp', True), SetRemap('heat', '/heat'),
        GroupAction([
            PushRosNamespace('north'), PushRosNamespace('bed'),
            Node(package='greenhouse', executable='words', name='pump', namespace='wet', output='screen',
                 arguments=['a b', ['c', '']], ros_arguments=['--log-level', 'debug'],
                 parameters=[{'rate': 2.5, 'deep': {'er': '7', 'list': [1, 2]},
                              'text': ParameterValue('8', value_type=str)},
                             [FindPackageShare('greenhouse'), '/pump.yaml']],
                 remappings=[('in', 'out')]),
        ]),
        """,
    '.xml': """<launch>
        <set_parameter name="lamp" value="true"/><set_remap from="heat" to="/heat"/>
        <group>
          <push_ros_namespace namespace="north"/><push_ros_namespace namespace="bed"/>
          <node pkg="greenhouse" exec="words" name="pump" namespace="wet" output="screen"
                args="'a b' c" ros_args="--log-level debug">
            <param name="rate" value="2.5"/>
            <param name="deep">
              <param name="er" value="7" type="str"/><param name="list" value="1,2" value-sep=","/>
            </param>
            <param name="text" value="8" type="str"/>
            <param from="$(find-pkg-share greenhouse)/pump.yaml"/>
            <remap from="in" to="out"/>
          </node>
        </group>
        </launch>""",
    '.yaml': """
launch:
- set_parameter: {name: lamp, value: true}
- set_remap: {from: heat, to: /heat}
- group:
  - push_ros_namespace: {namespace: north}
  - push_ros_namespace: {namespace: bed}
  - node:
      pkg: greenhouse
      exec: words
      name: pump
      namespace: wet
      output: screen
      args: "'a b' c"
      ros_args: --log-level debug
      param:
      - {name: rate, value: 2.5}
      - {name: deep, param: [{name: er, value: 7, type: str}, {name: list, value: [1, 2]}]}
      - {name: text, value: '8', type: str}
      - {from: $(find-pkg-share greenhouse)/pump.yaml}
      remap: [{from: in, to: out}]
""",
}


@pytest.mark.parametrize('suffix', NODES)
def test_a_node_gets_its_name_parameters_and_remappings(launched, greenhouse, suffix):
    (greenhouse / 'pump.yaml').write_text('/**:\n  ros__parameters:\n    power: 1\n')
    result = launched(NODES[suffix], suffix=suffix)
    assert result.code == 0, result.err
    lines = ' | '.join(lines_of(result, 'words-1'))
    lines = re.sub(r'params-file (\d)\.yaml', 'params-file N', lines)
    files = re.findall(r'--params-file \S+', lines)
    assert files[-1] == '--params-file pump.yaml'
    assert lines.startswith(
        'a b c --ros-args --log-level debug -r __node:=pump -r __ns:=/north/bed/wet --params-file N'
    )
    assert '-r heat:=/heat -r in:=out' in lines and 'lamp: true' in lines and '|     power: 1' in lines
    for line in (
        '/north/bed/wet/pump: |',
        'rate: 2.5 |',
        "deep.er: '7' |",
        'deep.list: |     - 1 |     - 2',
        "text: '8'",
    ):
        assert line in lines, lines


def test_parameters_by_yaml_rules(launched, greenhouse):
    (greenhouse / 'all.yaml').write_text('/**:\n  ros__parameters:\n    share: $(find-pkg-share greenhouse)\n')
    result = launched(
        """
        SetLaunchConfiguration('number', '4'), SetLaunchConfiguration('xml', '<robot name="a: b"/>'),
        Node(package='greenhouse', executable='words', output='screen', parameters=[{
            'number': LaunchConfiguration('number'), 'text': 'no: yaml', 'xml': LaunchConfiguration('xml'),
            'mixed': [1, 2.5], 'joined': ['n', LaunchConfiguration('number')],
            'list': [[LaunchConfiguration('number')], ['5']], 'empty': ''}]),
        Node(package='greenhouse', executable='words', output='screen', exec_name='file',
             parameters=[ParameterFile(PathJoinSubstitution([FindPackageShare('greenhouse'), 'all.yaml']),
                                       allow_substs=True)]),
        """
    )
    lines = lines_of(result, 'words-1')
    assert lines[1:3] == ['/**:', '  ros__parameters:'], result.out + result.err
    assert [line.strip() for line in lines[3:]] == [
        'number: 4', "text: 'no: yaml'", "xml: '<robot name=\"a: b\"/>'", 'mixed:', '- 1.0', '- 2.5', 'joined: n4',
        'list:', '- 4', '- 5', "empty: ''",
    ]  # fmt: skip
    assert lines_of(result, 'file-2')[-1].strip() == 'share: SHARE'


def test_texts_stay_texts(launched):
    """Texts that YAML would read as other types stay texts, in all ways to give them."""
    texts = [
        '0483',
        '1e3',
        '1.10',
        'nan',
        'NO',
        'inf',
        '0x1p3',
        '12:30:45',
        'infinity',
        '08',
        '1.',
        '2024-01-01',
        'null',
        'y',
        '~',
        '.5',
        '.inf',
        'on',
        '010',
        '1_000',
    ]
    result = launched(
        f"""
        SetLaunchConfiguration('vid', '0483'), SetLaunchConfiguration('gain', '1e-3'),
        Node(package='greenhouse', executable='words', output='screen', parameters=[
            dict((f'p{{i}}', text) for i, text in enumerate({texts})),
            {{'all': {texts}, 'vid': ParameterValue(LaunchConfiguration('vid'), value_type=str),
              'ids': ParameterValue('[0483, 1.10]', value_type=list[str]), 'gain': LaunchConfiguration('gain')}}]),
        """.replace('ParameterValue', '__import__("launch_ros.parameter_descriptions").parameter_descriptions'
                    '.ParameterValue')
    )  # fmt: skip
    lines = [line.strip() for line in lines_of(result, 'words-1')]
    assert [line for line in lines if line.startswith('p') and ': ' in line] == [
        f"p{i}: '{text}'" for i, text in enumerate(texts)
    ]
    for text in texts:
        assert f"- '{text}'" in lines
    assert {"vid: '0483'", "- '1.10'", 'gain: 0.001'} <= set(lines), result.out


def test_a_missing_file_of_a_loaded_node_ends_the_launch(launched):
    """The error is one line and comes before anything starts."""
    result = launched(
        """
        ComposableNodeContainer(name='box', namespace='', package='greenhouse', executable='waits', output='screen',
            composable_node_descriptions=[ComposableNode(package='p', plugin='P::N', name='n',
                                                         parameters=['nowhere/params.yaml'])]),
        """
    )
    assert (result.code, result.out) == (2, '')
    assert result.err.count('\n') == 1
    assert result.err.endswith(
        'P::N: the parameter file nowhere/params.yaml cannot be read: No such file or directory\n'
    )


def test_words_of_conditions(launched):
    result = launched(
        """
        SetLaunchConfiguration('rviz', 'off'),
        LogInfo(msg=[AndSubstitution(LaunchConfiguration('rviz'), 'yes'), ' ', OrSubstitution('No', 'ON'), ' ',
                     NotSubstitution(LaunchConfiguration('rviz'))]),
        LogInfo(msg='no rviz', condition=IfCondition(NotSubstitution(LaunchConfiguration('rviz')))),
        """
    )
    assert (result.code, result.err) == (0, '')
    assert [line.removeprefix('[INFO] [launch.user]: ') for line in result.lines] == ['false true true', 'no rviz']


@pytest.mark.parametrize('encoding', ['ascii', 'utf-8:strict'])
def test_replaces_unprintable_characters(greenhouse, encoding):
    """Characters that the encoding lacks do not end the launch."""
    file = greenhouse / 'it.launch.py'
    file.write_text(
        f"{PYTHON}show('grün'), LogInfo(msg='k\\udcfcche \\x1b[2J'), ExecuteProcess(cmd=['false'], output='screen')])"
    )
    env = os.environ | {'PYTHONIOENCODING': encoding, 'NO_COLOR': '1'}
    result = subprocess.run([*COMMAND, file], capture_output=True, env=env, timeout=60)
    lines = result.stdout.decode().splitlines()
    assert result.returncode == 1 and 'exit code 1' in result.stdout.decode(), result
    shown, replaced = ('gr?n', '?') if encoding == 'ascii' else ('grün', '\ufffd')
    assert f'[echo-1] {shown}' in lines
    assert f'[INFO] [launch.user]: k{replaced}che \\u001b[2J' in lines


def test_nodes_are_loaded_into_a_container(launched, greenhouse):
    (greenhouse / 'bed.yaml').write_text(
        '/**:\n  ros__parameters: {deep: 1, wide: 1}\n/north/one:\n  ros__parameters: {deep: 2}\n'
        '/*/two:\n  ros__parameters: {deep: 3}\n'
    )
    result = launched(
        """<launch>
          <node_container pkg="greenhouse" exec="box" name="box" namespace="" output="screen" on_exit="shutdown">
            <composable_node pkg="greenhouse" plugin="greenhouse::Bed" name="one" namespace="north">
              <param from="$(find-pkg-share greenhouse)/bed.yaml"/><param name="x" value="$(eval '1 + 1')"/>
              <remap from="a" to="b"/><extra_arg name="use_intra_process_comms" value="true"/>
            </composable_node>
            <composable_node pkg="greenhouse" plugin="greenhouse::Off" name="off" if="false"/>
          </node_container>
          <group>
            <push_ros_namespace namespace="/south"/>
            <load_composable_node target="/box">
              <composable_node pkg="greenhouse" plugin="greenhouse::Broken" name="two"/>
            </load_composable_node>
          </group>
        </launch>""",
        suffix='.xml',
        interrupt=('has loaded /north/one', 'Broken: it is broken'),
    )
    assert sorted(lines_of(result, 'box-1')) == [
        'load greenhouse greenhouse::Bed /north/one; a:=b; deep=2 wide=1 x=2; use_intra_process_comms=True',
        'load greenhouse greenhouse::Broken /south/two; ; ; ',
    ]
    loaded = r'\[INFO\] \[launch\]: /box has loaded /north/one, number [12]'  # the other one may be first
    assert any(re.fullmatch(loaded, line) for line in result.lines)
    assert '[ERROR] [launch]: /box has not loaded greenhouse::Broken: it is broken' in result.lines
    assert result.code == 1


def test_events_change_lifecycle_states(launched):
    result = launched(
        """
        (valve := LifecycleNode(package='greenhouse', executable='valve', name='v', namespace='n', output='screen')),
        RegisterEventHandler(OnStateTransition(target_lifecycle_node=valve, start_state='configuring',
            goal_state='inactive', entities=[LogInfo(msg='is inactive'),
                EmitEvent(event=ChangeState(lifecycle_node_matcher=matches_action(valve), transition_id=3))])),
        RegisterEventHandler(OnStateTransition(target_lifecycle_node=valve, goal_state='active', entities=[
            LogInfo(msg='is active'), Shutdown(reason='that was it')])),
        EmitEvent(event=ChangeState(lifecycle_node_matcher=matches_action(valve), transition_id=1)),
        """
    )
    assert lines_of(result, 'valve-1') == ['configures', 'activates'], result.out + result.err
    lines = [line.rpartition(': ')[2] for line in result.lines if 'launch' in line]
    while lines and lines[0].startswith('waits for the lifecycle node'):  # the node needs seconds on a busy machine
        del lines[0]
    assert lines == ['is inactive', 'is active', 'that was it'] and result.code == 0


def test_autostart_and_wrong_transition(launched):
    result = launched(
        """
        (valve := LifecycleNode(package='greenhouse', executable='valve', name='v', namespace='', output='screen',
                                autostart=True)),
        RegisterEventHandler(OnStateTransition(goal_state='active', entities=[LifecycleTransition(
            lifecycle_node_names=['v'], transition_ids=[1])])),
        """,
        interrupt="transition '1' failed",
    )
    assert lines_of(result, 'valve-1')[:2] == ['configures', 'activates']
    assert "[ERROR] [launch]: /v: the transition '1' failed; it is active" in result.lines and result.code == 1


# Processes.


def processes_with(word):
    pids = []
    for path in pathlib.Path('/proc').glob('[0-9]*/environ'):
        try:
            if word in path.read_bytes():
                pids.append((path.parent / 'cmdline').read_bytes())
        except OSError:
            continue
    return pids


def test_ctrl_c_ends_all_processes(launched, monkeypatch):
    mark = f'GREENHOUSE_TEST={os.getpid()}'
    monkeypatch.setenv(*mark.split('='))
    result = launched(
        """
        SetLaunchConfiguration('sigterm_timeout', '0.3'), SetLaunchConfiguration('sigkill_timeout', '0.3'),
        Node(package='greenhouse', executable='waits', output='screen'),
        ExecuteProcess(cmd=['sleep 60 & sleep 61 & wait'], shell=True),
        ExecuteProcess(cmd=['sh', '-c', 'setsid sleep 62 & exec sleep 63']),
        ExecuteProcess(cmd=['sh', '-c', 'trap "" INT; echo up; sleep 64; sleep 64'], name='deaf', output='screen'),
        ExecuteProcess(cmd=['sh', '-c', 'trap "" INT TERM; echo up; sleep 65; sleep 65'], name='rock', output='screen'),
        ExecuteProcess(cmd=['sh', '-c', 'trap "" INT TERM; setsid sleep 66 & exec sleep 66'], respawn=True),
        TimerAction(period=0.5, actions=[LogInfo(msg='ready')]), TimerAction(period=60.0, actions=[]),
        """,
        interrupt=('ready', '[deaf-4] up', '[rock-5] up'),
    )
    assert not processes_with(mark.encode())
    assert '[INFO] [launch]: ends: Ctrl-C' in result.lines
    assert '[INFO] [deaf-4]: ended by SIGTERM' in result.lines, result.out
    assert '[ERROR] [rock-5]: ended by SIGKILL; its command: ' in result.out and result.code == 1


def test_a_second_ctrl_c_does_not_wait(greenhouse):
    file = greenhouse / 'launch/it.launch.py'
    file.write_text(f"""{PYTHON}
        ExecuteProcess(cmd=['sh', '-c', 'trap "echo hears" INT; echo begins; while :; do sleep 0.05; done'],
                       output='screen')])""")
    process = subprocess.Popen([*COMMAND, str(file)], stdout=subprocess.PIPE, text=True)
    for line in ('begins', 'hears'):
        while line not in (text := process.stdout.readline()):
            assert text
        process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60)[0].count('ended by SIGTERM') == 1 and process.returncode == 0


def test_required_process_ends_launch_and_reports_failure(launched):
    text = """
        Node(package='greenhouse', executable='waits'),
        Node(package='greenhouse', executable='fails', on_exit=[Shutdown(reason='it is needed')]),
        """
    result = launched(text)
    assert result.code == 1 and '[INFO] [launch]: ends: it is needed (fails-2 ended)' in result.lines
    assert '[ERROR] [fails-2]: exit code 3; its command: ' in result.out
    assert launched(text.replace('fails', 'words')).code == 0


def test_a_process_starts_again(launched):
    result = launched("Node(package='greenhouse', executable='fails', respawn=True, respawn_max_retries=2),")
    assert result.out.count('started, pid') == 3 and result.code == 1
    assert result.out.count('ended with 3; starts again in 0 s') == 2


def test_a_node_whose_stream_ends_by_an_error_starts_again(launched):
    result = launched(
        """
        <launch>
          <node pkg="greenhouse" exec="driver" output="screen" respawn="true" respawn_max_retries="1">
            <param name="rxros2.on_stream_error" value="shutdown"/>
          </node>
        </launch>
        """,
        suffix='.xml',
    )
    assert result.out.count('started, pid') == 2 and 'ended with 1; starts again in 0 s' in result.out
    assert result.out.count('IndexError: list index out of range') == 2


def test_output_targets(launched, tmp_path):
    result = launched(
        """
        *[ExecuteProcess(cmd=['sh', '-c', 'echo out; echo err >&2; printf rest'], name=each, output=each)
          for each in ('screen', 'log', 'own_log', 'full')],
        ExecuteProcess(cmd=['sh', '-c', 'echo out; echo err >&2'], name='m',
                       output={'stderr': 'screen', 'both': 'log'}),
        ExecuteProcess(cmd=['sh', '-c', 'test -t 1 && echo terminal'], name='tty', output='screen', emulate_tty=True),
        """
    )
    folder = next((tmp_path / 'log').iterdir())
    log = (folder / 'launch.log').read_text()
    assert sorted(lines_of(result, 'screen-1')) == ['err', 'out', 'rest'] and '[screen-1] out' not in log
    assert lines_of(result, 'log-2') == ['err'] and '[log-2] out' in log and '[log-2] err' in log
    assert lines_of(result, 'own_log-3') == [] and '[own_log-3] out' not in log
    assert (folder / 'own_log-3-stdout.log').read_text() == 'out\nrest\n'
    assert sorted((folder / 'own_log-3.log').read_text().split()) == ['err', 'out', 'rest']
    assert sorted(lines_of(result, 'full-4')) == ['err', 'out', 'rest'] and (folder / 'full-4-stderr.log').is_file()
    assert lines_of(result, 'm-5') == ['err'] and '[m-5] out' in log
    assert lines_of(result, 'tty-6') == ['terminal']


@pytest.mark.parametrize('no_colour', ['', '1'])
def test_colours_on_a_terminal_only(greenhouse, no_colour):
    file = greenhouse / 'launch/it.launch.xml'
    file.write_text(
        '<launch><executable cmd="echo a" output="screen"/><executable cmd="echo b" output="screen"/></launch>'
    )
    environment = os.environ | ({'NO_COLOR': '1'} if no_colour else {})
    piped = subprocess.run([*COMMAND, str(file)], capture_output=True, text=True, env=environment, check=True)
    assert '\033' not in piped.stdout and '[echo-1] a\n' in piped.stdout
    master, slave = pty.openpty()
    process = subprocess.Popen([*COMMAND, str(file)], stdout=slave, env=environment)
    os.close(slave)
    text = b''
    try:
        while data := os.read(master, 4096):
            text += data
    except OSError:  # its end
        pass
    os.close(master)
    assert process.wait() == 0
    colours = set(re.findall(rb'\033\[(\d+)m\[echo-\d\]', text))
    assert len(colours) == (0 if no_colour else 2), text


def test_closed_output_ends_launch(greenhouse):
    file = greenhouse / 'launch/it.launch.xml'
    file.write_text(
        '<launch><executable cmd="sh -c \'while :; do echo more; sleep 0.02; done\'" output="screen"/></launch>'
    )
    process = subprocess.Popen([*COMMAND, str(file)], stdout=subprocess.PIPE)
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(60) == 0


# Errors before anything starts.


BAD = re.findall(r'^== (.*)\n((?:.*\n)*?)-- (.*)$', (HERE / 'bad_launch_files.txt').read_text(encoding='utf-8'), re.M)


@pytest.mark.parametrize(('suffix', 'text', 'expected'), BAD, ids=[expected for *_, expected in BAD])
def test_bad_launch_files(launched, suffix, text, expected):
    result = launched(f'\n{text}' if suffix == '.py' else text, suffix=suffix)
    assert result.err.startswith(f'rxros2: {expected}') and result.err.count('\n') == 1, result.err
    assert (result.code, result.out) == (2, '')


def test_error_prevents_all_starts(launched, tmp_path):
    result = launched(f"""
        ExecuteProcess(cmd=['touch', '{tmp_path}/started']), Node(package='no', executable='e'),
        """)
    assert result.code == 2 and not (tmp_path / 'started').exists()


def test_command_line_errors(rxros2, greenhouse, tmp_path):
    (greenhouse / 'launch/a.launch.xml').write_text('<launch><log message="hello"/></launch>')
    (greenhouse / 'launch/b_launch.py').write_text('')
    assert rxros2('launch', 'greenhouse', 'a.launch.xml').out == '[INFO] [launch.user]: hello\n'
    cases = {
        ('greenhouse',): 'no launch file of the package greenhouse is named; there are a.launch.xml, b_launch.py',
        ('greenhouse', 'c.launch.xml'): 'no launch file of greenhouse: c.launch.xml; there are a.launch.xml, ',
        ('no', 'a.launch.xml'): 'no package no; there are ',
        ('no',): 'no launch file no; expected the path of one, or a package and the name of one',
        ('./no.launch.py',): 'no launch file ./no.launch.py',
        (str(tmp_path),): f'{tmp_path} is not a file',
        ('greenhouse', 'a.launch.xml', 'b=1'): "'b=1' is not an argument of a launch file; expected NAME:=VALUE",
    }
    for words, expected in cases.items():
        result = rxros2('launch', *words)
        assert (result.code, result.out) == (2, '') and result.err.startswith(f'rxros2: {expected}'), result.err
    unused = rxros2('launch', 'greenhouse', 'a.launch.xml', 'b:=1')
    assert unused.code == 0 and unused.err == "rxros2: nothing in the launch has used the argument 'b'\n"


def test_show_args_and_print(launched, greenhouse):
    (greenhouse / 'launch/inner.launch.xml').write_text(
        '<launch><arg name="bed" description="its number"/>'
        '<arg name="wet" default="no"><choice value="no"/></arg></launch>'
    )
    text = """
        DeclareLaunchArgument('crop', default_value=['ba', EnvironmentVariable('CROP')], description='what grows'),
        IncludeLaunchDescription([FindPackageShare('greenhouse'), '/launch/inner.launch.xml'],
                                 launch_arguments=[('wet', 'no')]),
        Node(package='greenhouse', executable='words', condition=IfCondition(LaunchConfiguration('crop'))),
        """
    assert launched(text, '--show-args').lines == [
        'crop: what grows',
        '    default: ba + EnvironmentVariable(CROP)',
        'bed: its number',
        '    to be given',
    ]
    printed = launched(text, '--print')
    assert printed.code == 0 and printed.lines[0] == 'LaunchDescription'
    assert printed.lines[-1] == '  Node greenhouse/words  [IfCondition(LaunchConfiguration(crop))]'
    assert 'no value for bed:=… (its number)' in launched(text).err


def test_custom_actions_and_substitutions(launched, greenhouse):
    (greenhouse / 'launch/it.launch.xml').write_text('<launch><water bed="$(next 1)"/></launch>')
    result = launched(
        """
        *others(), IncludeLaunchDescription([ThisLaunchFileDir(), '/it.launch.xml']),
    ])

from launch.frontend import expose_action, expose_substitution
from launch import Action, Substitution

def others():
    @expose_action('water')
    class Water(Action):
        def __init__(self, bed, **kwargs):
            super().__init__(**kwargs)
            self.bed = bed
        @classmethod
        def parse(cls, entity, parser):
            _, kwargs = super().parse(entity, parser)
            return cls, kwargs | {'bed': parser.parse_substitution(entity.get_attr('bed'))}
        def execute(self, context):
            return [LogInfo(msg=['waters ', *self.bed])]
    @expose_substitution('next')
    class Next(Substitution):
        def __init__(self, of):
            self.of = of
        @classmethod
        def parse(cls, data):
            return cls, {'of': data[0][0]}
        def perform(self, context):
            return str(int(self.of.perform(context)) + 1)
    return ([
        """
    )
    assert result.lines == ['[INFO] [launch.user]: waters 2'], result.err


def test_completion(run_here, greenhouse):
    (greenhouse / 'launch/a.launch.xml').write_text('<launch><arg name="bed"/><arg name="wet" default="no"/></launch>')
    assert run_here('completion', 'words', '--', 'launch', 'greenh').out == 'greenhouse\n'
    assert run_here('completion', 'words', '--', 'launch', 'greenhouse', '').out == 'a.launch.xml\n'


def test_uses_launch_of_workspace(greenhouse, tmp_path):
    (tmp_path / 'libraries/launch_ros').mkdir(parents=True)
    (tmp_path / 'libraries/launch_ros/__init__.py').touch()
    actions = tmp_path / 'libraries/launch_ros/actions.py'
    actions.touch()
    (tmp_path / 'libraries/launch').mkdir()
    (tmp_path / 'libraries/launch/__init__.py').write_text("""
class LaunchDescription:
    def __init__(self, entities): self.entities = entities
class LaunchService:
    def __init__(self, **options): print(options['argv'])
    def include_launch_description(self, of): print(of.entities)
    def run(self, shutdown_when_idle): return 5
""")
    (tmp_path / 'libraries/launch/launch_description_sources.py').write_text('AnyLaunchDescriptionSource = str\n')
    (tmp_path / 'libraries/launch/actions.py').write_text(
        'def IncludeLaunchDescription(source, launch_arguments): return source, launch_arguments\n'
    )
    file = greenhouse / 'it.launch.py'
    file.touch()
    environment = os.environ | {'PYTHONPATH': str(tmp_path / 'libraries')}
    done = subprocess.run([*COMMAND, str(file), 'a:=1'], capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stdout) == (5, f"['a:=1']\n[('{file}', [('a', '1')])]\n")
    actions.write_text('import no_such_module')
    file.write_text(f'{PYTHON}LogInfo(msg="ours")])')
    done = subprocess.run([*COMMAND, str(file)], capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stdout) == (0, '[INFO] [launch.user]: ours\n')
    assert done.stderr == (
        "rxros2: cannot use the sourced launch libraries, uses rxros2's: No module named 'no_such_module'\n"
    )


def test_loops(launched):
    result = launched(
        """<launch><arg name="beds" default="2"/>
          <for len="$(var beds)" name="i">
            <for_each values="{plant: basil}; {plant: mint, wet: true}">
              <executable cmd="echo $(index i) $(for-var plant) $(for-var wet false)" output="screen" name="e"/>
            </for_each>
            <log_info message="bed $(index i)"/>
          </for>
        </launch>""",
        suffix='.xml',
    )
    assert result.code == 0, result.err
    assert sorted(line.partition('] ')[2] for line in result.lines if line.startswith('[e-')) == [
        '0 basil false', '0 mint True', '1 basil false', '1 mint True'
    ]  # fmt: skip
    assert [line for line in result.lines if 'user' in line] == [f'[INFO] [launch.user]: bed {i}' for i in (0, 1)]


def test_prefixes_all_output_and_a_pipe_as_standard_input(launched):
    text = "Node(package='greenhouse', executable='words'), ExecuteProcess(cmd=['echo', 'b'], name='words'), "
    assert not lines_of(launched(text), 'words-1')
    result = launched(text, '-a', '--launch-prefix', 'echo with', '--launch-prefix-filter', 'words')
    assert 'with /' in lines_of(result, 'words-1')[0] and lines_of(result, 'words-2') == ['b']
    result = launched(
        """ExecuteProcess(cmd=['sh', '-c', 'timeout 0.2 cat; echo $?'], name='reads', output='screen'),"""
    )
    assert lines_of(result, 'reads-1') == ['124']


def test_ctrl_c_during_launch_file(greenhouse):
    file = greenhouse / 'launch/it.launch.py'
    file.write_text(f"""{PYTHON}
        ExecuteProcess(cmd=['touch', '{greenhouse}/started']),
        OpaqueFunction(function=lambda _: print('busy', flush=True)),
        OpaqueFunction(function=lambda _: [None for _ in range(10**9)])])""")
    process = subprocess.Popen([*COMMAND, str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == 'busy\n'
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60) == ('', '')
    assert process.returncode == 130 and not (greenhouse / 'started').exists()


def test_other_children_survive(greenhouse):
    file = greenhouse / 'launch/it.launch.xml'
    file.write_text('<launch><executable cmd="sh -c \'setsid sleep 67 &amp; echo left $!\'" output="screen"/></launch>')
    command = f'sleep 68 & echo $!; exec {sys.executable} -m rxros2.cli launch {file}'
    process = subprocess.Popen(['sh', '-c', command], stdout=subprocess.PIPE, text=True)
    other = int(process.stdout.readline())
    remaining = next(int(line.split()[-1]) for line in process.stdout if 'left' in line)
    try:
        assert process.wait(60) == 0
        assert pathlib.Path(f'/proc/{other}').exists() and not pathlib.Path(f'/proc/{remaining}').exists()
    finally:
        os.kill(other, signal.SIGKILL)
        process.stdout.close()
