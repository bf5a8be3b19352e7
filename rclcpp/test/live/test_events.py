# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""QoS events of each kind, at both ends."""

import itertools

import pytest
from sides import connect


def test_matched_counts(roles, start):
    publisher, subscriber = (start(role, node) for role, node in zip(roles, ("first", "second"), strict=True))
    third = start(roles[1], "third")
    publisher.ask("pub string topic")
    for peer in (subscriber, third):
        peer.ask("sub string topic")
    assert publisher.wait_event("pub_matched", "topic", count=2)["total"] == 2
    third.ask("unsub topic")
    third.ask("sub string topic")
    assert publisher.wait_event("pub_matched", "topic", count=2, total=3)
    publisher.ask("unpub topic")
    for peer in (subscriber, third):
        peer.wait_matched("sub", "topic", 0)


# Reliability, durability, deadline, liveliness: alone, and in each combination.
POLICIES = ["reliability=best_effort", "durability=transient_local", "deadline=2000", "liveliness=manual lease=5000"]
COMBINATIONS = [" ".join(itertools.compress(POLICIES, mask)) for mask in itertools.product((0, 1), repeat=4)]
PAIRS = [
    *itertools.product(COMBINATIONS, COMBINATIONS),
    *itertools.permutations(("deadline=5000", "deadline=2000", ""), 2),
    *itertools.permutations(("lease=5000", "lease=2000", "", "liveliness=manual lease=3000"), 2),
]


def outcome(peer, side, topic):
    """Returns the reported outcome for a topic: "matched", the incompatible policy, or None."""
    for event in list(peer.events):
        if event["topic"] == topic and event["event"] == side + "_matched":
            return "matched"
        if event["topic"] == topic and event["event"] == side + "_incompatible_qos":
            return event["policy"]
    return None


def outcomes(publisher, subscriber):
    topics = [f"qos_{i}" for i in range(len(PAIRS))]
    for topic, (offered, requested) in zip(topics, PAIRS, strict=True):
        publisher.send_line(f"pub string {topic} {offered}")
        subscriber.send_line(f"sub string {topic} {requested}")
    for _ in topics:
        publisher.answer()
        subscriber.answer()
    out = {}
    for topic, qos in zip(topics, PAIRS, strict=True):
        for peer, side in ((publisher, "pub"), (subscriber, "sub")):
            out[(side, *qos)] = peer.wait(lambda p=peer, s=side, t=topic: outcome(p, s, t), f"news of {topic}: {qos}")
    return out


def test_each_pair_of_qos_has_the_same_outcome_as_between_theirs(start, figures):
    expected = outcomes(start("theirs", "a"), start("theirs", "b"))
    for roles in (("ours", "theirs"), ("theirs", "ours")):
        publisher, subscriber = (start(role, f"node_{i}") for i, role in enumerate(roles))
        publisher.ask("node third /" + roles[0])  # topics are relative: in a namespace of this pair's own
        subscriber.ask("node third /" + roles[0])
        actual = outcomes(publisher, subscriber)
        assert actual == expected
        figures(f"{len(PAIRS)} pairs, {'-'.join(roles)}", received=list(actual.values()).count("matched"))


def test_another_type(pair, figures):
    """The endpoints do not match; events of the incompatible type are optional."""
    publisher, subscriber = pair
    publisher.ask("pub string topic")
    subscriber.ask("sub polygon topic")
    connect(publisher, subscriber, "string", "later")
    for peer in pair:
        assert not [e for e in peer.events if e["topic"] == "topic" and "matched" in e["event"]]
    reports = [e for peer in pair for e in peer.events if "incompatible_type" in e["event"]]
    assert all(e["topic"] == "topic" for e in reports)
    figures(reported=len(reports))
    endpoints = publisher.ask_until("endpoints topic", lambda a: a["subscriptions"], "the subscription")
    assert endpoints["subscriptions"][0]["type"] == "geometry_msgs/msg/PolygonStamped"


def test_deadlines(pair):
    publisher, subscriber = pair
    connect(publisher, subscriber, "string", "topic", "deadline=300")
    publisher.establish("topic", subscriber)
    publisher.wait_event("pub_deadline", "topic")
    subscriber.wait_event("sub_deadline", "topic")
    counts = [e["total"] for e in subscriber.wait_count("sub_deadline", "topic", 3)]
    assert counts == sorted(set(counts))


def test_liveliness_by_topic(pair):
    publisher, subscriber = pair
    connect(publisher, subscriber, "string", "topic", "liveliness=manual lease=500")
    publisher.ask("assert topic")
    subscriber.wait_event("sub_liveliness", "topic", alive=1, not_alive=0)
    subscriber.wait_event("sub_liveliness", "topic", alive=0, not_alive=1)
    publisher.wait_event("pub_liveliness", "topic")
    before = len(subscriber.events)
    publisher.ask("send topic 1 1")
    alive_again = {"event": "sub_liveliness", "topic": "topic", "alive": 1, "not_alive": 0}
    subscriber.wait(lambda: any(e.items() >= alive_again.items() for e in subscriber.events[before:]), "life again")
    publisher.ask("unpub topic")
    subscriber.wait(
        lambda: subscriber.events[-1]["event"] == "sub_matched" or subscriber.events[-1].get("alive") == 0,
        "the publisher's end",
    )


def test_liveliness_of_a_process_that_stops(pair, figures):
    publisher, subscriber = pair
    connect(publisher, subscriber, "string", "topic", "lease=1000")
    subscriber.wait_event("sub_liveliness", "topic", alive=1)
    begin = publisher.ask("now")["at_us"]
    publisher.stop()
    lost = subscriber.wait_event("sub_liveliness", "topic", alive=0)
    publisher.resume()
    publisher.ask("send topic 1 1")
    lives = [e["alive"] for e in subscriber.wait_count("sub_liveliness", "topic", 3)]
    assert lives == [1, 0, 1]
    figures("lease 1 s, noticed", ms=(lost["at_us"] - begin) / 1000)


@pytest.mark.parametrize("reliability", ["reliable", "best_effort"])
def test_messages_lost_while_the_subscriber_stood_still(pair, figures, reliability):
    publisher, subscriber = pair
    qos = "depth=1 reliability=best_effort" if reliability == "best_effort" else "depth=1"
    connect(publisher, subscriber, "image", "topic", qos)
    publisher.establish("topic", subscriber)
    subscriber.stop()
    publisher.ask("send topic 1 60 1")  # 60 MB are more than its socket holds
    subscriber.resume()
    publisher.establish("topic", subscriber)
    if reliability == "best_effort" and subscriber.role == "ours":  # rmw_cyclonedds reports none
        subscriber.wait_event("lost", "topic")
    came = subscriber.numbers("topic")
    assert came == sorted(set(came))
    lost = [e["count"] for e in subscriber.events if e["event"] == "lost"]
    figures(reliability, sent=60, received=len(came), lost=60 - len(came), reported=max(lost, default=0))
