# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Fleets: robots on a slow network with losses, and many processes on one host; over DDS and over Zenoh."""

from harness.model import Case, Column, Figure, Plot, Program, Suite, Table
from suites.common import BENCH

# The routers are Python programs; the package in the test environment does not contain the Zenoh engine.
FLEET = 'env LD_LIBRARY_PATH={build}/rmw {python} {source}/benchmarks/fleet.py '
PROGRAMS = ' {build}/benchmarks/fleet_member {build}/rclcpp/rclcpp_hosts_relay'
ENGINES = {'DDS': ('dds', 'rmw_cyclonedds_cpp'), 'Zenoh': ('zenoh', 'rmw_zenoh_cpp')}
ROBOTS = (5, 20)
CROWD = '20 processes with 25 nodes and 250 topics each'


def fleet(robots):
    """Robots that start at once; the largest fleet has an outage."""
    outage = 30 if robots == max(ROBOTS) else 0
    return Case(
        f'{robots} robots',
        tuple(
            Program(
                name,
                f'{FLEET}--idle 10 --engine {engine} --robots {robots} --outage {outage}{PROGRAMS}',
                seconds=30 + outage,
            )
            for name, (engine, _) in ENGINES.items()
        ),
        {'robots': robots},
        rounds=1,
        timeout=600,
    )


FLEETS = tuple(fleet(robots) for robots in ROBOTS)
CROWD_CASE = Case(
    CROWD,
    tuple(
        Program(
            name,
            f'env RMW_IMPLEMENTATION={implementation} {BENCH}discovery --processes 20 --nodes 25 --topics 10',
            seconds=30,
        )
        for name, (_, implementation) in ENGINES.items()
    ),
    rounds=1,
    timeout=240,
)
NAMES = tuple(case.name for case in FLEETS)

SUITE = Suite(
    'fleet',
    'Fleets, over DDS and over Zenoh',
    (*FLEETS, CROWD_CASE),
    plots=(
        Plot(
            'fleet_found',
            'Until the station knows all nodes, by robots',
            'All robots start at once; the network delays each frame by 50 ms and loses 1 % of them.',
            NAMES,
            Figure('all_found'),
            'ms',
            None,
            x='robots',
            x_label='robots',
            log_x=True,
            slope=True,
        ),
        Plot(
            'fleet_bytes',
            'Bytes of a robot for discovery, by robots',
            'Both directions. A slope of one means that each robot announces itself to each other one.',
            NAMES,
            Figure('discovery_bytes'),
            'kB',
            None,
            x='robots',
            x_label='robots',
            log_x=True,
            slope=True,
        ),
    ),
    tables=(
        Table(
            'fleet',
            'Robots with 5 nodes and 20 topics each, behind 50 ms and 1 % loss',
            'Of one robot. After discovery it sends one message a second, and its router is included.',
            NAMES,
            (
                Column('all known ms', Figure('all_found')),
                Column('discovery kB', Figure('discovery_bytes')),
                Column('CPU ms', Figure('discovery_cpu')),
                Column('CPU of its router ms', Figure('discovery_cpu_router')),
                Column('then kB/s', Figure('idle_bytes')),
                Column('then CPU %', Figure('idle_cpu')),
                Column('memory MB', Figure('memory')),
                Column('its router MB', Figure('memory_router')),
                Column('station router MB', Figure('memory_station_router')),
                Column('heard again after 30 s without network ms', Figure('heard_again')),
            ),
        ),
        Table(
            'crowd',
            'Many processes on one host, started at once',
            'Measured from the simultaneous start of the processes.',
            (CROWD,),
            (
                Column('all known ms', Figure('all_found')),
                Column('CPU, who looks ms', Figure('cpu_observer')),
                Column('CPU, who is found ms', Figure('cpu_observed')),
                Column('memory, who is found MiB', Figure('rss_observed')),
            ),
        ),
    ),
)
