# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Messages and QoS between our nodes and a DDS program on PyPI's cyclonedds."""

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

from cyclonedds.core import Policy, Qos  # noqa: E402  (reads the environment)
from cyclonedds.domain import DomainParticipant  # noqa: E402
from cyclonedds.idl import IdlStruct  # noqa: E402
from cyclonedds.idl.types import float64, int32  # noqa: E402
from cyclonedds.pub import DataWriter  # noqa: E402
from cyclonedds.sub import DataReader  # noqa: E402
from cyclonedds.topic import Topic  # noqa: E402
from cyclonedds.util import duration  # noqa: E402

PATIENCE = 60  # seconds until something that must happen counts as missing
RELIABLE = Policy.Reliability.Reliable(duration(seconds=1))
BEST_EFFORT = Policy.Reliability.BestEffort


@dataclass
class String(IdlStruct, typename="std_msgs::msg::dds_::String_"):
    data: str


@dataclass
class Int32(IdlStruct, typename="std_msgs::msg::dds_::Int32_"):
    data: int32


@dataclass
class Vector3(IdlStruct, typename="geometry_msgs::msg::dds_::Vector3_"):
    x: float64
    y: float64
    z: float64


@dataclass
class Twist(IdlStruct, typename="geometry_msgs::msg::dds_::Twist_"):
    linear: Vector3
    angular: Vector3


def qos(reliability=RELIABLE, *policies, history=None):
    history = history or Policy.History.KeepLast(10)
    return Qos(reliability, history, Policy.DataRepresentation(use_cdrv0_representation=True), *policies)


class Node:
    """Our program; reads its output line by line."""

    def __init__(self):
        self.process = subprocess.Popen(
            [os.environ["INTEROP_NODE"]], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
        )
        self.lines = queue.Queue()
        self.seen = []
        threading.Thread(target=self._read, daemon=True).start()
        self.expect(lambda line: line == "ready", "its start")

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def expect(self, condition, expected, meanwhile=lambda: None):
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            meanwhile()
            try:
                line = self.lines.get(timeout=0.05)
            except queue.Empty:
                continue
            self.seen.append(line)
            if condition(line):
                return line
        raise AssertionError(f"our node did not show {expected}; it printed {self.seen[-20:]}")


@pytest.fixture(scope="module")
def node():
    program = Node()
    yield program
    program.process.terminate()
    assert program.process.wait(PATIENCE) == 0


@pytest.fixture(scope="module")
def participant():
    return DomainParticipant(int(os.environ["ROS_DOMAIN_ID"]))


def reader(participant, name, kind):
    return DataReader(participant, Topic(participant, "rt/" + name, kind), qos(history=Policy.History.KeepAll))


def writer(participant, name, kind, **settings):
    return DataWriter(participant, Topic(participant, "rt/" + name, kind), qos(**settings))


def receive(reader, count):
    samples = []
    deadline = time.monotonic() + PATIENCE
    while len(samples) < count and time.monotonic() < deadline:
        samples += reader.take(10)
        time.sleep(0.005)
    assert len(samples) >= count, f"{len(samples)} of {count} samples came"
    return samples


def test_our_strings_reach_the_peer(node, participant):
    first, second = receive(reader(participant, "to_peer/string", String), 2)[:2]
    number = int(first.data.split()[1])
    assert first.data == f"robot {number} grüßt"
    assert second.data == f"robot {number + 1} grüßt"


def test_our_twists_reach_the_peer(node, participant):
    twist = receive(reader(participant, "to_peer/twist", Twist), 1)[0]
    assert twist.linear.x >= 1
    assert (twist.linear.y, twist.linear.z) == (0, -0.25)
    assert twist.angular.z == 0.5 * twist.linear.x


def test_the_peers_strings_reach_us(node, participant):
    peer = writer(participant, "from_peer/string", String)
    node.expect(
        lambda line: line == "string hé, robot",
        "the peer's string",
        meanwhile=lambda: peer.write(String("hé, robot")),
    )


def test_the_peers_twists_reach_us(node, participant):
    peer = writer(participant, "from_peer/twist", Twist)
    node.expect(
        lambda line: line == "twist 1.5 -2 0.125",
        "the peer's twist",
        meanwhile=lambda: peer.write(Twist(Vector3(1.5, 0, -2), Vector3(0, 0, 0.125))),
    )


def test_incompatible_qos_is_reported_with_topic_and_policy(node, participant):
    peer = writer(participant, "from_peer/twist", Twist, reliability=BEST_EFFORT)
    line = node.expect(lambda line: "incompatible QoS" in line, "a warning of incompatible QoS")
    assert "New publisher discovered on topic '/from_peer/twist', offering incompatible QoS." in line
    assert f"the publisher of a program without ROS 2 (process {os.getpid()} on " in line
    assert " offers reliability best_effort, the subscription of node /" in line
    assert " requires reliability reliable; " in line
    del peer


def test_a_policy_that_ros_does_not_have_is_reported_with_its_peer(node, participant):
    exclusive = qos(RELIABLE, Policy.Ownership.Exclusive)
    peer = DataWriter(participant, Topic(participant, "rt/from_peer/twist", Twist), qos=exclusive)
    line = node.expect(lambda line: "OWNERSHIP" in line, "a warning of the policy")
    assert f"the publisher of a program without ROS 2 (process {os.getpid()} on " in line
    assert " sets this policy, which ROS 2 does not have" in line
    del peer


def test_a_value_that_ros_does_not_have_is_reported_with_its_peer(node, participant):
    transient = qos(RELIABLE, Policy.Durability.Transient)
    peer = DataReader(participant, Topic(participant, "rt/to_peer/twist", Twist), transient)
    line = node.expect(lambda line: "DURABILITY" in line, "a warning of the durability")
    assert "New subscription discovered on topic '/to_peer/twist', requesting incompatible QoS." in line
    assert " offers durability volatile, the subscription of a program without ROS 2 (process " in line
    assert " requires a durability that ROS 2 does not have (transient or persistent); " in line
    assert line.endswith("let the subscription require durability volatile")
    del peer


def test_another_type_is_reported_with_both_types(node, participant):
    peer = writer(participant, "from_peer/string", Int32)
    line = node.expect(lambda line: "ncompatible type" in line, "a warning of another type")
    assert "Incompatible type on topic '/from_peer/string', no messages will be received from it" in line
    assert f"the publisher of a program without ROS 2 (process {os.getpid()} on " in line
    assert "has type 'std_msgs/msg/Int32', the subscription of node /" in line
    assert "has 'std_msgs/msg/String'; " in line
    del peer


def test_our_node_works_after_the_end_of_a_peer(node, participant):
    other = DomainParticipant(int(os.environ["ROS_DOMAIN_ID"]))
    peer = writer(other, "from_peer/string", String)
    node.expect(lambda line: line == "string a", "the string", meanwhile=lambda: peer.write(String("a")))
    del peer, other
    receive(reader(participant, "to_peer/twist", Twist), 2)
