# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""What goes wrong between hosts: links that are cut for less and for more than a lease, bad cables, dead processes."""

import contextlib
import time

import pytest
from net import BadCable, Switch

LEASE = 10  # seconds; Cyclone's, and ROS 2's with it


@pytest.fixture
def switch():
    with contextlib.closing(Switch(2)) as made:
        yield made


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
    here, there = two_nodes(switch.hosts)
    connect(here, there, "string", "deep", "depth=1000")
    connect(there, here, "string", "back", "history=keep_all")
    connect(here, there, "string", "latched", "durability=transient_local depth=100")
    here.tell("send deep 1 140 50")  # 7 s
    there.tell("send back 1 140 50")
    there.wait(lambda: len(there.numbers("deep")) >= 10, "the first messages")
    here.wait(lambda: len(here.numbers("back")) >= 10, "the first messages")

    switch.cut(switch.hosts[1])
    began = time.monotonic()
    # A process of before, a late joiner and a whole new process meet what was said while nobody could hear it.
    late = switch.hosts[1].peer("late")
    late.ask("sub string latched durability=transient_local depth=100")
    second = switch.hosts[0].peer("second")
    second.ask("pub string latched durability=transient_local depth=100")
    second.ask("send latched 1 20")
    time.sleep(max(0, began + 5 - time.monotonic()))
    assert len(there.numbers("deep")) < 80  # it was cut indeed
    switch.restore(switch.hosts[1])

    for peer in (here, there):
        peer.answer()
    there.wait_numbers("deep", range(1, 141))
    here.wait_numbers("back", range(1, 141))
    late.wait_numbers("latched", range(1, 21))
    there.wait_numbers("latched", range(1, 21))
    for peer in (here, there, late, second):
        wait_nodes(peer, "/here", "/there", "/late", "/second")
        peer.ask_until("count latched", lambda n: (n["publishers"], n["subscriptions"]) == (2, 2), "all of /latched")
        assert peer.ask("count deep").items() >= {"publishers": 1, "subscriptions": 1}.items()


def test_a_link_down_for_longer_than_a_lease_is_forgotten_and_found_again(switch):
    here, there = two_nodes(switch.hosts)
    connect(here, there, "string", "volatile", "depth=100")
    connect(here, there, "string", "latched", "durability=transient_local depth=5")
    for topic in ("volatile", "latched"):
        here.ask(f"send {topic} 1 3")
        there.wait_numbers(topic, range(1, 4))

    switch.unplug(switch.hosts[0])
    for peer, side in ((here, "pub"), (there, "sub")):
        peer.wait_matched(side, "volatile", 0)
        peer.wait_matched(side, "latched", 0)
    wait_nodes(here, "/here")
    wait_nodes(there, "/there")
    assert here.ask("count volatile").items() >= {"publishers": 1, "subscriptions": 0}.items()
    assert there.ask("count volatile").items() >= {"publishers": 0, "subscriptions": 1}.items()
    for topic in ("volatile", "latched"):
        here.ask(f"send {topic} 4 20")
    switch.plug(switch.hosts[0])

    for peer, side in ((here, "pub"), (there, "sub")):
        peer.wait_matched(side, "volatile")
        peer.wait_matched(side, "latched")
        wait_nodes(peer, "/here", "/there")
        assert peer.ask("count latched").items() >= {"publishers": 1, "subscriptions": 1}.items()
    here.establish("volatile", there)
    here.ask("send volatile 21 25")
    # A reader that was forgotten is a late joiner: it gets the last five of a latched topic.
    there.wait_numbers("latched", [1, 2, 3, 16, 17, 18, 19, 20])
    there.wait_numbers("volatile", [1, 2, 3, 21, 22, 23, 24, 25])


def test_a_killed_process_is_forgotten_and_blocks_its_writers_no_longer_than_its_lease(switch):
    here, there = two_nodes(switch.hosts)
    other = switch.hosts[1].peer("other")
    connect(here, there, "image", "images", "history=keep_all")
    other.ask("sub image images history=keep_all")
    here.wait_matched("pub", "images", 2)
    other.wait_matched("sub", "images")
    here.establish("images", other)
    here.ask("send images 1 2")
    there.wait_numbers("images", [1, 2])

    there.kill()
    # More than a writer keeps for a reader that does not acknowledge, so that it waits for the reader's end.
    took = here.ask("send images 3 7", patience=6 * LEASE)["ms"] / 1000
    assert 1 < took < 2.5 * LEASE
    other.wait_numbers("images", range(1, 8))
    for peer in (here, other):
        wait_nodes(peer, "/here", "/other")
        peer.ask_until("count images", lambda n: n["subscriptions"] == 1, "one subscription less")
    # And it works on as if nothing had been.
    assert here.ask("send images 8 9")["ms"] < 5000
    other.wait_numbers("images", range(1, 10))


def test_a_cable_that_loses_a_fifth_and_jitters_by_50_ms():
    with contextlib.closing(BadCable(seed=3, loss_percent=20, delay_ms=0, jitter_ms=50)) as cable:
        here, there = two_nodes(cable.hosts)
        for peer in (here, there):
            wait_nodes(peer, "/here", "/there")
        connect(here, there, "string", "out", "depth=1000")
        connect(there, here, "string", "back", "history=keep_all")
        connect(here, there, "string", "hasty", "reliability=best_effort depth=1000")
        connect(here, there, "image", "images", "history=keep_all")
        here.tell("send out 1 400 5")
        there.tell("send back 1 400 5")
        here.tell("send hasty 1 200 10")
        here.tell("send images 1 2")
        there.wait_numbers("out", range(1, 401))
        here.wait_numbers("back", range(1, 401))
        there.wait_numbers("images", [1, 2])
        for _ in range(3):
            here.answer()
        # Best effort means: some are lost, none comes twice or late.
        hasty = there.numbers("hasty")
        assert 20 < len(hasty) < 195
        assert hasty == sorted(set(hasty))
        late = cable.hosts[1].peer("late")
        here.ask("pub string latched durability=transient_local depth=50")
        here.ask("send latched 1 50")
        late.ask("sub string latched durability=transient_local depth=50")
        late.wait_numbers("latched", range(1, 51))
