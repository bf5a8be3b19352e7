# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Helpers of the live tests: programs of both sides, discovery times, received messages."""

import contextlib
import json
import os
import time
from pathlib import Path

import middleware

PREFIX = Path(os.environ["LIVE_PREFIX"])
BUILD = Path(os.environ["LIVE_BUILD"])
OUR_ENVIRONMENT = middleware.settings()
THEIR_ENVIRONMENT = (
    json.loads((BUILD / "environment.json").read_text())
    | OUR_ENVIRONMENT
    | {name: os.environ[name] for name in ("ROS_DOMAIN_ID", "ROS_AUTOMATIC_DISCOVERY_RANGE", "ROS_LOG_DIR")}
)
PROGRAMS = {"ours": ([os.environ["PEER"]], OUR_ENVIRONMENT), "theirs": ([os.environ["LIVE_PEER"]], THEIR_ENVIRONMENT)}
# The programs of lifecycle_peer.cpp; empty if either side has no rclcpp_lifecycle.
LIFECYCLE_PROGRAMS = (
    {
        "ours": ([os.environ["LIFECYCLE_PEER"]], OUR_ENVIRONMENT),
        "theirs": ([os.environ["LIVE_LIFECYCLE_PEER"]], THEIR_ENVIRONMENT),
    }
    if os.environ.get("LIFECYCLE_PEER") and os.environ.get("LIVE_LIFECYCLE_PEER")
    else {}
)
ROLES = [("ours", "theirs"), ("theirs", "ours"), ("theirs", "theirs")]


def found_ms(topic, *sides):
    """Returns the time from the later creation to the later match; sides: (peer, "pub" or "sub", its answer)."""
    created_at = max(answer["at_us"] for _, _, answer in sides)
    matched_at = max(peer.wait_event(side + "_matched", topic)["at_us"] for peer, side, _ in sides)
    return max(0, matched_at - created_at) / 1000


def connect(publisher, subscriber, kind, topic, qos="", way_out="", way_in=""):
    """Creates both endpoints, waits until both are matched and returns the milliseconds until then."""
    kinds = [kind + (way and "/" + way) for way in (way_out, way_in)]
    sides = []
    publisher.send_line(f"pub {kinds[0]} {topic} {qos}")
    subscriber.send_line(f"sub {kinds[1]} {topic} {qos}")
    for peer, side in ((publisher, "pub"), (subscriber, "sub")):
        sides.append((peer, side, peer.answer()))
        peer.wait_matched(side, topic)
    return found_ms(topic, *sides)


def arrivals(receiver, topic, first, last, sent, period_ms=0):
    """Returns the figures of the messages of the answer `sent`; a message is late a period after its time."""
    events = [e for e in list(receiver.events) if e["event"] == "message" and e["topic"] == topic]
    came = {e["n"]: e["at_us"] for e in events if first <= e["n"] <= last}
    out = {"sent": last - first + 1, "received": len(came), "lost": last - first + 1 - len(came)}
    if period_ms:
        delays = sorted(at - sent["began_us"] - (n - first) * period_ms * 1000 for n, at in came.items())
        out |= {"late": sum(delay > period_ms * 1000 for delay in delays), "median_us": delays[len(delays) // 2]}
    return out


def sees(peer, *nodes):
    """Waits until the peer sees these nodes; returns all that it sees."""
    return set(peer.ask_until("graph", lambda a: set(a["nodes"]) >= set(nodes), f"the nodes {nodes}")["nodes"])


@contextlib.contextmanager
def stopwatch():
    """Measures the time of the block: the value returns its milliseconds."""
    took = []
    begin = time.monotonic()
    yield lambda: took[0]
    took.append(round((time.monotonic() - begin) * 1000, 1))
