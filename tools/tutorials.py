#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Runs the tutorials in examples/tutorial/: checks that all programs of one print the output that its page shows.

The page docs/tutorial/NAME.md belongs to the programs NAME.cpp, NAME.py and NAME_….py in examples/tutorial/. It shows
their output in the code block after the line
    <!-- output -->
usage: tools/tutorials.py [--write] [--python PYTHON] PROGRAMS [NAME…]
  PROGRAMS   the folder with the compiled programs
  NAME       runs only these tutorials
  --python   a Python interpreter with the package rxros2; without this option, only C++ programs run
  --write    writes the output into the pages; the programs of a tutorial must still print the same
"""
import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / 'examples/tutorial'
PAGES = ROOT / 'docs/tutorial'
BLOCK = re.compile(r'(<!-- output -->\n```\n)(.*?)(^```$)', re.S | re.M)


def programs(name, options):
    """Yields the command of each program of a tutorial."""
    yield [options.programs / name]
    if options.python:
        for source in sorted(SOURCES.glob(f'{name}*.py')):
            yield [options.python, '-B', source]


def printed(command):
    """Returns the output of a program; raises ValueError if it fails or writes anything but warnings to stderr."""
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=60, check=False)
    unexpected = [line for line in result.stderr.splitlines() if not line.startswith('[WARN] [')]
    if result.returncode != 0 or unexpected:
        raise ValueError(f'{command[-1]} ended with {result.returncode}:\n{result.stdout}{result.stderr}')
    return result.stdout


def look_at(name, options):
    """Runs the programs of a tutorial and checks or writes its page; raises ValueError if their outputs differ."""
    page = PAGES / f'{name}.md'
    text = page.read_text(encoding='utf-8')
    block = BLOCK.search(text)
    if not block:
        raise ValueError(f'{page.relative_to(ROOT)} has no "<!-- output -->" with a block behind it')
    first_output, *other_outputs = [(command[-1], printed(command)) for command in programs(name, options)]
    for program, output in other_outputs:
        if output != first_output[1]:
            raise ValueError(f'{program} printed:\n{output}but {first_output[0]}:\n{first_output[1]}')
    if options.write:
        page.write_text(text[:block.start(2)] + first_output[1] + text[block.end(2):], encoding='utf-8')
    elif block[2] != first_output[1]:
        raise ValueError(f'{page.relative_to(ROOT)} shows:\n{block[2]}but the programs print:\n{first_output[1]}')


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--write', action='store_true')
    parser.add_argument('--python')
    parser.add_argument('programs', type=pathlib.Path)
    parser.add_argument('names', nargs='*')
    options = parser.parse_args()
    names = options.names or [source.stem for source in sorted(SOURCES.glob('t*.cpp'))]
    failed = 0
    for name in names:
        try:
            look_at(name, options)
            print(f'{name}: ok')
        except (ValueError, OSError, subprocess.TimeoutExpired) as error:
            failed += 1
            print(f'{name}: {error}')
    sys.exit(1 if failed or not names else 0)


if __name__ == '__main__':
    main()
