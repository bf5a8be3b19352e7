#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Runs the benchmarks of the suites, programs of one comparison in turn (A B A B …), and prints what they reach.

The form of programs, suite and results: README.md beside this file. Standard library only.
"""

import argparse
import datetime
import json
import os
import platform
import shlex
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

from peer import NoPeer, Peer

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SUITES = [HERE / 'suite.json', HERE / 'suite_ros2.json', ROOT / 'python' / 'benchmark' / 'suite.json']
FORMAT = 1


class Failed(Exception):
    """A program did not deliver a result; the message says which one and why."""


class Skipped(Exception):
    """A program is not here, and may be missing."""


def machine():
    """What a figure depends on."""
    model = ''
    try:
        for line in Path('/proc/cpuinfo').read_text().splitlines():
            if line.startswith(('model name', 'Model')):
                model = line.split(':', 1)[1].strip()
                break
    except OSError:
        pass
    name = ''
    try:
        release = Path('/etc/os-release').read_text()
        name = next((line.split('=', 1)[1].strip('"') for line in release.splitlines()
                     if line.startswith('PRETTY_NAME=')), '')
    except OSError:
        pass
    return {'cpu': model, 'cores': os.cpu_count(), 'kernel': platform.release(), 'os': name}


def version():
    """The commit, with a mark if the sources differ from it."""
    try:
        return subprocess.run(['git', 'describe', '--always', '--dirty'], cwd=ROOT, capture_output=True, text=True,
                              check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return 'unknown'


def localhost_configuration():
    """Cyclone DDS set up as rmw sets it up for one host, for peers that use it without us."""
    try:
        limit = int(Path('/proc/sys/net/core/rmem_max').read_text())
    except (OSError, ValueError):
        limit = 0
    buffer = f'<Internal><SocketReceiveBufferSize max="{limit}B"/></Internal>' if limit else ''
    return ('<CycloneDDS><Domain><General><AllowMulticast>false</AllowMulticast>'
            '<MaxMessageSize>65500B</MaxMessageSize><FragmentSize>65000B</FragmentSize></General>'
            '<Discovery><ParticipantIndex>auto</ParticipantIndex><Peers><Peer address="127.0.0.1"/></Peers></Discovery>'
            f'{buffer}</Domain></CycloneDDS>')


def environment(program, ros2=None):
    """An own domain, this host only; peers get the settings that ours has by itself, an installed ROS 2 its own."""
    values = ros2.environment() if on_ros2(program) else dict(os.environ)
    values.setdefault('ROS_DOMAIN_ID', '231')
    values['ROS_AUTOMATIC_DISCOVERY_RANGE'] = 'LOCALHOST'
    if program.get('peer'):
        values['CYCLONEDDS_URI'] = localhost_configuration()
    values.update(program.get('environment', {}))
    return values


def on_ros2(program):
    """Whether the program runs on the installed ROS 2 that `--peer` names."""
    return program.get('runtime') == 'ros2'


def from_google(text, program):
    """Google Benchmark's JSON in our form: one figure a benchmark."""
    units = {'ns': 1.0, 'us': 1e3, 'ms': 1e6, 's': 1e9}
    figures = []
    for entry in json.loads(text)['benchmarks']:
        if entry.get('error_occurred'):
            raise Failed(f"{program['name']}: {entry['name']}: {entry.get('error_message', 'failed')}")
        if entry.get('run_type', 'iteration') != 'iteration':
            continue
        # What crosses threads is measured by the clock, and says so in its name.
        spent = entry['real_time' if '/real_time' in entry['name'] else 'cpu_time']
        figures.append({'name': entry['name'], 'unit': 'ns', 'value': spent * units[entry['time_unit']]})
    return {'format': FORMAT, 'program': program['name'], 'settings': {}, 'figures': figures}


def parse_output(text, program):
    """The object that a program printed."""
    if program.get('google'):
        return from_google(text, program)
    lines = [line for line in text.splitlines() if line.startswith('{')]
    if len(lines) != 1:
        raise Failed(f"{program['name']}: expected one line of JSON, found {len(lines)}; it printed:\n{text[-2000:]}")
    try:
        result = json.loads(lines[0])
    except json.JSONDecodeError as error:
        raise Failed(f"{program['name']}: its JSON cannot be read: {error}") from error
    if result.get('format') != FORMAT:
        raise Failed(f"{program['name']}: expected format {FORMAT}, found {result.get('format')}")
    return result


def command(program, build, ros2=None):
    """The command line, with {build}, {source} and {python} filled in."""
    words = shlex.split(program['command'])
    if on_ros2(program):
        build = ros2.build
    words = [word.format(build=build, source=ROOT, python=sys.executable) for word in words]
    if shutil.which(words[0]) is None:
        if program.get('optional'):
            raise Skipped(f"{program['name']}: {words[0]} is not here")
        raise Failed(f"{program['name']}: {words[0]} is not here; `make bench` builds it")
    for need in program.get('needs', []):
        if shutil.which(need) is None:
            raise Skipped(f"{program['name']}: {need} is not here")
    if program.get('google'):
        words.append('--benchmark_format=json')
    return words


def run_once(program, build, timeout, ros2=None):
    """One run of one program."""
    words = command(program, build, ros2)
    try:
        done = subprocess.run(words, env=environment(program, ros2), capture_output=True, text=True, timeout=timeout,
                              check=False)
    except subprocess.TimeoutExpired as error:
        raise Failed(f"{program['name']}: no end within {timeout} s") from error
    if done.returncode != 0:
        raise Failed(f"{program['name']}: exit status {done.returncode}:\n{done.stderr[-2000:]}")
    return parse_output(done.stdout, program)


def headline(figure, statistic):
    """The number of a figure that is compared: a percentile of a distribution, or its one value."""
    if 'value' in figure:
        return figure['value']
    return figure.get(statistic)


def median_of(results, name, statistic):
    """The median over the rounds of one program's figure, or None if no round has it."""
    values = [headline(figure, statistic) for result in results for figure in result['figures']
              if figure['name'] == name]
    values = [value for value in values if value is not None]
    return statistics.median(values) if values else None


def evaluate(comparison, results):
    """One row a check: the figure, what it is held against, the ratio, and whether the limit is kept."""
    rows = []
    for check in comparison['checks']:
        statistic = check.get('statistic', 'p50')
        value = median_of(results.get(check['of'], []), check['figure'], statistic)
        row = {'comparison': comparison['name'], 'of': check['of'], 'figure': check['figure'],
               'statistic': statistic, 'value': value, 'unit': unit_of(results.get(check['of'], []), check['figure'])}
        if 'to' in check:
            floor = median_of(results.get(check['to'], []), check.get('to_figure', check['figure']), statistic)
            row.update(to=check['to'], to_figure=check.get('to_figure', check['figure']), to_value=floor, limit=check.get('at_most_ratio'))
            row['ratio'] = value / floor if value is not None and floor else None
            row['reached'] = None if row['ratio'] is None or row['limit'] is None else row['ratio'] <= row['limit']
        else:
            row.update(limit=check.get('at_most'))
            row['reached'] = None if value is None or row['limit'] is None else value <= row['limit']
        rows.append(row)
    return rows


def unit_of(results, name):
    """The unit of a figure."""
    return next((figure['unit'] for result in results for figure in result['figures'] if figure['name'] == name), '')


def number(value):
    """Three significant digits, readable."""
    if value is None:
        return '–'
    return f'{value:.0f}' if abs(value) >= 1000 else f'{value:.3g}'


def table(rows):
    """The rows as aligned text."""
    lines = [('comparison', 'program', 'figure', 'value', 'against', 'ratio', 'limit', '')]
    for row in rows:
        figure = row['figure'] if row['unit'] in ('messages',) else f"{row['figure']} {row['statistic']}"
        # Within one program, the other figure says more than the program's name.
        against = '' if 'to' not in row else (
            f"{row['to_figure'] if row['to'] == row['of'] else row['to']} {number(row['to_value'])}")
        reached = {True: 'reached', False: 'NOT reached', None: ''}[row['reached']]
        lines.append((row['comparison'], row['of'], figure, f"{number(row['value'])} {row['unit']}", against,
                      number(row['ratio']) if 'to' in row else '', number(row['limit']), reached))
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    return '\n'.join('  '.join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines)


def run_comparison(comparison, build, rounds, say, ros2=None):
    """All rounds of one comparison: (results by program, notes)."""
    results, notes = {}, []
    programs = list(comparison['programs'])
    timeout = comparison.get('timeout_s', 120)
    for turn in range(rounds):
        # The order changes from round to round, so that none always runs on the heels of the same other.
        for program in (programs if turn % 2 == 0 else programs[::-1]):
            if program.get('gone'):
                continue
            say(f"{comparison['name']}: round {turn + 1} of {rounds}: {program['name']}")
            try:
                result = run_once(program, build, timeout, ros2)
                result['round'] = turn + 1
                results.setdefault(program['name'], []).append(result)
            except Skipped as skipped:
                notes.append(f'skipped: {skipped}')
                program['gone'] = True
            except Failed as failed:
                notes.append(f'FAILED: {failed}')
                program['gone'] = True
    return results, notes


def needs_ros2(comparison):
    """Whether the comparison is with an installed ROS 2."""
    return any(map(on_ros2, comparison['programs']))


def comparisons_of(suites):
    """What the files list, each comparison with its rounds."""
    found = []
    for path in suites:
        suite = json.loads(path.read_text())
        found += [{'rounds': suite['rounds'], **comparison} for comparison in suite['comparisons']]
    return found


def main():
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--suite', type=Path, action='append', help='may be repeated; else all')
    parser.add_argument('--build', type=Path, default=ROOT / 'build' / 'release', help='build tree of the programs')
    parser.add_argument('--only', help='comparisons to run, separated by commas')
    parser.add_argument('--rounds', type=int, help="instead of the suite's")
    parser.add_argument('--peer', metavar='PREFIX', help='an installed ROS 2, e.g. /opt/ros/jazzy, to compare with')
    parser.add_argument('--peer-build', type=Path, default=ROOT / 'build' / 'peer',
                        help='build tree of the programs on that ROS 2')
    parser.add_argument('--output', type=Path, default=ROOT / 'build' / 'bench', help='folder of the results')
    arguments = parser.parse_args()

    comparisons = comparisons_of(arguments.suite or SUITES)
    names = [comparison['name'] for comparison in comparisons]
    wanted = arguments.only.split(',') if arguments.only else names
    unknown = [name for name in wanted if name not in names]
    if unknown:
        parser.error(f"no comparison {', '.join(unknown)}; there are {', '.join(names)}")

    began = datetime.datetime.now(datetime.timezone.utc)
    start = time.monotonic()

    def say(text):
        print(f'[{time.monotonic() - start:6.1f} s] {text}', file=sys.stderr, flush=True)

    report = {'format': FORMAT, 'began': began.isoformat(timespec='seconds'), 'version': version(),
              'machine': machine(), 'comparisons': [], 'checks': []}
    notes = []
    comparisons = [comparison for comparison in comparisons if comparison['name'] in wanted]
    ros2 = None
    if any(map(needs_ros2, comparisons)):
        if arguments.peer:
            try:
                ros2 = Peer(arguments.peer, arguments.peer_build)
                say(f'compiling the benchmarks on {ros2.prefix} ({ros2.name})')
                ros2.prepare()
            except NoPeer as error:
                parser.exit(2, f'run.py: {error}\n')
            report['peer'] = ros2.name
        else:
            notes.append('skipped: what is compared with an installed ROS 2; --peer PREFIX (make bench PEER=PREFIX) '
                         'says where one is')
            comparisons = [comparison for comparison in comparisons if not needs_ros2(comparison)]
    for comparison in comparisons:
        rounds = arguments.rounds or comparison['rounds']
        results, own_notes = run_comparison(comparison, arguments.build, rounds, say, ros2)
        report['comparisons'].append({'name': comparison['name'], 'results': results, 'notes': own_notes})
        report['checks'] += evaluate(comparison, results)
        notes += own_notes

    arguments.output.mkdir(parents=True, exist_ok=True)
    path = arguments.output / f"{began.strftime('%Y%m%dT%H%M%SZ')}.json"
    path.write_text(json.dumps(report, indent=1) + '\n')
    print(f"{report['version']}, {report['machine']['cpu']}, {report['machine']['cores']} cores; medians of rounds")
    print(table(report['checks']))
    for note in notes:
        print(note)
    print(f'results: {path}')
    return 1 if any(note.startswith('FAILED') for note in notes) else 0


if __name__ == '__main__':
    sys.exit(main())
