# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Messages of RTPS 2.2 (OMG, formal/2014-09-01, chapters 9.4 and 9.6) in little endian, valid or not.

The functions check nothing: an attacker sends what no correct participant would send.
"""

import struct

UNICAST_METATRAFFIC = 10  # offsets of the ports of a domain (9.6.1.1); a participant's index adds 2
UNICAST_DATA = 11
MULTICAST_METATRAFFIC = 0
MULTICAST_GROUP = "239.255.0.1"

PARTICIPANT = 0x000001C1
SPDP_WRITER, SPDP_READER = 0x000100C2, 0x000100C7
PUBLICATIONS_WRITER, PUBLICATIONS_READER = 0x000003C2, 0x000003C7
SUBSCRIPTIONS_WRITER, SUBSCRIPTIONS_READER = 0x000004C2, 0x000004C7
ANY_READER = 0

PAD, ACKNACK, HEARTBEAT, GAP, INFO_TS, INFO_SRC, INFO_DST = 0x01, 0x06, 0x07, 0x08, 0x09, 0x0C, 0x0E
NACK_FRAG, HEARTBEAT_FRAG, DATA, DATA_FRAG = 0x12, 0x13, 0x15, 0x16

PID_SENTINEL, PID_PARTICIPANT_LEASE = 0x01, 0x02
PID_TOPIC_NAME, PID_TYPE_NAME = 0x05, 0x07
PID_PROTOCOL_VERSION, PID_VENDOR = 0x15, 0x16
PID_RELIABILITY, PID_LIVELINESS, PID_DURABILITY, PID_DURABILITY_SERVICE = 0x1A, 0x1B, 0x1D, 0x1E
PID_OWNERSHIP, PID_PRESENTATION, PID_DEADLINE, PID_LATENCY_BUDGET = 0x1F, 0x21, 0x23, 0x27
PID_PARTITION, PID_LIFESPAN, PID_USER_DATA, PID_GROUP_DATA, PID_TOPIC_DATA = 0x29, 0x2B, 0x2C, 0x2D, 0x2E
PID_UNICAST_LOCATOR, PID_DEFAULT_UNICAST, PID_METATRAFFIC_UNICAST = 0x2F, 0x31, 0x32
PID_HISTORY, PID_RESOURCE_LIMITS = 0x40, 0x41
PID_PARTICIPANT_GUID, PID_BUILTIN_ENDPOINTS, PID_ENDPOINT_GUID = 0x50, 0x58, 0x5A
PID_PROPERTIES, PID_ENTITY_NAME, PID_KEY_HASH, PID_STATUS_INFO = 0x59, 0x62, 0x70, 0x71

BEST_EFFORT, RELIABLE = 1, 2
VOLATILE, TRANSIENT_LOCAL = 0, 1
FOREVER = (0x7FFFFFFF, 0xFFFFFFFF)  # seconds, 2⁻³² s

# Announcers and detectors of participants and endpoints, and the liveliness of participants.
ALL_BUILTIN_ENDPOINTS = 0xC3F


def header(prefix, vendor=(0x01, 0x7F)):
    return b"RTPS\x02\x02" + bytes(vendor) + prefix


def submessage(kind, body, flags=0, claimed_length=None):
    return struct.pack("<BBH", kind, flags | 1, len(body) if claimed_length is None else claimed_length) + body


def sequence_number(value):
    return struct.pack("<iI", value >> 32, value & 0xFFFFFFFF)


def entity(value):
    return value.to_bytes(4, "big")


def info_ts(seconds, fraction=0):
    return submessage(INFO_TS, struct.pack("<II", seconds & 0xFFFFFFFF, fraction))


def data(writer, reader, number, payload, inline_qos=b""):
    body = struct.pack("<HH", 0, 16) + entity(reader) + entity(writer) + sequence_number(number)
    return submessage(DATA, body + inline_qos + payload, flags=4 | (2 if inline_qos else 0))


def data_frag(writer, reader, number, fragment, payload, sample_size, fragment_size, fragments=1):
    body = struct.pack("<HH", 0, 28) + entity(reader) + entity(writer) + sequence_number(number)
    body += struct.pack("<IHHI", fragment, fragments, fragment_size, sample_size)
    return submessage(DATA_FRAG, body + payload)


def heartbeat(writer, reader, first, last, count, final=True):
    body = entity(reader) + entity(writer) + sequence_number(first) + sequence_number(last) + struct.pack("<I", count)
    return submessage(HEARTBEAT, body, flags=2 if final else 0)


def acknack(writer, reader, base, bits, count, words=()):
    body = entity(reader) + entity(writer) + sequence_number(base) + struct.pack("<I", bits)
    return submessage(ACKNACK, body + struct.pack(f"<{len(words)}II", *words, count))


def gap(writer, reader, start, base, bits=0, words=()):
    body = entity(reader) + entity(writer) + sequence_number(start) + sequence_number(base) + struct.pack("<I", bits)
    return submessage(GAP, body + struct.pack(f"<{len(words)}I", *words))


def parameter(pid, value, claimed_length=None):
    value += bytes(-len(value) % 4)
    return struct.pack("<HH", pid, len(value) if claimed_length is None else claimed_length) + value


def parameters(*items):
    """Returns a parameter list as a serialized payload."""
    return struct.pack("<HH", 0x0300, 0) + b"".join(items) + parameter(PID_SENTINEL, b"")


def cdr(body):
    return b"\x00\x01\x00\x00" + body


def octets(value):
    return struct.pack("<I", len(value)) + value


def string(text):
    text = (text.encode() if isinstance(text, str) else text) + b"\0"
    return struct.pack("<I", len(text)) + text


def duration(seconds, fraction=0):
    return struct.pack("<iI", seconds, fraction)


def locator(address, port):
    return struct.pack("<iI", 1, port) + bytes(12) + bytes(int(part) for part in address.split("."))


class Participant:
    """A participant that sends only what its methods return; its address need not answer."""

    def __init__(self, number, address, port, vendor=(0x01, 0x7F)):
        # Contains the number at several places, so that hashes of GUIDs differ.
        self.prefix = bytes(vendor) + struct.pack(">HQ", number & 0xFFFF, 0x5EED0000_00000000 | number)
        self.locator = locator(address, port)
        self.vendor = vendor
        self._numbers = {}

    def guid(self, entity_id):
        return self.prefix + entity(entity_id)

    def message(self, *submessages):
        return header(self.prefix, self.vendor) + b"".join(submessages)

    def announcement(self, lease=FOREVER, *more):
        """Returns a datagram for SPDP."""
        return self.message(
            info_ts(1_700_000_000),
            data(
                SPDP_WRITER,
                SPDP_READER,
                1,
                parameters(
                    parameter(PID_PROTOCOL_VERSION, b"\x02\x02"),
                    parameter(PID_VENDOR, bytes(self.vendor)),
                    parameter(PID_PARTICIPANT_GUID, self.guid(PARTICIPANT)),
                    parameter(PID_PARTICIPANT_LEASE, struct.pack("<II", *lease)),
                    parameter(PID_BUILTIN_ENDPOINTS, struct.pack("<I", ALL_BUILTIN_ENDPOINTS)),
                    parameter(PID_METATRAFFIC_UNICAST, self.locator),
                    parameter(PID_DEFAULT_UNICAST, self.locator),
                    *more,
                ),
            ),
        )

    def sample_datagram(self, writer, reader, payload, inline_qos=b"", stamp=None):
        """Returns a datagram with a writer's next sample, after a heartbeat that readers need to skip earlier ones."""
        number = self._numbers[writer] = self._numbers.get(writer, 0) + 1
        return self.message(
            heartbeat(writer, reader, number, number, number),
            info_ts(*(stamp or (1_700_000_000,))),
            data(writer, reader, number, payload, inline_qos),
        )

    def endpoint(self, entity_id, topic, type_name, *qos):
        """Returns a datagram that announces a writer or a reader, depending on the kind in the entity id."""
        is_reader = entity_id & 0xF in (4, 7)
        writer, reader = (
            (SUBSCRIPTIONS_WRITER, SUBSCRIPTIONS_READER) if is_reader else (PUBLICATIONS_WRITER, PUBLICATIONS_READER)
        )
        return self.sample_datagram(
            writer,
            reader,
            parameters(
                parameter(PID_ENDPOINT_GUID, self.guid(entity_id)),
                parameter(PID_TOPIC_NAME, string(topic)),
                parameter(PID_TYPE_NAME, string(type_name)),
                *qos,
            ),
        )


def reliability(kind, blocking=(0, 0)):
    return parameter(PID_RELIABILITY, struct.pack("<I", kind) + duration(*blocking))


def durability(kind):
    return parameter(PID_DURABILITY, struct.pack("<I", kind))


def history(kind, depth):
    return parameter(PID_HISTORY, struct.pack("<Ii", kind, depth))


def user_data(value):
    return parameter(PID_USER_DATA, octets(value))
