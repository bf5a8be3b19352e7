# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Discovery on one and on several hosts: by multicast and static peers, in each discovery range and domain."""

import contextlib

import pytest
from net import Switch


@pytest.fixture
def three_hosts():
    with contextlib.closing(Switch(3)) as switch:
        yield switch.hosts


@pytest.fixture
def two_hosts():
    with contextlib.closing(Switch(2)) as switch:
        yield switch.hosts


def sees(peer, *nodes):
    """Waits until the peer sees these nodes; returns all that it sees."""
    return set(peer.ask_until("graph", lambda a: set(a["nodes"]) >= set(nodes), f"the nodes {nodes}")["nodes"])


def test_three_hosts_find_each_other_by_multicast(three_hosts):
    a, b, c = (host.peer(node) for host, node in zip(three_hosts, ("a", "b", "c"), strict=True))
    a.ask("pub string from_a depth=100")
    c.ask("pub image from_c")
    for peer in (b, c):
        peer.ask("sub string from_a depth=100")
    for peer in (a, b):
        peer.ask("sub image from_c")
    for peer in (a, b, c):
        assert sees(peer, "/a", "/b", "/c") == {"/a", "/b", "/c"}
        peer.ask_until("count from_a", lambda n: n["publishers"] == 1 and n["subscriptions"] == 2, "from_a's endpoints")
    a.wait_matched("pub", "from_a", 2)
    c.wait_matched("pub", "from_c", 2)
    a.establish("from_a", b, c)
    c.establish("from_c", a, b)
    a.ask("send from_a 1 20")
    c.ask("send from_c 1 3")
    for peer in (b, c):
        peer.wait_numbers("from_a", range(1, 21))
    for peer in (a, b):
        peer.wait_numbers("from_c", range(1, 4))


def test_domains_are_kept_apart(two_hosts):
    a1, a2 = (host.peer(f"five_{i}", ROS_DOMAIN_ID="5") for i, host in enumerate(two_hosts))
    b1, b2 = (host.peer(f"six_{i}", ROS_DOMAIN_ID="6") for i, host in enumerate(two_hosts))
    # All have started before: discovery is complete when these have found each other.
    for peer in (a1, a2):
        assert sees(peer, "/five_0", "/five_1") == {"/five_0", "/five_1"}
    for peer in (b1, b2):
        assert sees(peer, "/six_0", "/six_1") == {"/six_0", "/six_1"}
    for peer, own in ((a1, "five"), (a2, "five"), (b1, "six"), (b2, "six")):
        assert all(own in node for node in peer.ask("graph")["nodes"])


def allowed(own, other, same_host):
    """Applies ROS 2's tables of ROS_AUTOMATIC_DISCOVERY_RANGE and ROS_STATIC_PEERS as one rule."""
    (my_range, my_peers), (their_range, their_peers) = own, other
    if "OFF" in (my_range, their_range):
        return False
    if same_host:
        return True
    return my_range == their_range == "SUBNET" or my_peers or their_peers


def test_every_pair_of_discovery_ranges_with_and_without_static_peers(two_hosts):
    kinds = [(reach, peers) for reach in ("OFF", "LOCALHOST", "SUBNET") for peers in (False, True)]
    names = {}
    for i, host in enumerate(two_hosts):
        other = two_hosts[1 - i].address
        for reach, peers in kinds:
            name = f"{reach.lower()}_{'asks' if peers else 'silent'}_{i}"
            names[name] = (
                i,
                (reach, peers),
                host.peer(name, ROS_AUTOMATIC_DISCOVERY_RANGE=reach, ROS_STATIC_PEERS=other if peers else ""),
            )
    expected = {
        name: {"/" + other for other in names if other == name or allowed(kind, names[other][1], i == names[other][0])}
        for name, (i, kind, _) in names.items()
    }
    for name, (_, _, peer) in names.items():
        assert sees(peer, *expected[name]) == expected[name]
    # Wrong discoveries have had as much time as the expected ones.
    for name, (_, _, peer) in names.items():
        assert set(peer.ask("graph")["nodes"]) == expected[name], name
