# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""param commands, against a node in another process."""

import json

import pytest

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
    found = json.loads(rxros2('param', 'list', '/robot', '--json').out)
    assert {'node': '/robot', 'parameter': 'speed', 'type': 'double'} in found


def test_get(rxros2):
    assert rxros2('param', 'get', '/robot', 'speed').out == 'Double value is: 0.5\n'
    assert rxros2('param', 'get', 'robot', 'wheel.gears').out == 'Integer values are: [1, 2, 3]\n'
    assert rxros2('param', 'get', '/robot', 'serial', '--hide-type').out == 'A7\n'
    assert rxros2('param', 'get', '/robot', 'serial', 'speed', '--csv').out == 'parameter,value\nserial,A7\nspeed,0.5\n'


def test_set_and_dump_and_load(rxros2, tmp_path):
    before = rxros2('param', 'dump', '/robot').out
    lines = before.splitlines()
    assert lines[:4] == ['/robot:', '  ros__parameters:', '    serial: A7', '    speed: 0.5']
    assert lines[-6:] == ['    wheel:', '      gears:', '      - 1', '      - 2', '      - 3', '      radius: 1.0']
    writable = [line for line in lines if 'serial' not in line and 'start_type' not in line]  # the others are read-only
    (tmp_path / 'before.yaml').write_text('\n'.join(writable))
    assert rxros2('param', 'set', '/robot', 'speed', '1').out == 'Set parameter successful\n'
    assert rxros2('param', 'set', '/robot', 'wheel.gears', '[4, 5]').code == 0
    changed = json.loads(rxros2('param', 'dump', '/robot', '--json').out)['/robot']['ros__parameters']
    assert (changed['speed'], changed['wheel']['gears']) == (1.0, [4, 5])
    result = rxros2('param', 'load', '/robot', tmp_path / 'before.yaml')
    assert result.code == 0 and 'Set parameter wheel.gears successful' in result.out
    assert rxros2('param', 'dump', '/robot').out == before


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
        (['load', '/robot', '/nowhere.yaml'], 1, '/nowhere.yaml cannot be read: No such file'),
        (['load', '/robot', '/dev/null'], 1, '/dev/null has no parameters of /robot'),
    ],
)
def test_errors(rxros2, words, code, expected):
    result = rxros2('param', *words, until=expected)
    assert result.code == code and expected in result.err, result
