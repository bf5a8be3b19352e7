# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""param commands, against a node in another process."""

import json

import pytest

from rxros2.cli import yaml_text

pytestmark = pytest.mark.usefixtures('robot')


def test_list(rxros2):
    names = rxros2('param', 'list', '/robot').out.split()
    assert {'serial', 'speed', 'use_sim_time', 'wheel.gears', 'wheel.radius'} < set(names) and sorted(names) == names
    assert (
        rxros2('param', 'list', '--filter', 'serial|sim', until='serial').out == '/robot:\n  serial\n  use_sim_time\n'
    )
    assert rxros2('param', 'list', 'robot', '--param-prefixes', 'wheel', '--param-type').out == (
        '  wheel.gears (type: integer array)\n  wheel.radius (type: double)\n'
    )
    result = json.loads(rxros2('param', 'list', '/robot', '--json').out)
    assert {'node': '/robot', 'parameter': 'speed', 'type': 'double'} in result


def test_get(rxros2):
    assert rxros2('param', 'get', '/robot', 'speed').out == 'Double value is: 0.5\n'
    assert rxros2('param', 'get', 'robot', 'wheel.gears').out == 'Integer values are: [1, 2, 3]\n'
    assert rxros2('param', 'get', '/robot', 'serial', '--hide-type').out == 'A7\n'
    assert rxros2('param', 'get', '/robot', 'serial', 'speed', '--csv').out == 'parameter,value\nserial,A7\nspeed,0.5\n'


def test_set_and_dump_and_load(rxros2, tmp_path):
    before = rxros2('param', 'dump', '/robot').out
    lines = before.splitlines()
    assert lines[:3] == ['/robot:', '  ros__parameters:', '    qos_overrides:']
    serial = lines.index('    serial: A7')
    assert lines[serial + 1] == '    speed: 0.5'
    assert lines[-6:] == ['    wheel:', '      gears:', '      - 1', '      - 2', '      - 3', '      radius: 1.0']
    begin = next(number for number, line in enumerate(lines) if number > 2 and not line.startswith('      '))
    writable = lines[:2] + [line for line in lines[begin:] if 'serial' not in line and 'start_type' not in line]
    (tmp_path / 'before.yaml').write_text('\n'.join(writable))
    assert rxros2('param', 'set', '/robot', 'speed', '1').out == 'Set parameter successful\n'
    assert rxros2('param', 'set', '/robot', 'wheel.gears', '[4, 5]').code == 0
    changed = json.loads(rxros2('param', 'dump', '/robot', '--json').out)['/robot']['ros__parameters']
    assert (changed['speed'], changed['wheel']['gears']) == (1.0, [4, 5])
    result = rxros2('param', 'load', '/robot', tmp_path / 'before.yaml')
    assert result.code == 0 and 'Set parameter wheel.gears successful' in result.out
    assert rxros2('param', 'dump', '/robot').out == before


TEXTS = ['0483', '1e-3', 'y', 'nan', '.inf', 'null', '~', '', '0x1p3', 'a: b', 'a\nb', "'5'", 'grüße', '12:30:45', ' ']


def test_every_text_survives_dump_and_load(run_here):
    """The dump is read by the rules of nodes and by other YAML readers."""
    import yaml

    values = {'texts': TEXTS, **{f'p{i}': text for i, text in enumerate(TEXTS)}, 'on': 1, 'real': 1e-300, 'big': 2**62}
    text = yaml_text.dump_parameters({'/n': {'ros__parameters': values}})
    assert yaml_text.load_parameters(text, 'it') == {'/n': {'ros__parameters': values}}
    assert yaml.safe_load(text)['/n']['ros__parameters']['texts'] == TEXTS
    assert '- A7\n' in yaml_text.dump_parameters(['A7']) and "- '0483'" in yaml_text.dump_parameters(['0483'])


@pytest.fixture
def chalk(started):
    with started('odd_parameters_node.py'):
        yield


def test_parameter_files_as_ros2_reads_them(rxros2, chalk, tmp_path):
    """Sections may have wildcards, and the type of a parameter decides how a plain text is read."""
    file = tmp_path / 'it.yaml'
    file.write_text(
        '/*/board:\n  ros__parameters: {number: 11}\nschool/board:\n'
        '  ros__parameters: {gain: 1e-3, gains: [1, 2.5], text: 0483, texts: [1e3, 0483], lit: y, bytes: [1, 255]}\n'
    )
    assert rxros2('param', 'load', '/school/board', file, until='successful').code == 0
    result = json.loads(rxros2('param', 'dump', '/school/board', '--json', until='gain').out)['/school/board']
    expected = {
        **{'number': 11, 'gain': 0.001, 'gains': [1.0, 2.5], 'text': '0483', 'texts': ['1e3', '0483'], 'lit': True},
        'bytes': [1, 255],
    }
    assert expected.items() <= result['ros__parameters'].items()
    assert rxros2('param', 'set', '/school/board', 'text', "'5'", until='successful').code == 0
    assert rxros2('param', 'get', '/school/board', 'text', until='String').out == 'String value is: 5\n'
    (tmp_path / 'dump.yaml').write_text(rxros2('param', 'dump', '/school/board', until='text').out)
    assert rxros2('param', 'set', '/school/board', 'text', 'other', until='successful').code == 0
    loaded = rxros2('param', 'load', '/school/board', tmp_path / 'dump.yaml', until='text successful')
    assert 'Set parameter bytes successful' in loaded.out  # written as !!binary, not as integers
    assert rxros2('param', 'get', '/school/board', 'text', until='String').out == 'String value is: 5\n'


def test_texts_that_are_no_utf_8(rxros2, chalk):
    """Invalid bytes are shown as U+FFFD, and control characters never reach the terminal."""
    assert rxros2('param', 'get', '/school/board', 'latin', until='String').out == 'String value is: K\ufffdche\n'
    assert "latin: 'K\ufffdche'" in rxros2('param', 'dump', '/school/board', until='latin').out
    assert '"latin": "K\ufffdche"' in rxros2('param', 'dump', '/school/board', '--json', until='latin').out
    escaped = rxros2('param', 'get', '/school/board', 'escape', until='String').out
    assert escaped == 'String value is: \\u001b[2J\\u009b\n'
    assert '\x1b' not in rxros2('param', 'dump', '/school/board', until='escape').out
    assert rxros2('topic', 'echo', '/nmea', '--once', until='data').out == 'data: $GP\ufffd\n---\n'
    assert rxros2('topic', 'echo', '/nmea', '--once', '--json', until='data').out == '{"data": "$GP\ufffd"}\n'
    assert rxros2('topic', 'echo', '/nmea', '--once', '--field', 'data', until='$').out == '$GP\ufffd\n---\n'
    called = rxros2('service', 'call', '/trigger', until='message=')
    assert "message='K\ufffdche'" in called.out


def test_describe(rxros2):
    assert rxros2('param', 'describe', '/robot', 'speed').out == (
        'Parameter name: speed\n  Type: double\n  Description: of the base\n  Constraints:\n'
        '    Min value: 0.0\n    Max value: 2.0\n'
    )
    assert 'Read only: true' in rxros2('param', 'describe', '/robot', 'serial').out
    assert json.loads(rxros2('param', 'describe', '/robot', 'serial', '--json').out)[0]['read_only'] is True


@pytest.mark.parametrize(
    ('words', 'code', 'expected'),
    [
        (['get', '/robot', 'sped'], 1, 'no parameter of /robot sped; there are speed, '),
        (['describe', '/robot', 'sped'], 1, 'no parameter of /robot sped; there are speed, '),
        (['get', '/rob', 'speed', '--spin-time', '1'], 1, 'no node /rob; there is /robot'),
        (['set', '/robot', 'speed', '5.0'], 1, 'speed of /robot was not set: '),
        (['set', '/robot', 'speed', 'fast'], 1, 'speed of /robot was not set: '),
        (['set', '/robot', 'serial', 'B8'], 1, 'serial of /robot was not set: '),
        (['set', '/robot', 'speed', '{a: 1}'], 2, "parameter 'speed': expected a value of a parameter"),
        (['load', '/robot', '/proc/nowhere.yaml'], 1, '/proc/nowhere.yaml cannot be read: No such file'),
        (['load', '/robot', '/dev/null'], 1, '/dev/null has no parameters of /robot'),
    ],
)
def test_errors(rxros2, words, code, expected):
    result = rxros2('param', *words, until=expected)
    assert result.code == code and expected in result.err, result
