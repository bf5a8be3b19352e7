# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""report.html: the report as one file that loads nothing; page.html, page.css and page.js are its parts."""

import html
import json
from pathlib import Path

from harness import limits as limits_
from harness.figures import number
from harness.markdown import heading

HERE = Path(__file__).resolve().parent
STATIC = (
    HERE.parent.parent / 'python' / 'rxros2' / 'view' / 'static'
)  # the style sheet and uPlot, shared with rxros2 view
UPLOT = STATIC / 'vendor' / 'uplot'
WORDS = {True: ('met', 'good'), False: ('missed', 'bad'), None: ('not measured', '')}


def _cells(tag, texts, numbers=()):
    return ''.join(
        f'<{tag}{" class=number" if i in numbers else ""}>{html.escape(str(text))}</{tag}>'
        for i, text in enumerate(texts)
    )


def _limits(checked):
    """The table of limits; missed ones first."""
    rows = []
    for row in sorted(checked, key=lambda row: (row['met'] is not False, row['met'] is None)):
        word, kind = WORDS[row['met']]
        cells = _cells(
            'td', (limits_.describe(row), f'{number(row["value"])} {row["unit"]}'.strip(), limits_.bound(row)), (1, 2)
        )
        badge = f'<td><span class="badge {kind}">{word}</span></td>'
        rows.append(f'<tr data-met="{word}">{cells}{badge}{_cells("td", (row["source"],))}</tr>')
    counts = [sum(row['met'] is state for row in checked) for state in (True, False, None)]
    head = _cells('th', ('figure', 'value', 'limit', '', 'claimed by'), (1, 2))
    return (
        f'<p>{counts[0]} met, {counts[1]} missed, {counts[2]} not measured in this run.</p><div class="wide">'
        f'<table id="limits-table"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'
    )


def _table(table):
    heads = len(table['heads'])
    numbers = range(heads, heads + len(table['columns']))
    head = _cells('th', (*table['heads'], *table['columns']), numbers)
    rows, former = [], None
    for row in table['rows']:
        first = row['head'][0]
        names = row['head'] if first != former else ['', *row['head'][1:]]
        begins = ' class=first' if first != former and heads > 1 else ''
        former = first
        if 'cells' in row:
            rows.append(f'<tr{begins}>{_cells("td", (*names, *row["cells"]), numbers)}</tr>')
        else:
            rows.append(
                f'<tr{begins}>{_cells("td", names)}<td colspan="{len(table["columns"])}">'
                f'<span class="badge bad">failed</span> {html.escape(row["failed"][:300])}</td></tr>'
            )
    return (
        f'<section class="card" id="table-{table["name"]}">'
        f'<h3>{html.escape(table["title"])}</h3><p>{html.escape(table["see"])}</p>'
        f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div></section>'
    )


def _plot(plot):
    title, keys = html.escape(plot['title'], quote=True), 'arrow keys step, plus and minus zoom, 0 shows all'
    return (
        f'<figure class="card plot" id="plot-{plot["name"]}" data-plot="{plot["name"]}">'
        f'<figcaption><h3>{title}</h3><p>{html.escape(plot["see"])}</p></figcaption>'
        f'<div class="chart" tabindex="0" role="application" aria-label="{title}: {keys}"></div>'
        '<div class="readout mono" aria-live="polite"></div><div class="series"></div></figure>'
    )


def _suite(suite):
    failed = ''.join(f'<p><span class="badge bad">failed</span> {html.escape(text)}</p>' for text in suite['failed'])
    later = f'<p>Measured by itself: {html.escape(suite["later"])}</p>' if suite['later'] else ''
    return (
        f'<section class="suite" id="{suite["name"]}"><h2>{html.escape(suite["title"])}</h2>{later}{failed}'
        f'{"".join(map(_plot, suite["plots"]))}{"".join(map(_table, suite["tables"]))}</section>'
    )


def page(document, suites, checked):
    """The text of the file."""
    plots = {plot['name']: plot for suite in suites for plot in suite['plots']}
    parts = {
        'STYLE': '\n'.join(
            path.read_text() for path in (UPLOT / 'uPlot.min.css', STATIC / 'style.css', HERE / 'page.css')
        ),
        'NAV': ''.join(
            f'<a href="#{suite["name"]}">{html.escape(suite["title"].split(":")[0])}</a>' for suite in suites
        ),
        'HEADING': html.escape(heading(document)),
        'LIMITS': _limits(checked),
        'SUITES': ''.join(map(_suite, suites)),
        'VERSIONS': html.escape(', '.join(f'{name} {version}' for name, version in document['versions'].items())),
        'DATA': json.dumps(plots, ensure_ascii=False).replace('</', '<\\/'),
        'UPLOT': f'/*!\n{(UPLOT / "LICENSE").read_text()}*/\n{(UPLOT / "uPlot.iife.min.js").read_text()}',
        'SCRIPT': (HERE / 'page.js').read_text(),
    }
    text = (HERE / 'page.html').read_text()
    for name, part in parts.items():
        before, _, after = text.partition(f'{{{{{name}}}}}')
        text = before + part + after
    return text
