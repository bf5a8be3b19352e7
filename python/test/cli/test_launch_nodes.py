# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Nodes in launch files: names, parameters, remappings, containers and lifecycle."""

import re

import pytest
from launch_files import lines_of

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
