# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Discovery between two hosts in each range and with ROS_LOCALHOST_ONLY: equal for processes of both sides."""

import contextlib
import itertools
import os
import time

import pytest
from net import Switch
from peer import PATIENCE
from sides import PROGRAMS, arrivals, connect

pytestmark = pytest.mark.skipif("LIVE_NO_HOSTS" in os.environ, reason=os.environ.get("LIVE_NO_HOSTS", ""))

NOT_SET = ["ROS_AUTOMATIC_DISCOVERY_RANGE", "ROS_STATIC_PEERS", "ROS_LOCALHOST_ONLY"]
KINDS = {
    "default": {},
    "off": {"ROS_AUTOMATIC_DISCOVERY_RANGE": "OFF"},
    "localhost": {"ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"},
    "subnet": {"ROS_AUTOMATIC_DISCOVERY_RANGE": "SUBNET"},
    "localhost_only": {"ROS_LOCALHOST_ONLY": "1"},
    "localhost_only_off": {"ROS_LOCALHOST_ONLY": "0", "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"},
    "localhost_asks": {"ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST", "ROS_STATIC_PEERS": "PEER"},
    "subnet_asks": {"ROS_AUTOMATIC_DISCOVERY_RANGE": "SUBNET", "ROS_STATIC_PEERS": "PEER"},
    "localhost_only_asks": {"ROS_LOCALHOST_ONLY": "1", "ROS_STATIC_PEERS": "PEER"},
}


@pytest.fixture
def hosts():
    with contextlib.closing(Switch(2)) as switch:
        yield switch.hosts


def on(host, other, start, role, node, kind):
    """Starts a process on a host, by `env`, which unsets the variables that are not set for it."""
    settings = KINDS[kind] | {"ROS_DOMAIN_ID": "0"}
    inside = [*host.inside, "env", *(f"--unset={name}" for name in NOT_SET)]
    inside += [f"{name}={value.replace('PEER', other.address)}" for name, value in settings.items()]
    return start(role, node, wrapper=inside)


def pairs_of(peers):
    """Yields (observer, observed, kinds, whether both are theirs) for all pairs of different processes."""
    for (name, (kind, role, i, _)), (other, (its_kind, its_role, j, _)) in itertools.product(peers.items(), repeat=2):
        if name != other:
            yield name, other, (kind, its_kind, i == j), role == its_role == "theirs"


def test_each_pair_of_ranges(hosts, start, figures):
    peers = {}
    for i, kind, role in itertools.product(range(2), KINDS, PROGRAMS):
        name = f"{kind}_{role}_{i}"
        peers[name] = (kind, role, i, on(hosts[i], hosts[1 - i], start, role, name, kind))

    def differences():
        """Returns the seen nodes and the pairs in which visibility differs from that between theirs."""
        seen = {name: set(peer.ask("graph")["nodes"]) for name, (*_, peer) in peers.items()}
        expected = {
            key: "/" + other in seen[name] for name, other, key, is_reference in pairs_of(peers) if is_reference
        }
        mismatches = [
            f"{name} {'does not see' if expected[key] else 'sees'} {other}"
            for name, other, key, is_reference in pairs_of(peers)
            if key in expected and ("/" + other in seen[name]) != expected[key]
        ]
        return seen, mismatches

    deadline = time.monotonic() + PATIENCE
    while True:
        seen, mismatches = differences()
        if not mismatches and "/subnet_theirs_1" in seen["subnet_theirs_0"] and not differences()[1]:
            break
        assert time.monotonic() < deadline, "\n".join(mismatches)
    expected = {key: "/" + other in seen[name] for name, other, key, is_reference in pairs_of(peers) if is_reference}
    figures(f"{len(peers)} processes", sent=len(expected), received=sum(expected.values()))
    # Some rules themselves: the comparison alone would also pass if no process saw another.
    assert expected["subnet", "subnet", False]
    assert expected["localhost", "default", True]
    assert not expected["localhost", "localhost", False]
    assert not expected["off", "subnet", True]


def test_topics_and_services_between_hosts(hosts, start, roles, figures):
    local, remote = (
        on(hosts[i], hosts[1 - i], start, role, node, "default")
        for i, (role, node) in enumerate(zip(roles, ("first", "second"), strict=True))
    )
    discovery_ms = connect(local, remote, "image", "images", "history=keep_all")
    local.establish("images", remote)
    sent = local.ask("send images 1 20")
    remote.wait_numbers("images", range(1, 21))
    figures("20 MB", found_ms=discovery_ms, **arrivals(remote, "images", 1, 20, sent))
    remote.ask("service add")
    local.ask("client add")
    took = sorted(local.ask("calls add 50")["us"])
    figures("calls", sent=50, received=50, lost=0, median_us=took[25])
