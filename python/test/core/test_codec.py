# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The codec: C++ structs, Python classes and rosbags, an independent project, agree on every type.

Also hostile samples, and views with their lifetime. CDR_RECODE is the program of cdr/test/recode.
"""

import gc
import pathlib
import struct
import sys
import threading

import numpy
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rosbags.interfaces import Nodetype
from rosbags.typesys.store import Typestore

from rxros2.definitions.model import INTEGERS, Collection
from rxros2.interfaces.diagnostic_msgs.msg import DiagnosticStatus
from rxros2.interfaces.geometry_msgs.msg import Polygon
from rxros2.interfaces.sensor_msgs.msg import Image, JointState, PointCloud2
from rxros2.interfaces.std_msgs.msg import Float64, Header, Int8, String
from rxros2.interfaces.std_srvs.srv import SetBool
from rxros2.messages import Message, add_interface_path, interface, interface_names, interface_packages
from rxros2.messages.codec import CdrError, decode, encode
from rxros2.messages.find import structure

ROOT = pathlib.Path(__file__).resolve().parents[3]
add_interface_path(ROOT / 'interfaces/test/packages')
sys.path.append(str(ROOT / 'cdr/test/recode'))
from recoder import Recoder

from rxros2.interfaces.rxros2_test_msgs.msg import Empty, Sequences, Strings

# rosbags has no wide strings. On the wire one is a sequence of uint32; in a collection, a struct that holds one.
WIDE = 'test_msgs/msg/Wide'


def message_names():
    """Returns the names of all messages, also those of services and actions."""
    names = set()
    for package in interface_packages():
        for kind in ('msg', 'srv', 'action'):
            todo = [f'{package}/{kind}/{name}' for name in interface_names(package, kind)]
            while todo:
                name = todo.pop()
                if isinstance(interface(name), type) and issubclass(interface(name), Message):
                    names.add(name)
                else:
                    todo += [field.type.base for field in structure(name).fields]
    return sorted(names)


NAMES = message_names()


def rosbags_type(type_):
    if type_.is_message:
        value = (Nodetype.NAME, type_.base)
    elif type_.base == 'wstring':
        value = (Nodetype.NAME, WIDE)
    else:
        value = (Nodetype.BASE, ({'byte': 'uint8', 'char': 'uint8'}.get(type_.base, type_.base), 0))
    if type_.collection is Collection.NONE:
        return value
    return (Nodetype.ARRAY if type_.collection is Collection.ARRAY else Nodetype.SEQUENCE, (value, type_.length))


UINT8 = (Nodetype.BASE, ('uint8', 0))
STORE = Typestore()
STORE.register(
    {
        WIDE: ([], [('units', (Nodetype.SEQUENCE, ((Nodetype.BASE, ('uint32', 0)), 0)))]),
        **{
            name: ([], [(f.name, rosbags_type(f.type)) for f in structure(name).fields] or [('nothing', UINT8)])
            for name in NAMES
        },
    }
)


@st.composite
def values(draw, type_):
    """Returns a value as our classes accept it."""
    if type_.collection is not Collection.NONE:
        exact = type_.collection is Collection.ARRAY
        count = type_.length if exact else draw(st.integers(0, min(type_.length or 3, 3)))
        item = type(type_)(type_.base, type_.string_bound)
        if type_.is_numeric_collection and type_.base == 'byte':
            return numpy.frombuffer(draw(st.binary(min_size=count, max_size=count)), numpy.uint8)
        if count > 50:  # repeats one value, because such arrays are long
            return [draw(values(item))] * count
        return [draw(values(item)) for _ in range(count)]
    if type_.is_message:
        return draw(messages(type_.base))
    if type_.base == 'bool':
        return draw(st.booleans())
    if type_.base == 'byte':
        return draw(st.binary(min_size=1, max_size=1))
    if type_.base in INTEGERS:
        return draw(st.integers(*INTEGERS[type_.base]))
    if type_.base in ('float32', 'float64'):
        return draw(st.floats(width=int(type_.base[5:]), allow_nan=False))
    text = draw(st.text(max_size=min(type_.string_bound or 9, 9)))
    while type_.string_bound and max(len(text.encode()), len(text.encode('utf-16-le')) // 2) > type_.string_bound:
        text = text[:-1]
    return text


@st.composite
def messages(draw, name):
    return interface(name)(**{f.name: draw(values(f.type)) for f in structure(name).fields})


def to_rosbags(message):
    def value(type_, field_value):
        if type_.is_message:
            return to_rosbags(field_value)
        if type_.base == 'wstring':
            return STORE.types[WIDE](
                numpy.frombuffer(field_value.encode('utf-16-le', 'surrogatepass'), '<u2').astype('u4')
            )
        return field_value[0] if isinstance(field_value, bytes) else field_value

    parts = []
    for field in message._STRUCTURE.fields:
        field_value = getattr(message, field.name)
        if isinstance(field_value, list):
            parts.append([value(field.type, item) for item in field_value])
        else:
            parts.append(field_value if isinstance(field_value, numpy.ndarray) else value(field.type, field_value))
    return STORE.types[message._STRUCTURE.name](*(parts or [0]))


@pytest.fixture(scope='module')
def cpp():
    """The C++ codec with the generated struct of every type."""
    program = Recoder()
    yield program
    program.close()


@pytest.mark.parametrize('name', NAMES)
def test_cpp_python_and_rosbags_agree(name, cpp):
    @settings(max_examples=5, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(messages(name))
    def check(message):
        rosbags_message = to_rosbags(message)
        little = bytes(STORE.serialize_cdr(rosbags_message, name))
        big = bytes(STORE.serialize_cdr(rosbags_message, name, little_endian=False))
        assert encode(message) == little
        for sample in (little, big):
            assert decode(type(message), sample) == message
            assert cpp.ask(name, sample=sample) == little

    check()


def holds_nothing(name):
    """Returns whether the type is, or contains, a struct without fields, whose placeholder byte may have any value."""
    fields = structure(name).fields
    return not fields or any(field.type.is_message and holds_nothing(field.type.base) for field in fields)


@pytest.mark.parametrize('name', NAMES)
def test_cpp_samples_survive_python_and_rosbags(name, cpp):
    """Structs are filled up to their bounds."""
    for seed in range(3):
        sample = cpp.ask(name, seed=seed)
        message = decode(interface(name), sample)
        ours = encode(message)
        assert ours == sample or holds_nothing(name)
        assert ours == bytes(STORE.serialize_cdr(to_rosbags(message), name)) == cpp.ask(name, sample=ours)
        assert decode(interface(name), ours) == message


def test_all_types_are_tested():
    assert len(NAMES) > 300 and 'rxros2_test_msgs/action/Walk_SendGoal_Request' in NAMES


FULL = JointState(header=Header(frame_id='base'), name=['hip', 'knee'], position=[1.0, 2.0], effort=[3.0])


def test_a_sample_cut_anywhere_is_refused():
    for message in (FULL, Polygon(), DiagnosticStatus(name='x'), SetBool.Request()):
        sample = encode(message)
        for end in range(len(sample)):
            with pytest.raises(CdrError) as caught:
                decode(type(message), sample[:end])
            assert str(caught.value).startswith(message._STRUCTURE.name + ': ')
        assert decode(type(message), sample + b'\0\0\0') == message


@pytest.mark.parametrize('name', NAMES)
def test_lengths_of_gigabytes_are_refused(name, cpp):
    """Replaces each word of a sample, among them lengths; neither language allocates memory for a forged length."""
    sample = cpp.ask(name, seed=1)
    words = 64 if len(sample) < 4096 else 12  # of the longest each takes a while
    for at in range(4, min(len(sample) - 3, 4 + 4 * words), 4):
        for lie in (0xFFFFFFFF, 0x7FFFFFFF, 0x10000000):
            bad = sample[:at] + struct.pack('<I', lie) + sample[at + 4 :]
            error, _ = cpp.request(name, sample=bad)
            try:
                decode(interface(name), bad)
            except CdrError as ours:
                assert error and str(ours).startswith(name + ': ')
            else:
                assert not error
    assert cpp.peak_mb() < 256


def test_errors_name_the_field():
    sample = bytearray(encode(FULL))
    position = sample.index(b'hip\0') - 4
    for lie, text in [
        (100, "sensor_msgs/msg/JointState: 'name[0]' at byte"),
        (0xFFFFFFFF, "sensor_msgs/msg/JointState: 'name[0]' at byte"),
    ]:
        sample[position : position + 4] = struct.pack('<I', lie)
        with pytest.raises(CdrError) as caught:
            decode(JointState, sample)
        assert text in str(caught.value)
    with pytest.raises(CdrError, match=r'std_msgs/msg/String: at byte 0: expected encapsulation 0 .* found 7'):
        decode(String, b'\0\x07\0\0\1\0\0\0\0')
    with pytest.raises(CdrError, match=r"rxros2_test_msgs/msg/Strings: 'bounded' at byte \d+: has a length of 6"):
        decode(Strings, b'\0\1\0\0\1\0\0\0\0\0\0\0\7\0\0\0sixsix\0')


def test_random_bytes_never_do_harm():
    generator = numpy.random.default_rng(3)
    originals = [encode(FULL), encode(Strings()), encode(Sequences()), encode(DiagnosticStatus(values=[]))]
    classes = [JointState, Strings, Sequences, DiagnosticStatus]
    refused = 0
    for _ in range(4000):
        index = int(generator.integers(4))
        sample = bytearray(originals[index])
        for _ in range(int(generator.integers(1, 4))):
            sample[int(generator.integers(4, len(sample)))] = int(generator.integers(256))
        try:
            repr(decode(classes[index], sample))
        except CdrError:
            refused += 1
    assert 100 < refused < 4000


def test_refuses_invalid_samples_and_messages():
    with pytest.raises(TypeError):
        decode(String, 'text')
    with pytest.raises(TypeError, match='expected the class of a message, found std_srvs/srv/SetBool'):
        decode(SetBool, b'')
    with pytest.raises(TypeError, match=r'expected a class of rxros2.interfaces, found <class .int.>'):
        encode(3)
    with pytest.raises(TypeError, match=r"rxros2.interface\('std_msgs/msg/String'\) is its class"):
        decode('std_msgs/msg/String', b'')


@pytest.mark.parametrize(
    ('spoil', 'error', 'text'),
    [
        (lambda m: m.name.append(3), TypeError, "sensor_msgs/msg/JointState: 'name[2]': expected a str, found int"),
        (lambda m: setattr(m, '_name', None), TypeError, "'name': expected a list, found NoneType"),
        (lambda m: setattr(m, '_position', [1.0]), TypeError, "'position': expected a contiguous array"),
        (lambda m: setattr(m, '_position', numpy.zeros(2, 'f4')), TypeError, "found one of format 'f'"),
        (lambda m: setattr(m, '_position', numpy.zeros(2, '>f8')), TypeError, "found one of format '>d'"),
        (lambda m: setattr(m, '_position', numpy.zeros(4)[::2]), TypeError, "'position': expected a contiguous array"),
        (lambda m: setattr(m.header, '_frame_id', b''), TypeError, "'header.frame_id': expected a str, found bytes"),
        (
            lambda m: setattr(m.header.stamp, '_sec', 2**31),
            ValueError,
            "'header.stamp.sec': the integer is out of range",
        ),
        (lambda m: setattr(m.header.stamp, '_nanosec', -1), ValueError, "'header.stamp.nanosec': the integer is out"),
        (lambda m: setattr(m.header, '_stamp', Int8()), TypeError, 'expected a message builtin_interfaces/msg/Time'),
        (lambda m: delattr(m, '_header'), TypeError, "'header': expected a value, found nothing"),
        (lambda m: m.name.append('\udfff'), ValueError, "'name[2]': the text has surrogates"),
    ],
)
def test_refuses_invalid_values_in_slots_and_lists(spoil, error, text):
    message = JointState(header=Header(frame_id='base'), name=['hip', 'knee'])
    spoil(message)
    with pytest.raises(error) as caught:
        encode(message)
    assert text in str(caught.value)


def test_bounds_hold_for_lists_that_grew():
    message = Strings(few_strings=['', '', ''])
    message.few_strings.append('')
    with pytest.raises(ValueError, match="'few_strings': expected at most 3 values, found 4"):
        encode(message)
    message = Strings()
    message.few_bounded_strings.append('sixsix')
    with pytest.raises(ValueError, match=r"'few_bounded_strings\[0\]': expected at most 5 bytes of UTF-8, found 6"):
        encode(message)


def test_invalid_utf8_survives_a_round_trip():
    sample = encode(String(data='abc')).replace(b'b', b'\xff')
    message = decode(String, sample)
    assert message.data == 'a\udcffc' and encode(message) == sample


def test_arrays_are_views_that_keep_the_sample():
    sample = encode(Image(data=numpy.arange(200, dtype=numpy.uint8)))
    message = decode(Image, sample)
    before = sys.getrefcount(sample)
    assert numpy.shares_memory(message.data, numpy.frombuffer(sample, numpy.uint8))
    assert not message.data.flags.writeable
    with pytest.raises(ValueError, match='read-only'):
        message.data[0] = 1
    data = message.data
    del message
    gc.collect()
    assert data[199] == 199 and sys.getrefcount(sample) == before
    del data
    assert sys.getrefcount(sample) < before


def test_a_sample_that_can_change_is_copied():
    sample = bytearray(encode(Image(data=b'abc')))
    message = decode(Image, sample)
    sample[-3:] = b'xyz'
    sample.extend(b'1')  # no view holds it
    assert message.data.tobytes() == b'abc'
    assert decode(Image, memoryview(encode(Image(data=b'abc')))).data.tobytes() == b'abc'


def test_arrays_are_aligned():
    for pad in range(8):
        message = decode(Sequences, encode(Sequences(bool_values=[True] * pad, float64_values=[1.0], int16_values=[1])))
        assert message.float64_values.flags.aligned and message.int16_values.flags.aligned


def test_any_bool_byte_but_0_is_true():
    sample = bytearray(encode(Sequences(bool_values=[True, False, True])))
    sample[8] = 7
    message = decode(Sequences, sample)
    assert message.bool_values.tolist() == [True, False, True]
    assert message.bool_values.view(numpy.uint8).tolist() == [1, 0, 1]


def test_empty_messages_take_a_byte():
    assert encode(Empty()) == b'\0\1\0\0\0' and decode(Empty, b'\0\1\0\0\0') == Empty()


def test_reference_counts_stay_constant():
    sample, text = encode(FULL), 'a text that nobody else has'
    message = String(data=text)

    def work():
        for _ in range(1000):
            decode(JointState, sample)
            encode(message)
            with pytest.raises(CdrError):
                decode(JointState, sample[:20])

    work()
    gc.collect()
    before = (sys.getrefcount(text), sys.getrefcount(sample), sys.getrefcount(JointState), len(gc.get_objects()))
    work()
    gc.collect()
    after = (sys.getrefcount(text), sys.getrefcount(sample), sys.getrefcount(JointState), len(gc.get_objects()))
    assert after[:3] == before[:3] and abs(after[3] - before[3]) < 50


def test_a_list_that_another_thread_changes():
    """Large arrays are copied without the GIL; meanwhile lists and slots change."""
    message = PointCloud2(data=numpy.zeros(1_000_000, numpy.uint8))
    stop = threading.Event()

    def change():
        while not stop.is_set():
            message.data = numpy.ones(1_000_000, numpy.uint8)
            message.header = Header(frame_id='x')
            message.fields = []

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(200):
            assert decode(PointCloud2, encode(message)).data.size == 1_000_000
    finally:
        stop.set()
        thread.join()


def test_samples_of_any_size_in_a_row():
    for size in (0, 10_000, 1, 100_000, 3):
        assert decode(String, encode(String(data='x' * size))).data == 'x' * size
    assert decode(Float64, encode(Float64(data=1.5))).data == 1.5
