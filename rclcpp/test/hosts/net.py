# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Hosts, switches and bad networks, made of anonymous network namespaces.

A process holds each namespace and ends with the test, even by SIGKILL. So nothing is left behind, and tests that run at
the same time are isolated from each other.
"""

import ctypes
import os
import signal
import subprocess

from peer import Peer

_prctl = ctypes.CDLL(None).prctl
PR_SET_PDEATHSIG = 1


def die_with_parent():
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(command)}: {done.stderr}"
    return done.stdout


class Namespace:
    def __init__(self):
        self._holder = subprocess.Popen(
            ["unshare", "--net", "sh", "-c", "echo; exec cat"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            preexec_fn=die_with_parent,
        )
        self._holder.stdout.readline()  # now it is in its own namespace
        self.pid = str(self._holder.pid)
        self.inside = ["nsenter", f"--net=/proc/{self.pid}/ns/net"]
        self.ip("link", "set", "lo", "up")

    def ip(self, *arguments):
        return run(*self.inside, "ip", *arguments)

    def close(self):
        self._holder.stdin.close()
        self._holder.wait()


class Host(Namespace):
    """A machine with one network interface, eth0."""

    def __init__(self, address):
        super().__init__()
        self.address = address
        self._peers = []

    def interface_up(self):
        self.ip("address", "add", self.address + "/24", "dev", "eth0")
        self.ip("link", "set", "eth0", "up", "multicast", "on")

    def peer(self, node=None, **environment):
        """Starts a process of ours on this host, with ROS 2's default settings; with a node if it is named."""
        defaults = {"ROS_AUTOMATIC_DISCOVERY_RANGE": "SUBNET", "ROS_STATIC_PEERS": "", "ROS_DOMAIN_ID": "0"}
        peer = Peer([os.environ["PEER"]], self.inside, **(defaults | environment))
        self._peers.append(peer)
        if node:
            peer.name = node
            peer.ask("node " + node)
        return peer

    def received_bytes(self):
        """Returns the number of bytes that eth0 has received."""
        return int(run(*self.inside, "cat", "/sys/class/net/eth0/statistics/rx_bytes"))

    def sent_bytes(self):
        for line in run(*self.inside, "cat", "/proc/net/dev").splitlines():
            if line.strip().startswith("eth0:"):
                return int(line.split(":")[1].split()[8])
        raise AssertionError("no eth0")

    def close(self):
        for peer in self._peers:
            peer.kill()
        super().close()


class Switch(Namespace):
    """Hosts 10.77.0.1, 10.77.0.2, … on one Ethernet."""

    def __init__(self, hosts):
        super().__init__()
        self.ip("link", "add", "switch", "type", "bridge", "mcast_snooping", "0")
        self.ip("link", "set", "switch", "up")
        self.hosts = [Host(f"10.77.0.{i}") for i in range(1, hosts + 1)]
        for host in self.hosts:
            port = self._port(host)
            self.ip("link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", host.pid)
            self.ip("link", "set", port, "master", "switch", "up")
            host.interface_up()

    @staticmethod
    def _port(host):
        return "port" + host.address.rsplit(".", 1)[1]

    def cut(self, host):
        """Drops all frames from and to the host, which does not notice."""
        run(*self.inside, "bridge", "link", "set", "dev", self._port(host), "state", "0")

    def restore(self, host):
        run(*self.inside, "bridge", "link", "set", "dev", self._port(host), "state", "3")

    def unplug(self, host):
        """Takes the interface of the host down, so that sending fails."""
        host.ip("link", "set", "eth0", "down")

    def plug(self, host):
        host.ip("link", "set", "eth0", "up")

    def close(self):
        for host in self.hosts:
            host.close()
        super().close()


class BadNetwork:
    """Hosts with losses and delays between them; equal traffic has equal losses in each run."""

    def __init__(self, hosts, seed, loss_percent, delay_ms, jitter_ms):
        self.hosts = [Host(f"10.77.0.{i}") for i in range(1, hosts + 1)]
        settings = [str(v) for v in (seed, loss_percent, delay_ms, jitter_ms)]
        self._relay = subprocess.Popen(
            [os.environ["RELAY"], *settings, *(host.pid for host in self.hosts)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=die_with_parent,
        )
        assert self._relay.stdout.readline() == "ready\n"
        for host in self.hosts:
            host.interface_up()

    def cut(self, host):
        """Drops all frames from and to the host, which does not notice."""
        self._command("cut", host)

    def restore(self, host):
        self._command("restore", host)

    def _command(self, command, host):
        self._relay.stdin.write(f"{command} {self.hosts.index(host)}\n")
        self._relay.stdin.flush()

    def close(self):
        for host in self.hosts:
            host.close()
        self._relay.terminate()
        self.report = self._relay.communicate()[0]
