# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Two nodes talk while somebody else on their network does what he can against it, without a keystore.

None ends, each message arrives, memory stays within what is stated here, and the log names each fault once.
HOSTILE_PARTICIPANTS is the number of participants that nobody is behind (`make soak`: 5000).
"""

import collections
import contextlib
import os
import pathlib
import re
import statistics
import sys
import threading
import time

import pytest
from net import Switch
from peer import Peer

ATTACKER = pathlib.Path(__file__).with_name("attacker.py")
PARTICIPANTS = int(os.environ.get("HOSTILE_PARTICIPANTS", "1000"))
STRING = "std_msgs/msg/String"
PERIOD_MS = 10
LOST_QUICKLY = 1000  # ms; a message later than that counts as one that the attack held up


class Scene:
    """Two hosts with a node each, `here` and `there`, and a third, `evil`."""

    def __init__(self):
        self._switch = Switch(3)
        *hosts, third = self._switch.hosts
        self.here, self.there = (host.peer(node) for host, node in zip(hosts, ("here", "there"), strict=True))
        addresses = [host.address for host in hosts]
        self.evil = Peer([sys.executable, "-B", str(ATTACKER), third.address, "0", *addresses], third.inside)
        self.evil.name = "evil"
        self.here.ask("pub string steady depth=1000")
        self.there.ask("sub string steady depth=1000")
        self.here.wait_matched("pub", "steady")
        self.there.wait_matched("sub", "steady")
        self.here.establish("steady", self.there)
        self._next = 1
        self.figures = {}

    def close(self):
        self.evil.kill()
        self._switch.close()

    @contextlib.contextmanager
    def steady(self, growth_mb):
        """While it is open, a message each 10 ms; none may be missing after it, nor may the nodes have grown by more."""
        stop = threading.Event()
        before = [resident_mb(peer) for peer in (self.here, self.there)]
        lines = [len(peer.text.splitlines()) for peer in (self.here, self.there)]
        began = time.monotonic()
        first, due = self._next, {}
        sender = threading.Thread(target=self._send_until, args=(stop, due))
        sender.start()
        try:
            yield
        finally:
            stop.set()
            sender.join()
        self.there.wait_numbers("steady", range(1, self._next))
        late = sorted(
            (event["at_us"] - due[event["n"]]) / 1000
            for event in list(self.there.events)
            if event["event"] == "message" and event["topic"] == "steady" and event["n"] >= first
        )
        after = [resident_mb(peer) for peer in (self.here, self.there)]
        self.figures |= {
            "messages": len(late),
            "median_ms": round(statistics.median(late), 2),
            "worst_ms": round(late[-1], 1),
            "held_up": sum(ms > LOST_QUICKLY for ms in late),
            "grown_mb": [round(b - a, 1) for a, b in zip(before, after, strict=True)],
            "seconds": round(time.monotonic() - began, 1),
        }
        print(self.figures)
        assert max(self.figures["grown_mb"]) <= growth_mb, self.figures
        minutes = 1 + self.figures["seconds"] // 60
        for peer, known in zip((self.here, self.there), lines, strict=True):
            check_log(peer.text.splitlines()[known:], minutes)

    def _send_until(self, stop, due):
        while not stop.is_set():
            first, last = self._next, self._next + 49
            began = self.here.ask(f"send steady {first} {last} {PERIOD_MS}")["began_us"]
            due |= {n: began + (n - first) * PERIOD_MS * 1000 for n in range(first, last + 1)}
            self._next = last + 1


def resident_mb(peer):
    status = pathlib.Path(f"/proc/{peer._process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s*(\d+)", status)[1]) / 1024


def check_log(lines, minutes):
    """Of lines that differ in names and numbers only no more than ten a minute; of Cyclone's three."""
    kinds = collections.Counter(re.sub(r"[0-9a-f.:]*\d[0-9a-f.:]*", "#", line)[:60] for line in lines)
    for kind, count in kinds.items():
        assert count <= (3 if "Cyclone DDS: " in kind else 10) * minutes, kinds.most_common(5)


@pytest.fixture
def scene():
    with contextlib.closing(Scene()) as made:
        yield made
        for peer in (made.here, made.there):
            assert peer.end() == 0, peer.text[-2000:]


def attack_until(scene, attacks, question, good):
    """Again and again: datagrams may be lost, and what is known already changes nothing."""
    deadline = time.monotonic() + 300
    while not good(found := scene.there.ask(question)):
        assert time.monotonic() < deadline, f"{attacks} brought no more than {found}"
        for attack in attacks:
            scene.evil.ask(attack)


def announce(scene, count, seconds):
    """So many participants, each with a publisher of /fake."""
    for first in range(0, count, 200):
        more = min(200, count - first)
        attack_until(
            scene,
            [f"participants {first} {more} {seconds}", f"publishers fake {STRING} {first} {more}"],
            "count fake",
            lambda n, wanted=first + more: n["publishers"] >= wanted,
        )


def test_noise(scene):
    with scene.steady(growth_mb=16):
        scene.evil.ask("noise 20000 1")


def test_participants_that_nobody_is_behind(scene):
    with scene.steady(growth_mb=10 + PARTICIPANTS * 0.03):
        announce(scene, PARTICIPANTS, seconds=0)


def test_participants_that_nobody_is_behind_are_forgotten(scene):
    with scene.steady(growth_mb=30):
        announce(scene, 200, seconds=15)
        scene.there.ask_until("count fake", lambda n: n["publishers"] == 0, "an end of them")


def test_endpoints_that_fit_nobody_are_named_a_few_times(scene):
    scene.there.ask("hear target")
    with scene.steady(growth_mb=30):
        announce(scene, 200, seconds=0)
        # Of the wrong QoS, then of the wrong type too.
        for first, type_name in ((0, STRING), (100, "std_msgs/msg/Int32")):
            attack = f"publishers target {type_name} {first} 100 best_effort"
            attack_until(scene, [attack], "count target", lambda n, all_=first + 100: n["publishers"] >= all_)
        for line in ("offering incompatible QoS", "Incompatible type"):
            scene.there.wait(lambda line=line: line in scene.there.text, line)
    for line in ("offering incompatible QoS", "Incompatible type"):
        assert scene.there.text.count(line) <= 10 * (1 + scene.figures["seconds"] // 60), scene.there.text


def test_subscriptions_that_never_acknowledge(scene):
    """The publisher of `steady` keeps no more than its depth for them."""
    with scene.steady(growth_mb=30):
        announce(scene, 100, seconds=0)
        attack = f"subscriptions steady {STRING} 0 100"
        attack_until(scene, [attack], "count steady", lambda n: n["subscriptions"] >= 101)
        scene.here.wait_matched("pub", "steady", 101)


def test_endpoints_that_make_no_sense(scene):
    with scene.steady(growth_mb=30):
        for _ in range(3):
            scene.evil.ask(f"absurd_endpoints steady {STRING}")
            scene.evil.ask("absurd_endpoints steady sensor_msgs/msg/Image")


@pytest.mark.parametrize(
    ("kind", "type_name"),
    [
        ("string", STRING),
        ("image", "sensor_msgs/msg/Image"),
        ("polygon", "geometry_msgs/msg/PolygonStamped"),
        ("point", "geometry_msgs/msg/Point"),
        ("clock", "rosgraph_msgs/msg/Clock"),
    ],
)
def test_messages_that_claim_gigabytes_and_other_centuries(scene, kind, type_name):
    scene.there.ask(f"sub {kind} target depth=1000")
    with scene.steady(growth_mb=30):
        scene.evil.ask(f"samples target {type_name} 1000 1")


def test_first_fragments_of_two_gigabytes(scene):
    scene.there.ask("sub string target")
    with scene.steady(growth_mb=30):
        scene.evil.ask(f"fragments target {STRING} 500")


def test_requests_whose_responses_nobody_takes(scene):
    scene.there.ask("service add")
    with scene.steady(growth_mb=30):
        scene.evil.ask("requests add example_interfaces/srv/AddTwoInts 20 500 0")


def test_requests_that_nobody_takes(scene):
    scene.there.ask("idle_service add")
    with scene.steady(growth_mb=30):
        scene.evil.ask("requests add example_interfaces/srv/AddTwoInts 4 1000 1000")


def test_announcements_of_nodes(scene):
    with scene.steady(growth_mb=30):
        scene.evil.ask("announcements 300 1")
