# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Programs and lines that several suites share."""

from harness.model import Figure, Line, Program

OURS = 'RxROS2'
PEER = 'ROS 2'
BENCH = '{build}/benchmarks/'
PYTHON = '{python} {source}/python/benchmark/'
# Our environment's interpreter, on the peer's rclpy.
OWN_PYTHON = '{own_python} {source}/python/benchmark/'
ON_PEER = 'env RXROS2_RUNTIME=system ' + OWN_PYTHON


def pair(command, seconds, ours=OURS, peer=PEER):
    """The same program on our rclcpp and on that of the installed ROS 2."""
    return (Program(ours, command, seconds=seconds), Program(peer, command, 'ros2', seconds=seconds))


def line(label, figure, statistic='p50', factor=1):
    """A limit of the machine, of the program machine_limits."""
    return Line(label, 'machine', 'machine_limits', Figure(figure, statistic, factor))


DDSPERF_100B = Line('ddsperf, one way', 'ddsperf 100 B', 'ddsperf', Figure('one_way'))
DDSPERF_1MIB = Line('ddsperf 1 MiB, one way', 'ddsperf 1 MiB', 'ddsperf', Figure('one_way'))
EVENTFD = line('eventfd, other core', 'eventfd_other_core')
EVENTFD_SAME = line('eventfd, same core', 'eventfd_same_core')
UDP = line('UDP 100 B, one way', 'udp_100B')
