# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Faults between hosts: links cut for less and for more than a lease, bad cables, killed processes."""

import contextlib
import time

import pytest
from net import BadNetwork, Switch

LEASE = 10  # seconds; the default of Cyclone and so of ROS 2


@pytest.fixture
def switch():
    with contextlib.closing(Switch(2)) as opened:
        yield opened


def two_nodes(hosts):
    return [host.peer(node) for host, node in zip(hosts, ("here", "there"), strict=True)]


def connect(publisher, subscriber, kind, topic, qos):
    publisher.ask(f"pub {kind} {topic} {qos}")
    subscriber.ask(f"sub {kind} {topic} {qos}")
    publisher.wait_matched("pub", topic)
    subscriber.wait_matched("sub", topic)
    publisher.establish(topic, subscriber)


def wait_nodes(peer, *nodes):
    peer.ask_until("graph", lambda a: sorted(a["nodes"]) == sorted(nodes), f"exactly the nodes {nodes}")


def test_a_link_cut_for_five_seconds_loses_nothing(switch):
    local, remote = two_nodes(switch.hosts)
    connect(local, remote, "string", "deep", "depth=1000")
    connect(remote, local, "string", "back", "history=keep_all")
    connect(local, remote, "string", "latched", "durability=transient_local depth=100")
    local.send_line("send deep 1 140 50")  # 7 s
    remote.send_line("send back 1 140 50")
    remote.wait(lambda: len(remote.numbers("deep")) >= 10, "the first messages")
    local.wait(lambda: len(local.numbers("back")) >= 10, "the first messages")

    switch.cut(switch.hosts[1])
    began = time.monotonic()
    # An older process, a late joiner and a new process must get the messages sent during the cut.
    late = switch.hosts[1].peer("late")
    late.ask("sub string latched durability=transient_local depth=100")
    second = switch.hosts[0].peer("second")
    second.ask("pub string latched durability=transient_local depth=100")
    second.ask("send latched 1 20")
    time.sleep(max(0, began + 5 - time.monotonic()))
    assert len(remote.numbers("deep")) < 80  # the cut was effective
    switch.restore(switch.hosts[1])

    for peer in (local, remote):
        peer.answer()
    remote.wait_numbers("deep", range(1, 141))
    local.wait_numbers("back", range(1, 141))
    late.wait_numbers("latched", range(1, 21))
    remote.wait_numbers("latched", range(1, 21))
    for peer in (local, remote, late, second):
        wait_nodes(peer, "/here", "/there", "/late", "/second")
        peer.ask_until("count latched", lambda n: (n["publishers"], n["subscriptions"]) == (2, 2), "all of /latched")
        assert peer.ask("count deep").items() >= {"publishers": 1, "subscriptions": 1}.items()


def test_a_link_down_for_longer_than_a_lease_is_forgotten_and_found_again(switch):
    local, remote = two_nodes(switch.hosts)
    connect(local, remote, "string", "volatile", "depth=100")
    connect(local, remote, "string", "latched", "durability=transient_local depth=5")
    for topic in ("volatile", "latched"):
        local.ask(f"send {topic} 1 3")
        remote.wait_numbers(topic, range(1, 4))

    switch.unplug(switch.hosts[0])
    for peer, side in ((local, "pub"), (remote, "sub")):
        peer.wait_matched(side, "volatile", 0)
        peer.wait_matched(side, "latched", 0)
    wait_nodes(local, "/here")
    wait_nodes(remote, "/there")
    assert local.ask("count volatile").items() >= {"publishers": 1, "subscriptions": 0}.items()
    assert remote.ask("count volatile").items() >= {"publishers": 0, "subscriptions": 1}.items()
    for topic in ("volatile", "latched"):
        local.ask(f"send {topic} 4 20")
    switch.plug(switch.hosts[0])

    for peer, side in ((local, "pub"), (remote, "sub")):
        peer.wait_matched(side, "volatile")
        peer.wait_matched(side, "latched")
        wait_nodes(peer, "/here", "/there")
        assert peer.ask("count latched").items() >= {"publishers": 1, "subscriptions": 1}.items()
    local.establish("volatile", remote)
    local.ask("send volatile 21 25")
    # A rediscovered reader is a late joiner: it gets the last five messages of a latched topic.
    remote.wait_numbers("latched", [1, 2, 3, 16, 17, 18, 19, 20])
    remote.wait_numbers("volatile", [1, 2, 3, 21, 22, 23, 24, 25])


def test_a_killed_process_is_forgotten_and_blocks_its_writers_no_longer_than_its_lease(switch):
    local, remote = two_nodes(switch.hosts)
    other = switch.hosts[1].peer("other")
    connect(local, remote, "image", "images", "history=keep_all")
    other.ask("sub image images history=keep_all")
    local.wait_matched("pub", "images", 2)
    other.wait_matched("sub", "images")
    local.establish("images", other)
    local.ask("send images 1 2")
    remote.wait_numbers("images", [1, 2])

    remote.kill()
    # Exceeds the history for an unresponsive reader, so the writer waits until the reader is removed.
    took = local.ask("send images 3 7", patience=6 * LEASE)["ms"] / 1000
    assert 1 < took < 2.5 * LEASE
    other.wait_numbers("images", range(1, 8))
    for peer in (local, other):
        wait_nodes(peer, "/here", "/other")
        peer.ask_until("count images", lambda n: n["subscriptions"] == 1, "one subscription less")
    # Communication continues as before.
    assert local.ask("send images 8 9")["ms"] < 5000
    other.wait_numbers("images", range(1, 10))


def test_a_cable_that_loses_a_fifth_and_jitters_by_50_ms():
    with contextlib.closing(BadNetwork(2, seed=3, loss_percent=20, delay_ms=0, jitter_ms=50)) as cable:
        local, remote = two_nodes(cable.hosts)
        for peer in (local, remote):
            wait_nodes(peer, "/here", "/there")
        connect(local, remote, "string", "out", "depth=1000")
        connect(remote, local, "string", "back", "history=keep_all")
        connect(local, remote, "string", "hasty", "reliability=best_effort depth=1000")
        connect(local, remote, "image", "images", "history=keep_all")
        local.send_line("send out 1 400 5")
        remote.send_line("send back 1 400 5")
        local.send_line("send hasty 1 200 10")
        local.send_line("send images 1 2")
        remote.wait_numbers("out", range(1, 401))
        local.wait_numbers("back", range(1, 401))
        remote.wait_numbers("images", [1, 2])
        for _ in range(3):
            local.answer()
        # Best effort: some messages are lost; none arrives twice or out of order.
        hasty = remote.numbers("hasty")
        assert 20 < len(hasty) < 195
        assert hasty == sorted(set(hasty))
        late = cable.hosts[1].peer("late")
        local.ask("pub string latched durability=transient_local depth=50")
        local.ask("send latched 1 50")
        late.ask("sub string latched durability=transient_local depth=50")
        late.wait_numbers("latched", range(1, 51))
