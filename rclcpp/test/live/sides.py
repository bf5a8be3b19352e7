# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""What the live tests have in common: whose process it is, what was found when, what came of what was sent."""

import contextlib
import json
import os
import time
from pathlib import Path

PREFIX = Path(os.environ["LIVE_PREFIX"])
BUILD = Path(os.environ["LIVE_BUILD"])
THEIR_ENVIRONMENT = json.loads((BUILD / "environment.json").read_text()) | {
    "RMW_IMPLEMENTATION": "rmw_cyclonedds_cpp",
    **{name: os.environ[name] for name in ("ROS_DOMAIN_ID", "ROS_AUTOMATIC_DISCOVERY_RANGE", "ROS_LOG_DIR")},
}
PROGRAMS = {"ours": ([os.environ["PEER"]], {}), "theirs": ([os.environ["LIVE_PEER"]], THEIR_ENVIRONMENT)}
# The same of lifecycle_peer.cpp; empty if the peer has no rclcpp_lifecycle, or our tree no such room.
LIFECYCLE_PROGRAMS = (
    {
        "ours": ([os.environ["LIFECYCLE_PEER"]], {}),
        "theirs": ([os.environ["LIVE_LIFECYCLE_PEER"]], THEIR_ENVIRONMENT),
    }
    if os.environ.get("LIFECYCLE_PEER") and os.environ.get("LIVE_LIFECYCLE_PEER")
    else {}
)
ROLES = [("ours", "theirs"), ("theirs", "ours"), ("theirs", "theirs")]


def found_ms(topic, *sides):
    """From the later command that made an endpoint to the later match; sides: (peer, "pub" or "sub", its answer)."""
    begun = max(answer["at_us"] for _, _, answer in sides)
    found = max(peer.wait_event(side + "_matched", topic)["at_us"] for peer, side, _ in sides)
    return max(0, found - begun) / 1000


def connect(publisher, subscriber, kind, topic, qos="", way_out="", way_in=""):
    """Makes both ends and waits until each knows of the other; returns the milliseconds that took."""
    kinds = [kind + (way and "/" + way) for way in (way_out, way_in)]
    sides = []
    publisher.tell(f"pub {kinds[0]} {topic} {qos}")
    subscriber.tell(f"sub {kinds[1]} {topic} {qos}")
    for peer, side in ((publisher, "pub"), (subscriber, "sub")):
        sides.append((peer, side, peer.answer()))
        peer.wait_matched(side, topic)
    return found_ms(topic, *sides)


def arrivals(receiver, topic, first, last, sent, period_ms=0):
    """What came of the messages that `sent` answers for; late: more than a period after it was due."""
    events = [e for e in list(receiver.events) if e["event"] == "message" and e["topic"] == topic]
    came = {e["n"]: e["at_us"] for e in events if first <= e["n"] <= last}
    out = {"sent": last - first + 1, "received": len(came), "lost": last - first + 1 - len(came)}
    if period_ms:
        delays = sorted(at - sent["began_us"] - (n - first) * period_ms * 1000 for n, at in came.items())
        out |= {"late": sum(delay > period_ms * 1000 for delay in delays), "median_us": delays[len(delays) // 2]}
    return out


def sees(peer, *nodes):
    """Once these are there; returns all that are there."""
    return set(peer.ask_until("graph", lambda a: set(a["nodes"]) >= set(nodes), f"the nodes {nodes}")["nodes"])


@contextlib.contextmanager
def stopwatch():
    """Its value: the milliseconds that the block took."""
    took = []
    begin = time.monotonic()
    yield lambda: took[0]
    took.append(round((time.monotonic() - begin) * 1000, 1))
