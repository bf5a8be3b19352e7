#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Builds and runs the short tests of the rooms that changed, then of the rooms that use them, for about three minutes.

usage: tools/check.py TREE [COMMIT]
  TREE    a configured tree, e.g. build/release
  COMMIT  what changed since it counts (default: since HEAD, or of HEAD if nothing changed since)
`make test` runs every test. This runs no test that took more than 25 seconds before, and begins no further room after
two minutes; it says which rooms it skipped.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import time

from progress import read_costs

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUDGET = 120  # seconds after which no further room is begun
LONG = 25  # seconds; a test that took longer is left to `make test`


def output_of(*command):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def changed_files(commit):
    """Returns the paths of files that differ from `commit`, with those that git does not know yet."""
    return [*output_of('git', 'diff', '--name-only', commit).splitlines(),
            *output_of('git', 'ls-files', '--others', '--exclude-standard').splitlines()]


def users_of(architecture):
    """Returns the rooms that may use each room, from the table of rooms in docs/architecture.md."""
    users = {}
    for line in architecture.splitlines():
        cells = [cell.strip() for cell in line.strip('|').split('|')]
        if len(cells) == 3 and (room := re.match(r'`(\w+)/`', cells[0])):
            for used in re.findall(r'`(\w+)`', cells[2]):
                users.setdefault(used, []).append(room[1])
    return users


def room_of(test, graph):
    """Returns the top-level folder whose CMakeLists.txt adds `test`."""
    node = graph['nodes'][test['backtrace']]
    while 'parent' in node and pathlib.Path(graph['files'][node['file']]).parent.name == 'cmake':
        node = graph['nodes'][node['parent']]
    path = pathlib.Path(graph['files'][node['file']])
    return path.relative_to(ROOT).parts[0] if path.is_relative_to(ROOT) else ''


def properties_of(test):
    return {entry['name']: entry['value'] for entry in test.get('properties', [])}


def short_tests(tests, seconds):
    """Returns those of `tests` that take at most LONG seconds, as far as known.

    They need neither the whole tree nor a long test before them.
    """
    kept = []
    for test in tests:
        properties = properties_of(test)
        labels = properties.get('LABELS', [])
        cost = seconds.get(test['name'], properties.get('COST', 0))
        if cost <= LONG and not properties.get('RUN_SERIAL') and 'soak' not in labels and 'whole_tree' not in labels:
            kept.append(test)
    names = {test['name'] for test in kept}
    long_fixtures = {fixture for test in tests if test['name'] not in names
                     for fixture in properties_of(test).get('FIXTURES_SETUP', [])}
    return [test for test in kept if not long_fixtures.intersection(properties_of(test).get('FIXTURES_REQUIRED', []))]


def needed_targets(test, tree, outputs):
    """Returns the targets to build before `test`: that of its name, and the files of the tree that it is given."""
    variables = properties_of(test).get('ENVIRONMENT', [])
    given = [*test.get('command', []), *(variable.split('=', 1)[-1] for variable in variables)]
    files = [str(pathlib.Path(word).relative_to(tree)) for word in given if word.startswith(f'{tree}/')]
    return [name for name in (test['name'], *files) if name in outputs]


def batches(rooms, users, tests):
    """Yields the changed rooms and their tests, then each room that uses one of them."""
    in_room = {}
    for test, room in tests:
        in_room.setdefault(room, []).append(test)
    changed = {room for room in rooms if room in in_room}
    first = [test for room in sorted(changed | {'tools'}) for test in in_room.get(room, [])]
    if first:
        yield ', '.join(sorted(changed)) or 'tools', first
    later = dict.fromkeys(user for room in sorted(rooms) for user in users.get(room, []))
    for room in later:
        if room not in changed and room in in_room:
            yield room, in_room[room]


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    tree = pathlib.Path(sys.argv[1]).resolve()
    files = changed_files(sys.argv[2] if len(sys.argv) == 3 else 'HEAD')
    if not files and len(sys.argv) == 2:
        files = changed_files('HEAD~1')
    rooms = {file.split('/')[0] for file in files if '/' in file}
    listing = json.loads(output_of('ctest', '--test-dir', str(tree), '--show-only=json-v1'))
    seconds = read_costs(tree)
    tests = [(test, room_of(test, listing['backtraceGraph'])) for test in short_tests(listing['tests'], seconds)]
    outputs = {line.split(':')[0] for line in output_of('ninja', '-C', str(tree), '-t', 'targets', 'all').splitlines()}
    began = time.monotonic()
    ran, skipped, failed = [], [], False
    for room, chosen in batches(rooms, users_of((ROOT / 'docs/architecture.md').read_text()), tests):
        if failed or time.monotonic() - began > BUDGET:
            skipped.append(room)
            continue
        print(f'== check: {len(chosen)} tests of {room}', flush=True)
        needed = dict.fromkeys(target for test in chosen for target in needed_targets(test, tree, outputs))
        if 'python' in room:
            needed['rxros2_python_libraries'] = None
        build = ['ninja', '-C', str(tree), *needed]
        failed = bool(needed) and subprocess.run(build, check=False).returncode != 0
        if not failed:
            pattern = '^(' + '|'.join(re.escape(test['name']) for test in chosen) + ')$'
            jobs = str((os.cpu_count() or 1) + 1)
            failed = subprocess.run(
                ['ctest', '--test-dir', str(tree), '-R', pattern, '-j', jobs, '--output-on-failure'], check=False
            ).returncode != 0
        ran.append(room)
    print(f'== check: {"FAILED" if failed else "passed"} in {time.monotonic() - began:.0f} s: {", ".join(ran)}'
          + (f'; not run: {", ".join(skipped)}' if skipped else '') + '; `make test` runs every test')
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
