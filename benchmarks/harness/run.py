# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A run of suites: programs of a case in turn (A B, B A, …), what they measured as one document."""

import datetime
import time

from harness import machine
from harness.programs import Failed, Skipped
from harness.progress import Progress

FORMAT = 2  # of the document


def steps(case):
    """(round, program) in the order in which they run, which changes so that none always follows the same other."""
    for turn in range(case.rounds):
        for program in case.programs if turn % 2 == 0 else case.programs[::-1]:
            yield turn + 1, program


def run_case(case, runner, progress):
    """Runs a case and returns its results. A failing program is recorded with its reason and not run again."""
    results, failed, skipped = {}, {}, {}
    for turn, program in steps(case):
        name = program.name
        if name not in failed and name not in skipped:
            progress.start(f'{case.name}: {name}, round {turn} of {case.rounds}')
            try:
                results.setdefault(name, []).append({'round': turn, **runner.run(program, case.timeout)})
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
    """Seconds that each program of a former document took, by (case, program)."""
    return {
        (case['name'], name): max(one['seconds'] for one in runs)
        for suite in document['suites']
        for case in suite['cases']
        for name, runs in case['results'].items()
    }


def run(suites, runner, settings, former=None):
    """Runs the suites; returns the document that is kept: of an interrupted run, the cases until then."""
    known = durations(former) if former else {}
    planned = [
        known.get((case.name, program.name), program.seconds) if runner.peer or program.runtime == 'own' else 0
        for suite in suites
        for case in suite.cases
        for _, program in steps(case)
    ]
    began = datetime.datetime.now(datetime.timezone.utc)
    document = {
        'format': FORMAT,
        'began': began.isoformat(timespec='seconds'),
        'commit': machine.commit(),
        'machine': machine.machine(),
        'versions': machine.versions(runner.python),
        'peer': runner.peer.name if runner.peer else None,
        'settings': settings,
        'suites': [],
    }
    progress = Progress(planned)
    start = time.monotonic()
    for suite in suites:
        since = time.monotonic()
        kept = {'name': suite.name, 'seconds': 0.0, 'cases': []}
        document['suites'].append(kept)
        try:
            for case in suite.cases:
                kept['cases'].append(run_case(case, runner, progress))
        except KeyboardInterrupt:
            document['settings'] = {**settings, 'interrupted': True}
        kept['seconds'] = round(time.monotonic() - since, 1)
        if 'interrupted' in document['settings']:
            break
    progress.end()
    document['seconds'] = round(time.monotonic() - start, 1)
    return document
