# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The frame of the command line: lookup of commands, help, exit codes and output."""

import argparse
import io
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys

import pytest

from rxros2.cli import frame
from rxros2.cli.frame import COMMANDS, SUBCOMMANDS, command, resolve
from rxros2.cli.output import print_rows
from rxros2.printable import PrintableStream, one_line, printable_repr

ALL = [
    [name, sub] if isinstance(entry, dict) else [name]
    for name, entry in COMMANDS.items()
    for sub in (entry if isinstance(entry, dict) else ('',))
] + [[name, sub] for name, below in SUBCOMMANDS.items() for sub in below]


@pytest.mark.parametrize('words', ALL, ids=' '.join)
def test_help_of_each_command(run_here, words):
    result = run_here(*words, '--help')
    assert result.code == 0
    assert result.out.startswith(f'usage: rxros2 {" ".join(words)}')
    _, parser = command(words)
    assert all(action.help or not action.option_strings for action in parser._actions if not action.choices)


def test_lists_of_commands(run_here):
    assert run_here().out == run_here('--help').out
    assert 'topic       list, info' in run_here().out
    assert 'echo   print the messages' in run_here('topic').out


@pytest.mark.parametrize(
    ('words', 'expected'),
    [
        (['topc', 'list'], 'no command topc; there are topic, '),
        (['topic', 'ecko'], 'no command rxros2 topic ecko; there are echo, '),
        (['interface', 'show'], 'the following arguments are required: type'),
        (['pkg', 'list', '--jason'], 'unrecognized arguments: --jason'),
        (['pkg', 'list', '--json', '--csv'], '--csv: not allowed with argument --json'),
    ],
)
def test_wrong_commands(run_here, words, expected):
    result = run_here(*words)
    assert result.code == 2
    assert result.err.startswith('rxros2: ') and expected in result.err
    assert result.out == ''


@pytest.mark.parametrize('words', [['--engine', 'zenoh'], ['--engine=zenoh']], ids=' '.join)
def test_the_engine_in_front_of_a_command(run_here, monkeypatch, words):
    monkeypatch.setenv('RMW_IMPLEMENTATION', 'rmw_cyclonedds_cpp')
    assert run_here(*words, 'pkg', '--help').out == run_here('pkg', '--help').out
    assert os.environ['RMW_IMPLEMENTATION'] == 'rmw_zenoh_cpp'
    assert run_here('--engine', 'dds', '--version').code == 0
    assert os.environ['RMW_IMPLEMENTATION'] == 'rmw_cyclonedds_cpp'


@pytest.mark.parametrize(
    'words', [['--engine', 'fastdds', 'topic', 'list'], ['--engine=fastdds'], ['--engine']], ids=' '.join
)
def test_an_unknown_engine_is_refused_with_the_choices(run_here, words):
    result = run_here(*words)
    assert result.code == 2
    assert re.fullmatch(r"rxros2: --engine is '(fastdds)?'; expected dds or zenoh\n", result.err)


def test_completion_of_the_engine(run_here, monkeypatch):
    monkeypatch.setenv('RMW_IMPLEMENTATION', '')
    assert run_here('completion', 'words', '--', '--e').out == '--engine\n'
    assert run_here('completion', 'words', '--', '--engine', '').out == 'dds\nzenoh\n'
    assert run_here('completion', 'words', '--', '--engine', 'dds', 'topic', 'ec').out == 'echo\n'


def test_closed_pipe(rxros2):
    text = f'"{sys.executable}" -m rxros2.cli interface list | head -n 1; echo ${{PIPESTATUS[0]}}'
    result = subprocess.run(['bash', '-c', text], capture_output=True, text=True, timeout=60)
    assert result.stdout == 'Messages:\n0\n'
    assert result.stderr == ''


def test_imports_only_what_is_needed():
    """Starts fast, without rich, numpy and asyncio."""
    script = """
import sys
from rxros2.cli import frame
frame.run(["topic", "--help"])
frame.run(["interface", "show", "std_msgs/msg/String"])
print([each for each in ("rich", "numpy", "yaml", "asyncio", "rxros2._core") if each in sys.modules])
"""
    result = subprocess.run([sys.executable, '-c', script], capture_output=True, text=True, timeout=60, check=True)
    assert result.stdout.splitlines()[-1] == '[]'


HOW_TO = pathlib.Path(__file__).resolve().parents[3] / 'docs/how-to/command-line.md'
COMMAND_LINES = re.findall(r'^rxros2 .*$', HOW_TO.read_text(), re.MULTILINE)


@pytest.mark.parametrize('line', COMMAND_LINES)
def test_commands_of_how_to_exist(line):
    """Each command line in the page is valid."""
    words = shlex.split(line, comments=True)[1:]
    name, arguments = resolve(words)
    _, parser = command(name)
    parser.parse_args(arguments)


def test_extension_module_fails_to_load(run_here, monkeypatch):
    """The extension module exists but does not load, as on a machine that is too old."""
    error = ImportError('librclcpp.so: cannot open shared object file', name='_core', path='/x/_core.so')
    monkeypatch.setattr(frame, 'command', lambda name: (_ for _ in ()).throw(error))
    result = run_here('topic', 'list')
    assert result.code == 1 and result.err.startswith('rxros2: the package is not installed completely: librclcpp.so')


@pytest.mark.parametrize(
    ('text', 'expected', 'in_ascii'),
    [
        ('grün\t\n', 'grün\t\n', 'gr?n\t\n'),
        ('\x1b[2J\x9b\r\x7f\x00', '\\u001b[2J\\u009b\\u000d\\u007f\\u0000', None),
        ('K\udcfcche \ud800', 'K\ufffdche \ufffd', 'K?che ?'),
    ],
)
def test_output_is_printable(text, expected, in_ascii):
    for encoding, printed in (('utf-8', expected), ('ascii', in_ascii or expected)):
        raw = io.BytesIO()
        stream = PrintableStream(io.TextIOWrapper(raw, encoding=encoding))
        print(text, end='', file=stream, flush=True)
        assert raw.getvalue().decode() == printed
    assert one_line('a\nb\tc') == 'a\\u000ab\\u0009c'
    assert printable_repr({'a': 'K\udcfc', 'b': '\\udcfc'}) == "{'a': 'K\ufffd', 'b': '\\\\udcfc'}"


def test_rows_stay_on_one_line(capsys):
    args = argparse.Namespace(json=False, csv=False)
    print_rows(args, ('node', 'topics'), [('/a\nb\x1b[2J', ['/c\rd'])], lambda row: f'{row[0]} {row[1]}')
    assert capsys.readouterr().out == "/a\\u000ab\\u001b[2J ['/c\\\\u000dd']\n"


INTERRUPT = """
import importlib.abc, os, signal, sys

class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == os.environ['INTERRUPTED']:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder())
"""


@pytest.mark.parametrize('module', ['rxros2.cli', 'rxros2.cli.frame', 'rxros2.printable', 'rxros2.cli.interface.list'])
def test_interrupt_during_imports(tmp_path, module):
    """Ctrl-C during the start prints no traceback."""
    (tmp_path / 'sitecustomize.py').write_text(INTERRUPT)
    path = os.pathsep.join([str(tmp_path), os.environ.get('PYTHONPATH', '')])
    command = [sys.executable, '-m', 'rxros2.cli', 'interface', 'list']
    env = os.environ | {'PYTHONPATH': path, 'INTERRUPTED': module}
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, env=env)
    assert (result.stderr, result.stdout) == ('', '') and result.returncode in (130, -signal.SIGINT)
