# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 view: what it costs a busy system, and whether its page stays responsive."""

from harness.model import Case, Column, Figure, Plot, Program, Suite, Table
from suites.common import BENCH, OURS, PYTHON

CASE = '1000 topics, 10 000 messages a second'
SITUATIONS = (
    ('no_page', 'no page is open'),
    ('graph', 'the graph is open'),
    ('topic', 'a topic of 1 kHz is open'),
    ('stalled', 'and another page takes nothing'),
)
WITH_PAGE = SITUATIONS[1:]
LOAD = Program(OURS, f'{PYTHON}view_load.py {BENCH}busy_system', needs=('chromium',), seconds=66)


def over(figure, situations=SITUATIONS):
    return tuple((title, Figure(f'{name}_{figure}')) for name, title in situations)


SUITE = Suite(
    'view',
    'rxros2 view under load',
    (Case(CASE, (LOAD,), rounds=1, timeout=240),),
    plots=(
        Plot(
            'view_cpu',
            'CPU time of rxros2 view, in % of a core',
            'One process serves the pages; without one it only follows the graph.',
            (CASE,),
            None,
            '%',
            log_y=False,
            figures=over('view_cpu'),
        ),
        Plot(
            'view_frames',
            'Frames a second of the page',
            'In a headless browser that draws without a graphics card, on the cores that the system runs on.',
            (CASE,),
            None,
            'frames/s',
            log_y=False,
            figures=over('frames', WITH_PAGE),
        ),
    ),
    tables=(
        Table(
            'view_load',
            'rxros2 view, a system of 1000 topics between 40 nodes',
            'Ten topics at 1 kHz, the others at 1 Hz, in one process. Lost is what its subscriptions dropped.',
            (CASE,),
            (
                *(
                    Column(f'{title_of_figure}, {title}', Figure(f'{name}_{figure}'))
                    for title_of_figure, figure, situations in (
                        ('view, CPU %', 'view_cpu', SITUATIONS),
                        ('system, CPU %', 'robot_cpu', SITUATIONS),
                        ('messages/s', 'sent', SITUATIONS),
                        ('lost', 'lost', SITUATIONS),
                        ('frames/s', 'frames', WITH_PAGE),
                        ('longest frame, ms', 'longest_frame', WITH_PAGE),
                    )
                    for name, title in situations
                ),
                Column('a page that takes nothing is dropped after, s', Figure('stalled_dropped_after')),
            ),
            upright=True,
        ),
    ),
)
