# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Who finds whom on two hosts, in each discovery range and with ROS_LOCALHOST_ONLY: the same, whoever's process it is."""

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


def on(host, other, start, who, node, kind):
    """A process on a host. What is not set for it must not be set at all, so that `env` starts it."""
    settings = KINDS[kind] | {"ROS_DOMAIN_ID": "0"}
    inside = [*host.inside, "env", *(f"--unset={name}" for name in NOT_SET)]
    inside += [f"{name}={value.replace('PEER', other.address)}" for name, value in settings.items()]
    return start(who, node, wrapper=inside)


def pairs_of(peers):
    """(seer, seen, what theirs of the same kinds is the measure for) of all that differ."""
    for (name, (kind, who, i, _)), (other, (its_kind, its_who, j, _)) in itertools.product(peers.items(), repeat=2):
        if name != other:
            yield name, other, (kind, its_kind, i == j), who == its_who == "theirs"


def test_each_pair_of_ranges(hosts, start, figures):
    peers = {}
    for i, kind, who in itertools.product(range(2), KINDS, PROGRAMS):
        name = f"{kind}_{who}_{i}"
        peers[name] = (kind, who, i, on(hosts[i], hosts[1 - i], start, who, name, kind))

    def differences():
        """Whom one sees although theirs would not, or the other way round."""
        seen = {name: set(peer.ask("graph")["nodes"]) for name, (*_, peer) in peers.items()}
        expected = {key: "/" + other in seen[name] for name, other, key, theirs in pairs_of(peers) if theirs}
        wrong = [
            f"{name} {'does not see' if expected[key] else 'sees'} {other}"
            for name, other, key, theirs in pairs_of(peers)
            if key in expected and ("/" + other in seen[name]) != expected[key]
        ]
        return seen, wrong

    deadline = time.monotonic() + PATIENCE
    while True:
        seen, wrong = differences()
        if not wrong and "/subnet_theirs_1" in seen["subnet_theirs_0"] and not differences()[1]:
            break
        assert time.monotonic() < deadline, "\n".join(wrong)
    expected = {key: "/" + other in seen[name] for name, other, key, theirs in pairs_of(peers) if theirs}
    figures(f"{len(peers)} processes", sent=len(expected), received=sum(expected.values()))
    # The rules themselves, lest nobody saw anybody.
    assert expected["subnet", "subnet", False]
    assert expected["localhost", "default", True]
    assert not expected["localhost", "localhost", False]
    assert not expected["off", "subnet", True]


def test_topics_and_services_between_hosts(hosts, start, roles, figures):
    here, there = (
        on(hosts[i], hosts[1 - i], start, who, node, "default")
        for i, (who, node) in enumerate(zip(roles, ("first", "second"), strict=True))
    )
    found = connect(here, there, "image", "images", "history=keep_all")
    here.establish("images", there)
    sent = here.ask("send images 1 20")
    there.wait_numbers("images", range(1, 21))
    figures("20 MB", found_ms=found, **arrivals(there, "images", 1, 20, sent))
    there.ask("service add")
    here.ask("client add")
    took = sorted(here.ask("calls add 50")["us"])
    figures("calls", sent=50, received=50, lost=0, median_us=took[25])
