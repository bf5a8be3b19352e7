# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Publishers and subscriptions: types, ways to send and take, history, rates."""

import itertools
import time

import pytest
from middleware import ON_ZENOH
from sides import arrivals, connect, sees, stopwatch


def test_two_processes_find_each_other(roles, start, figures):
    with stopwatch() as took:
        first = start(roles[0], "first")
        first.ask("pub string topic")
        second = start(roles[1], "second")
        second.ask("sub string topic")
        first.wait_matched("pub", "topic")
        second.wait_matched("sub", "topic")
        sees(first, "/second")
        sees(second, "/first")
    figures("from start to seen", found_ms=took())


@pytest.mark.parametrize("kind", ["string", "image", "polygon"])
def test_messages_in_a_burst(pair, figures, kind):
    sender, receiver = pair
    count = {"string": 1000, "image": 20, "polygon": 500}[kind]
    discovery_ms = connect(sender, receiver, kind, "burst", "history=keep_all")
    sender.establish("burst", receiver)
    sent = sender.ask(f"send burst 1 {count}")
    receiver.wait_numbers("burst", range(1, count + 1))
    took = receiver.events[-1]["at_us"] - sent["began_us"]
    numbers = arrivals(receiver, "burst", 1, count, sent)
    figures(kind, found_ms=discovery_ms, **numbers, ms=took / 1000)


@pytest.mark.parametrize("reliability", ["reliable", "best_effort"])
def test_a_hundred_messages_a_second(pair, figures, reliability):
    sender, receiver = pair
    qos = "reliability=best_effort" if reliability == "best_effort" else ""
    discovery_ms = connect(sender, receiver, "string", "steady", qos)
    sender.establish("steady", receiver)
    sent = sender.ask("send steady 1 300 10")
    if reliability == "reliable":
        receiver.wait_numbers("steady", range(1, 301))
    else:
        receiver.wait(lambda: 300 in receiver.numbers("steady"), "the last message")
        numbers = receiver.numbers("steady")
        assert numbers == sorted(set(numbers))
    figures(reliability, found_ms=discovery_ms, **arrivals(receiver, "steady", 1, 300, sent, period_ms=10))


OUT = ["unique", "reference", "loaned", "serialized", "generic"]
IN = ["reference", "shared", "unique", "info", "serialized", "generic", "polled"]


def test_each_way_to_send_and_to_take(pair, figures):
    sender, receiver = pair
    topics = {}
    for kind, way_out, way_in in itertools.product(["point", "string"], OUT, IN):
        topic = f"{kind}_{way_out}_{way_in}"
        topics[topic] = way_in
        sender.send_line(f"pub {kind}/{way_out} {topic}")
        receiver.send_line(f"sub {kind}/{way_in} {topic}")
    for _ in topics:
        sender.answer()
        receiver.answer()
    for topic, way_in in topics.items():
        sender.wait_matched("pub", topic)
        if way_in != "polled":  # nobody executes its events
            receiver.wait_matched("sub", topic)
        deadline = time.monotonic() + 30
        while not receiver.message_count(topic):  # until the writer's first heartbeat came
            assert time.monotonic() < deadline, f"nothing comes on {topic}"
            sender.ask(f"send {topic} 0 0")
            if way_in == "polled":
                receiver.ask(f"take {topic}")
            time.sleep(0.01)
        sender.ask(f"send {topic} 1 5")
        if way_in == "polled":
            receiver.ask_until(
                f"take {topic}", lambda _, topic=topic: receiver.numbers(topic)[-1:] == [5], f"messages on {topic}"
            )
        receiver.wait_numbers(topic, range(1, 6))
    assert not [e for e in receiver.events if e["event"] == "bad_message"]
    figures(f"{len(topics)} pairs", sent=5 * len(topics), received=sum(len(receiver.numbers(t)) for t in topics))


def test_message_info(pair):
    sender, receiver = pair
    connect(sender, receiver, "string", "topic", way_in="info")
    sender.establish("topic", receiver)
    before = time.time_ns()
    sender.ask("send topic 1 3 1")
    receiver.wait_numbers("topic", [1, 2, 3])
    after = time.time_ns()
    came = [e for e in receiver.events if e["event"] == "message" and e["n"] > 0]
    stamps = [e["source_stamp"] for e in came]
    assert before <= stamps[0] < stamps[1] < stamps[2] <= after
    assert all(before <= e["source_stamp"] <= e["received_stamp"] <= after for e in came)
    (gid,) = {e["gid"] for e in came}
    if receiver.role == "ours" or ON_ZENOH:  # that of rmw_cyclonedds is a number of the receiving process
        (publisher,) = receiver.ask_until("endpoints topic", lambda a: a["publishers"], "the publisher")["publishers"]
        assert gid == publisher["gid"]


@pytest.mark.parametrize("depth", [1, 100])
def test_a_late_joiner_gets_the_kept_messages(pair, figures, depth):
    sender, receiver = pair
    qos = f"durability=transient_local depth={depth}"
    sender.ask(f"pub string latched {qos}")
    sender.ask(f"send latched 1 {depth + 20}")
    began = receiver.ask(f"sub string latched {qos}")["at_us"]
    receiver.wait_numbers("latched", range(21, depth + 21))
    ms = max(0.0, (receiver.events[-1]["at_us"] - began) / 1000)
    figures(f"depth {depth}", sent=depth, received=depth, lost=0, ms=ms)
    sender.ask("send latched 900 900")
    receiver.wait_numbers("latched", [*range(21, depth + 21), 900])
    # A volatile one asks for less and gets nothing old.
    receiver.ask("unsub latched")
    sender.wait_matched("pub", "latched", 0)
    receiver.ask("sub string latched")
    sender.wait_matched("pub", "latched", 1)
    sender.establish("latched", receiver)
    receiver.wait_numbers("latched", [*range(21, depth + 21), 900])


def test_wait_for_acknowledgements(pair):
    sender, receiver = pair
    connect(sender, receiver, "string", "topic", "depth=100")
    sender.establish("topic", receiver)
    sender.ask("send topic 1 100")
    assert sender.ask("acked topic 10000")["all"]
    receiver.stop()
    sender.ask("send topic 101 103")
    assert not sender.ask("acked topic 200")["all"]
    receiver.resume()
    assert sender.ask("acked topic 10000")["all"]
    receiver.wait_numbers("topic", range(1, 104))
