# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Our nodes and DDS programs of others on the same topics: Fast DDS as rmw_fastrtps uses it, and PyPI's cyclonedds."""

import contextlib
import itertools
import os
import sys
from pathlib import Path

import pytest
from peer import Peer

VENDORS = {
    "fastdds": [os.environ["FASTDDS_PEER"]],
    "cyclonedds": [sys.executable, "-B", str(Path(__file__).with_name("cyclonedds_peer.py"))],
}


@contextlib.contextmanager
def meeting(vendor, our_gids="16", their_gids="16"):
    """Yields a node of ours and one of the vendor that know each other."""
    our_peer = Peer([os.environ["PEER"]], RXROS2_DISCOVERY_GIDS=our_gids)
    vendor_peer = Peer(VENDORS[vendor], GIDS=their_gids)
    our_peer.ask("node ours")
    vendor_peer.ask("node theirs")
    for peer in (our_peer, vendor_peer):
        peer.ask_until("graph", lambda a: {"/ours", "/theirs"} <= set(a["nodes"]), "both nodes")
    yield our_peer, vendor_peer
    assert (our_peer.end(), vendor_peer.end()) == (0, 0)


@pytest.fixture(params=VENDORS)
def pair(request):
    with meeting(request.param) as peers:
        yield peers


@pytest.mark.parametrize("vendor", VENDORS)
@pytest.mark.parametrize("first", ["ours", "theirs"])
def test_the_second_process_is_discovered(vendor, first):
    """Runs on this host only: Cyclone 11 (PyPI) does not use the loopback interface if there is another."""
    starts = {"ours": lambda: Peer([os.environ["PEER"]]), "theirs": lambda: Peer(VENDORS[vendor])}
    if first == "theirs":
        starts = dict(reversed(starts.items()))
    peers = {}
    for name, start in starts.items():
        peers[name] = start()
        peers[name].ask("node " + name)
        peers[name].ask(f"pub string from_{name}")
    for peer, other in ((peers["ours"], "theirs"), (peers["theirs"], "ours")):
        peer.ask(f"sub string from_{other}")
        peer.wait_matched("sub", f"from_{other}")
        peer.ask_until("graph", lambda a, other=other: "/" + other in a["nodes"], "the other node")
    for name, other in (("ours", "theirs"), ("theirs", "ours")):
        peers[name].establish(f"from_{name}", peers[other])
    assert {peer.end() for peer in peers.values()} == {0}


def test_nodes_of_humble_see_us_if_we_send_its_gids_and_we_see_them():
    with meeting("cyclonedds", our_gids="24", their_gids="24"):
        pass


def test_nodes_of_humble_are_seen_with_either_gid_size():
    our_peer, vendor_peer = Peer([os.environ["PEER"]]), Peer(VENDORS["cyclonedds"], GIDS="24")
    our_peer.ask("node ours")
    vendor_peer.ask("node theirs")
    vendor_peer.ask("pub string topic")
    our_peer.ask_until("graph", lambda a: set(a["nodes"]) == {"/ours", "/theirs"}, "the other node")
    our_peer.ask_until("publishers topic", lambda a: a["nodes"] == ["/theirs"], "the publisher's node")
    assert (our_peer.end(), vendor_peer.end()) == (0, 0)


def test_two_programs_that_ask_each_other_for_types_do_not_harm_us():
    """Their ros_discovery_info has the same name and different types: one requests the other's, and all get the answer."""
    our_peer = Peer([os.environ["PEER"]])
    our_peer.ask("node ours")
    our_peer.ask("sub string topic")
    theirs = [Peer(VENDORS["cyclonedds"], GIDS=gids) for gids in ("16", "24")]
    for peer, name in zip(theirs, ("first", "second"), strict=True):
        peer.ask("node " + name)
        peer.ask("pub string topic")
    our_peer.ask_until("graph", lambda a: set(a["nodes"]) == {"/ours", "/first", "/second"}, "the other nodes")
    for peer in theirs:
        peer.establish("topic", our_peer)
        assert peer.end() == 0
    our_peer.ask_until("graph", lambda a: a["nodes"] == ["/ours"], "only its own node")
    assert our_peer.end() == 0


@pytest.mark.parametrize("back", [False, True], ids=["to_theirs", "to_ours"])
def test_strings_images_and_nested_messages(pair, back):
    sender, receiver = reversed(pair) if back else pair
    counts = {"string": 100, "image": 5, "polygon": 50}
    for kind in counts:
        # Messages come in bursts, and none may be lost.
        sender.ask(f"pub {kind} {kind}s history=keep_all")
        receiver.ask(f"sub {kind} {kind}s history=keep_all")
    for kind, count in counts.items():
        sender.wait_matched("pub", kind + "s")
        receiver.wait_matched("sub", kind + "s")
        sender.establish(kind + "s", receiver)
        sender.ask(f"send {kind}s 1 {count}")
        receiver.wait_numbers(kind + "s", range(1, count + 1))
    late = {"string": 3, "polygon": 2}
    for kind, count in late.items():
        sender.ask(f"pub {kind} latched_{kind} durability=transient_local depth={count}")
        sender.ask(f"send latched_{kind} 1 {count + 2}")
        receiver.ask(f"sub {kind} latched_{kind} durability=transient_local depth={count}")
        receiver.wait_numbers("latched_" + kind, range(3, count + 3))
    assert not [e for e in receiver.events if e["event"] == "bad_message"]


def shared_maps(peer):
    """Returns the number of maps of shared memory in a process of ours; one of them is its own control file."""
    return Path(f"/proc/{peer.process_id}/maps").read_text().count("/memfd:rxros2")


@pytest.mark.parametrize("vendor", VENDORS)
def test_large_messages_of_one_topic_in_shared_memory_and_beside_it(vendor):
    """Two processes of ours share memory. Another vendor joins, reads and writes, and leaves: nothing is lost or doubled."""
    qos = "history=keep_all"
    writer, reader, foreign = Peer([os.environ["PEER"]]), Peer([os.environ["PEER"]]), Peer(VENDORS[vendor])
    for peer, name in ((writer, "writer"), (reader, "reader"), (foreign, "foreign")):
        peer.ask("node " + name)
    writer.ask(f"pub image images {qos}")
    reader.ask(f"sub image images {qos}")
    writer.wait_matched("pub", "images")
    writer.establish("images", reader)
    writer.ask("send images 1 5")
    reader.wait_numbers("images", range(1, 6))
    assert shared_maps(reader) > 2, "no message of 1 MiB was in shared memory"
    # A late reader of another vendor may get messages that are not acknowledged yet.
    assert writer.ask("acked images 10000")["all"]

    foreign.ask(f"sub image images {qos}")
    foreign.ask(f"pub image images {qos}")
    writer.wait_count("pub_matched", "images", 2)
    reader.wait_count("sub_matched", "images", 2)
    writer.establish("images", foreign)
    foreign.establish("images", reader)
    writer.ask("send images 6 10")
    foreign.ask("send images 101 103")
    expected = {*range(6, 11), 101, 102, 103}
    for peer in (reader, foreign):
        peer.wait(lambda p=peer: set(p.numbers("images")) >= expected, "all messages of both")
    assert foreign.end() == 0
    writer.ask("send images 11 15")
    reader.wait(lambda: 15 in reader.numbers("images"), "the last message")
    numbers = reader.numbers("images")
    assert [n for n in numbers if n < 100] == [*range(1, 16)]
    assert [n for n in numbers if n > 100] == [101, 102, 103]
    assert [n for n in foreign.numbers("images") if n < 100] == [*range(6, 11)]
    assert not [e for peer in (reader, foreign) for e in peer.events if e["event"] == "bad_message"]
    assert (writer.end(), reader.end()) == (0, 0)


def test_services_of_fast_dds_are_refused_with_one_clear_line():
    """Cyclone does not give access to the RTPS headers in which rmw_fastrtps sends its request ids."""
    with meeting("fastdds") as (our_peer, vendor_peer):
        refusal = "runs on Fast DDS, whose request ids cannot be read"
        vendor_peer.ask("service theirs")
        our_peer.ask("client theirs")
        our_peer.wait(
            lambda: "client of service '/theirs': a server" in our_peer.text and refusal in our_peer.text, "the refusal"
        )
        assert not our_peer.ask("ready theirs")["ready"]
        our_peer.ask("service ours")
        vendor_peer.ask("client ours")
        vendor_peer.wait_matched("pub", "ours")
        our_peer.wait(lambda: "server of service '/ours': a client" in our_peer.text, "the other refusal")
        vendor_peer.ask("send ours 5 9")
        # Its requests are ignored; those of our clients are still served.
        own = Peer([os.environ["PEER"]])
        own.ask("node own")
        own.ask("client ours")
        own.ask("call ours 20 3")
        own.wait_event("response", "ours", sum=23)
        assert own.end() == 0
        assert [e["a"] for e in our_peer.events if e["event"] == "request"] == [20]
        assert our_peer.text.count(refusal) == 2, our_peer.text


# Requested and offered policies; the others have ROS 2's defaults. All combinations, and some pairs of times.
POLICIES = [
    ("reliability=best_effort", ""),
    ("durability=transient_local", ""),
    ("deadline=2000", ""),
    ("liveliness=manual lease=5000", ""),
]
COMBINATIONS = [" ".join(filter(None, choice)) for choice in itertools.product(*POLICIES)]
PAIRS = [
    *itertools.product(COMBINATIONS, COMBINATIONS),
    *itertools.permutations(("deadline=5000", "deadline=2000"), 2),
    *itertools.permutations(("lease=5000", "lease=2000", "", "liveliness=manual lease=3000"), 2),
]


def refused(publisher, subscriber):
    """Yields the policies in which the subscriber requests more than the publisher offers."""

    def milliseconds(qos, name):
        return next((int(word.split("=")[1]) for word in qos.split() if word.startswith(name)), float("inf"))

    if "best_effort" in publisher and "best_effort" not in subscriber:
        yield "RELIABILITY"
    if "transient_local" in subscriber and "transient_local" not in publisher:
        yield "DURABILITY"
    if milliseconds(publisher, "deadline") > milliseconds(subscriber, "deadline"):
        yield "DEADLINE"
    if ("manual" in subscriber and "manual" not in publisher) or (
        milliseconds(publisher, "lease") > milliseconds(subscriber, "lease")
    ):
        yield "LIVELINESS"


@pytest.mark.parametrize("back", [False, True], ids=["to_theirs", "to_ours"])
def test_each_pair_of_qos_matches_or_is_reported_by_both(pair, back):
    publisher, subscriber = reversed(pair) if back else pair
    topics = {f"qos_{i}": qos for i, qos in enumerate(PAIRS)}
    for topic, (offered, requested) in topics.items():
        publisher.send_line(f"pub string {topic} {offered}")
        subscriber.send_line(f"sub string {topic} {requested}")
    for _ in topics:
        publisher.answer()
        subscriber.answer()
    for topic, qos in topics.items():
        mismatches = list(refused(*qos))
        for peer, side in ((publisher, "pub"), (subscriber, "sub")):
            if mismatches:
                event = peer.wait_event(f"{side}_incompatible_qos", topic)
                assert any(policy in event["policy"] for policy in mismatches), (qos, event)
            else:
                peer.wait_matched(side, topic)
    # All matched pairs transport messages.
    reliable = [t for t, qos in topics.items() if "best_effort" not in qos[1] and not list(refused(*qos))]
    for topic in reliable:
        publisher.send_line(f"send {topic} 0 0")  # only some need more than one
    for topic in reliable:
        publisher.answer()
    for topic in reliable:
        if not subscriber.message_count(topic):
            publisher.establish(topic, subscriber)
    # And no others match.
    for peer, side in ((publisher, "pub"), (subscriber, "sub")):
        matched = {e["topic"] for e in peer.events if e["event"] == side + "_matched"}
        assert matched - {"ros_discovery_info"} == {topic for topic, qos in topics.items() if not list(refused(*qos))}
