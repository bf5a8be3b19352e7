# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Turns a document into plain data for the report: tables and plots. The page, the SVGs and report.md draw it."""

import math

from harness.figures import cases_of, measured, number


def _programs(case, only):
    """Names in the order in which the case runs them, those that failed among them."""
    names = [*case['results'], *(name for name in case['failed'] if name not in case['results'])]
    return [name for name in names if not only or name in only]


def _upright(spec, case):
    """One row a column of the table, one column a program."""
    programs = _programs(case, spec.programs)
    rows = []
    for column in spec.columns:
        measurements = [measured(case, program, column.figure) for program in programs]
        if any(measurements):
            cells = [number(one.value, column.digits) if one else '' for one in measurements]
            rows.append({'head': [column.title], 'cells': cells})
    rows += [{'head': ['failed'], 'failed': f'{name}: {reason}'} for name, reason in case['failed'].items()]
    return {'name': spec.name, 'title': spec.title, 'see': spec.see, 'heads': [''], 'columns': programs, 'rows': rows}


def table(spec, cases):
    """Rows of text; a program that failed is a row that says so."""
    if spec.upright and spec.cases[0] in cases:
        return _upright(spec, cases[spec.cases[0]])
    rows = []
    for name in spec.cases:
        case = cases.get(name)
        if case is None:
            continue
        for program in _programs(case, spec.programs):
            cells = []
            for column in spec.columns:
                measurement = measured(case, program, column.figure)
                cells.append(number(measurement.value, column.digits) if measurement else '')
            if any(cells):
                rows.append({'head': [name, program], 'cells': cells})
            if program in case['failed']:
                rows.append({'head': [name, program], 'failed': case['failed'][program]})
    used = [i for i in range(len(spec.columns)) if any('cells' in row and row['cells'][i] for row in rows)]
    for row in rows:
        if 'cells' in row:
            row['cells'] = [row['cells'][i] for i in used]
    return {
        'name': spec.name,
        'title': spec.title,
        'see': spec.see,
        'heads': ['case', 'program'],
        'columns': [spec.columns[i].title for i in used],
        'rows': rows,
    }


def slope(points):
    """The exponent by which y grows with x between the last two decades of points."""
    last = points[-1]
    first = next((point for point in points if point['x'] >= last['x'] / 100 and point['y'] > 0), None)
    if first is None or first is last or last['y'] <= 0 or first['x'] <= 0:
        return None
    return math.log(last['y'] / first['y']) / math.log(last['x'] / first['x'])


def plot(spec, cases):
    """Series of points. Without a parameter on x, each case has a place, and series stand beside each other in it."""
    present = [cases[name] for name in spec.cases if name in cases]
    places = [(case['name'], case, spec.y) for case in present]
    if spec.figures:
        places = [(label, case, figure) for case in present for label, figure in spec.figures]
    names = []
    for case in present:
        names += [name for name in _programs(case, spec.programs) if name not in names]
    series = []
    for name in names:
        points = []
        for place, (label, case, figure) in enumerate(places):
            measurement = measured(case, name, figure)
            if measurement is None or (spec.log_y and measurement.value <= 0):
                continue
            x = place if spec.x is None else case['parameters'][spec.x]
            upper = measured(case, name, spec.upper) if spec.upper else None
            points.append(
                {
                    'x': x,
                    'y': measurement.value,
                    'least': measurement.least,
                    'most': measurement.most,
                    'rounds': measurement.rounds,
                    'count': measurement.count,
                    'upper': upper.value if upper else None,
                    'place': label,
                }
            )
        if points:
            one = {'name': name, 'points': points}
            exponent = slope(points) if spec.slope else None
            if exponent is not None:
                one['slope'] = round(exponent, 2)
            series.append(one)
    if spec.x is None:
        for i, one in enumerate(series):
            for point in one['points']:
                point['x'] += 0.7 * ((i + 0.5) / len(series) - 0.5)
    lines = []
    for line in spec.lines:
        case = cases.get(line.case)
        measurement = measured(case, line.program, line.figure) if case else None
        if measurement:
            lines.append({'label': line.label, 'y': measurement.value})
    return {
        'name': spec.name,
        'title': spec.title,
        'see': spec.see,
        'x_label': spec.x_label,
        'y_label': spec.y_label,
        'log_x': spec.log_x,
        'log_y': spec.log_y,
        'places': None if spec.x else [label for label, _, _ in places],
        'upper': spec.upper.statistic if spec.upper else None,
        'series': series,
        'lines': lines,
    }


def suites(specs, document):
    """Returns the suites of the document, with their failed and skipped programs."""
    cases = cases_of(document)
    shown = []
    for run in document['suites']:
        spec = next((one for one in specs if one.name == run['name']), None)
        if spec is None:
            continue
        failed = [
            f'{case["name"]}: {name}: {reason}' for case in run['cases'] for name, reason in case['failed'].items()
        ]
        plots = [plot(one, cases) for one in spec.plots]
        shown.append(
            {
                'name': spec.name,
                'title': spec.title,
                'seconds': run['seconds'],
                'later': run.get('later', ''),
                'failed': failed,
                'plots': [one for one in plots if one['series']],
                'tables': [one for one in (table(table_spec, cases) for table_spec in spec.tables) if one['rows']],
            }
        )
    return shown
