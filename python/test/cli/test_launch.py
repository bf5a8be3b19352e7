# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Launch files: arguments, conditions, events, includes, loops, and what `rxros2 launch` shows of them."""

import os
import subprocess

import pytest
from launch_files import COMMAND, PYTHON


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
