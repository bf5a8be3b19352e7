# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Messages inside a process: whole systems of nodes, an image pipeline, and single deliveries."""

from harness.model import Case, Column, Figure, Plot, Program, Suite, Table
from suites.common import BENCH, EVENTFD, EVENTFD_SAME, OURS, PEER, pair

TOPOLOGIES = ('sierra_nevada', 'mont_blanc', 'cedar', 'white_mountain')
WAYS = (
    ('IPC on', '--intra_process 1', 9.5),
    ('IPC off', '--intra_process 0', 9.5),
    ('IPC on, outside subscriber', '--intra_process 1 --outside 1', 11.5),
)


def topology(name):
    command = f'{BENCH}topology {{source}}/benchmarks/topologies/{name}.txt --seconds 8 '
    programs = [Program(f'{OURS}, {way}', command + options, seconds=takes) for way, options, takes in WAYS]
    programs += [
        Program(f'{PEER}, {way}', command + options, 'ros2', seconds=takes) for way, options, takes in WAYS[:2]
    ]
    return Case(name, tuple(programs), rounds=1)


def pipeline(views, on):
    name = f'image pipeline, {views} view{"s" if views > 1 else ""}, IPC {"on" if on else "off"}'
    command = f'{BENCH}image_pipeline --views {views} --count 60 --intra_process {int(on)}'
    return Case(name, pair(command, 2.6), rounds=2)


PIPELINES = tuple(pipeline(views, on) for views in (1, 2) for on in (True, False))
HOPS = Case('two executors', pair(BENCH + 'two_executors --count 8000', 2), rounds=3)
PUBSUB = Case('pubsub', (Program(OURS, '{build}/rclcpp/rclcpp_pubsub_benchmark', seconds=3),))
PUBLISHERS = Case('parallel publishers', pair(BENCH + 'parallel_publishers', 1.5), rounds=2)

SUITE = Suite(
    'intra_process',
    'Inside a process: topologies, images, deliveries',
    tuple(map(topology, TOPOLOGIES)) + PIPELINES + (HOPS, PUBSUB, PUBLISHERS),
    plots=(
        Plot(
            'topologies_age',
            'Mean age of a message in its callback',
            'Compare each system with the wake-up of a thread, with IPC on and off.',
            TOPOLOGIES,
            Figure('latency', 'mean'),
            'mean age, µs',
            Figure('latency', 'p99'),
            lines=(EVENTFD, EVENTFD_SAME),
        ),
        Plot(
            'topologies_cpu',
            'CPU of the whole system',
            'The same nodes and rates, on both libraries.',
            TOPOLOGIES,
            Figure('cpu'),
            'CPU, % of the machine',
            log_y=False,
        ),
        Plot(
            'image_age',
            'Age of an image in the view beyond the work done on it',
            'With IPC on a pointer is handed over; off, an image of 230 kB is copied.',
            tuple(case.name for case in PIPELINES),
            Figure('age_beyond_work'),
            'age, µs',
            Figure('age_beyond_work', 'p99'),
            lines=(EVENTFD,),
        ),
    ),
    tables=(
        Table(
            'topologies',
            'Systems of nodes',
            'Late is older than a fifth of the period or 5 ms.',
            TOPOLOGIES,
            (
                Column('mean µs', Figure('latency', 'mean')),
                Column('p50 µs', Figure('latency')),
                Column('p99 µs', Figure('latency', 'p99')),
                Column('CPU %', Figure('cpu')),
                Column('RSS MiB', Figure('rss')),
                Column('lost', Figure('lost')),
                Column('late', Figure('late')),
                Column('too late', Figure('too_late')),
                Column('outside lost', Figure('outside_lost')),
                Column('samples', Figure('latency', 'count'), 6),
            ),
        ),
        Table(
            'images',
            'Image pipeline, 320×240 RGB',
            'Copies are blocks of at least an image’s size made by `new`, an image.',
            tuple(case.name for case in PIPELINES),
            (
                Column('age p50 µs', Figure('age_beyond_work')),
                Column('p99 µs', Figure('age_beyond_work', 'p99')),
                Column('copies an image', Figure('copies')),
            ),
        ),
        Table(
            'hops',
            'Latency from executor to executor, and of a bare eventfd',
            'The distance of a message from the eventfd is what the library adds.',
            ('two executors',),
            (
                Column('message, same core µs', Figure('message_hop_same_core')),
                Column('eventfd, same core µs', Figure('eventfd_hop_same_core')),
                Column('message, other core µs', Figure('message_hop_other_core')),
                Column('eventfd, other core µs', Figure('eventfd_hop_other_core')),
            ),
            upright=True,
        ),
        Table(
            'deliveries',
            'publish → callback in one executor, by the pointer that is handed over',
            'Compare 64 B with 1 MiB: a pointer is handed over.',
            ('pubsub',),
            tuple(
                Column(title, Figure(name))
                for title, name in (
                    ('unique 64 B ns', 'unique_ptr_64B'),
                    ('allocations', 'unique_ptr_64B_allocations'),
                    ('unique 1 MiB ns', 'unique_ptr_1MiB'),
                    ('shared 64 B allocations', 'shared_ptr_64B_allocations'),
                    ('ten sharing, each ns', 'ten_sharing_each'),
                    ('value 64 B ns', 'value_64B'),
                    ('const & 64 B by copy ns', 'const_reference_64B_by_copy'),
                )
            ),
            upright=True,
        ),
        Table(
            'publishers',
            'Threads that publish at once, CPU time of a message',
            'Compare the columns: threads that share a lock cost each other time.',
            ('parallel publishers',),
            tuple(
                Column(f'{n} thread{"s" if n > 1 else ""}, ns', Figure(f'message_{n}_thread{"s" if n > 1 else ""}'))
                for n in (1, 2, 4)
            ),
        ),
    ),
)
