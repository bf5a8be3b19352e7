# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Shared by these benchmarks: command line, event loops, and results in the form of benchmarks/README.md."""

import argparse
import asyncio
import json
import statistics
import sys


def arguments(description, **choices):
    """Parses `--name`s of which each has the choices given, the first by default, or is a number; --loop, --seconds."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument('--loop', choices=('asyncio', 'uvloop'), default='asyncio')
    parser.add_argument('--seconds', type=float, default=2.0)
    for name, values in choices.items():
        if isinstance(values, tuple):
            parser.add_argument(f'--{name}', choices=values, default=values[0])
        else:
            parser.add_argument(f'--{name}', type=float, default=values)
    return parser.parse_args()


def run(coroutine, loop_kind):
    """The coroutine's result, in a new loop of this kind."""
    if loop_kind == 'uvloop':
        import uvloop

        loop = uvloop.new_event_loop()
    else:
        loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(coroutine)
    finally:
        loop.close()


def value(name, unit, number):
    return {'name': name, 'unit': unit, 'value': number}


def distribution(name, unit, samples):
    ordered = sorted(samples)
    figure = {'name': name, 'unit': unit, 'count': len(ordered)}
    if ordered:
        figure.update(mean=statistics.fmean(ordered), min=ordered[0], max=ordered[-1])
        for percent in (50, 90, 99):
            figure[f'p{percent}'] = ordered[min(len(ordered) * percent // 100, len(ordered) - 1)]
    return figure


def report(program, settings, *figures):
    print(json.dumps({'format': 1, 'program': program, 'settings': settings, 'figures': figures}))
    sys.stdout.flush()
