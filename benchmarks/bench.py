#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The benchmarks: runs suites and writes a report, writes the report of a former run again, compares two runs."""

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

sys.dont_write_bytecode = True

from harness import compare, report
from harness.peer import NoPeer, Peer
from harness.programs import Runner
from harness.run import run
from suites import ALL

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
KEPT = HERE / 'report' / 'results.json'


def chosen(only, parser):
    """Returns the suites that `only` names, or whose cases it names; all suites if it is empty."""
    if not only:
        return ALL
    selection, names = [], only.split(',')
    for suite in ALL:
        cases = tuple(case for case in suite.cases if suite.name in names or case.name in names)
        if cases:
            selection.append(suite if cases == suite.cases else replace(suite, cases=cases))
    known = {suite.name for suite in ALL} | {case.name for suite in ALL for case in suite.cases}
    unknown = [name for name in names if name not in known]
    if unknown:
        parser.error(f'no suite {", ".join(unknown)}; there are {", ".join(suite.name for suite in ALL)}')
    return selection


def do_run(arguments, parser):
    """Runs the suites and writes the report. Returns 1 if a program failed."""
    suites = chosen(arguments.only, parser)
    if arguments.keep:
        arguments.output = KEPT.parent
        partly = [suite.name for suite in suites if suite not in ALL]
        if partly:
            parser.error(f'--keep: only whole suites can be kept; of {", ".join(partly)} there are only some cases')
    peer = None
    if arguments.peer:
        try:
            peer = Peer(arguments.peer, arguments.peer_build)
            print(f'bench: compiling the benchmarks on {peer.prefix} ({peer.name})', file=sys.stderr)
            peer.prepare()
        except NoPeer as error:
            parser.exit(2, f'bench: {error}\n')
    former = json.loads(KEPT.read_text()) if KEPT.is_file() else None
    settings = {'only': arguments.only or '', 'peer': arguments.peer or ''}
    document = run(suites, Runner(arguments.build, peer), settings, former)
    if arguments.keep and 'interrupted' in document['settings']:
        print('bench: interrupted; the kept report is what it was')
        return 1
    shown = report.joined(former, document) if arguments.keep and arguments.only and former else document
    checked = report.write(shown, ALL, arguments.output)
    failed = [
        f'{case["name"]}: {name}: {reason}'
        for suite in document['suites']
        for case in suite['cases']
        for name, reason in case['failed'].items()
    ]
    for text in failed:
        print(f'failed: {text}')
    met = sum(row['met'] is True for row in checked)
    missed = [row for row in checked if row['met'] is False]
    print(f'limits: {met} met, {len(missed)} missed; {document["seconds"] / 60:.1f} minutes')
    print(f'report: {arguments.output}/report.html')
    return 1 if failed or 'interrupted' in document['settings'] else 0


def do_report(arguments, parser):
    """Writes the report of existing results again."""
    if not arguments.results.is_file():
        parser.error(f'no results in {arguments.results}')
    document = json.loads(arguments.results.read_text())
    report.write(document, ALL, arguments.output or arguments.results.parent)
    return 0


def do_compare(arguments, _):
    """Prints the differences between two sets of runs."""
    before, after = (compare.read(name) for name in (arguments.before, arguments.after))
    print(compare.text(compare.compare(before, after), arguments.all))
    return 0


def main():
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser('run', help='measure, and write a report')
    one.add_argument('--only', help='suites or cases, separated by commas')
    one.add_argument('--peer', metavar='PREFIX', help='an installed ROS 2, e.g. /opt/ros/jazzy, to compare with')
    one.add_argument('--build', type=Path, default=ROOT / 'build' / 'release', help='build tree of the programs')
    one.add_argument('--peer-build', type=Path, default=ROOT / 'build' / 'peer', help='build tree on that ROS 2')
    one.add_argument('--output', type=Path, default=ROOT / 'build' / 'bench', help='folder of the report')
    one.add_argument('--keep', action='store_true', help='as the kept report; with --only in place of these suites')
    one.set_defaults(do=do_run)
    one = commands.add_parser('report', help='write the report of kept results again')
    one.add_argument('results', type=Path, nargs='?', default=KEPT)
    one.add_argument('--output', type=Path)
    one.set_defaults(do=do_report)
    one = commands.add_parser('compare', help='show the differences between two runs, with confidence intervals')
    one.add_argument('before', help='results.json, a folder that has one, or several separated by commas')
    one.add_argument('after')
    one.add_argument('--all', action='store_true', help='also show figures without a difference')
    one.set_defaults(do=do_compare)
    arguments = parser.parse_args()
    return arguments.do(arguments, parser)


if __name__ == '__main__':
    sys.exit(main())
