# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tests librxros2_zenoh.so against Zenoh's Python package, with keys, tokens and attachments that are written by hand.

RXROS2_ZENOH names the library. All sessions meet through a router, as those of rmw_zenoh_cpp do.
"""

from __future__ import annotations

import ctypes
import json
import os
import queue
import socket
import struct
import time
from collections.abc import Callable, Iterator
from ctypes import (
    POINTER,
    byref,
    c_bool,
    c_char,
    c_char_p,
    c_int64,
    c_size_t,
    c_uint8,
    c_uint32,
    c_uint64,
    c_void_p,
)
from typing import Any, ClassVar

import pytest
import zenoh
import zenoh.ext

DOMAIN = 51
PATIENCE = 60
TYPE = 'std_msgs::msg::dds_::String_'
HASH = 'RIHS01_df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18'
GID = bytes(range(16))
HELLO = b'\0\1\0\0\6\0\0\0hello\0'
NODE, PUBLISHER, SUBSCRIPTION, SERVICE, CLIENT = range(5)


class Text(ctypes.Structure):
    _fields_ = [('data', c_void_p), ('size', c_size_t)]
    _texts: ClassVar[list[ctypes.Array[c_char]]] = []  # memory that C reads

    @classmethod
    def of(cls, text: str) -> Text:
        cls._texts.append(ctypes.create_string_buffer(text.encode()))
        return cls(ctypes.addressof(cls._texts[-1]), len(text.encode()))

    def read(self) -> str:
        return ctypes.string_at(self.data, self.size).decode() if self.size else ''


class Fault(ctypes.Structure):
    _fields_ = [('text', c_char * 512)]


class Duration(ctypes.Structure):
    _fields_ = [('sec', c_uint64), ('nsec', c_uint64)]


class Qos(ctypes.Structure):
    _fields_ = [
        ('reliability', c_uint32), ('durability', c_uint32), ('history', c_uint32), ('liveliness', c_uint32),
        ('depth', c_uint64), ('deadline', Duration), ('lifespan', Duration), ('lease', Duration),
    ]  # fmt: skip


class Entity(ctypes.Structure):
    _fields_ = [
        ('kind', c_uint32), ('domain', c_uint32), ('session', c_uint8 * 16), ('gid', c_uint8 * 16),
        ('node_id', c_uint64), ('entity_id', c_uint64), ('enclave', Text), ('namespace_', Text), ('node', Text),
        ('name', Text), ('type_name', Text), ('type_hash', Text), ('qos', Qos),
    ]  # fmt: skip


class Info(ctypes.Structure):
    _fields_ = [
        ('sequence_number', c_int64),
        ('source_time', c_int64),
        ('gid', c_uint8 * 16),
    ]


class Bytes(ctypes.Structure):
    _fields_ = [('data', c_void_p), ('size', c_size_t)]


class Sample(ctypes.Structure):
    _fields_ = [
        ('parts', POINTER(Bytes)),
        ('part_count', c_size_t),
        ('size', c_size_t),
        ('info', Info),
    ]


RELEASE = ctypes.CFUNCTYPE(None, c_void_p)
ON_LOG = ctypes.CFUNCTYPE(None, c_void_p, c_uint32, Text)
ON_ENTITY = ctypes.CFUNCTYPE(None, c_void_p, POINTER(Entity), c_bool)
ON_SAMPLE = ctypes.CFUNCTYPE(None, c_void_p, POINTER(Sample))
ON_FAILURE = ctypes.CFUNCTYPE(None, c_void_p, c_int64, Text)
ON_REQUEST = ctypes.CFUNCTYPE(None, c_void_p, POINTER(Sample), c_void_p)


class Payload(ctypes.Structure):
    _fields_ = [
        ('data', c_char_p),
        ('size', c_size_t),
        ('owner', c_void_p),
        ('release', RELEASE),
    ]


class Options(ctypes.Structure):
    _fields_ = [
        ('config_file', Text), ('range', c_uint32), ('peers', Text), ('overrides', Text), ('enclave', Text),
        ('is_router', c_bool), ('may_serve', c_bool), ('context', c_void_p), ('on_log', ON_LOG),
    ]  # fmt: skip


class State(ctypes.Structure):
    _fields_ = [
        ('malformed_samples', c_uint64), ('malformed_tokens', c_uint64), ('routers', c_uint64), ('peers', c_uint64),
        ('serves', c_bool),
    ]  # fmt: skip


FAULT = POINTER(Fault)
OUT = POINTER(c_void_p)
SEND = ctypes.CFUNCTYPE(c_bool, c_void_p, POINTER(Payload), POINTER(Info), FAULT)
END = ctypes.CFUNCTYPE(None, c_void_p)


class Functions(ctypes.Structure):
    _fields_ = [
        ('abi', c_uint32),
        ('description', c_char_p),
        ('open', ctypes.CFUNCTYPE(c_bool, POINTER(Options), OUT, FAULT)),
        ('close', END),
        ('session_id', ctypes.CFUNCTYPE(None, c_void_p, POINTER(c_uint8))),
        ('state', ctypes.CFUNCTYPE(None, c_void_p, POINTER(State))),
        ('follow_graph', ctypes.CFUNCTYPE(c_bool, c_void_p, c_uint32, ON_ENTITY, c_void_p, FAULT)),
        ('gid_of', ctypes.CFUNCTYPE(c_bool, c_void_p, POINTER(Entity), POINTER(c_uint8), FAULT)),
        ('announce', ctypes.CFUNCTYPE(c_bool, c_void_p, POINTER(Entity), OUT, FAULT)),
        ('withdraw', END),
        ('create_publisher', ctypes.CFUNCTYPE(c_bool, c_void_p, POINTER(Entity), OUT, FAULT)),
        ('publish', SEND),
        ('has_readers', ctypes.CFUNCTYPE(c_bool, c_void_p)),
        ('destroy_publisher', END),
        ('create_subscription', ctypes.CFUNCTYPE(c_bool, c_void_p, POINTER(Entity), ON_SAMPLE, c_void_p, OUT, FAULT)),
        ('destroy_subscription', END),
        ('create_client',
         ctypes.CFUNCTYPE(c_bool, c_void_p, POINTER(Entity), ON_SAMPLE, ON_FAILURE, c_void_p, OUT, FAULT)),
        ('send_request', SEND),
        ('destroy_client', END),
        ('create_service', ctypes.CFUNCTYPE(c_bool, c_void_p, POINTER(Entity), ON_REQUEST, c_void_p, OUT, FAULT)),
        ('send_response', SEND),
        ('release_request', END),
        ('destroy_service', END),
    ]  # fmt: skip


def load() -> Functions:
    """Returns the functions of the library."""
    library = ctypes.CDLL(os.environ['RXROS2_ZENOH'])
    library.rxros2_zenoh_api.restype = POINTER(Functions)
    functions: Functions = library.rxros2_zenoh_api(c_uint32(4)).contents
    return functions


API = load()


def attachment(number: int) -> bytes:
    """Returns the attachment of a message of a peer."""
    return struct.pack('<qqB', number, 1_700_000_000_000_000_000, 16) + GID


def message(sample: Any) -> tuple[bytes, int, bytes]:
    """Returns the bytes, the sequence number and the GID of a received message."""
    value = sample.contents
    data = b''.join(ctypes.string_at(part.data, part.size) for part in value.parts[: value.part_count])
    assert len(data) == value.size
    return data, value.info.sequence_number, bytes(value.info.gid)


class Ours:
    """A session of the library."""

    def __init__(self, port: int) -> None:
        self._keep: list[Any] = []  # callbacks that C uses
        self._end: list[tuple[Any, c_void_p]] = []
        overrides = f'connect/endpoints=["tcp/127.0.0.1:{port}"];listen/endpoints=["tcp/127.0.0.1:0"]'
        options = Options(
            range=3,
            overrides=Text.of(overrides),
            on_log=ON_LOG(lambda _, severity, text: None),
        )
        self._keep.append(options)
        self.session = self._create(API.open, byref(options))
        self._end.append((API.close, self.session))

    def _create(self, function: Any, *arguments: Any) -> c_void_p:
        out, fault = c_void_p(), Fault()
        assert function(*arguments, byref(out), byref(fault)), fault.text.decode()
        return out

    def _object(self, create: Any, destroy: Any, entity: Entity, *callbacks: Any) -> c_void_p:
        self._keep += [entity, *callbacks]
        contexts = [None] if callbacks else []
        out = self._create(create, self.session, byref(entity), *callbacks, *contexts)
        self._end.append((destroy, out))
        return out

    def close(self) -> None:
        """Ends all objects, the newest first, and the session."""
        for function, value in reversed(self._end):
            function(value)

    def state(self) -> State:
        state = State()
        API.state(self.session, byref(state))
        return state

    def zid(self) -> str:
        """Returns the id as in tokens."""
        out = (c_uint8 * 16)()
        API.session_id(self.session, out)
        return f'{int.from_bytes(bytes(out), "little"):x}'

    def follow(self) -> queue.SimpleQueue[tuple[bool, int, str, str, bytes]]:
        """Returns a queue of the changes of the graph."""
        changes: queue.SimpleQueue[tuple[bool, int, str, str, bytes]] = queue.SimpleQueue()

        def on_entity(_: Any, entity: Any, exists: bool) -> None:
            value = entity.contents
            changes.put(
                (
                    exists,
                    value.kind,
                    value.node.read(),
                    value.name.read(),
                    bytes(value.gid),
                )
            )

        callback, fault = ON_ENTITY(on_entity), Fault()
        self._keep.append(callback)
        assert API.follow_graph(self.session, DOMAIN, callback, None, byref(fault)), fault.text
        return changes

    def announce(self, entity: Entity) -> None:
        self._keep.append(entity)
        self._end.append((API.withdraw, self._create(API.announce, self.session, byref(entity))))

    def gid_of(self, entity: Entity) -> bytes:
        out, fault = (c_uint8 * 16)(), Fault()
        assert API.gid_of(self.session, byref(entity), out, byref(fault)), fault.text
        return bytes(out)

    def publisher(self, entity: Entity) -> c_void_p:
        return self._object(API.create_publisher, API.destroy_publisher, entity)

    def subscription(self, entity: Entity) -> queue.SimpleQueue[tuple[bytes, int, bytes]]:
        """Returns a queue of received samples."""
        samples: queue.SimpleQueue[tuple[bytes, int, bytes]] = queue.SimpleQueue()
        callback = ON_SAMPLE(lambda _, sample: samples.put(message(sample)))
        self._object(API.create_subscription, API.destroy_subscription, entity, callback)
        return samples

    def client(self, entity: Entity) -> tuple[c_void_p, queue.SimpleQueue[Any]]:
        """Returns a client, and a queue of its responses and of the numbers of failed requests."""
        outcomes: queue.SimpleQueue[Any] = queue.SimpleQueue()
        on_response = ON_SAMPLE(lambda _, sample: outcomes.put(message(sample)))
        on_failure = ON_FAILURE(lambda _, number, reason: outcomes.put((number, reason.read())))
        client = self._object(API.create_client, API.destroy_client, entity, on_response, on_failure)
        return client, outcomes

    def service(self, entity: Entity) -> queue.SimpleQueue[tuple[tuple[bytes, int, bytes], c_void_p]]:
        """Returns a queue of requests."""
        requests: queue.SimpleQueue[tuple[tuple[bytes, int, bytes], c_void_p]] = queue.SimpleQueue()
        callback = ON_REQUEST(lambda _, sample, request: requests.put((message(sample), c_void_p(request))))
        self._object(API.create_service, API.destroy_service, entity, callback)
        return requests

    def send(self, function: Any, value: c_void_p, data: bytes, number: int, gid: bytes = GID) -> None:
        """Sends bytes, which stay valid until the session is closed."""
        payload = Payload(data, len(data), None, RELEASE(lambda owner: None))
        info = Info(number, 42, (c_uint8 * 16)(*gid))
        self._keep.append((data, payload))
        fault = Fault()
        assert function(value, byref(payload), byref(info), byref(fault)), fault.text


def entity(kind: int, name: str = '', *, durability: int = 2, depth: int = 10, number: int = 1) -> Entity:
    return Entity(
        kind=kind, domain=DOMAIN, node_id=0, entity_id=number, enclave=Text.of('/'), namespace_=Text.of('/'),
        node=Text.of('talker'), name=Text.of(name), type_name=Text.of(TYPE), type_hash=Text.of(HASH),
        qos=Qos(1, durability, 1, 1, depth),
    )  # fmt: skip


def open_zenoh(mode: str, **settings: Any) -> zenoh.Session:
    config = zenoh.Config()
    config.insert_json5('mode', json.dumps(mode))
    config.insert_json5('scouting/multicast/enabled', 'false')
    config.insert_json5('timestamping/enabled', 'true')
    for key, value in settings.items():
        config.insert_json5(f'{key}/endpoints', json.dumps(value))
    return zenoh.open(config)


@pytest.fixture(scope='module')
def port() -> Iterator[int]:
    """Provides the port of a router."""
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        free: int = probe.getsockname()[1]
    router = open_zenoh('router', listen=[f'tcp/127.0.0.1:{free}'])
    yield free
    router.close()  # type: ignore[no-untyped-call]


@pytest.fixture
def ours(port: int) -> Iterator[Ours]:
    session = Ours(port)
    yield session
    session.close()


@pytest.fixture
def peer(port: int) -> Iterator[zenoh.Session]:
    session = open_zenoh('peer', connect=[f'tcp/127.0.0.1:{port}'], listen=['tcp/127.0.0.1:0'])
    yield session
    session.close()  # type: ignore[no-untyped-call]


def key(name: str) -> str:
    return f'{DOMAIN}/{name}/{TYPE}/{HASH}'


def wait_until_matched(publisher: zenoh.Publisher) -> None:
    """Waits until a publisher knows a subscription; before, Zenoh may or may not deliver."""
    end = time.monotonic() + PATIENCE
    while not publisher.matching_status.matching:
        assert time.monotonic() < end
        time.sleep(0.005)


def until_received(send: Callable[[int], None], received: queue.SimpleQueue[Any]) -> Any:
    """Sends until something is received, as a first message may come before its receiver is known."""
    for number in range(1, 10 * PATIENCE):
        send(number)
        try:
            return received.get(timeout=0.1)
        except queue.Empty:
            pass
    raise AssertionError('nothing was received')


def test_samples_of_a_peer_arrive(ours: Ours, peer: zenoh.Session) -> None:
    samples = ours.subscription(entity(SUBSCRIPTION, '/robot1/chatter'))
    publisher = peer.declare_publisher(key('robot1/chatter'), congestion_control=zenoh.CongestionControl.BLOCK)
    wait_until_matched(publisher)
    for data, number in ((HELLO, 1), (bytes(2_000_000), -1)):
        publisher.put(data, attachment=attachment(number))
        assert samples.get(timeout=PATIENCE) == (data, number, GID)


def test_samples_arrive_at_a_peer(ours: Ours, peer: zenoh.Session) -> None:
    received: queue.SimpleQueue[zenoh.Sample] = queue.SimpleQueue()
    subscriber = peer.declare_subscriber(key('chatter'), received.put)
    publisher = ours.publisher(entity(PUBLISHER, '/chatter'))
    sample = until_received(lambda n: ours.send(API.publish, publisher, HELLO, n), received)
    assert bytes(sample.payload) == HELLO
    assert str(sample.key_expr) == key('chatter')
    assert str(sample.encoding) == 'zenoh/bytes'
    number, source_time, length = struct.unpack('<qqB', bytes(sample.attachment)[:17])
    assert (source_time, length, bytes(sample.attachment)[17:]) == (42, 16, GID)
    assert number >= 1
    subscriber.undeclare()  # type: ignore[no-untyped-call]


def test_old_samples_of_a_peer_arrive(ours: Ours, peer: zenoh.Session) -> None:
    publisher = zenoh.ext.declare_advanced_publisher(
        peer, key('map'), cache=zenoh.ext.CacheConfig(3), publisher_detection=True,
        sample_miss_detection=zenoh.ext.MissDetectionConfig(sporadic_heartbeat=0.5),
    )  # fmt: skip
    for number in range(1, 6):
        publisher.put(HELLO, attachment=attachment(number))
    samples = ours.subscription(entity(SUBSCRIPTION, '/map', durability=1))
    numbers = [samples.get(timeout=PATIENCE)[1]]
    while numbers[-1] != 5:
        numbers.append(samples.get(timeout=PATIENCE)[1])
    assert numbers[-3:] == [3, 4, 5]
    assert numbers == sorted(set(numbers))


def test_old_samples_arrive_at_a_peer(ours: Ours, peer: zenoh.Session) -> None:
    publisher = ours.publisher(entity(PUBLISHER, '/map', durability=1, depth=3))
    for number in range(1, 6):
        ours.send(API.publish, publisher, HELLO, number)
    received: queue.SimpleQueue[zenoh.Sample] = queue.SimpleQueue()
    subscriber = zenoh.ext.declare_advanced_subscriber(
        peer, key('map'), received.put, history=zenoh.ext.HistoryConfig(detect_late_publishers=True, max_samples=10),
        recovery=zenoh.ext.RecoveryConfig(heartbeat=True), subscriber_detection=True,
    )  # fmt: skip
    numbers: list[int] = []
    while 5 not in numbers:
        sample = received.get(timeout=PATIENCE)
        assert sample.attachment is not None
        numbers.append(struct.unpack_from('<q', bytes(sample.attachment))[0])
    assert numbers[-3:] == [3, 4, 5]
    subscriber.undeclare()  # type: ignore[no-untyped-call]


def test_tokens_have_the_text_of_rmw_zenoh(ours: Ours, peer: zenoh.Session) -> None:
    seen: queue.SimpleQueue[zenoh.Sample] = queue.SimpleQueue()
    follower = peer.liveliness().declare_subscriber(f'@ros2_lv/{DOMAIN}/{ours.zid()}/**', seen.put, history=True)
    ours.announce(entity(NODE, number=0))
    ours.announce(entity(PUBLISHER, '/robot1/chatter'))
    texts = {str(seen.get(timeout=PATIENCE).key_expr) for _ in range(2)}
    prefix = f'@ros2_lv/{DOMAIN}/{ours.zid()}/0'
    assert texts == {
        f'{prefix}/0/NN/%/%/talker',
        f'{prefix}/1/MP/%/%/talker/%robot1%chatter/{TYPE}/{HASH}/::,10:,:,:,,',
    }
    follower.undeclare()  # type: ignore[no-untyped-call]


def test_tokens_of_a_peer_are_reported(ours: Ours, peer: zenoh.Session) -> None:
    changes = ours.follow()
    prefix = f'@ros2_lv/{DOMAIN}/{peer.zid()}/0'
    bad = peer.liveliness().declare_token(f'{prefix}/9/XX/%/%/listener')
    node = peer.liveliness().declare_token(f'{prefix}/0/NN/%/%/listener')
    assert changes.get(timeout=PATIENCE)[:4] == (True, NODE, 'listener', '')
    # Lyrical's tokens have one more chunk.
    text = f'{prefix}/1/SS/%/%ns/listener/%ns%add/{TYPE}/{HASH}/::,10:,:,:,,/backends:cpu:'
    service = peer.liveliness().declare_token(text)
    assert changes.get(timeout=PATIENCE)[:4] == (True, SERVICE, 'listener', '/ns/add')
    service.undeclare()  # type: ignore[no-untyped-call]
    assert changes.get(timeout=PATIENCE)[:4] == (False, SERVICE, 'listener', '/ns/add')
    node.undeclare()  # type: ignore[no-untyped-call]
    assert changes.get(timeout=PATIENCE)[:2] == (False, NODE)
    assert ours.state().malformed_tokens >= 1
    bad.undeclare()  # type: ignore[no-untyped-call]


def test_requests_of_a_peer_are_answered(ours: Ours, peer: zenoh.Session) -> None:
    requests = ours.service(entity(SERVICE, '/add'))
    replies: queue.SimpleQueue[zenoh.Reply] = queue.SimpleQueue()
    querier = peer.declare_querier(
        key('add'),
        target=zenoh.QueryTarget.ALL_COMPLETE,
        consolidation=zenoh.ConsolidationMode.NONE,
    )
    (data, number, gid), request = until_received(
        lambda n: querier.get(replies.put, payload=HELLO, attachment=attachment(n)),
        requests,
    )
    assert (data, gid) == (HELLO, GID)
    ours.send(API.send_response, request, b'\0\1\0\0\x07', number, gid)
    API.release_request(request)
    reply = replies.get(timeout=PATIENCE).ok
    assert reply is not None
    assert reply.attachment is not None
    assert bytes(reply.payload) == b'\0\1\0\0\x07'
    assert bytes(reply.attachment) == struct.pack('<qqB', number, 42, 16) + GID
    querier.undeclare()  # type: ignore[no-untyped-call]


def test_a_peer_answers_requests(ours: Ours, peer: zenoh.Session) -> None:
    received: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def answer(query: zenoh.Query) -> None:
        assert query.payload is not None
        assert query.attachment is not None
        received.put(bytes(query.payload))
        query.reply(query.key_expr, b'\0\1\0\0\x08', attachment=bytes(query.attachment))

    queryable = peer.declare_queryable(key('add'), answer, complete=True)
    client, outcomes = ours.client(entity(CLIENT, '/add'))
    assert until_received(lambda n: ours.send(API.send_request, client, HELLO, n), received) == HELLO
    while len(outcome := outcomes.get(timeout=PATIENCE)) == 2:
        assert outcome[1] == 'no service answered'
    data, number, gid = outcome
    assert (data, gid) == (b'\0\1\0\0\x08', GID)
    assert number >= 1
    queryable.undeclare()  # type: ignore[no-untyped-call]


def test_malformed_messages_are_dropped(ours: Ours, peer: zenoh.Session) -> None:
    samples = ours.subscription(entity(SUBSCRIPTION, '/chatter'))
    publisher = peer.declare_publisher(key('chatter'))
    wait_until_matched(publisher)
    publisher.put(HELLO)
    publisher.put(HELLO, attachment=b'\xff' * 33)
    publisher.put(b'\0\1\0', attachment=attachment(1))
    publisher.put(HELLO, attachment=attachment(99))
    assert samples.get(timeout=PATIENCE)[1] == 99
    assert ours.state().malformed_samples == 3
