# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A peer on PyPI's cyclonedds, which shares no code with us. Understands the commands of peer.cpp for one node.

GIDS=24 in the environment: its ros_discovery_info is of Humble's generation.
"""

import json
import os
import sys
import threading
import time
from dataclasses import dataclass, field

# On this host only, as ROS 2 configures Cyclone for LOCALHOST.
os.environ["CYCLONEDDS_URI"] = (
    "<CycloneDDS><Domain><General><AllowMulticast>false</AllowMulticast></General>"
    "<Discovery><ParticipantIndex>auto</ParticipantIndex><MaxAutoParticipantIndex>32</MaxAutoParticipantIndex>"
    "<Peers><Peer address='127.0.0.1'/></Peers></Discovery></Domain></CycloneDDS>"
)

from cyclonedds.core import Listener, Policy, Qos  # noqa: E402  (reads the environment)
from cyclonedds.domain import DomainParticipant  # noqa: E402
from cyclonedds.idl import IdlStruct  # noqa: E402
from cyclonedds.idl.types import array, float32, int32, sequence, uint8, uint32  # noqa: E402
from cyclonedds.pub import DataWriter  # noqa: E402
from cyclonedds.sub import DataReader  # noqa: E402
from cyclonedds.topic import Topic  # noqa: E402
from cyclonedds.util import duration  # noqa: E402

GID_SIZE = int(os.environ.get("GIDS", "16"))
POLICY_NAMES = {2: "DURABILITY", 4: "DEADLINE", 8: "LIVELINESS", 11: "RELIABILITY"}  # DDS's numbers


@dataclass
class Header(IdlStruct, typename="std_msgs::msg::dds_::Header_"):
    sec: int32 = 0  # the two fields of the stamp
    nanosec: uint32 = 0
    frame_id: str = ""


@dataclass
class String(IdlStruct, typename="std_msgs::msg::dds_::String_"):
    data: str = ""

    hash = "df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18"

    @staticmethod
    def of(n):
        return String(str(n))

    def number(self):
        return int(self.data)


@dataclass
class Image(IdlStruct, typename="sensor_msgs::msg::dds_::Image_"):
    header: Header = field(default_factory=Header)
    height: uint32 = 0
    width: uint32 = 0
    encoding: str = ""
    is_bigendian: uint8 = 0
    step: uint32 = 0
    data: sequence[uint8] = field(default_factory=list)

    hash = "d31d41a9a4c4bc8eae9be757b0beed306564f7526c88ea6a4588fb9582527d47"

    @staticmethod
    def of(n):
        data = [(i * 31 + i // 4096 + n) & 255 for i in range(1 << 20)]
        return Image(Header(n, 0, f"camera {n}"), 512, 1024, "mono16", 0, 2048, data)

    def number(self):
        return self.header.sec


@dataclass
class Point32(IdlStruct, typename="geometry_msgs::msg::dds_::Point32_"):
    x: float32 = 0
    y: float32 = 0
    z: float32 = 0


@dataclass
class Polygon(IdlStruct, typename="geometry_msgs::msg::dds_::Polygon_"):
    points: sequence[Point32] = field(default_factory=list)


@dataclass
class PolygonStamped(IdlStruct, typename="geometry_msgs::msg::dds_::PolygonStamped_"):
    header: Header = field(default_factory=Header)
    polygon: Polygon = field(default_factory=Polygon)

    hash = "b7cf07932f1523d4b4088075945c1a0141f7cd21da87cc940fc61652e9138b46"

    @staticmethod
    def of(n):
        points = [Point32(0.5 + i, -0.5 - i, n) for i in range(n % 7)]
        return PolygonStamped(Header(n, 5, "map"), Polygon(points))

    def number(self):
        return self.header.sec


@dataclass
class Gid(IdlStruct, typename="rmw_dds_common::msg::dds_::Gid_"):
    data: array[uint8, GID_SIZE]


@dataclass
class NodeInfo(IdlStruct, typename="rmw_dds_common::msg::dds_::NodeEntitiesInfo_"):
    node_namespace: str
    node_name: str
    readers: sequence[Gid] = field(default_factory=list)
    writers: sequence[Gid] = field(default_factory=list)


@dataclass
class ParticipantInfo(IdlStruct, typename="rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_"):
    gid: Gid
    nodes: sequence[NodeInfo] = field(default_factory=list)

    hash = "91a0593bacdcc50ea9bdcf849a938b128412cc1ea821245c663bcd26f83c295e"


KINDS = {"string": String, "image": Image, "polygon": PolygonStamped}
printing = threading.Lock()


def show(**fields):
    with printing:
        print(json.dumps(fields), flush=True)


def milliseconds(value):
    return duration(milliseconds=int(value))


def qos(words, kind):
    given = dict(word.split("=") for word in words)
    policies = [
        Policy.DataRepresentation(use_cdrv0_representation=True),
        Policy.Userdata(f"typehash=RIHS01_{kind.hash};".encode()),
    ]
    if given.get("reliability") == "best_effort":
        policies.append(Policy.Reliability.BestEffort)
    else:
        policies.append(Policy.Reliability.Reliable(duration(infinite=True)))
    if given.get("history") == "keep_all":
        history = Policy.History.KeepAll
    else:
        history = Policy.History.KeepLast(int(given.get("depth", 10)))
    policies.append(history)
    if given.get("durability") == "transient_local":
        policies.append(Policy.Durability.TransientLocal)
        policies.append(Policy.DurabilityService(duration(seconds=0), history, -1, -1, -1))
    if "deadline" in given:
        policies.append(Policy.Deadline(milliseconds(given["deadline"])))
    lease = milliseconds(given["lease"]) if "lease" in given else duration(infinite=True)
    manual = given.get("liveliness") == "manual"
    policies.append(Policy.Liveliness.ManualByTopic(lease) if manual else Policy.Liveliness.Automatic(lease))
    return Qos(*policies)


class Events(Listener):
    def __init__(self, topic):
        super().__init__()
        self.topic = topic

    def on_publication_matched(self, writer, status):
        show(event="pub_matched", topic=self.topic, count=status.current_count)

    def on_subscription_matched(self, reader, status):
        show(event="sub_matched", topic=self.topic, count=status.current_count)

    def on_offered_incompatible_qos(self, writer, status):
        show(event="pub_incompatible_qos", topic=self.topic, policy=POLICY_NAMES[status.last_policy_id])

    def on_requested_incompatible_qos(self, reader, status):
        show(event="sub_incompatible_qos", topic=self.topic, policy=POLICY_NAMES[status.last_policy_id])


class Peer:
    def __init__(self):
        user_data = Qos(Policy.Userdata(b"enclave=/;"))
        self.participant = DomainParticipant(int(os.environ["ROS_DOMAIN_ID"]), qos=user_data)
        self.writers = {}
        self.readers = {}
        topic = Topic(self.participant, "ros_discovery_info", ParticipantInfo)
        latched = ["durability=transient_local", "depth=1"]
        self.graph_writer = DataWriter(self.participant, topic, qos(latched, ParticipantInfo))
        self.graph_reader = DataReader(self.participant, topic, qos([*latched, "history=keep_all"], ParticipantInfo))
        self.info = ParticipantInfo(self.gid(self.participant))
        self.nodes = {}
        # A listener that takes samples would hold the receive thread for as long as Python needs.
        threading.Thread(target=self.take, daemon=True).start()

    @staticmethod
    def gid(entity):
        return Gid(list(entity.guid.bytes) + [0] * (GID_SIZE - 16))

    def take(self):
        while True:
            for topic, (kind, reader) in list(self.readers.items()):
                for sample in reader.take(100):
                    if isinstance(sample, kind):
                        n = sample.number()
                        show(event="message" if sample == kind.of(n) else "bad_message", topic=topic, n=n)
            time.sleep(0.002)

    def endpoint(self, entity):
        if self.info.nodes:
            gids = self.info.nodes[-1].writers if isinstance(entity, DataWriter) else self.info.nodes[-1].readers
            gids.append(self.gid(entity))
        self.graph_writer.write(self.info)
        return entity

    def run(self, command, *words):
        if command == "node":
            self.info.nodes.append(NodeInfo("/", words[0]))
            self.graph_writer.write(self.info)
        elif command in ("pub", "sub"):
            kind, name, *policies = words
            kind = KINDS[kind]
            topic = Topic(self.participant, "rt/" + name, kind)
            chosen = qos(policies, kind)
            if command == "pub":
                writer = DataWriter(self.participant, topic, chosen, listener=Events(name))
                self.writers[name] = kind, self.endpoint(writer)
            else:
                reader = DataReader(self.participant, topic, chosen, listener=Events(name))
                self.readers[name] = kind, self.endpoint(reader)
        elif command == "send":
            kind, writer = self.writers[words[0]]
            first, last = int(words[1]), int(words[2])
            for n in range(first, last + 1):
                writer.write(kind.of(n))
                if len(words) > 3:
                    time.sleep(int(words[3]) / 1000)
        elif command == "graph":
            for sample in self.graph_reader.take(100):
                if isinstance(sample, ParticipantInfo):
                    self.nodes[bytes(sample.gid.data)] = sample.nodes
            nodes = [node for of_participant in self.nodes.values() for node in of_participant]
            return {"nodes": [node.node_namespace.rstrip("/") + "/" + node.node_name for node in nodes]}
        else:
            raise ValueError("no such command")
        return {}


def main():
    peer = Peer()
    for line in sys.stdin:
        command, *words = line.split()
        try:
            show(did=command, **peer.run(command, *words))
        except Exception as e:  # the test process gets every error
            show(did=command, error=repr(e))


main()
