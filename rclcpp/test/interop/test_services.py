# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Clients and servers on PyPI's cyclonedds, which write the service header themselves, with ours in the other role."""

import os
import queue
import subprocess
import threading
import time
from dataclasses import dataclass

import pytest

os.environ["CYCLONEDDS_URI"] = (
    "<CycloneDDS><Domain><General><AllowMulticast>false</AllowMulticast></General>"
    "<Discovery><ParticipantIndex>auto</ParticipantIndex><MaxAutoParticipantIndex>32</MaxAutoParticipantIndex>"
    "<Peers><Peer address='127.0.0.1'/></Peers></Discovery></Domain></CycloneDDS>"
)

from cyclonedds.builtin import BuiltinDataReader, BuiltinTopicDcpsPublication  # noqa: E402  (reads the environment)
from cyclonedds.builtin import BuiltinTopicDcpsSubscription  # noqa: E402
from cyclonedds.core import Policy, Qos  # noqa: E402
from cyclonedds.domain import DomainParticipant  # noqa: E402
from cyclonedds.idl import IdlStruct  # noqa: E402
from cyclonedds.idl.types import int64, uint64  # noqa: E402
from cyclonedds.pub import DataWriter  # noqa: E402
from cyclonedds.sub import DataReader  # noqa: E402
from cyclonedds.topic import Topic  # noqa: E402
from cyclonedds.util import duration  # noqa: E402
from eventually import PATIENCE, eventually  # noqa: E402

REQUEST = "example_interfaces::srv::dds_::AddTwoInts_Request_"
RESPONSE = "example_interfaces::srv::dds_::AddTwoInts_Response_"


@dataclass
class Request(IdlStruct, typename=REQUEST):
    guid: uint64
    seq: int64
    a: int64
    b: int64


@dataclass
class Response(IdlStruct, typename=RESPONSE):
    guid: uint64
    seq: int64
    sum: int64


@dataclass
class HeaderOnly(IdlStruct, typename=REQUEST):
    guid: uint64


@dataclass
class Short(IdlStruct, typename=REQUEST):
    guid: uint64
    seq: int64
    a: int64


def qos(user_data=""):
    policies = [
        Policy.Reliability.Reliable(duration(seconds=10)),
        Policy.History.KeepLast(10),
        Policy.DataRepresentation(use_cdrv0_representation=True),
    ]
    if user_data:
        policies.append(Policy.Userdata(user_data.encode()))
    return Qos(*policies)


class Node:
    """Our program; reads its output line by line."""

    def __init__(self):
        self.process = subprocess.Popen(
            [os.environ["SERVICES_NODE"]], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
        )
        self.lines = queue.Queue()
        self.seen = []
        threading.Thread(target=self._read, daemon=True).start()
        self.expect("ready")

    def _read(self):
        for line in self.process.stdout:
            self.seen.append(line.rstrip("\n"))
            self.lines.put(self.seen[-1])

    def expect(self, prefix):
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                line = self.lines.get(timeout=deadline - time.monotonic())
            except queue.Empty:
                break
            if line.startswith(prefix):
                return line
        raise AssertionError(f"our node did not print {prefix!r}; it printed {self.seen[-20:]}")


@pytest.fixture(scope="module")
def node():
    program = Node()
    yield program
    program.process.terminate()
    assert program.process.wait(PATIENCE) == 0


@pytest.fixture
def participant():
    return DomainParticipant(int(os.environ["ROS_DOMAIN_ID"]))


def writer(participant, topic, kind, user_data=""):
    entity = DataWriter(participant, Topic(participant, topic, kind), qos(user_data))
    eventually(entity.get_matched_subscriptions, f"a reader of {topic}")
    return entity


def reader(participant, topic, kind, user_data="", matched=True):
    entity = DataReader(participant, Topic(participant, topic, kind), qos(user_data))
    if matched:
        eventually(entity.get_matched_publications, f"a writer of {topic}")
    return entity


def take(entity, count, expected="a sample"):
    samples = []
    eventually(lambda: samples.extend(entity.take(10)) or len(samples) >= count, expected)
    return samples


def user_data_of(participant, kind, topic):
    texts = []
    entity = BuiltinDataReader(participant, kind)

    def look():
        for sample in entity.take(100):
            if sample.topic_name == topic and Policy.Userdata in sample.qos:
                texts.append(bytes(sample.qos[Policy.Userdata].data).decode())
        return texts

    return eventually(look, f"user data of {topic}")[0]


def test_a_client_of_the_peer_is_answered_with_its_own_header(node, participant):
    replies = reader(participant, "rr/addReply", Response, "clientid=peer.1;")
    requests = writer(participant, "rq/addRequest", Request, "clientid=peer.1;")
    requests.write(Request(0x1122334455667788, 42, 2, 3))
    assert take(replies, 1)[0] == Response(0x1122334455667788, 42, 5)
    node.expect("served 5")


def test_two_clients_of_one_participant_are_distinguished(node, participant):
    ends = []
    for number in (1, 2):
        replies = reader(participant, "rr/addReply", Response, f"clientid=two.{number};")
        ends.append((writer(participant, "rq/addRequest", Request, f"clientid=two.{number};"), replies))
    for number, (requests, _) in enumerate(ends):
        requests.write(Request(100 + number, 7, number, 10))
    for number, (_, replies) in enumerate(ends):
        mine = [sample for sample in take(replies, 2) if sample.guid == 100 + number]
        assert [sample.sum for sample in mine] == [10 + number]


def test_a_response_waits_for_its_reader(node, participant):
    requests = writer(participant, "rq/addRequest", Request, "clientid=late.1;")
    for seq in range(5):
        requests.write(Request(55, seq, seq, 600))
    node.expect("served 604")
    # Others are answered meanwhile.
    other_replies = reader(participant, "rr/addReply", Response, "clientid=late.2;")
    other_requests = writer(participant, "rq/addRequest", Request, "clientid=late.2;")
    other_requests.write(Request(56, 1, 1, 1))
    assert Response(56, 1, 2) in take(other_replies, 1)
    replies = reader(participant, "rr/addReply", Response, "clientid=late.1;")
    mine = [sample for sample in take(replies, 5) if sample.guid == 55]
    assert [(sample.seq, sample.sum) for sample in mine] == [(seq, 600 + seq) for seq in range(5)]


def test_a_client_without_an_id_is_answered(node, participant):
    replies = reader(participant, "rr/addReply", Response)
    requests = writer(participant, "rq/addRequest", Request)
    seq = 0

    def answered():
        nonlocal seq
        seq += 1
        requests.write(Request(3, seq, seq, 1))
        time.sleep(0.02)
        return replies.take(10)

    assert eventually(answered, "a response")[0].guid == 3


def test_malformed_requests_are_dropped_and_logged_once(node, participant):
    replies = reader(participant, "rr/addReply", Response, "clientid=bad;")
    for kind, sample in ((HeaderOnly, HeaderOnly(1)), (Short, Short(1, 2, 3))):
        bad = writer(participant, "rq/addRequest", kind, "clientid=bad;")
        for _ in range(3):
            bad.write(sample)
        line = node.expect("[ERROR]")
        assert "'/add'" in line and "AddTwoInts" in line
    good = writer(participant, "rq/addRequest", Request, "clientid=bad;")
    good.write(Request(4, 1, 70, 7))
    assert Response(4, 1, 77) in take(replies, 1)
    assert sum("could not read" in line for line in node.seen) == 2


def test_both_endpoints_announce_one_id_and_their_hashes(node, participant):
    request = user_data_of(participant, BuiltinTopicDcpsSubscription, "rq/addRequest")
    response = user_data_of(participant, BuiltinTopicDcpsPublication, "rr/addReply")
    assert request.split("typehash=")[0] == response.split("typehash=")[0]
    assert request.startswith("serviceid=")
    assert ";typehash=RIHS01_000c5fd92d6b2e1a05949348f584d6d652adea1e92d691792011ac2273508302;" in request
    assert ";typehash=RIHS01_de5c030d4af33cba2749310b249737b631594703f9300495f48bffb2b44dcc2f;" in response


def test_our_client_calls_a_server_of_the_peer(node, participant):
    requests = reader(participant, "rq/peer/addRequest", Request, "serviceid=peer.server;")
    time.sleep(0.1)  # a client that did not wait for the second half would call now
    assert not requests.take(1)
    replies = writer(participant, "rr/peer/addReply", Response, "serviceid=peer.server;")
    first = take(requests, 1, "our request")[0]
    assert (first.seq, first.a, first.b) == (1, 1, 1000)
    assert first.guid != 0
    replies.write(Response(first.guid + 1, first.seq, 1))  # for another client
    replies.write(Response(first.guid, first.seq + 7, 2))  # nobody asked for it
    replies.write(Response(first.guid, first.seq, 1001))
    replies.write(Response(first.guid, first.seq, 3))  # a second time
    assert node.expect("call 1 ") == "call 1 got 1001"
    second = take(requests, 1, "our next request")[0]
    assert (second.guid, second.seq, second.a) == (first.guid, 2, 2)
    replies.write(Response(second.guid, second.seq, 1002))
    assert node.expect("call 2 ") == "call 2 got 1002"
