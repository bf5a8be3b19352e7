# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A participant of Debian's Cyclone DDS with its own security plugins, used through ctypes, without RxROS2.

usage: cyclone_peer.py say|hear TOPIC SECONDS [ENCLAVE_FOLDER]
`say` writes numbers until the end of standard input; `hear` prints the first number that arrives, or 'nothing'. Without
a folder the participant is unsecured. A refusal of DDS is printed as 'refused participant|topic|endpoint CODE'.
"""

import ctypes
import os
import sys
import time

dds = ctypes.CDLL('libddsc.so.0debian')
OPS = (ctypes.c_uint32 * 3)(0x01030000, 0, 0)  # DDS_OP_ADR | DDS_OP_TYPE_4BY at 0; DDS_OP_RTS


class Metadata(ctypes.Structure):
    _fields_ = (('data', ctypes.c_void_p), ('size', ctypes.c_uint32))


class Descriptor(ctypes.Structure):
    """dds_topic_descriptor_t of a struct with one long."""

    _fields_ = (
        ('size', ctypes.c_uint32),
        ('align', ctypes.c_uint32),
        ('flagset', ctypes.c_uint32),
        ('nkeys', ctypes.c_uint32),
        ('typename', ctypes.c_char_p),
        ('keys', ctypes.c_void_p),
        ('nops', ctypes.c_uint32),
        ('ops', ctypes.c_void_p),
        ('meta', ctypes.c_char_p),
        ('type_information', Metadata),
        ('type_mapping', Metadata),
        ('restrict_data_representation', ctypes.c_uint32),
    )


class SampleInfo(ctypes.Structure):
    _fields_ = (('values', ctypes.c_uint64 * 16),)  # larger than dds_sample_info_t


dds.dds_create_qos.restype = ctypes.c_void_p
DESCRIPTOR = Descriptor(4, 4, 1 << 4, 0, b'Number', None, 2, ctypes.cast(OPS, ctypes.c_void_p), b'')


def properties(folder):
    """Yields the properties that rmw_cyclonedds sets."""
    files = {
        'auth.identity_ca': 'identity_ca.cert.pem',
        'auth.identity_certificate': 'cert.pem',
        'auth.private_key': 'key.pem',
        'access.permissions_ca': 'permissions_ca.cert.pem',
        'access.governance': 'governance.p7s',
        'access.permissions': 'permissions.p7s',
    }
    for name, file in files.items():
        yield f'dds.sec.{name}', f'file:{folder}/{file}'
    plugins = {'auth': ('auth', 'authentication'), 'crypto': ('crypto', 'crypto'), 'access': ('ac', 'access_control')}
    for part, (library, function) in plugins.items():
        yield f'dds.sec.{part}.library.path', f'dds_security_{library}'
        yield f'dds.sec.{part}.library.init', f'init_{function}'
        yield f'dds.sec.{part}.library.finalize', f'finalize_{function}'
    try:
        with open(f'{folder}/crl.pem'):
            yield 'org.eclipse.cyclonedds.sec.auth.crl', f'file:{folder}/crl.pem'
    except FileNotFoundError:
        pass


def checked_code(subject, code):
    if code < 0:
        print('refused', subject, code, flush=True)
        sys.exit(0)
    return code


def main():
    role, topic_name, seconds, *folder = sys.argv[1:]
    qos = ctypes.c_void_p(dds.dds_create_qos())
    for name, value in properties(folder[0]) if folder else ():
        dds.dds_qset_prop(qos, name.encode(), value.encode())
    participant = checked_code(
        'participant', dds.dds_create_participant(ctypes.c_uint32(int(os.environ['ROS_DOMAIN_ID'])), qos, None)
    )
    reliable = ctypes.c_void_p(dds.dds_create_qos())
    dds.dds_qset_reliability(reliable, 1, ctypes.c_int64(10**9))
    dds.dds_qset_durability(reliable, 1)
    topic = dds.dds_create_topic(participant, ctypes.byref(DESCRIPTOR), topic_name.encode(), reliable, None)
    checked_code('topic', topic)
    if role == 'say':
        writer = checked_code('endpoint', dds.dds_create_writer(participant, topic, reliable, None))
        dds.dds_write(writer, ctypes.byref(ctypes.c_int32(42)))
        print('ready', flush=True)
        sys.stdin.read()
    else:
        reader = checked_code('endpoint', dds.dds_create_reader(participant, topic, reliable, None))
        print('ready', flush=True)
        number, info = ctypes.c_int32(0), (SampleInfo * 1)()
        into = (ctypes.c_void_p * 1)(ctypes.addressof(number))
        end = time.monotonic() + float(seconds)
        while (taken := dds.dds_take(reader, into, info, 1, 1)) == 0 and time.monotonic() < end:
            time.sleep(0.01)  # it is a peer: what it waits for is not ours to signal
        print(number.value if taken > 0 else 'nothing', flush=True)
    dds.dds_delete(participant)


main()
