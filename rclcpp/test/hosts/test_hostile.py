# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Two nodes communicate while an attacker without a keystore disturbs their network.

Neither ends, each message arrives, memory stays within the limits given here, and the log names each fault once.
HOSTILE_PARTICIPANTS is the number of fake participants (`make soak`: 5000).
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
LOST_QUICKLY = 1000  # ms; a later message counts as delayed by the attack


class Scene:
    """Two hosts with a node each, `here` and `there`, and a third host with the attacker."""

    def __init__(self):
        self._switch = Switch(3)
        *hosts, third = self._switch.hosts
        self.local, self.remote = (host.peer(node) for host, node in zip(hosts, ("here", "there"), strict=True))
        addresses = [host.address for host in hosts]
        self.attacker = Peer([sys.executable, "-B", str(ATTACKER), third.address, "0", *addresses], third.inside)
        self.attacker.name = "attacker"
        self.local.ask("pub string steady depth=1000")
        self.remote.ask("sub string steady depth=1000")
        self.local.wait_matched("pub", "steady")
        self.remote.wait_matched("sub", "steady")
        self.local.establish("steady", self.remote)
        self._next = 1
        self.figures = {}

    def close(self):
        self.attacker.kill()
        self._switch.close()

    @contextlib.contextmanager
    def steady(self, growth_mb):
        """Sends a message each 10 ms in the block; then checks that none is missing and that memory grew by no more."""
        stop = threading.Event()
        before = [resident_mb(peer) for peer in (self.local, self.remote)]
        lines = [len(peer.text.splitlines()) for peer in (self.local, self.remote)]
        began = time.monotonic()
        first, due = self._next, {}
        sender = threading.Thread(target=self._send_until, args=(stop, due))
        sender.start()
        try:
            yield
        finally:
            stop.set()
            sender.join()
        self.remote.wait_numbers("steady", range(1, self._next))
        late = sorted(
            (event["at_us"] - due[event["n"]]) / 1000
            for event in list(self.remote.events)
            if event["event"] == "message" and event["topic"] == "steady" and event["n"] >= first
        )
        after = [resident_mb(peer) for peer in (self.local, self.remote)]
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
        for peer, known in zip((self.local, self.remote), lines, strict=True):
            check_log(peer.text.splitlines()[known:], minutes)

    def _send_until(self, stop, due):
        while not stop.is_set():
            first, last = self._next, self._next + 49
            began = self.local.ask(f"send steady {first} {last} {PERIOD_MS}")["began_us"]
            due |= {n: began + (n - first) * PERIOD_MS * 1000 for n in range(first, last + 1)}
            self._next = last + 1


def resident_mb(peer):
    status = pathlib.Path(f"/proc/{peer._process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s*(\d+)", status)[1]) / 1024


def check_log(lines, minutes):
    """Checks the log: equal lines but for names and numbers come at most ten times a minute, Cyclone's three times."""
    kinds = collections.Counter(re.sub(r"[0-9a-f.:]*\d[0-9a-f.:]*", "#", line)[:60] for line in lines)
    for kind, count in kinds.items():
        assert count <= (3 if "Cyclone DDS: " in kind else 10) * minutes, kinds.most_common(5)


@pytest.fixture
def scene():
    with contextlib.closing(Scene()) as started:
        yield started
        for peer in (started.local, started.remote):
            assert peer.end() == 0, peer.text[-2000:]


def attack_until(scene, attacks, question, good):
    """Repeats the attacks until the answer is good: datagrams may be lost, and known entities change nothing."""
    deadline = time.monotonic() + 300
    while not good(latest := scene.remote.ask(question)):
        assert time.monotonic() < deadline, f"{attacks} brought no more than {latest}"
        for attack in attacks:
            scene.attacker.ask(attack)


def announce(scene, count, seconds):
    """Announces `count` participants, each with a publisher of /fake."""
    for first in range(0, count, 200):
        more = min(200, count - first)
        attack_until(
            scene,
            [f"participants {first} {more} {seconds}", f"publishers fake {STRING} {first} {more}"],
            "count fake",
            lambda n, minimum=first + more: n["publishers"] >= minimum,
        )


def test_noise(scene):
    with scene.steady(growth_mb=16):
        scene.attacker.ask("noise 20000 1")


def test_fake_participants(scene):
    with scene.steady(growth_mb=10 + PARTICIPANTS * 0.03):
        announce(scene, PARTICIPANTS, seconds=0)


def test_fake_participants_are_forgotten(scene):
    with scene.steady(growth_mb=30):
        announce(scene, 200, seconds=15)
        scene.remote.ask_until("count fake", lambda n: n["publishers"] == 0, "an end of them")


def test_incompatible_endpoints_are_logged_a_few_times(scene):
    scene.remote.ask("hear target")
    with scene.steady(growth_mb=30):
        announce(scene, 200, seconds=0)
        # Of incompatible QoS, then also of another type.
        for first, type_name in ((0, STRING), (100, "std_msgs/msg/Int32")):
            attack = f"publishers target {type_name} {first} 100 best_effort"
            attack_until(scene, [attack], "count target", lambda n, all_=first + 100: n["publishers"] >= all_)
        for line in ("offering incompatible QoS", "Incompatible type"):
            scene.remote.wait(lambda line=line: line in scene.remote.text, line)
    for line in ("offering incompatible QoS", "Incompatible type"):
        assert scene.remote.text.count(line) <= 10 * (1 + scene.figures["seconds"] // 60), scene.remote.text


def test_subscriptions_that_never_acknowledge(scene):
    """The publisher of `steady` keeps at most its depth for them."""
    with scene.steady(growth_mb=30):
        announce(scene, 100, seconds=0)
        attack = f"subscriptions steady {STRING} 0 100"
        attack_until(scene, [attack], "count steady", lambda n: n["subscriptions"] >= 101)
        scene.local.wait_matched("pub", "steady", 101)


def test_senseless_endpoints(scene):
    with scene.steady(growth_mb=30):
        for _ in range(3):
            scene.attacker.ask(f"absurd_endpoints steady {STRING}")
            scene.attacker.ask("absurd_endpoints steady sensor_msgs/msg/Image")


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
    scene.remote.ask(f"sub {kind} target depth=1000")
    with scene.steady(growth_mb=30):
        scene.attacker.ask(f"samples target {type_name} 1000 1")


def test_first_fragments_of_two_gigabytes(scene):
    scene.remote.ask("sub string target")
    with scene.steady(growth_mb=30):
        scene.attacker.ask(f"fragments target {STRING} 500")


def test_requests_of_clients_that_take_no_response(scene):
    scene.remote.ask("service add")
    with scene.steady(growth_mb=30):
        scene.attacker.ask("requests add example_interfaces/srv/AddTwoInts 20 500 0")


def test_requests_to_a_service_that_takes_none(scene):
    scene.remote.ask("idle_service add")
    with scene.steady(growth_mb=30):
        scene.attacker.ask("requests add example_interfaces/srv/AddTwoInts 4 1000 1000")


def test_announcements_of_nodes(scene):
    with scene.steady(growth_mb=30):
        scene.attacker.ask("announcements 300 1")
