# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""generate.py seen from outside: what it says of bad definitions, and what it writes when.

RXROS2_INTERFACES_GENERATOR is the generator's folder, RXROS2_INTERFACES_ARGUMENTS the build's file,
RXROS2_ROSIDL_PYTHON the Python that has rosidl.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

GENERATOR = pathlib.Path(os.environ['RXROS2_INTERFACES_GENERATOR'])
ARGUMENTS = os.environ['RXROS2_INTERFACES_ARGUMENTS']
PYTHON = os.environ['RXROS2_ROSIDL_PYTHON']


class Workspace:
    """A package 'pkg' in a folder of the test's own; the packages of the build are installed."""

    def __init__(self, path):
        self.path = path
        self.dependencies = ['builtin_interfaces']
        self.installed = {
            p['name']: p['share_dir']
            for p in json.loads(pathlib.Path(ARGUMENTS).read_text())['packages']
        }

    def write(self, name, content):
        kind = pathlib.Path(name).suffix[1:].replace('idl', 'msg')
        file = self.path / 'pkg' / kind / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    def generate(self, *options):
        files = sorted(p for p in (self.path / 'pkg').rglob('*') if p.is_file())
        arguments = self.path / 'arguments.json'
        arguments.write_text(
            json.dumps(
                {
                    'packages': [
                        {
                            'name': 'pkg',
                            'dependencies': self.dependencies,
                            'interfaces': [{'file': str(f), 'kind': f.parent.name} for f in files],
                            'include_dir': str(self.path / 'include'),
                            'share_dir': str(self.path / 'share'),
                            'typesupport': str(self.path / 'share' / 'typesupport.cpp'),
                        }
                    ],
                    'installed': self.installed,
                    'cache': str(self.path / 'cache.json'),
                    'stamp': str(self.path / 'stamp'),
                    'checked': str(self.path / 'checked'),
                }
            )
        )
        return subprocess.run(
            [PYTHON, GENERATOR / 'generate.py', *options, arguments],
            capture_output=True,
            text=True,
            timeout=60,
        )

    def outputs(self):
        return {
            p: p.stat().st_mtime_ns
            for folder in ('include', 'share')
            for p in (self.path / folder).rglob('*')
            if p.is_file()
        }


@pytest.fixture
def workspace(tmp_path):
    return Workspace(tmp_path)


BAD = [
    # file, content, line, parts of the message
    ('A.msg', 'int32 a\nint32\n', 2, ["'int32' is not a field", 'expected']),
    ('A.msg', '# text\n\nint33 a\n', 3,
     ["no type 'pkg/msg/int33'|'int33' is not a valid type", 'expected']),
    ('A.msg', 'int32 Value\n', 1, ["'Value' is not a valid field name", 'lower-case']),
    ('A.msg', 'int32 a__b\n', 1, ["'a__b' is not a valid field name", "single '_'"]),
    ('A.msg', 'int32 lower=1\n', 1, ["'lower' is not a valid constant name", 'upper-case']),
    ('A.msg', 'int32 a\nstring a\n', 2, ["'a' is defined a second time, first in line 1"]),
    ('A.msg', 'int8 a 128\n', 1, ["'128' is not a valid int8", 'from -128 to 127']),
    ('A.msg', 'uint8 A=-1\n', 1, ["'-1' is not a valid uint8", 'from 0 to 255']),
    ('A.msg', 'bool a maybe\n', 1, ["'maybe' is not a valid bool", 'expected true, 1']),
    ('A.msg', 'float64 a 1,5\n', 1, ["'1,5' is not a valid float64", 'finite number']),
    ('A.msg', 'int32[3] a [1, 2]\n', 1, ['has 2 values; expected 3']),
    ('A.msg', 'int32[<=2] a [1, 2, 3]\n', 1, ['has 3 values; expected at most 2']),
    ('A.msg', 'int32[] a 1\n', 1, ["expected values between '[' and ']'"]),
    ('A.msg', 'string<=3 a "long"\n', 1, ['has 4 characters; expected at most 3']),
    ('A.msg', 'int32[0] a\n', 1, ["'int32[0]' is not a valid type", 'N > 0']),
    ('A.msg', 'int32[x] a\n', 1, ["'int32[x]' is not a valid type", "'[N]'"]),
    ('A.msg', 'int32[] a]\n', 1, ["'a]' is not a valid field name"]),
    ('A.msg', 'string<=0 a\n', 1, ["'string<=0' is not a valid type", "'string<=N'"]),
    ('A.msg', 'A_b/C c\n', 1, ["'A_b/C' is not a valid type"]),
    ('A.msg', 'builtin_interfaces/Time t 5\n', 1, ["default '5'", 'primitive']),
    (
        'A.msg',
        'builtin_interfaces/Time T=5\n',
        1,
        ["'builtin_interfaces/Time' cannot be the type of a constant"],
    ),
    ('A.msg', 'int32[] A=[1]\n', 1, ["'int32[]' cannot be the type of a constant"]),
    ('A.msg', 'time stamp\n', 1, ["'time' is a type of ROS 1", 'builtin_interfaces/Time']),
    (
        'A.msg',
        'int32 a\nbuiltin_interfaces/Tiem t\n',
        2,
        ["no type 'builtin_interfaces/msg/Tiem'", 'expected one of'],
    ),
    ('A.msg', 'Unknown u\n', 1, ["no type 'pkg/msg/Unknown'", 'pkg/msg/A']),
    (
        'A.msg',
        'geometry_msgs/Twist t\n',
        1,
        ["package 'geometry_msgs', which pkg does not depend on"],
    ),
    ('A.msg', b'int32 a\n# \xff\n', 2, ['0xff is not UTF-8']),
    ('A.msg', '# x\n  int32 a\n', 2, ["'int32 a' is indented", 'start of the line']),
    ('A.msg', '\tint32 a\n', 1, ["'int32 a' is indented"]),
    ('A.msg', 'float64 a nan\n', 1, ["'nan' is not a valid float64", 'finite']),
    ('A.msg', 'float32 A=1e400\n', 1, ["'1e400' is not a valid float32", 'finite']),
    ('A.msg', 'float32[] a [1, -inf]\n', 1, ["'-inf' is not a valid float32", 'finite']),
    ('A.msg', 'int32 class\n', 1, ["'class' is a keyword of C++"]),
    ('A.msg', 'int32 a\nA[] children\n', 2, ["'pkg/msg/A' contains itself"]),
    ('A.msg', 'string a "\\xZZ"\n', 1, ['bad escape sequence', 'hexadecimal']),
    ('A.msg', 'string[] a ["\u00e9"]\n', 1, ['non-ASCII text in the default of an array']),
    ('a.msg', 'int32 a\n', None, ["'a' is not a valid type name", 'CamelCase']),
    ('A.srv', 'int32 a\n', 1, ["0 separator lines '---'; expected 1"]),
    ('A.srv', 'int32 a\n---\nint32 b\n---\n', 4, ["2 separator lines '---'; expected 1"]),
    ('A.srv', 'int32 a\n---\nint32 B\n', 3, ["'B' is not a valid field name"]),
    ('A.action', 'int32 a\n---\nint32 b\n', 3, ["1 separator lines '---'; expected 2"]),
    ('A.action', '---\n---\nint32 c\nint32 c\n', 4, ['second time, first in line 3']),
    (
        'A.idl',
        'module pkg {\n  module msg {\n    struct A { int32 a };\n  };\n};\n',
        3,
        ["unexpected '}'; expected ';' or ','"],
    ),
    ('A.idl', 'module pkg {\n  module msg {\n', 2, ["unexpected 'end of file'; expected '}'"]),
    (
        'A.idl',
        'module pkg {\n  module msg {\n    struct A { map<long, long> a; };\n  };\n};\n',
        3,
        ["unknown type 'map'; expected a basic type"],
    ),
    (
        'A.idl',
        'module pkg {\n  module msg {\n' + 'struct A { long a; };\n' * 2 + '  };\n};\n',
        4,
        ["'pkg/msg/A' is defined a second time, first in line 3"],
    ),
    (
        'A.idl',
        'module pkg {\n  module msg {\n'
        + ''.join(f'struct {name} {{ long a; }};\n' for name in 'ABCD')
        + '  };\n};\n',
        None,
        ['4 structs; expected one for a message'],
    ),
    (
        'A.idl',
        'module other {\n  module msg {\n    struct A { long a; };\n  };\n};\n',
        3,
        ["defines 'other/msg/A'; expected 'pkg/msg/A'"],
    ),
]


@pytest.mark.parametrize(
    'name,content,line,parts',
    BAD,
    ids=[str(b[1])[:24].split('\n')[0] + f' {i}' for i, b in enumerate(BAD)],
)
def test_bad_definition_is_named_with_file_and_line(workspace, name, content, line, parts):
    file = workspace.write(name, content)
    result = workspace.generate()
    assert result.returncode == 1
    first = result.stderr.splitlines()[0]
    assert first.startswith(f'error: {file}:{line}: ' if line else f'error: {file}: ')
    for part in parts:
        assert any(p in first for p in part.split('|')), first
    assert 'expected' in first
    assert 'Traceback' not in result.stderr
    assert workspace.outputs() == {}, 'nothing is written unless all definitions are right'


def test_check_reports_and_writes_nothing(workspace):
    workspace.write('A.msg', 'int32 a\n')
    assert workspace.generate('--check').returncode == 0
    assert workspace.outputs() == {} and (workspace.path / 'checked').is_file()
    workspace.write('A.msg', 'int32 A\n')
    assert 'A.msg:1' in workspace.generate('--check').stderr


def test_read_reports_only_errors_of_the_file_itself(tmp_path):
    good, bad = tmp_path / 'Good.msg', tmp_path / 'Bad.srv'
    good.write_text('unknown_package/Type a\n')
    bad.write_text('int32 a\n---\nint32 B\n')
    command = [PYTHON, GENERATOR / 'generate.py', '--read', 'pkg']
    assert subprocess.run([*command, good], capture_output=True, timeout=60).returncode == 0
    result = subprocess.run([*command, good, bad], capture_output=True, text=True, timeout=60)
    assert result.returncode == 1
    assert result.stderr.startswith(f"error: {bad}:3: 'B' is not a valid field name")


def test_usage_is_printed(workspace):
    result = subprocess.run(
        [PYTHON, GENERATOR / 'generate.py', '--frobnicate', 'x'], capture_output=True, text=True
    )
    assert result.returncode == 1 and 'usage: generate.py' in result.stderr


def test_all_bad_definitions_are_reported_at_once(workspace):
    workspace.write('A.msg', 'int32 A\n')
    workspace.write('B.msg', 'int32 a\n')
    workspace.write('C.srv', 'int32 a\n')
    errors = workspace.generate().stderr.splitlines()
    assert len(errors) == 2 and 'A.msg:1' in errors[0] and 'C.srv:1' in errors[1]


def test_a_service_needs_service_msgs(workspace):
    workspace.write('A.srv', '---\n')
    del workspace.installed['service_msgs']
    result = workspace.generate()
    assert result.returncode == 1
    assert 'A.srv: every .srv uses service_msgs/msg/ServiceEventInfo' in result.stderr


def test_missing_file_is_reported(workspace):
    workspace.write('A.msg', 'int32 a\n')
    assert workspace.generate().returncode == 0
    (workspace.path / 'pkg/msg/A.msg').unlink()
    result = subprocess.run(
        [PYTHON, GENERATOR / 'generate.py', workspace.path / 'arguments.json'],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert result.returncode == 1 and 'cannot be read: No such file or directory' in result.stderr


def test_installed_generator_needs_no_file_of_the_source_tree(workspace, tmp_path, monkeypatch):
    prefix = tmp_path / 'prefix'
    shutil.copytree(GENERATOR, prefix / 'generator')
    shutil.copytree(
        GENERATOR.parents[1] / 'python/rxros2/definitions', prefix / 'generator/definitions'
    )
    monkeypatch.setattr(sys.modules[__name__], 'GENERATOR', prefix / 'generator')
    workspace.write('A.msg', 'int32 a\n')
    result = workspace.generate()
    assert (result.returncode, result.stderr) == (0, '')


def test_missing_type_of_a_dependency_is_named_in_one_line(workspace, tmp_path):
    part = tmp_path / 'installed/middle_msgs/msg/Middle.msg'
    part.parent.mkdir(parents=True)
    part.write_text('int32 a\nmissing_msgs/Part part\n')
    workspace.dependencies = ['middle_msgs']
    workspace.installed['middle_msgs'] = str(part.parents[1])
    workspace.write('A.msg', 'middle_msgs/Middle m\n')
    result = workspace.generate()
    (line,) = result.stderr.splitlines()
    assert result.returncode == 1
    unknown = "type 'missing_msgs/msg/Part' is unknown: no package 'missing_msgs' was found"
    assert line.startswith(f'error: {part}:2: {unknown}; expected missing_msgs installed, or its')


def test_folder_of_an_idl_file_names_the_kind(workspace):
    file = workspace.write('A.idl', 'module pkg { module msg { struct A { long a; }; }; };')
    other = workspace.path / 'pkg/idl/A.idl'
    other.parent.mkdir()
    file.rename(other)
    (line,) = workspace.generate().stderr.splitlines()
    assert line.startswith(f"error: {other}: the folder 'idl' names no kind of interface; expected")


def test_definitions_may_be_in_folders_of_other_names(workspace, tmp_path):
    for name, text in {'srvs/Pause.srv': '---\n', 'messages/Pose.msg': 'float64 x\n'}.items():
        file = tmp_path / 'installed/mapper_msgs' / name
        file.parent.mkdir(parents=True)
        file.write_text(text)
    workspace.dependencies = ['mapper_msgs']
    workspace.installed['mapper_msgs'] = str(tmp_path / 'installed/mapper_msgs')
    workspace.write('A.msg', 'mapper_msgs/Pose pose\n')
    result = workspace.generate()
    assert (result.returncode, result.stderr) == (0, '')


def test_dependency_may_be_defined_in_idl_only(workspace):
    workspace.dependencies = ['rxros2_test_msgs']
    workspace.write('A.msg', 'rxros2_test_msgs/FromIdl a\nrxros2_test_msgs/Strings b\n')
    assert workspace.generate().returncode == 0
    document = json.loads((workspace.path / 'share/msg/A.json').read_text())
    described = document['type_description_msg']['referenced_type_descriptions']
    installed = pathlib.Path(workspace.installed['rxros2_test_msgs'])
    for name in ('FromIdl', 'Strings'):
        own = json.loads((installed / f'msg/{name}.json').read_text())['type_description_msg']
        assert own['type_description'] in described


def test_nothing_is_rewritten_when_nothing_changed(workspace):
    workspace.write('A.msg', 'int32 a\n')
    workspace.write('B.srv', 'A a\n---\nbuiltin_interfaces/Time t\n')
    assert workspace.generate().returncode == 0
    before = workspace.outputs()
    assert workspace.generate().returncode == 0
    assert workspace.outputs() == before
    # Without the cache all is generated again, with the same result: files keep their time stamps.
    (workspace.path / 'cache.json').unlink()
    assert workspace.generate().returncode == 0
    assert workspace.outputs() == before


def test_a_changed_definition_rewrites_dependent_files(workspace):
    workspace.write('A.msg', 'int32 a\n')
    workspace.write('Other.msg', 'int32 a\n')
    workspace.write('UsesA.msg', 'A[] a\n')
    assert workspace.generate().returncode == 0
    before = workspace.outputs()
    workspace.write('A.msg', 'int64 a\n')
    assert workspace.generate().returncode == 0
    changed = {
        p.relative_to(workspace.path).as_posix()
        for p, t in workspace.outputs().items()
        if before[p] != t
    }
    assert changed == {
        'include/pkg/msg/detail/a__struct.h',
        'include/pkg/msg/detail/a__struct.hpp',
        'include/pkg/msg/detail/a__fields.hpp',
        'share/msg/A.msg',
        'share/msg/A.idl',
        'share/msg/A.json',
        'include/pkg/msg/detail/uses_a__fields.hpp',
        'share/msg/UsesA.json',
    }


def test_a_removed_header_comes_back(workspace):
    workspace.write('A.msg', 'int32 a\n')
    assert workspace.generate().returncode == 0
    header = workspace.path / 'include/pkg/msg/detail/a__struct.hpp'
    header.unlink()
    assert workspace.generate().returncode == 0
    assert header.is_file()


def test_list_names_exactly_the_written_files(workspace):
    workspace.write('A.msg', 'int32 a\n')
    workspace.write('B.srv', 'A a\n---\n')
    workspace.write('HTTPGet2Point.action', 'A a\n---\n---\n')
    assert workspace.generate().returncode == 0
    listed = subprocess.run(
        [PYTHON, GENERATOR / 'generate.py', '--list', workspace.path / 'arguments.json'],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    ).stdout.split()
    assert sorted(listed) == sorted(str(p) for p in workspace.outputs())


def test_definitions_read_directly_equal_those_read_through_idl():
    result = subprocess.run(
        [PYTHON, pathlib.Path(__file__).with_name('compare_with_idl.py'), GENERATOR, ARGUMENTS],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert result.stdout == ''
    assert int(result.stderr.split()[-1]) > 150


def test_generated_idl_gives_the_same_headers(tmp_path):
    """rosidl_generate_interfaces hands .idl files to generators: the notation must not matter."""
    build = json.loads(pathlib.Path(ARGUMENTS).read_text())
    package = next(p for p in build['packages'] if p['name'] == 'rxros2_test_msgs')
    from_idl = dict(
        package,
        include_dir=str(tmp_path / 'include'),
        share_dir=str(tmp_path / 'share'),
        interfaces=[
            {
                'kind': i['kind'],
                'file': f'{package["share_dir"]}/{i["kind"]}/{pathlib.Path(i["file"]).stem}.idl',
            }
            for i in package['interfaces']
        ],
    )
    arguments = tmp_path / 'arguments.json'
    arguments.write_text(
        json.dumps(
            {
                'packages': [from_idl],
                'cache': str(tmp_path / 'cache.json'),
                'installed': {
                    p['name']: p['share_dir'] for p in build['packages'] if p is not package
                },
            }
        )
    )
    result = subprocess.run(
        [PYTHON, GENERATOR / 'generate.py', arguments], capture_output=True, text=True, timeout=120
    )
    assert result.returncode == 0, result.stderr
    compared = 0
    for first, second in (
        (package['include_dir'], from_idl['include_dir']),
        (package['share_dir'], from_idl['share_dir']),
    ):
        files = [
            p.relative_to(second)
            for p in pathlib.Path(second).rglob('*')
            if p.suffix in ('.hpp', '.json')
        ]
        for file in files:
            texts = [
                [
                    line
                    for line in (pathlib.Path(folder) / file).read_text().splitlines()
                    if not line.startswith('// Generated by')
                ]
                for folder in (first, second)
            ]
            assert texts[0] == texts[1], file
            compared += 1
    assert compared == 6 * len(package['interfaces'])
