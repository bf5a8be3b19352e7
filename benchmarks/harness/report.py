# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Writes the report of a document into a folder: results.json, report.md, plots/*.svg, report.html."""

import json

from harness import limits, markdown, page, view
from harness.svg import svg


def dump(document):
    """JSON with one run of a program on a line, so that two kept reports can be compared as text."""
    text = [json.dumps({**document, 'suites': None}, indent=1, ensure_ascii=False)]
    suites = []
    for suite in document['suites']:
        cases = []
        for case in suite['cases']:
            head = json.dumps({**case, 'results': None}, ensure_ascii=False)
            runs = ',\n'.join(
                json.dumps(name, ensure_ascii=False)
                + ': [\n'
                + ',\n'.join(json.dumps(run, ensure_ascii=False, separators=(',', ':')) for run in runs)
                + ']'
                for name, runs in case['results'].items()
            )
            cases.append(head.replace('"results": null', '"results": {' + runs + '}'))
        head = json.dumps({**suite, 'cases': None})
        suites.append(head.replace('"cases": null', '"cases": [\n' + ',\n'.join(cases) + ']'))
    return text[0].replace('"suites": null', '"suites": [\n' + ',\n'.join(suites) + ']') + '\n'


def rounded(document):
    """The document with five significant digits a number."""
    if isinstance(document, dict):
        return {key: rounded(value) for key, value in document.items()}
    if isinstance(document, list):
        return [rounded(value) for value in document]
    return float(f'{document:.5g}') if isinstance(document, float) else document


def joined(kept, later):
    """A kept document with the suites of a later run in place of its own, or behind them; they say when they ran."""
    when = (
        f'{later["began"]}, commit {later["commit"]}; load {later["machine"]["load"]} at the start; '
        f'peer: {later["peer"] or "none"}'
    )
    of_later = {suite['name']: {**suite, 'later': when} for suite in later['suites']}
    suites = [of_later.pop(suite['name'], suite) for suite in kept['suites']]
    return {**kept, 'suites': [*suites, *of_later.values()]}


def write(document, specs, folder):
    """Returns the limits as they were found."""
    document = rounded(document)
    checked = limits.check(limits.read(), document)
    shown = view.suites(specs, document)
    plots = folder / 'plots'
    plots.mkdir(parents=True, exist_ok=True)
    for old in plots.glob('*.svg'):
        old.unlink()
    (folder / 'results.json').write_text(dump(document))
    (folder / 'report.md').write_text(markdown.report(document, shown, checked))
    for suite in shown:
        for plot in suite['plots']:
            (plots / f'{plot["name"]}.svg').write_text(svg(plot))
    (folder / 'report.html').write_text(page.page(document, shown, checked))
    return checked
