# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""report.md: the report as text, with the plots as images."""

from harness import limits as limits_
from harness.figures import number


def _cell(text):
    return str(text).replace('|', '\\|').replace('\n', ' ')


def _table(header, rows):
    lines = ['| ' + ' | '.join(map(_cell, header)) + ' |', '|' + ' --- |' * len(header)]
    lines += ['| ' + ' | '.join(map(_cell, row)) + ' |' for row in rows]
    return '\n'.join(lines)


def heading(document):
    """When, where and of what."""
    machine = document['machine']
    return '; '.join(
        (
            f'{document["began"]}, commit {document["commit"]}',
            f'{machine["cpu"]}, {machine["cores"]} cores, {machine["memory_mib"]} MiB',
            f'Linux {machine["kernel"]}, {machine["os"]}',
            f'load {machine["load"]} at the start',
            f'peer: {document["peer"] or "none"}',
            f'{document["seconds"] / 60:.0f} minutes',
        )
    )


def limit_rows(checked):
    """One row a limit: what, its value, the claim, met or missed, its source."""
    words = {True: 'met', False: '**missed**', None: 'not measured'}
    return [
        (
            limits_.describe(row),
            f'{number(row["value"])} {row["unit"]}'.strip(),
            limits_.bound(row),
            words[row['met']],
            row['source'],
        )
        for row in checked
    ]


def report(document, suites, checked):
    """The text."""
    met = sum(row['met'] is True for row in checked)
    missed = sum(row['met'] is False for row in checked)
    parts = [
        '# Benchmarks: report',
        heading(document),
        'Medians over the rounds of one run, in which the programs of a case ran in turn. Only ratios within the run '
        'count: the speed of one machine differs from hour to hour by more than most of what is measured.',
        '## Limits',
        f'{met} met, {missed} missed, {len(checked) - met - missed} not measured in this run.',
        _table(('figure', 'value', 'limit', '', 'claimed by'), limit_rows(checked)),
    ]
    for suite in suites:
        parts.append(f'## {suite["title"]}')
        if suite['later']:
            parts.append(f'Measured by itself: {suite["later"]}')
        parts += [f'Failed: {reason}' for reason in suite['failed']]
        for plot in suite['plots']:
            parts.append(f'![{plot["title"]}](plots/{plot["name"]}.svg)')
            slopes = ', '.join(f'{one["name"]} {one["slope"]}' for one in plot['series'] if 'slope' in one)
            parts.append(plot['see'] + (f' Slope: {slopes}.' if slopes else ''))
        for table in suite['tables']:
            parts += [f'### {table["title"]}', table['see']]
            empty = [''] * (len(table['columns']) - 1)
            rows = [
                (*row['head'], *row['cells'])
                if 'cells' in row
                else (*row['head'], f'failed: {row["failed"][:200]}', *empty)
                for row in table['rows']
            ]
            parts.append(_table((*table['heads'], *table['columns']), rows))
    versions = ', '.join(f'{name} {version}' for name, version in document['versions'].items())
    return '\n\n'.join([*parts, '## Versions', versions]) + '\n'
