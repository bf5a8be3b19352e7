# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Endpoints and services of our default node, seen by PyPI's cyclonedds: those of a Jazzy node."""

import hashlib
import json
import os
import pathlib
import re
import subprocess
import types
from dataclasses import dataclass

import pytest

os.environ["CYCLONEDDS_URI"] = (
    "<CycloneDDS><Domain><General><AllowMulticast>false</AllowMulticast></General>"
    "<Discovery><ParticipantIndex>auto</ParticipantIndex><MaxAutoParticipantIndex>32</MaxAutoParticipantIndex>"
    "<Peers><Peer address='127.0.0.1'/></Peers></Discovery></Domain></CycloneDDS>"
)

from cyclonedds.builtin import (  # noqa: E402  (reads the environment)
    BuiltinDataReader,
    BuiltinTopicDcpsPublication,
    BuiltinTopicDcpsSubscription,
)
from cyclonedds.core import InstanceState, Policy, Qos, ReadCondition, SampleState, ViewState  # noqa: E402
from cyclonedds.domain import DomainParticipant  # noqa: E402
from cyclonedds.idl import IdlStruct  # noqa: E402
from cyclonedds.idl.types import float64, int32, int64, sequence, uint8, uint32, uint64  # noqa: E402
from cyclonedds.pub import DataWriter  # noqa: E402
from cyclonedds.sub import DataReader  # noqa: E402
from cyclonedds.topic import Topic  # noqa: E402
from cyclonedds.util import duration  # noqa: E402
from eventually import PATIENCE, eventually  # noqa: E402

RELIABLE = Policy.Reliability.Reliable(duration(seconds=1))
INTERFACES = pathlib.Path(os.environ["INTERFACES"])
PARAMETER_SERVICES = {
    "describe_parameters": "DescribeParameters",
    "get_parameter_types": "GetParameterTypes",
    "get_parameters": "GetParameters",
    "list_parameters": "ListParameters",
    "set_parameters": "SetParameters",
    "set_parameters_atomically": "SetParametersAtomically",
}


@dataclass
class Time(IdlStruct, typename="builtin_interfaces::msg::dds_::Time_"):
    sec: int32
    nanosec: uint32


@dataclass
class Log(IdlStruct, typename="rcl_interfaces::msg::dds_::Log_"):
    stamp: Time
    level: uint8
    name: str
    msg: str
    file: str
    function: str
    line: uint32


@dataclass
class Value(IdlStruct, typename="rcl_interfaces::msg::dds_::ParameterValue_"):
    type: uint8 = 0
    bool_value: bool = False
    integer_value: int64 = 0
    double_value: float64 = 0.0
    string_value: str = ""
    byte_array_value: sequence[uint8] = ()
    bool_array_value: sequence[bool] = ()
    integer_array_value: sequence[int64] = ()
    double_array_value: sequence[float64] = ()
    string_array_value: sequence[str] = ()


@dataclass
class Parameter(IdlStruct, typename="rcl_interfaces::msg::dds_::Parameter_"):
    name: str
    value: Value


@dataclass
class ParameterEvent(IdlStruct, typename="rcl_interfaces::msg::dds_::ParameterEvent_"):
    stamp: Time
    node: str
    new_parameters: sequence[Parameter]
    changed_parameters: sequence[Parameter]
    deleted_parameters: sequence[Parameter]


@dataclass
class Result(IdlStruct, typename="rcl_interfaces::msg::dds_::SetParametersResult_"):
    successful: bool
    reason: str


@dataclass
class Range(IdlStruct, typename="rcl_interfaces::msg::dds_::FloatingPointRange_"):
    from_value: float64
    to_value: float64
    step: float64


@dataclass
class IntegerRange(IdlStruct, typename="rcl_interfaces::msg::dds_::IntegerRange_"):
    from_value: int64
    to_value: int64
    step: uint64


@dataclass
class Descriptor(IdlStruct, typename="rcl_interfaces::msg::dds_::ParameterDescriptor_"):
    name: str
    type: uint8
    description: str
    additional_constraints: str
    read_only: bool
    dynamic_typing: bool
    floating_point_range: sequence[Range]
    integer_range: sequence[IntegerRange]


@dataclass
class List(IdlStruct, typename="rcl_interfaces::msg::dds_::ListParametersResult_"):
    names: sequence[str]
    prefixes: sequence[str]


@dataclass
class FieldType(IdlStruct, typename="type_description_interfaces::msg::dds_::FieldType_"):
    type_id: uint8
    capacity: uint64
    string_capacity: uint64
    nested_type_name: str


@dataclass
class Field(IdlStruct, typename="type_description_interfaces::msg::dds_::Field_"):
    name: str
    type: FieldType
    default_value: str


@dataclass
class Description(IdlStruct, typename="type_description_interfaces::msg::dds_::IndividualTypeDescription_"):
    type_name: str
    fields: sequence[Field]


@dataclass
class Source(IdlStruct, typename="type_description_interfaces::msg::dds_::TypeSource_"):
    type_name: str
    encoding: str
    raw_file_contents: str


@dataclass
class KeyValue(IdlStruct, typename="type_description_interfaces::msg::dds_::KeyValue_"):
    key: str
    value: str


def message(service, half, package="rcl_interfaces", **fields):
    """Returns the type of a request or response on the wire, with the client's id and the request's number."""
    struct = types.new_class(
        f"{service}_{half}",
        (IdlStruct,),
        {"typename": f"{package}::srv::dds_::{service}_{half}_"},
        lambda namespace: namespace.update(__annotations__={"guid": uint64, "seq": int64, **fields}),
    )
    return dataclass(struct)


SERVICES = {
    "get_parameters": (
        message("GetParameters", "Request", names=sequence[str]),
        message("GetParameters", "Response", values=sequence[Value]),
    ),
    "get_parameter_types": (
        message("GetParameterTypes", "Request", names=sequence[str]),
        message("GetParameterTypes", "Response", types=sequence[uint8]),
    ),
    "set_parameters": (
        message("SetParameters", "Request", parameters=sequence[Parameter]),
        message("SetParameters", "Response", results=sequence[Result]),
    ),
    "set_parameters_atomically": (
        message("SetParametersAtomically", "Request", parameters=sequence[Parameter]),
        message("SetParametersAtomically", "Response", result=Result),
    ),
    "describe_parameters": (
        message("DescribeParameters", "Request", names=sequence[str]),
        message("DescribeParameters", "Response", descriptors=sequence[Descriptor]),
    ),
    "list_parameters": (
        message("ListParameters", "Request", prefixes=sequence[str], depth=uint64),
        message("ListParameters", "Response", result=List),
    ),
    "get_type_description": (
        message(
            "GetTypeDescription",
            "Request",
            "type_description_interfaces",
            type_name=str,
            type_hash=str,
            include_type_sources=bool,
        ),
        message(
            "GetTypeDescription",
            "Response",
            "type_description_interfaces",
            successful=bool,
            failure_reason=str,
            type_description=Description,
            referenced=sequence[Description],  # TypeDescription has these two in a row
            type_sources=sequence[Source],
            extra_information=sequence[KeyValue],
        ),
    ),
}


def qos(depth=1000, *more):
    return Qos(
        RELIABLE, Policy.History.KeepLast(depth), Policy.DataRepresentation(use_cdrv0_representation=True), *more
    )


class Process:
    def __init__(self, *arguments):
        environment = {k: v for k, v in os.environ.items() if k != "CYCLONEDDS_URI"}  # that is the peer's
        self.process = subprocess.Popen(  # with the lock of the domain (own_domain.sh), should this process crash
            [os.environ["DEFAULT_NODE"], *arguments], env=environment, stderr=subprocess.PIPE, text=True, close_fds=False
        )
        for line in self.process.stderr:
            if line.endswith("started\n"):
                break

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        assert self.process.wait(PATIENCE) == 0


class Peer:
    """Calls services of /ns/seen as `ros2 param` does."""

    def __init__(self):
        self.participant = DomainParticipant(int(os.environ["ROS_DOMAIN_ID"]))
        self.clients = {}
        self.count = 0
        self.writers = BuiltinDataReader(self.participant, BuiltinTopicDcpsPublication)
        self.readers = BuiltinDataReader(self.participant, BuiltinTopicDcpsSubscription)

    def client(self, service):
        """Returns (guid, reader, writer), created once: cyclonedds may crash in a write while others are freed."""
        if service not in self.clients:
            request_type, response_type = SERVICES[service]
            number = len(self.clients) + 1
            identity = Policy.Userdata(f"clientid=test.{number};".encode())
            reader = DataReader(
                self.participant,
                Topic(self.participant, f"rr/ns/seen/{service}Reply", response_type),
                qos(1000, identity),
            )
            writer = DataWriter(
                self.participant,
                Topic(self.participant, f"rq/ns/seen/{service}Request", request_type),
                qos(1000, identity),
            )
            eventually(writer.get_matched_subscriptions, f"finding {service}")
            self.clients[service] = (0x1122334455667700 + number, reader, writer)
        return self.clients[service]

    def call(self, service, **request):
        self.count += 1
        guid, reader, writer = self.client(service)
        writer.write(SERVICES[service][0](guid=guid, seq=self.count, **request))
        for response in eventually(lambda: reader.take(10), f"an answer of {service}"):
            assert (response.guid, response.seq) == (guid, self.count)
        return response

    def reader(self, topic, kind, *more):
        return DataReader(self.participant, Topic(self.participant, topic, kind), qos(1000, *more))


@pytest.fixture(scope="module")
def node():
    with Process() as process:
        yield process


@pytest.fixture(scope="module")
def peer():
    return Peer()


def hash_of(dds_type):
    """Returns the hash of a DDS type name, from the generated descriptions."""
    package, kind, _, name = dds_type.removesuffix("_").split("::")
    file = re.sub("_(Request|Response)$", "", name) if kind == "srv" else name
    description = json.loads((INTERFACES / package / kind / f"{file}.json").read_text())
    hashes = {entry["type_name"]: entry["hash_string"] for entry in description["type_hashes"]}
    return hashes[f"{package}/{kind}/{name}"]


def endpoints(peer, builtin):
    """Returns the QoS of the other participant's endpoints by (topic, type)."""
    alive = ReadCondition(builtin, InstanceState.Alive | SampleState.Any | ViewState.Any)
    return {
        (sample.topic_name, sample.type_name): sample.qos
        for sample in builtin.read(1000, alive)
        if sample.participant_key != peer.participant.guid and sample.qos is not None
    }


def test_endpoints_of_a_default_node(node, peer):
    service = "rcl_interfaces::srv::dds_::"
    description = "type_description_interfaces::srv::dds_::GetTypeDescription_"
    expected_writers = {
        ("rt/rosout", "rcl_interfaces::msg::dds_::Log_"),
        ("rt/parameter_events", "rcl_interfaces::msg::dds_::ParameterEvent_"),
        ("ros_discovery_info", "rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_"),
        ("rr/ns/seen/get_type_descriptionReply", description + "Response_"),
        *((f"rr/ns/seen/{name}Reply", f"{service}{kind}_Response_") for name, kind in PARAMETER_SERVICES.items()),
    }
    expected_readers = {
        ("ros_discovery_info", "rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_"),
        ("rt/parameter_events", "rcl_interfaces::msg::dds_::ParameterEvent_"),
        ("rq/ns/seen/get_type_descriptionRequest", description + "Request_"),
        *((f"rq/ns/seen/{name}Request", f"{service}{kind}_Request_") for name, kind in PARAMETER_SERVICES.items()),
    }
    eventually(
        lambda: expected_writers <= endpoints(peer, peer.writers).keys()
        and expected_readers <= endpoints(peer, peer.readers).keys(),
        "discovery of all endpoints",
    )
    writers = endpoints(peer, peer.writers)
    readers = endpoints(peer, peer.readers)
    assert writers.keys() == expected_writers
    assert readers.keys() == expected_readers
    for (topic, kind), quality in [*writers.items(), *readers.items()]:
        transient = topic in ("rt/rosout", "ros_discovery_info")
        assert "Reliable" in repr(quality[Policy.Reliability]), topic
        assert ("TransientLocal" if transient else "Volatile") in repr(quality[Policy.Durability]), topic
        user_data = quality[Policy.Userdata].data.rstrip(b"\0").decode()
        assert f"typehash={hash_of(kind)};" in user_data, topic
        assert ("serviceid=" in user_data) == topic.startswith(("rq/", "rr/")), topic
    assert writers["rt/rosout", "rcl_interfaces::msg::dds_::Log_"][Policy.Lifespan].lifespan == duration(seconds=10)


def test_log_lines_arrive_late(node, peer):
    reader = peer.reader("rt/rosout", Log, Policy.Durability.TransientLocal)
    lines = eventually(lambda: reader.take(10), "a line on /rosout")
    assert [(line.name, line.level, line.msg) for line in lines] == [("ns.seen.child", 20, "started")]
    assert lines[0].file.endswith("default_node.cpp")


def test_param_list_get_describe(node, peer):
    names = peer.call("list_parameters", prefixes=[], depth=0).result.names
    assert names == [
        "number",
        *(f"qos_overrides./parameter_events.publisher.{p}" for p in ("depth", "durability", "history", "reliability")),
        "start_type_description_service",
        "use_sim_time",
    ]
    assert peer.call("get_parameter_types", names=names).types in ([2, 2, 4, 4, 4, 1, 1], b"\2\2\4\4\4\1\1")
    values = peer.call("get_parameters", names=["number", "use_sim_time"]).values
    assert (values[0].integer_value, values[1].bool_value) == (1, False)
    assert peer.call("get_parameters", names=["number", "missing"]).values == []
    (descriptor,) = peer.call("describe_parameters", names=["start_type_description_service"]).descriptors
    assert (descriptor.type, descriptor.read_only, descriptor.dynamic_typing) == (1, True, False)


def test_param_set_and_its_event(node, peer):
    events = peer.reader("rt/parameter_events", ParameterEvent)
    eventually(events.get_matched_publications, "finding /parameter_events")
    change = Parameter("number", Value(type=2, integer_value=7))

    def changed():
        (result,) = peer.call("set_parameters", parameters=[change]).results
        assert (result.successful, result.reason) == (True, "")
        return events.take(1)

    (event,) = eventually(changed, "an event")
    assert (event.node, event.new_parameters, event.deleted_parameters) == ("/ns/seen", [], [])
    assert [(p.name, p.value.integer_value) for p in event.changed_parameters] == [("number", 7)]
    mismatch = Parameter("number", Value(type=4, string_value="seven"))
    result = peer.call("set_parameters_atomically", parameters=[change, mismatch]).result
    assert not result.successful
    assert "it is declared as integer, which string does not fit" in result.reason


def test_types_are_described_with_their_hash(node, peer):
    # All types that the node uses, with the hashes that discovery shows.
    all_endpoints = [*endpoints(peer, peer.writers).items(), *endpoints(peer, peer.readers).items()]
    seen = {}
    for (_, dds_type), quality in all_endpoints:
        package, kind, _, name = dds_type.removesuffix("_").split("::")
        user_data = quality[Policy.Userdata].data.decode()
        seen[f"{package}/{kind}/{name}"] = re.search("typehash=(RIHS01_[0-9a-f]{64});", user_data)[1]
    del seen["rmw_dds_common/msg/ParticipantEntitiesInfo"]  # the middleware's own
    assert len(seen) == 16
    for name, type_hash in seen.items():
        answer = peer.call("get_type_description", type_name=name, type_hash=type_hash, include_type_sources=True)
        assert answer.successful, answer.failure_reason
        assert answer.type_description.type_name == name
        assert rihs01(answer.type_description, answer.referenced) == type_hash
    answer = peer.call(
        "get_type_description", type_name="a/msg/B", type_hash="RIHS01_" + 64 * "0", include_type_sources=False
    )
    assert not answer.successful
    assert "a/msg/B" in answer.failure_reason


def rihs01(description, referenced):
    def individual(one):
        return {
            "type_name": one.type_name,
            "fields": [
                {
                    "name": field.name,
                    "type": {
                        "type_id": field.type.type_id,
                        "capacity": field.type.capacity,
                        "string_capacity": field.type.string_capacity,
                        "nested_type_name": field.type.nested_type_name,
                    },
                }
                for field in one.fields
            ],
        }

    text = json.dumps(
        {
            "type_description": individual(description),
            "referenced_type_descriptions": [individual(one) for one in referenced],
        }
    )
    return "RIHS01_" + hashlib.sha256(text.encode()).hexdigest()


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "parameters.yaml"
    path.write_text("/ns/seen: {ros__parameters: {number: 5, use_sim_time: true}}\n")
    return path


@pytest.mark.parametrize(("arguments", "number"), [(["-p", "number:=3"], 3), (["--params-file", "FILE"], 5)])
def test_parameters_of_the_command_line(node, file, arguments, number):
    node.__exit__()  # two nodes of one name would both answer
    try:
        with Process("--ros-args", *(str(file) if a == "FILE" else a for a in arguments)):
            values = Peer().call("get_parameters", names=["number", "use_sim_time"]).values
            assert (values[0].integer_value, values[1].bool_value) == (number, number == 5)
    finally:
        node.__init__()
