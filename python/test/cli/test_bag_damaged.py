# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Damaged recordings: what is damaged or cannot be published is left out with a warning, and the rest is used."""

import struct
import subprocess
import sys

import pytest
import yaml
from rosbags.highlevel import AnyReader

from rxros2 import bag
from rxros2.bag import Reader, Topic, Writer
from rxros2.cli.bag.publishing import time_of
from rxros2.cli.frame import CommandError
from rxros2.cli.recordings import reindexing
from rxros2.definitions.model import DefinitionError
from rxros2.messages.recorded_definitions import class_of
from rxros2.qos import QoSProfile

TYPE = 'std_msgs/msg/String'
BEGIN = 1_700_000_000 * 10**9


def string(text):
    data = text.encode() + b'\0'
    return b'\0\1\0\0' + struct.pack('<I', len(data)) + data


def write(path, count=30, **options):
    samples = []
    with Writer(path, **options) as writer:
        writer.add_topic('/a', TYPE, [QoSProfile()])
        for i in range(count):
            samples.append((BEGIN + i * 10**7, '/a', string(f'message {i}')))
            writer.write('/a', samples[-1][2], samples[-1][0])
    return samples


def read(path):
    return [message[:3] for message in Reader(path).messages()]


def test_bad_samples_and_topics_are_left_out(rxros2, tmp_path):
    with Writer(tmp_path / 'bag') as writer:
        topics = [
            Topic('/ok', TYPE, count=1),
            Topic('/bad name', TYPE),
            Topic('/hostile', '../../etc/passwd'),
            Topic('/long', 'a' * 300 + '/msg/B'),
            Topic('/colour', 'std_msgs/msg/\x1b[31mX'),
            Topic('/json', TYPE, format='json'),
        ]
        for topic in topics:
            writer.add_topic(topic)
            writer.write(topic.name, string('x'), BEGIN)
        for time, sample in (
            (BEGIN, b''),
            (BEGIN + 1, b'\x77\x77\0\0text'),
            (0, string('early')),
            (2**63 - 1, string('late')),
        ):
            writer.write('/ok', sample, time)
        writer.write('/ok', string('last'), BEGIN + 2)
    for command in ('play', 'burst'):
        result = rxros2('bag', command, tmp_path / 'bag')
        assert result.code == 0 and 'bag_0.mcap: 3 messages' in result.out.replace(': 4 ', ': 3 '), result
        assert '\x1b' not in result.err and result.err.count('and its 1 messages are left out') == 5, result.err
        assert "'/hostile' and its 1 messages" in result.err and '/json' in result.err
        assert '/ok: 3 messages were left out: ' in result.err.replace('/ok: 2 ', '/ok: 3 ')
    assert rxros2('bag', 'info', tmp_path / 'bag').code == 0


@pytest.mark.parametrize('options', [{}, {'mode': 'message'}, {'storage': 'sqlite3'}, {'mode': 'file'}], ids=str)
def test_reindex_finds_storage_and_compression(run_here, tmp_path, options):
    samples = write(tmp_path / 'bag', max_duration=0.1, custom_data={'robot': 'a7'}, **options)
    file = tmp_path / 'bag/metadata.yaml'
    before = yaml.safe_load(file.read_text())
    assert run_here('bag', 'reindex', str(tmp_path / 'bag')).code == 0  # it keeps the user's data
    assert yaml.safe_load(file.read_text()) == before
    file.unlink()
    assert run_here('bag', 'reindex', str(tmp_path / 'bag')).code == 0
    assert read(tmp_path / 'bag') == samples
    before['rosbag2_bagfile_information'] |= {'custom_data': None, 'ros_distro': ''}
    assert yaml.safe_load(file.read_text()) == before


@pytest.mark.parametrize(
    ('damage', 'expected', 'skipped'),
    [
        (lambda folder: (folder / 'metadata.yaml').write_text(''), 'metadata.yaml is not metadata', 0),
        (lambda folder: (folder / 'metadata.yaml').write_text('a: [b'), 'metadata.yaml is not metadata', 0),
        (lambda folder: (folder / 'metadata.yaml').write_bytes(b'\xff\xfe\0'), 'metadata.yaml is not metadata', 0),
        (lambda folder: (folder / 'bag_0.mcap').unlink(), 'bag_0.mcap is missing', 10),
        (lambda folder: (folder / 'bag_0.mcap').write_bytes(b'x'), 'bag_0.mcap is damaged', 10),
    ],
)
def test_the_rest_of_a_recording_is_read_and_reindex_mends_it(run_here, tmp_path, damage, expected, skipped):
    folder = tmp_path / 'bag'
    samples = write(folder, max_duration=0.1)
    damage(folder)
    with pytest.raises(bag.BagError):
        Reader(folder)
    reader = Reader(folder, skip_damage=True)
    assert [message[:3] for message in reader.messages()] == samples[skipped:]
    assert len(reader.faults) == 1 and expected in reader.faults[0]
    result = run_here('bag', 'info', str(folder))
    assert result.code == 0 and expected in result.err and 'rxros2 bag reindex' in result.err
    assert run_here('bag', 'reindex', str(folder)).code == 0
    if not (folder / 'bag_0.mcap').exists() or skipped == 0:
        assert read(folder) == samples[skipped:]
        with AnyReader([folder]) as reader:
            assert reader.message_count == len(samples) - skipped == len(list(reader.messages()))


def test_aliases_in_metadata_are_read(tmp_path):
    samples = write(tmp_path / 'bag')
    file = tmp_path / 'bag/metadata.yaml'
    information = yaml.safe_load(file.read_text())
    information['rosbag2_bagfile_information']['custom_data'] = times = {'a': 'b'}
    information['rosbag2_bagfile_information']['other'] = times
    text = yaml.safe_dump(information)
    assert '&id' in text and '*id' in text
    file.write_text(text)
    assert read(tmp_path / 'bag') == samples and Reader(tmp_path / 'bag').custom_data == {'a': 'b'}


def spoil_chunk(path):
    """Makes a chunk in the middle of an MCAP file unreadable."""
    data = bytearray(path.read_bytes())
    at = data.index(b'\x28\xb5\x2f\xfd', len(data) // 3)
    data[at : at + 4] = b'text'
    path.write_bytes(data)


def test_a_damaged_chunk_is_skipped(run_here, tmp_path):
    samples = write(tmp_path / 'x.mcap', 300, chunk_size=1000, compression='zstd')
    spoil_chunk(tmp_path / 'x.mcap')
    reader = Reader(tmp_path / 'x.mcap', skip_damage=True)
    messages = [message[:3] for message in reader.messages()]
    assert set(messages) < set(samples) and (messages[0], messages[-1]) == (samples[0], samples[-1])
    assert len(reader.faults) == 1 and 'cannot be decompressed' in reader.faults[0]


DEFINED = 'builtin_interfaces/Time stamp\nInner inner\n' + '=' * 80 + '\nMSG: other_pkg/Inner\nint32 x\nstring text\n'


def test_definitions_of_the_recording_are_used(run_here, tmp_path):
    """Types that are not installed are decoded, and differences are found in their fields."""
    for name, x in (('one', 1), ('two', 2)):
        with Writer(tmp_path / name) as writer:
            writer.add_topic(Topic('/t', 'other_pkg/msg/Outer', definition=DEFINED, definition_encoding='ros2msg'))
            writer.write('/t', b'\0\1\0\0' + struct.pack('<iIiI', 5, 6, x, 3) + b'ab\0', BEGIN)
    message = Reader(tmp_path / 'one').decoder('/t')(next(Reader(tmp_path / 'one').messages()).sample)
    assert (message.stamp.sec, message.inner.x, message.inner.text) == (5, 1, 'ab')
    result = run_here('bag', 'diff', str(tmp_path / 'one'), str(tmp_path / 'two'))
    assert result.code == 1 and 'inner.x: 1 → 2' in result.out


def test_differing_samples_that_cannot_be_decoded(run_here, tmp_path):
    """They differ, also for a comparison with a tolerance."""
    for name, text in (('one', b'a'), ('two', b'b')):
        with Writer(tmp_path / name) as writer:
            writer.add_topic('/a', TYPE)
            writer.write('/a', b'\0\1\0\0\xff\xff\xff\xff' + text, BEGIN)
    for tolerance in ((), ('--number', '1')):
        result = run_here('bag', 'diff', str(tmp_path / 'one'), str(tmp_path / 'two'), *tolerance)
        assert result.code == 1 and 'the bytes differ' in result.out, result


def test_the_version_of_the_recording_decodes_its_messages(tmp_path):
    """The recorded definition is used if its hash differs from that of this machine and is the recorded one."""
    with Writer(tmp_path / 'old') as writer:
        text = 'int32 number\n'
        hash_ = 'RIHS01_0000000000000000000000000000000000000000000000000000000000000000'
        writer.add_topic(Topic('/t', TYPE, hash=hash_, definition=text, definition_encoding='ros2msg'))
        writer.write('/t', string('x'), BEGIN)
    reader = Reader(tmp_path / 'old')
    assert reader.decoder('/t')(next(reader.messages()).sample).data == 'x'  # the hash is not that of the text


PEAK = """
import resource, sys
from rxros2.bag import Reader
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
count = sum(1 for _ in Reader(sys.argv[1]).messages())
print(count, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10)
"""


def test_a_small_file_does_not_fill_the_memory(tmp_path):
    """The file has a few kB, and 600 MB of zeros in its chunks."""
    with Writer(tmp_path / 'x.mcap', compression='zstd', chunk_size=1) as writer:
        writer.add_topic('/a', TYPE)
        for i in range(100):
            writer.write('/a', bytes(30_000_000 if i >= 80 else 10), BEGIN + i)
    assert (tmp_path / 'x.mcap').stat().st_size < 100_000
    done = subprocess.run(
        [sys.executable, '-c', PEAK, tmp_path / 'x.mcap'], capture_output=True, text=True, timeout=120
    )
    count, megabytes = map(int, done.stdout.split())
    assert count == 100 and megabytes < 400


def test_commands_report_what_they_skip_while_reading(run_here, tmp_path):
    samples = write(tmp_path / 'x.mcap', 300, chunk_size=1000, compression='zstd')
    spoil_chunk(tmp_path / 'x.mcap')
    (tmp_path / 'out.yaml').write_text(f'output_bags: [{{uri: {tmp_path / "new"}, all_topics: true}}]')
    result = run_here('bag', 'convert', '-i', str(tmp_path / 'x.mcap'), '-o', str(tmp_path / 'out.yaml'))
    assert result.code == 0 and result.err.count('a chunk cannot be decompressed') == 1, result
    assert 0 < Reader(tmp_path / 'new').count < len(samples)
    with Writer(tmp_path / 'events.mcap', chunk_size=100, compression='zstd') as writer:
        writer.add_topic('/light/_service_event', 'std_srvs/srv/SetBool_Event')
        for i in range(30):
            writer.write('/light/_service_event', b'\0\1\0\0' + bytes(60), BEGIN + i)
    spoil_chunk(tmp_path / 'events.mcap')
    result = run_here('bag', 'info', '--verbose', str(tmp_path / 'events.mcap'))
    assert result.code == 0 and result.err.count('a chunk cannot be decompressed') == 1, result


def test_burst_goes_on_behind_a_bad_message(rxros2, tmp_path):
    with Writer(tmp_path / 'bag') as writer:
        writer.add_topic('/a', TYPE)
        for i, sample in enumerate((b'', string('a'), string('b'))):
            writer.write('/a', sample, BEGIN + i)
    for words, count in (((), 2), (('-n', '1'), 1)):
        result = rxros2('bag', 'burst', tmp_path / 'bag', *words)
        assert result.code == 0 and f'bag_0.mcap: {count} messages' in result.out, result


def test_reindex_needs_few_descriptors(tmp_path):
    """It opens one file after the other, so that it does not take a lack of descriptors for damage."""
    folder = tmp_path / 'bag'
    write(folder, 300, max_duration=0.05)
    before = yaml.safe_load((folder / 'metadata.yaml').read_text())
    assert len(before['rosbag2_bagfile_information']['files']) == 60
    code = (
        'import os, resource, sys\nfrom rxros2.cli import frame\n'
        'hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]\n'
        'free = os.dup(0)\nos.close(free)\n'
        'resource.setrlimit(resource.RLIMIT_NOFILE, (free + 20, hard))\n'
        'sys.exit(frame.run(["bag", "reindex", sys.argv[1]]))'
    )
    done = subprocess.run([sys.executable, '-c', code, folder], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and not done.stderr and '60 files, 1 topics, 300 messages' in done.stdout, done
    assert yaml.safe_load((folder / 'metadata.yaml').read_text()) == before


@pytest.mark.parametrize('text', ['Too many open files', 'No space left on device'])
def test_reindex_keeps_metadata_if_the_machine_cannot_read_a_file(run_here, monkeypatch, tmp_path, text):
    folder = tmp_path / 'bag'
    write(folder, max_duration=0.1)
    before = (folder / 'metadata.yaml').read_bytes()
    real = reindexing.Bag

    def failing(path, **options):
        if path.name == 'bag_1.mcap':
            raise CommandError(f'{path} cannot be read: {text}')
        return real(path, **options)

    monkeypatch.setattr(reindexing, 'Bag', failing)
    result = run_here('bag', 'reindex', str(folder))
    assert result.code == 1 and text in result.err and (folder / 'metadata.yaml').read_bytes() == before
    monkeypatch.undo()
    result = run_here('bag', 'reindex', str(folder), '-s', 'sqlite3')
    assert result.code == 1 and 'is of storage mcap; expected sqlite3' in result.err
    assert (folder / 'metadata.yaml').read_bytes() == before


def test_a_definition_has_a_bounded_number_of_fields():
    fields = ''.join(f'int8 a{i}\n' for i in range(1500))
    nested = 'Inner inner\n' + fields + '=' * 80 + '\nMSG: other_pkg/Inner\n' + fields
    for text in (fields + fields.replace('a', 'b'), nested):
        with pytest.raises(DefinitionError, match='other_pkg/msg/Wide cannot be used: it has more than 2000 fields'):
            class_of('other_pkg/msg/Wide', '', text, 'ros2msg')
    assert len(class_of('other_pkg/msg/Wide', '', fields, 'ros2msg').get_fields_and_field_types()) == 1500


@pytest.mark.parametrize('seconds', ['1e300', '-1e300'])
def test_huge_times_are_refused(run_here, tmp_path, seconds):
    write(tmp_path / 'bag', 1)
    result = run_here('bag', 'play', str(tmp_path / 'bag'), f'--playback-until-sec={seconds}')
    assert result.code == 2 and 'playback-until-sec is' in result.err
    assert time_of(BEGIN, 1e300) == 2**63 - 1 and time_of(BEGIN, 0.5) == BEGIN + 500_000_000
    assert run_here('bag', 'diff', str(tmp_path / 'bag'), str(tmp_path / 'bag'), '--time', '1e300').code == 0
