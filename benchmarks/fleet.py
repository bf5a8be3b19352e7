# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Measures a simulated fleet: robots, each a host of its own, that share a slow network with a station.

fleet.py MEMBER RELAY: the programs fleet_member and rclcpp_hosts_relay. Each host is a network namespace. With
`--engine zenoh` each robot and the station run a router, the robots' routers connect to that of the station, and nodes
discover their own host only; with `--engine dds` all nodes discover each other by multicast. All processes start at
once. Then one robot is without network for a while.
"""

import argparse
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import threading
import time

SOURCE = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(SOURCE / 'rclcpp/test/hosts'), str(SOURCE / 'rclcpp/test/interop')]

from net import BadNetwork

from process import cpu, status

PATIENCE = 300
"""Seconds until a robot that is not discovered, or does not come back, fails the run."""


class Station:
    """The station's process, and what it has printed. `check` raises if a process of the fleet has ended."""

    def __init__(self, process, check):
        self.process = process
        self._check = check
        self._nodes = []  # (time, count)
        self._states = {}  # by robot: times
        self._changed = threading.Condition()  # guards the members above
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            item = json.loads(line)
            with self._changed:
                if 'nodes' in item:
                    self._nodes.append((item['time'], item['nodes']))
                else:
                    self._states.setdefault(item['robot'], []).append(item['time'])
                self._changed.notify_all()

    def _wait(self, find, failure):
        deadline = time.monotonic() + PATIENCE
        with self._changed:
            while (value := find()) is None:
                self._check()
                if time.monotonic() > deadline:
                    raise SystemExit(f'fleet: {failure()} after {PATIENCE} s')
                self._changed.wait(1)
            return value

    def wait_for_nodes(self, count):
        """Returns the time at which this number of nodes was known."""
        return self._wait(
            lambda: next((when for when, number in self._nodes if number == count), None),
            lambda: f'the station knows {self._nodes[-1][1] if self._nodes else 0} of {count} nodes',
        )

    def wait_for_states(self, robots, since=0.0):
        """Returns the first time from which a state of each of the robots had arrived after `since`."""

        def find():
            firsts = [next((t for t in self._states.get(robot, ()) if t > since), None) for robot in robots]
            return None if None in firsts else max(firsts)

        return self._wait(find, lambda: f'the station heard only robots {sorted(self._states)} since the start')


class Fleet:
    """The hosts and their processes; ends them at its end."""

    def __init__(self, arguments):
        os.environ['RELAY'] = arguments.relay
        self.engine = arguments.engine
        self._exit = contextlib.ExitStack()
        self.network = BadNetwork(
            arguments.robots + 1, seed=1, loss_percent=arguments.loss, delay_ms=arguments.delay, jitter_ms=0
        )
        self._exit.callback(self.network.close)
        self.station_host, *self.robot_hosts = self.network.hosts
        self.environment = os.environ | {'ROS_DOMAIN_ID': '0', 'ROS_STATIC_PEERS': '', 'RXROS2_SHARED_MEMORY': 'off'}
        if self.engine == 'zenoh':
            self.environment |= {'RMW_IMPLEMENTATION': 'rmw_zenoh_cpp', 'ROS_AUTOMATIC_DISCOVERY_RANGE': 'LOCALHOST'}
        else:
            self.environment |= {'RMW_IMPLEMENTATION': 'rmw_cyclonedds_cpp', 'ROS_AUTOMATIC_DISCOVERY_RANGE': 'SUBNET'}
        self.processes = []  # all
        self.routers = []

    def start(self, host, *command, **streams):
        """Starts a process on a host; it ends when this one does."""
        process = subprocess.Popen(
            [*host.inside, *command], stdin=subprocess.PIPE, text=True, env=self.environment, **streams
        )
        self._exit.callback(self._end, process)
        self.processes.append(process)
        return process

    @staticmethod
    def _end(process):
        process.stdin.close()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def start_router(self, host, *options):
        """Starts a router; wait_for_routers() waits until it listens."""
        router = subprocess.Popen(
            [*host.inside, sys.executable, '-m', 'rxros2.cli', 'zenohd', *options],
            stdout=subprocess.DEVNULL,
            env=self.environment,
        )
        self._exit.callback(lambda: (router.terminate(), router.wait()))
        self.processes.append(router)
        self.routers.append(router)

    def check(self):
        """Raises if a process has ended by itself."""
        for process in self.processes:
            if process.poll() is not None:
                raise SystemExit(f'fleet: {" ".join(process.args)} ended by itself, status {process.returncode}')

    def wait_for_routers(self):
        """Waits until each router accepts connections on its host."""
        probe = 'import socket, sys; socket.create_connection(("127.0.0.1", 7447), 1).close()'
        for host in self.network.hosts:
            deadline = time.monotonic() + PATIENCE
            while subprocess.run(
                [*host.inside, sys.executable, '-S', '-c', probe], stderr=subprocess.DEVNULL
            ).returncode:
                self.check()
                if time.monotonic() > deadline:
                    raise SystemExit('fleet: a router does not listen on TCP port 7447')
                time.sleep(0.2)

    def traffic(self):
        """Returns the number of bytes that the robots' interfaces have sent and received so far."""
        return sum(host.received_bytes() + host.sent_bytes() for host in self.robot_hosts)

    def cpu(self, processes):
        """Returns the CPU time of these processes so far, in seconds."""
        return sum(cpu(process.pid) for process in processes)

    def close(self):
        self._exit.close()


def measure(arguments, fleet):
    """Returns the figures of one run."""
    shape = [str(arguments.nodes), str(arguments.topics)]
    if fleet.engine == 'zenoh':
        fleet.start_router(fleet.station_host)
        for host in fleet.robot_hosts:
            fleet.start_router(host, '--connect', f'tcp/{fleet.station_host.address}:7447')
        fleet.wait_for_routers()
        time.sleep(2)  # the links between the routers
    traffic, routers_cpu, began = fleet.traffic(), fleet.cpu(fleet.routers), time.monotonic()
    station = Station(
        fleet.start(
            fleet.station_host, arguments.member, 'station', str(arguments.robots), shape[0], stdout=subprocess.PIPE
        ),
        fleet.check,
    )
    robots = range(arguments.robots)
    members = [
        fleet.start(host, arguments.member, 'robot', f'robot_{i}', *shape) for i, host in enumerate(fleet.robot_hosts)
    ]
    nodes = arguments.robots * arguments.nodes
    discovered = station.wait_for_nodes(nodes)
    connected = station.wait_for_states(robots)
    figures = [
        ('all_found', 'ms', (discovered - began) * 1e3),
        ('all_heard', 'ms', (connected - began) * 1e3),
        ('discovery_bytes', 'kB', (fleet.traffic() - traffic) / 1e3 / arguments.robots),
        ('discovery_cpu', 'ms', fleet.cpu(members) * 1e3 / arguments.robots),
        ('discovery_cpu_router', 'ms', (fleet.cpu(fleet.routers) - routers_cpu) * 1e3 / arguments.robots),
    ]
    time.sleep(5)  # what follows discovery
    traffic, spent, start = fleet.traffic(), fleet.cpu(members) + fleet.cpu(fleet.routers), time.monotonic()
    time.sleep(arguments.idle)
    idle = time.monotonic() - start
    spent = fleet.cpu(members) + fleet.cpu(fleet.routers) - spent
    figures += [
        ('idle_bytes', 'kB/s', (fleet.traffic() - traffic) / idle / 1e3 / arguments.robots),
        ('idle_cpu', '%', 100 * spent / idle / arguments.robots),
        ('memory', 'MB', status(members[0].pid)[0]),
        ('memory_station', 'MB', status(station.process.pid)[0]),
    ]
    if fleet.routers:
        figures.append(('memory_router', 'MB', status(fleet.routers[1].pid)[0]))
        figures.append(('memory_station_router', 'MB', status(fleet.routers[0].pid)[0]))
    if arguments.outage:
        lost = fleet.robot_hosts[0]
        fleet.network.cut(lost)
        time.sleep(arguments.outage)
        restored = time.monotonic()
        fleet.network.restore(lost)
        figures.append(('heard_again', 'ms', (station.wait_for_states([0], restored) - restored) * 1e3))
        station.wait_for_states(robots, restored)
    fleet.check()
    return figures


def main():
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--engine', choices=('dds', 'zenoh'), default='dds')
    parser.add_argument('--robots', type=int, default=20)
    parser.add_argument('--nodes', type=int, default=5, help='of each robot')
    parser.add_argument('--topics', type=int, default=4, help='of each node')
    parser.add_argument('--delay', type=int, default=50, help='of the network, one way, in ms')
    parser.add_argument('--loss', type=float, default=1, help='of the network, in %%')
    parser.add_argument('--idle', type=float, default=20, help='seconds of the measurement after discovery')
    parser.add_argument('--outage', type=float, default=60, help='seconds during which one robot has no network')
    parser.add_argument('member')
    parser.add_argument('relay')
    arguments = parser.parse_args()
    with contextlib.closing(Fleet(arguments)) as fleet:
        figures = measure(arguments, fleet)
    names = ('engine', 'robots', 'nodes', 'topics', 'delay', 'loss', 'idle', 'outage')
    document = {
        'format': 1,
        'program': 'fleet',
        'settings': {name: getattr(arguments, name) for name in names},
        'figures': [{'name': name, 'unit': unit, 'value': number} for name, unit, number in figures],
    }
    print(json.dumps(document))
    return 0


if __name__ == '__main__':
    sys.exit(main())
