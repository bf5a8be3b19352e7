# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Scale: discovery, CPU time and memory of many nodes, topics and processes."""

from dataclasses import replace

from harness.model import Case, Column, Figure, Plot, Suite, Table
from suites.common import BENCH, pair

NODES = (1, 10, 50, 100, 200, 500)
TOPICS = (1, 10, 100, 500, 1000, 2000)
PROCESSES = (1, 2, 5, 10, 20)


def cases(parameter, counts, rest, own_seconds, peer_seconds):
    cases_ = []
    for count in counts:
        command = f'{BENCH}discovery --{parameter} {count} {rest}'
        ours, peer = pair(command, 1)
        cases_.append(
            Case(
                f'{count} {parameter}',
                (replace(ours, seconds=0.1 + own_seconds * count), replace(peer, seconds=0.4 + peer_seconds * count)),
                {parameter: count},
                rounds=2,
            )
        )
    return tuple(cases_)


BY_NODES = cases('nodes', NODES, '--topics 1', 0.008, 0.03)
BY_TOPICS = cases('topics', TOPICS, '--nodes 1', 0.0004, 0.0004)
BY_PROCESSES = cases('processes', PROCESSES, '--nodes 1 --topics 10', 0.06, 0.23)


def names(cases_):
    return tuple(case.name for case in cases_)


def plots(parameter, cases_):
    shared = {'x': parameter, 'x_label': parameter, 'log_x': True, 'slope': True}
    return (
        Plot(
            f'{parameter}_found',
            f'Until another process knows all, by {parameter}',
            'A slope of one means that each costs the same, however many there are.',
            names(cases_),
            Figure('all_found'),
            'ms',
            None,
            **shared,
        ),
        Plot(
            f'{parameter}_cpu',
            f'CPU time of the process that looks, by {parameter}',
            'Above a slope of one, what is known already is looked at again.',
            names(cases_),
            Figure('cpu_observer'),
            'ms',
            None,
            **shared,
        ),
        Plot(
            f'{parameter}_memory',
            f'Memory of what is found, by {parameter}',
            'A slope near one means that each takes the same memory; the left is the start of a process.',
            names(cases_),
            Figure('rss_observed'),
            'MiB',
            None,
            **shared,
        ),
    )


SUITE = Suite(
    'scale',
    'Scale: nodes, topics, processes',
    BY_NODES + BY_TOPICS + BY_PROCESSES,
    plots=plots('nodes', BY_NODES) + plots('topics', BY_TOPICS) + plots('processes', BY_PROCESSES),
    tables=(
        Table(
            'scale',
            'Discovery, CPU time, memory',
            'Measured from the simultaneous start of the processes.',
            names(BY_NODES + BY_TOPICS + BY_PROCESSES),
            (
                Column('all known ms', Figure('all_found')),
                Column('CPU, who looks ms', Figure('cpu_observer')),
                Column('CPU, who is found ms', Figure('cpu_observed')),
                Column('memory, who looks MiB', Figure('rss_observer')),
                Column('memory, who is found MiB', Figure('rss_observed')),
            ),
        ),
    ),
)
