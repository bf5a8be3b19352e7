# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Runs suites into one document of results. The programs of a case take turns: A B in one round, B A in the next."""

import datetime
import time

from harness import machine
from harness.programs import Failed, Skipped
from harness.progress import Progress

FORMAT = 2  # version of the document's format


def steps(case):
    """Yields (round, program) in the order in which they run.

    Every second round runs the programs in reverse, so that no program always follows the same other program.
    """
    for index in range(case.rounds):
        for program in case.programs if index % 2 == 0 else case.programs[::-1]:
            yield index + 1, program


def run_case(case, runner, progress):
    """Runs a case and returns its results. A program that fails is recorded with the reason and not run again."""
    results, failed, skipped = {}, {}, {}
    for round_number, program in steps(case):
        name = program.name
        if name not in failed and name not in skipped:
            progress.start(f'{case.name}: {name}, round {round_number} of {case.rounds}')
            try:
                results.setdefault(name, []).append({'round': round_number, **runner.run(program, case.timeout)})
            except Skipped as reason:
                skipped[name] = str(reason)
            except Failed as reason:
                failed[name] = str(reason)
                progress.note(f'failed: {case.name}: {name}: {reason}')
        progress.step()
    return {
        'name': case.name,
        'parameters': case.parameters,
        'failed': failed,
        'skipped': skipped,
        'results': {name: runs for name, runs in results.items() if runs},
    }


def durations(document):
    """Returns the longest run in seconds of each program in an earlier document, by (case, program)."""
    return {
        (case['name'], name): max(result['seconds'] for result in runs)
        for suite in document['suites']
        for case in suite['cases']
        for name, runs in case['results'].items()
    }


def run(suites, runner, settings, former=None):
    """Runs the suites and returns the document of results. After Ctrl-C, it holds the cases that were finished.

    The document `former` of an earlier run gives the expected durations for the progress bar.
    """
    known_durations = durations(former) if former else {}
    planned_durations = [
        known_durations.get((case.name, program.name), program.seconds)
        if runner.peer or program.runtime == 'own'
        else 0
        for suite in suites
        for case in suite.cases
        for _, program in steps(case)
    ]
    start_date = datetime.datetime.now(datetime.timezone.utc)
    document = {
        'format': FORMAT,
        'began': start_date.isoformat(timespec='seconds'),
        'commit': machine.commit(),
        'machine': machine.machine(),
        'versions': machine.versions(runner.python),
        'peer': runner.peer.name if runner.peer else None,
        'settings': settings,
        'suites': [],
    }
    progress = Progress(planned_durations)
    start_time = time.monotonic()
    for suite in suites:
        suite_start_time = time.monotonic()
        suite_results = {'name': suite.name, 'seconds': 0.0, 'cases': []}
        document['suites'].append(suite_results)
        try:
            for case in suite.cases:
                suite_results['cases'].append(run_case(case, runner, progress))
        except KeyboardInterrupt:
            document['settings'] = {**settings, 'interrupted': True}
        suite_results['seconds'] = round(time.monotonic() - suite_start_time, 1)
        if 'interrupted' in document['settings']:
            break
    progress.end()
    document['seconds'] = round(time.monotonic() - start_time, 1)
    return document
