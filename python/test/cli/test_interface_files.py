# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Commands for definitions in .idl files or in folders of other names, and for incomplete packages."""

import pytest

FAN = """module {package} {{ module msg {{
  // Turns.
  struct Fan {{
    @default (value=3)
    long blades;
    string name;
  }}; }}; }};
"""


@pytest.fixture
def prefix(tmp_path, monkeypatch):
    monkeypatch.setenv('AMENT_PREFIX_PATH', str(tmp_path / 'install'))

    def write(package, **texts):
        for name, text in texts.items():
            folder, _, name = name.partition('__')
            file = tmp_path / 'install/share' / package / folder / name.replace('_', '.')
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text.format(package=package) if name.endswith('idl') else text)

    return write


def test_definitions_in_idl_and_in_other_folders_are_shown_and_listed(run_here, prefix):
    prefix('idl_robot', msg__Fan_idl=FAN, srvs__Pause_srv='---\nFan fan # of it\n', srv__Pause_idl='from a build')
    assert run_here('interface', 'package', 'idl_robot').out == 'idl_robot/msg/Fan\nidl_robot/srv/Pause\n'
    assert run_here('interface', 'proto', '--no-quotes', 'idl_robot/msg/Fan').out == "blades: 3\nname: ''\n\n"
    text = FAN.format(package='idl_robot')
    assert run_here('interface', 'show', 'idl_robot/msg/Fan').out == text
    assert '// Turns' not in run_here('interface', 'show', 'idl_robot/msg/Fan', '--no-comments').out
    lines = run_here('interface', 'show', 'idl_robot/srv/Pause').out.splitlines()
    assert lines[:3] == ['---', 'Fan fan # of it', f'\t{text.splitlines()[0]}']


def test_stubs_leave_out_what_is_incomplete(run_here, prefix, tmp_path):
    prefix('half_robot', msg__Good_msg='int32 a\n', msg__Bad_msg='int33 a\n', msg__Worse_msg='Bad bad\n')
    prefix('lonely_robot', msg__Alone_msg='# A part.\nmissing_msgs/Part part\n')
    prefix('whole_robot', msg__Fan_idl=FAN, srvs__Turn_srv='Fan fan\n---\n')
    packages = ['half_robot', 'lonely_robot', 'std_msgs', 'whole_robot']
    result = run_here('stubs', *packages, '-o', str(tmp_path))
    assert result.code == 1
    bad, worse, alone = result.err.splitlines()
    assert 'half_robot/msg/Bad: ' in bad and 'half_robot/msg/Worse: ' in worse
    assert "Bad.msg:1: 'int33' is not a valid type" in bad and "Bad.msg:1: 'int33'" in worse
    assert 'lonely_robot/msg/Alone: ' in alone and 'Alone.msg:2: no file missing_msgs/msg/Part.msg' in alone
    stubs = tmp_path / 'rxros2/interfaces'
    text = (stubs / 'half_robot/msg.pyi').read_text()
    assert 'class Good(' in text and 'Bad' not in text
    assert 'blades: _int' in (stubs / 'whole_robot/msg.pyi').read_text()
    assert 'class Turn(' in (stubs / 'whole_robot/srv.pyi').read_text()
    assert (stubs / 'std_msgs/msg.pyi').is_file() and not (stubs / 'lonely_robot/msg.pyi').exists()


def test_a_definition_that_needs_an_unknown_package_is_named(run_here, prefix):
    prefix('needy_robot', msg__Needs_msg='int32 a\nabsent_msgs/Part part\n')
    result = run_here('interface', 'proto', 'needy_robot/msg/Needs')
    assert result.code == 1
    assert 'needy_robot/msg/Needs.msg:2: no file absent_msgs/msg/Part.msg for absent_msgs/msg/Part' in result.err
