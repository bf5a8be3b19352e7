# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Many processes on a host and many nodes in a process: all are seen; costs grow no faster than their number."""

import contextlib

from net import Switch


def test_forty_processes_on_one_host():
    with contextlib.closing(Switch(2)) as switch:
        crowded, other = switch.hosts
        processes = [crowded.peer() for _ in range(40)]  # 33 is what ROS 2 allows by default
        for i, process in enumerate(processes):
            process.send_line(f"node node_{i}")
        watch = other.peer("watch")
        everybody = sorted(["/watch", *(f"/node_{i}" for i in range(40))])
        for process in processes:
            process.answer()
        for process in (watch, processes[0], processes[39]):
            process.ask_until("graph", lambda a: sorted(a["nodes"]) == everybody, "all nodes")
        # The first and the last one, on the same host and on another, exchange messages.
        first, last = processes[0], processes[39]
        first.ask("pub string topic durability=transient_local")
        for subscriber in (last, watch):
            subscriber.ask("sub string topic durability=transient_local")
        first.ask("send topic 1 5")
        for subscriber in (last, watch):
            subscriber.wait_numbers("topic", range(1, 6))
        assert not any("WARN" in process.text for process in processes)


def start(count):
    """Measures the cost of `count` more nodes for a process that has one, and for its network."""
    with contextlib.closing(Switch(2)) as switch:
        a, b = switch.hosts
        watch = b.peer("watch")
        process = a.peer()
        first = process.ask("nodes 1")
        watch.ask_until("graph", lambda answer: len(answer["nodes"]) == 2, "the first node")
        before = a.sent_bytes()
        last = process.ask(f"nodes {count}")
        # The nodes' names come with the last announcement.
        watch.ask_until("graph", lambda answer: f"/node_{count - 1}" in answer["nodes"], "the last node")
        return {
            "cpu_ms": last["cpu_ms"],
            "rss_kb": last["rss_kb"] - first["rss_kb"],
            "sent_bytes": a.sent_bytes() - before,
        }


def grows_with_the_number(few, many):
    # Four times as much would be ideal, sixteen times quadratic. The constants allow for fixed costs.
    return (
        many["rss_kb"] <= 5 * few["rss_kb"] + 1000
        and many["cpu_ms"] <= 7 * few["cpu_ms"] + 50
        and many["sent_bytes"] <= 6 * few["sent_bytes"] + 50_000
    )


def least(figures):
    """Returns the minimum of each figure over several measurements: other load on the machine only adds to them."""
    return {name: min(measurement[name] for measurement in figures) for name in figures[0]}


def test_the_cost_of_200_nodes_grows_with_their_number():
    few, many = zip(*((start(50), start(200)) for _ in range(3)))
    print("50 nodes:", *few, "200 nodes:", *many)
    assert grows_with_the_number(least(few), least(many))
