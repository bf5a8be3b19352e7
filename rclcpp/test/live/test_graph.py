# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Nodes and endpoints that each side discovers of the other, and the times."""

import copy

from sides import sees, stopwatch

ENDPOINTS = [
    "pub string chatter",
    "sub image camera reliability=best_effort depth=5",
    "pub polygon map durability=transient_local depth=1",
    "sub clock times history=keep_all deadline=500",
    "pub point where liveliness=manual lease=2000",
]


def robot(start, role):
    """Starts a node with some entities of each kind."""
    peer = start(role)
    peer.ask("node robot /ns")
    for line in ENDPOINTS:
        peer.ask(line)
    peer.ask("service add")
    peer.ask("client other")
    peer.ask("declare number 1")
    return peer


def known_entities(watch):
    """Returns what a watching node knows of /ns/robot, without the ids, which differ between two runs."""
    sees(watch, "/ns/robot")
    watch.ask_until("endpoints /ns/where", lambda a: a["publishers"], "its last endpoint")
    watch.ask_until("services /ns/robot", lambda a: "/ns/add" in a["services"], "its service")
    watch.ask_until("services", lambda a: "/ns/other" in a["services"], "its client")
    out = {"topics": watch.ask("topics")["topics"], "services": watch.ask("services /ns/robot")["services"]}
    out["all_services"] = watch.ask("services")["services"]
    for topic in (*out["topics"], "/rosout", "/parameter_events"):
        answer = watch.ask(f"endpoints {topic}")
        ends = []
        for end in copy.deepcopy(answer["publishers"] + answer["subscriptions"]):
            assert len(end.pop("gid")) == 32
            ends.append(end)
        out[topic] = sorted(ends, key=str)
    return out


def is_listening(end, node):
    return end["kind"] == 2 and end["node"] == node


def test_a_node_of_ours_looks_like_one_of_theirs(start):
    known = {}
    for role in ("theirs", "ours"):
        watch = start("theirs", "watch")
        peer = robot(start, role)
        known[role] = known_entities(watch)
        for process in (peer, watch):
            process.killed = True
            assert process.end() == 0
    assert any(is_listening(end, "/ns/robot") for end in known["ours"]["/parameter_events"])
    assert known["ours"] == known["theirs"]


def test_both_sides_know_the_same_of_a_node_of_theirs(start):
    known = {}
    robot(start, "theirs")
    for role in ("theirs", "ours"):
        watch = start(role, "watch")
        known[role] = known_entities(watch)
        for topic, ends in known[role].items():
            if topic.startswith("/"):
                known[role][topic] = [end for end in ends if end["node"] != "/watch"]
        watch.killed = True
        assert watch.end() == 0
    assert known["ours"] == known["theirs"]


def test_nodes_and_endpoints_come_and_go(pair, figures):
    watch, other = pair
    sees(watch, "/second")
    took = {}
    steps = [
        ("node third", "graph", lambda a: "/third" in a["nodes"]),
        ("pub string topic", "count topic", lambda a: a["publishers"] == 1),
        ("sub string topic", "count topic", lambda a: a["subscriptions"] == 1),
        ("service add", "services", lambda a: "/add" in a["services"]),
        ("unservice add", "services", lambda a: "/add" not in a["services"]),
        ("unsub topic", "count topic", lambda a: a["subscriptions"] == 0),
        ("unpub topic", "count topic", lambda a: a["publishers"] == 0),
        ("unnode third", "graph", lambda a: "/third" not in a["nodes"]),
    ]
    for change, question, done in steps:
        before = watch.ask("watch_graph")
        assert not done(watch.ask(question)), change
        watch.send_line("graph_changed 30000")
        begin = other.ask(change)["at_us"]
        answer = watch.answer()
        assert answer["changed"], change
        assert answer["at_us"] >= before["at_us"]
        took[change] = (watch.ask_until(question, done, f"what comes of '{change}'")["at_us"] - begin) / 1000
    figures("slowest of 8 changes", found_ms=max(0.0, *took.values()))


def test_a_hundred_nodes_a_side(pair, figures):
    first, second = pair
    first.ask("node here /first")
    second.ask("node here /second")
    everybody = {f"/node_{i}" for i in range(100)}
    with stopwatch() as took:
        first.send_line("nodes 100")
        second.send_line("nodes 100")
        costs = [first.answer(), second.answer()]
        for peer in pair:
            # The names are the same on both sides, so that each is there twice.
            peer.ask_until(
                "graph",
                lambda a: all(a["nodes"].count(node) == 2 for node in everybody),
                "200 nodes",
            )
    figures("all seen", found_ms=took(), cpu_ms=costs[0]["cpu_ms"], rss_mb=costs[0]["rss_kb"] / 1024)
    second.ask("service add")
    first.ask("client add")
    first.ask("call add 1 2")
    first.wait_event("response", "add", sum=3)
