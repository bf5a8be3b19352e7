# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""An attacker in the network; takes commands as peer.cpp does, and answers with lines of JSON.

usage: attacker.py OWN_ADDRESS DOMAIN VICTIM…            the victims' addresses

    noise COUNT SEED               datagrams that are not RTPS or have false lengths
    participants FIRST COUNT S     announces participants, for S seconds; 0: for ever
    publishers TOPIC TYPE FIRST COUNT [best_effort]    one publisher of each of these participants
    subscriptions TOPIC TYPE FIRST COUNT
    absurd_endpoints TOPIC TYPE    of one more participant: senseless sizes, texts and QoS
    samples TOPIC TYPE COUNT SEED  claimed lengths of 4 GB and clocks years away, from a publisher of its own
    fragments TOPIC TYPE COUNT     first fragments of samples of 2 GB
    requests SERVICE TYPE CLIENTS COUNT BYTES    from each of CLIENTS clients, which take no response
    announcements COUNT SEED       announces nodes on ros_discovery_info
"""

import json
import random
import socket
import struct
import sys
import time
import zlib

import rtps
from rtps import Participant, parameter

ONE_OF_ITS_OWN = 10_000_000  # first number of the participants that no command numbers
WRITER, READER = 0x00001003, 0x00001104
DISCOVERY_INFO = ("ros_discovery_info", "rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_")


def dds_type(name):
    package, kind, name = name.split("/")
    return f"{package}::{kind}::dds_::{name}_"


class Attacker:
    def __init__(self, address, domain, victims):
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind((address, 0))
        self._socket.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
        self._address = self._socket.getsockname()
        base = 7400 + 250 * domain
        # Two processes a host at most: indices 0 and 1.
        self._discovery = [
            (victim, base + rtps.UNICAST_METATRAFFIC + 2 * index) for victim in victims for index in range(2)
        ]
        self._data = [(victim, base + rtps.UNICAST_DATA + 2 * index) for victim in victims for index in range(2)]
        self._participants = {}
        self.sent = 0

    def _send(self, datagram, to):
        for address in to:
            self._socket.sendto(datagram, address)
            self.sent += 1
        # Keeps the rate low: the limits of the socket buffers must not protect the victims.
        if self.sent % 50 < len(to):
            time.sleep(0.001)

    def _participant(self, number):
        if number not in self._participants:
            self._participants[number] = Participant(number, *self._address)
        return self._participants[number]

    def noise(self, count, seed):
        random_ = random.Random(seed)
        everywhere = self._discovery + self._data
        kinds = [rtps.PAD, rtps.ACKNACK, rtps.HEARTBEAT, rtps.GAP, rtps.INFO_TS, rtps.INFO_SRC, rtps.INFO_DST]
        kinds += [rtps.NACK_FRAG, rtps.HEARTBEAT_FRAG, rtps.DATA, rtps.DATA_FRAG, 0x0D, 0x0F, 0x30, 0x33, 0x80]
        for number in range(int(count)):
            participant = self._participant(ONE_OF_ITS_OWN + number % 7)
            choice = number % 4
            if choice == 0:
                datagram = random_.randbytes(random_.randrange(1500))
            elif choice == 1:
                body = random_.randbytes(random_.randrange(200))
                length = random_.choice([len(body), 0, 0xFFFF, random_.randrange(0x10000)])
                datagram = participant.message(
                    rtps.submessage(random_.choice(kinds), body, random_.randrange(256), length)
                )
            elif choice == 2:
                datagram = self._absurd(participant, random_)
            else:
                # A valid datagram with some flipped bits.
                datagram = bytearray(
                    random_.choice(
                        [
                            participant.announcement(),
                            participant.endpoint(WRITER, "rt/noise", "std_msgs::msg::dds_::String_"),
                            participant.endpoint(
                                READER, "rt/noise", "std_msgs::msg::dds_::String_", rtps.user_data(b"a=b;")
                            ),
                        ]
                    )
                )
                for _ in range(random_.randrange(1, 8)):
                    datagram[random_.randrange(20, len(datagram))] ^= 1 << random_.randrange(8)
            self._send(bytes(datagram), [everywhere[number % len(everywhere)]])

    @staticmethod
    def _absurd(participant, random_):
        """Returns a message with extreme values in its fields."""
        extremes = [0, 1, -1, 2**31 - 1, -(2**31), 2**63 - 1, -(2**63), 2**32, 255, 256, 257]
        writers = [rtps.SPDP_WRITER, rtps.PUBLICATIONS_WRITER, rtps.SUBSCRIPTIONS_WRITER, 0x200C2, WRITER]
        readers = [rtps.SPDP_READER, rtps.PUBLICATIONS_READER, rtps.SUBSCRIPTIONS_READER, 0x200C7, READER, 0]
        at = random_.randrange(len(readers))
        writer, reader = writers[at % len(writers)], readers[at]
        a, b = random_.choice(extremes), random_.choice(extremes)
        bits, words = random_.choice([0, 1, 256, 257, 2**32 - 1]), [0xFFFFFFFF] * random_.randrange(9)
        count = random_.choice([0, 1, 2**32 - 1])
        submessage = random_.choice(
            [
                lambda: rtps.heartbeat(writer, reader, a, b, count, final=False),
                lambda: rtps.acknack(writer, reader, a, bits, count, words),
                lambda: rtps.gap(writer, reader, a, b, bits, words),
                lambda: rtps.data(writer, reader, a, rtps.parameters(parameter(0x50, b"", 0xFFFC))),
                lambda: rtps.data_frag(writer, reader, a, b & 0xFFFFFFFF, bytes(64), 2**32 - 1, bits & 0xFFFF, 65535),
            ]
        )
        return participant.message(submessage())

    def participants(self, first, count, seconds):
        lease = (int(seconds), 0) if int(seconds) else rtps.FOREVER
        enclave = parameter(rtps.PID_USER_DATA, rtps.octets(b"enclave=/;"))
        for number in range(int(first), int(first) + int(count)):
            self._send(self._participant(number).announcement(lease, enclave), self._discovery)

    def publishers(self, topic, type_name, first, count, reliability="reliable"):
        kind = rtps.BEST_EFFORT if reliability == "best_effort" else rtps.RELIABLE
        self._endpoints(WRITER, topic, type_name, first, count, kind)

    def subscriptions(self, topic, type_name, first, count):
        self._endpoints(READER, topic, type_name, first, count, rtps.RELIABLE)

    def _endpoints(self, entity_id, topic, type_name, first, count, kind):
        entity_id += zlib.crc32(topic.encode()) % 0x1000 << 16  # a known id would keep its former topic
        for number in range(int(first), int(first) + int(count)):
            datagram = self._participant(number).endpoint(
                entity_id, "rt/" + topic, dds_type(type_name), rtps.reliability(kind)
            )
            self._send(datagram, self._discovery)

    def absurd_endpoints(self, topic, type_name):
        participant = self._participant(ONE_OF_ITS_OWN + 100)
        self._send(participant.announcement(), self._discovery)
        big = 25_000  # two of them still fit into a datagram
        name, type_name = "rt/" + topic, dds_type(type_name)
        int_ends = [0, 1, -1, 2**31 - 1, -(2**31)]
        durations = [(0, 0), (0, 1), (-1, 0), (2**31 - 1, 0xFFFFFFFF), (-(2**31), 0)]
        qos = [
            *([rtps.user_data(text)] for text in self._user_data(60_000)),
            *([rtps.reliability(kind)] for kind in (0, 3, 99, 2**32 - 1)),
            *([rtps.durability(kind)] for kind in (2, 3, 4, 2**32 - 1)),
            *([rtps.history(kind, depth)] for kind in (0, 1, 2, 2**32 - 1) for depth in int_ends),
            *([parameter(rtps.PID_RESOURCE_LIMITS, struct.pack("<iii", a, a, a))] for a in int_ends),
            *([parameter(pid, rtps.duration(*d))] for pid in (rtps.PID_DEADLINE, rtps.PID_LIFESPAN) for d in durations),
            *([parameter(rtps.PID_LATENCY_BUDGET, rtps.duration(*d))] for d in durations),
            *(
                [parameter(rtps.PID_LIVELINESS, struct.pack("<I", kind) + rtps.duration(*d))]
                for kind in (0, 1, 2, 99)
                for d in durations
            ),
            [parameter(rtps.PID_PARTITION, struct.pack("<I", 2**32 - 1))],
            [parameter(rtps.PID_PARTITION, struct.pack("<I", 5000) + b"\x01\0\0\0\0\0\0\0" * 5000)],
            [parameter(rtps.PID_GROUP_DATA, rtps.octets(bytes(big)))],
            [parameter(rtps.PID_TOPIC_DATA, rtps.octets(bytes(big)))],
            [parameter(rtps.PID_ENTITY_NAME, rtps.string("x" * big))],
            [parameter(rtps.PID_USER_DATA, struct.pack("<I", 2**32 - 1))],
            [parameter(rtps.PID_OWNERSHIP, struct.pack("<I", 7)), parameter(rtps.PID_PRESENTATION, b"\xff" * 8)],
            [parameter(0x7FFF, bytes(big)), parameter(0x0FFF, b"")],
        ]
        names = [name, "rt/" + "x" * big, "", "rt/", "rt//a", "rq/aRequest", "rr/aReply", "\udcff", "rt/a b\n\x1b[31m"]
        types = [type_name, "x" * big, "", "::", "a::msg::dds_::_", "\x1b[2J"]
        announced = [(name, type_name, policies) for policies in qos]
        announced += [(n, t, []) for n in names for t in types]
        entity_id = 0x00200000
        for topic_name, its_type, policies in announced:
            for kind in (0x03, 0x04):
                entity_id += 0x100
                encoded = (part.encode("utf-8", "surrogateescape") for part in (topic_name, its_type))
                self._send(participant.endpoint(entity_id | kind, *encoded, *policies), self._discovery)

    @staticmethod
    def _user_data(big):
        yield bytes(big)
        yield b"typehash=" + b"RIHS01_" * (big // 8) + b";"
        yield b"typehash=RIHS01_" + b"0" * 64 + b";"
        yield b"typehash=RIHS99_" + b"f" * 64 + b";" * 9
        yield b"clientid=" + b"0" * big + b";serviceid=" + b"1" * 100 + b";"
        yield b"a=b;" * (big // 4)
        yield b"=" * big
        yield b"\xff" * 1000 + b"=;"

    def _writer(self, number, topic, type_name, entity_id=WRITER):
        """Announces a writer of a participant of its own; returns the participant, which keeps its sequence numbers."""
        participant = self._participant(ONE_OF_ITS_OWN + number)
        self._send(participant.announcement(), self._discovery)
        for _ in range(3):  # the victims must know the participant first, and a datagram may be lost
            time.sleep(0.1)
            reliable = rtps.reliability(rtps.RELIABLE)
            self._send(
                participant.endpoint(entity_id, topic, type_name, reliable, rtps.durability(rtps.TRANSIENT_LOCAL)),
                self._discovery,
            )
        return participant

    def samples(self, topic, type_name, count, seed):
        random_ = random.Random(seed)
        participant = self._writer(200, "rt/" + topic, dds_type(type_name))
        lengths = [2**32 - 1, 2**31 - 1, 2**31, 2**30, 65536, 2**24]
        stamps = [0, 1, 2**31 - 1, 2**31, 2**32 - 2, int(time.time()) + 10 * 365 * 86400]
        for number in range(int(count)):
            # Types begin with different numbers of fields, so any of these words may be read as a length.
            words = random_.randrange(24)
            body = b"".join(
                struct.pack("<I", random_.choice(lengths) if random_.random() < 0.3 else random_.randrange(9))
                for _ in range(words)
            )
            body += random_.choice(lengths).to_bytes(4, "little") + random_.randbytes(random_.randrange(64))
            representation = random_.choice([b"\0\1\0\0"] * 8 + [b"\0\0\0\0", b"\0\3\0\0", b"\0\7\0\0", b"\xff" * 4])
            stamp = (stamps[number % len(stamps)], random_.randrange(2**32))
            self._send(
                participant.sample_datagram(WRITER, rtps.ANY_READER, representation + body, stamp=stamp), self._data
            )

    def fragments(self, topic, type_name, count):
        participant = self._writer(300, "rt/" + topic, dds_type(type_name))
        size = 2**31 - 1
        for number in range(1, int(count) + 1):
            datagram = participant.message(
                rtps.heartbeat(WRITER, rtps.ANY_READER, 1, int(count), number),
                rtps.data_frag(WRITER, rtps.ANY_READER, number, 1 + 7 * number, bytes(60_000), size, 60_000),
            )
            self._send(datagram, self._data)

    def requests(self, service, type_name, clients, count, size):
        topic, type_name = f"rq/{service}Request", dds_type(type_name).removesuffix("_") + "_Request_"
        clients = [self._participant(ONE_OF_ITS_OWN + 1000 + number) for number in range(int(clients))]
        for participant in clients:
            self._send(participant.announcement(), self._discovery)
        for _ in range(3):
            time.sleep(0.1)
            for participant in clients:
                user_data = rtps.user_data(f"clientid={participant.prefix.hex()};".encode())
                self._send(
                    participant.endpoint(WRITER, topic, type_name, rtps.reliability(rtps.RELIABLE), user_data),
                    self._discovery,
                )
        time.sleep(0.1)
        for number in range(int(count)):
            for participant in clients:
                body = struct.pack("<Qqqq", 1, number, number, 1) + bytes(int(size))
                self._send(participant.sample_datagram(WRITER, rtps.ANY_READER, rtps.cdr(body)), self._data)

    def announcements(self, count, seed):
        random_ = random.Random(seed)
        participant = self._writer(400, *DISCOVERY_INFO)
        gid = participant.guid(rtps.PARTICIPANT)
        for number in range(int(count)):
            choice = number % 5
            if choice == 0:
                body = gid + struct.pack("<I", random_.choice([2**32 - 1, 2**31, 1000]))
            elif choice == 1:
                body = gid + struct.pack("<I", 1) + struct.pack("<I", random_.choice([2**32 - 1, 0, 5])) + b"/\0\0\0"
            elif choice == 2:
                node = rtps.string("/").ljust(8, b"\0") + rtps.string("x" * 50_000)
                body = gid + struct.pack("<I", 1) + node + bytes(-len(node) % 4) + struct.pack("<I", 2**32 - 1)
            elif choice == 3:
                body = random_.randbytes(random_.randrange(200))
            else:
                # A valid announcement of far too many nodes.
                node = struct.pack("<I", 2) + b"/\0\0\0" + struct.pack("<I", 4) + b"bad\0" + bytes(8)
                body = gid + struct.pack("<I", 2500) + node * 2500
            self._send(participant.sample_datagram(WRITER, rtps.ANY_READER, rtps.cdr(body)), self._data)


def main():
    address, domain, *victims = sys.argv[1:]
    attacker = Attacker(address, int(domain), victims)
    for line in sys.stdin:
        name, *words = line.split()
        before = attacker.sent
        answer = {"did": name}
        try:
            getattr(attacker, name)(*words)
        except Exception as error:  # the test process gets it
            answer["error"] = f"{type(error).__name__}: {error}"
        print(json.dumps(answer | {"sent": attacker.sent - before}), flush=True)


if __name__ == "__main__":
    main()
