# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Recordings in rosbag2's formats, read and written: MCAP and SQLite with metadata.yaml (implemented in C++, bag/).

::

    reader = Reader('drive')
    for message in reader.messages(['/scan']):
        print(message.log_time, message.topic, decode(reader.topic(message.topic), message.sample))

    with Writer('copy') as writer:
        writer.add_topic('/scan', 'sensor_msgs/msg/LaserScan')
        writer.write('/scan', sample, received, sent)
"""

from __future__ import annotations

import logging
import os
import pathlib
import threading
import warnings
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Generic, NamedTuple, TypeVar

from ._core import BagBlackBox, BagBlackBoxEvents, BagError, BagReader, BagWriter, Clock, Codec
from .clock_type import ClockType
from .definitions.description import type_hash
from .messages import DefinitionError, InterfaceNotFound, find, type_name
from .messages.codec import codec_of, encode
from .messages.codec import decode as decode_sample
from .messages.definition_text import known_definition
from .messages.recorded_definitions import class_of
from .names import existing
from .qos import QoSProfile

_log = logging.getLogger(__name__)

__all__ = ['BagError', 'BlackBoxStatistics', 'Message', 'Reader', 'Recorded', 'Topic', 'Writer']

_T = TypeVar('_T')
_BoxT = TypeVar('_BoxT', bound='BaseBlackBox')

_MOST_FAULTS = 1000
"""The most faults of a recording that a reader keeps."""
_EARLIEST, _LATEST = -(1 << 63), (1 << 63) - 1
_AT_ONCE = 64
"""The most messages that are taken from C++ in one call."""
_BYTES_AT_ONCE = 4 << 20
"""Bytes after which such a call takes no more messages."""


@dataclass
class Topic:
    """A topic of a recording."""

    name: str
    type: str
    """Empty if the file does not contain it."""
    hash: str = ''
    qos: list[QoSProfile] = field(default_factory=list)
    """The QoS profiles of its publishers."""
    count: int = 0
    format: str = 'cdr'
    """The encoding of its messages."""
    definition: str = ''
    """The definition of the type and of all types in it; empty if unknown."""
    definition_encoding: str = ''
    """'ros2msg' or 'ros2idl'."""


class Message(NamedTuple):
    """A message as it is stored in the file. Times are nanoseconds since 1970."""

    log_time: int
    """The time at which the recorder received it."""
    topic: str
    sample: bytes
    publish_time: int
    """The time at which it was published; the log time if the file does not contain it."""


@dataclass(frozen=True)
class Recorded(Generic[_T]):
    """A message of a recording, as from_bag() emits it. Times are nanoseconds since 1970."""

    value: _T
    """A message of a class of rxros2.interfaces, or bytes."""
    log_time: int
    """The time at which the recorder received it."""
    publish_time: int
    """The time at which it was published; the log time if the file does not contain it."""
    topic: Topic


def _profile(values: tuple[int, int, int, int, int, int, int, int]) -> list[QoSProfile]:
    try:
        return [QoSProfile._from_values(values)]
    except ValueError:  # the file is damaged
        return []


class Reader:
    """A recording: a folder, or one file of it. Raises BagError for a missing or damaged recording. Thread-safe.

    With `skip_damage`, the reader skips what is damaged or missing, such as a broken metadata.yaml, a missing file or a
    damaged chunk, and describes it in `faults`. Then it raises BagError only if nothing can be read.
    """

    def __init__(self, path: str | os.PathLike[str], *, skip_damage: bool = False) -> None:
        self.faults: list[str] = []
        """What was skipped, in one line each; messages() adds what it finds. Empty without `skip_damage`."""
        self._skips_damage = skip_damage
        if skip_damage:
            self._core, self.faults = BagReader.open_damaged(os.fspath(path))
        else:
            self._core = BagReader(os.fspath(path))
        self.topics: list[Topic] = []
        """Sorted by name; a name that has two types is contained twice."""
        for name, type_, hash_, format_, text, encoding, qos, count in self._core.topics():
            profiles = [profile for values in qos for profile in _profile(values)]
            self.topics.append(Topic(name, type_, hash_, profiles, count, format_, text, encoding))
        self.files = [pathlib.Path(name) for name in self._core.files()]
        self.storage: str = self._core.storage()
        """'mcap' or 'sqlite3'."""
        self.size: int = self._core.size()
        """Bytes of the files."""
        self.count: int = self._core.count()
        """The number of messages."""
        self.begin: int = self._core.begin()
        """The least log time, in nanoseconds; 0 if there are no messages."""
        self.end: int = self._core.end()
        """The greatest log time."""
        self.is_cut_off: bool = self._core.is_cut_off()
        """True if a file is incomplete because its recorder was killed."""
        self.custom_data: dict[str, str] = self._core.custom_data()

    def messages(
        self,
        topics: Iterable[str] | None = None,
        begin: int | None = None,
        end: int | None = None,
        *,
        in_file_order: bool = False,
    ) -> Generator[Message]:
        """Returns the messages of the topics (None: of all topics) from `begin` to `end`, sorted by log time.

        Times are nanoseconds since 1970. `in_file_order` skips the sorting.
        """
        names = None if topics is None else list(topics)
        if names is not None and not names:
            return
        walk = self._core.messages(
            names or [], _EARLIEST if begin is None else begin, _LATEST if end is None else end, in_file_order
        )
        known = [topic.name for topic in self.topics]
        count = 1
        while True:
            try:
                taken = walk.take(count, _BYTES_AT_ONCE)
            except BagError as error:
                if not self._skips_damage:
                    raise
                self._add_fault(str(error))
                continue
            if not taken:
                return
            count = min(_AT_ONCE, 2 * count)
            for log_time, publish_time, topic, sample in taken:
                yield Message(log_time, known[topic], sample, publish_time)

    def _add_fault(self, text: str) -> None:
        """Adds a fault that is not known yet; a file may have one in each of its chunks."""
        if text not in self.faults and len(self.faults) < _MOST_FAULTS:
            self.faults.append(text)

    def decoder(self, topic: str) -> Callable[[bytes], Any]:
        """Returns a function that decodes samples of the topic.

        BagError if its type is unknown or its encoding is not CDR.
        """
        return self.codec(topic).decode

    def codec(self, topic: str) -> Codec:
        """Returns the codec of the topic's samples. Raises the same errors as decoder().

        The recording's definition decodes a type that is unknown on this machine, or has another definition here.
        """
        topics = [known for known in self.topics if known.name == topic]
        if not topics:
            raise BagError(f'{self.files[0]} has no topic {topic}')
        known = topics[0]
        if known.format != 'cdr':
            raise BagError(f'messages of {topic} are {known.format}; expected cdr')
        try:
            type_ = class_of(known.type, known.hash, known.definition, known.definition_encoding)
        except (InterfaceNotFound, DefinitionError, ValueError) as error:
            raise BagError(f'messages of {topic} cannot be decoded: {error}') from None
        return codec_of(type_)


class _Topics:
    """The topics of a recording that is being written, by name."""

    def __init__(self, core: BagWriter | BagBlackBox) -> None:
        self._to = core
        self._topics: dict[str, int] = {}

    def add_topic(self, topic: Topic | str, type_: str = '', qos: Iterable[QoSProfile] = ()) -> bool:
        """Adds a topic.

        Returns False, and logs a warning, if the definition of its type is unknown, so that the file does not contain
        it and other programs may be unable to decode its samples.
        """
        if isinstance(topic, str):
            topic = Topic(topic, type_, qos=list(qos))
        text, encoding, hash_ = topic.definition, topic.definition_encoding, topic.hash
        if not text:
            text, encoding, hash_ = _definition(topic.type)
        self._topics[topic.name] = self._to.add_topic(
            topic.name,
            topic.type,
            hash_,
            topic.format,
            text,
            encoding,
            [profile._values() for profile in topic.qos],
        )
        if not text:
            _log.warning(
                'recording of %s: the definition of %s is unknown, so the file does not contain it: call '
                'rxros2.add_interface_path() with the folder of its package',
                topic.name,
                topic.type or 'its type',
            )
        return bool(text)

    def _number(self, topic: str) -> int:
        """Returns the number of the topic. Raises BagError if it was not added."""
        try:
            return self._topics[topic]
        except KeyError:
            raise BagError(f'{existing("topic", topic, self._topics)}: call add_topic() before write()') from None


class Writer(_Topics):
    """Writes a recording into a new folder or, if the path ends in .mcap or .db3, into one file. Use it in `with`.

    `storage`: 'mcap' or 'sqlite3'. `compression` of MCAP's chunks: 'none', 'lz4' or 'zstd', with `level`. `mode`:
    rosbag2's own compression with zstd, of whole files when they are complete ('file') or of each message ('message').
    A new file is begun after `max_size` bytes or `max_duration` seconds; the newest `max_files` files are kept.

    Raises BagError for a path that exists and for a failed write, such as on a full disk. Everything that was written
    before the failure can be read; the error's text and metadata.yaml count it. Thread-safe.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        storage: str = 'mcap',
        compression: str = 'none',
        level: int = 1,
        chunks: bool = True,
        chunk_size: int = 1 << 20,
        mode: str = 'none',
        max_size: int = 0,
        max_duration: float = 0.0,
        max_files: int = 0,
        custom_data: dict[str, str] | None = None,
    ) -> None:
        self._core = BagWriter(
            os.fspath(path),
            storage=storage,
            compression=compression,
            level=level,
            chunks=chunks,
            chunk_size=chunk_size,
            mode=mode,
            max_size=max_size,
            max_duration=round(max_duration * 1e9),
            max_files=max_files,
            custom_data=custom_data or {},
        )
        super().__init__(self._core)

    def write(self, topic: str, sample: Any, log_time: int, publish_time: int | None = None) -> None:
        """Writes a sample, any object with a buffer, of a topic that was added. Times are nanoseconds since 1970.

        Raises BagError for a topic that was not added. A message has to be encoded: codec.encode(message).
        """
        self._core.write(self._number(topic), log_time, log_time if publish_time is None else publish_time, sample)

    def flush(self) -> None:
        """Writes the incomplete chunk to the operating system, so that it survives a crash of this process."""
        self._core.flush()

    def close(self) -> None:
        """Completes the files. A second call does nothing."""
        self._core.finish()

    @property
    def files(self) -> list[pathlib.Path]:
        """The files of the recording."""
        return [pathlib.Path(name) for name in self._core.files()]

    @property
    def count(self) -> int:
        """The number of messages so far."""
        return self._core.count()

    @property
    def size(self) -> int:
        """Bytes of the messages so far."""
        return self._core.size()

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


@dataclass(frozen=True)
class BlackBoxStatistics:
    """The counts of a black box so far."""

    received: int
    """Messages that it was given."""
    dropped: int
    """Messages that were dropped because the queue was full or the files could not be written."""
    waiting: int
    """Bytes in the queue."""
    saved: int
    """Recordings of faults that were saved."""


class BaseBlackBox(_Topics):
    """The common base of the classes BlackBox of rx and aio."""

    def __init__(
        self,
        folder: str | os.PathLike[str],
        *,
        duration: float = 30.0,
        after: float = 5.0,
        size: int = 1 << 30,
        queue: int = 32 << 20,
        compression: str = 'none',
        level: int = 1,
    ) -> None:
        self._core = BagBlackBox(
            os.fspath(folder),
            duration=duration,
            after=after,
            size=size,
            queue=queue,
            compression=compression,
            level=level,
        )
        super().__init__(self._core)
        self._lock = threading.Lock()  # guards _types; held while a topic is added
        self._types: dict[str, str] = {}
        recording = self._core.recovered_recording()
        self.recovered_recording: pathlib.Path | None = pathlib.Path(recording) if recording else None
        """The recording that was recovered from a process that was killed."""

    @property
    def former(self) -> pathlib.Path | None:
        """The old name of `recovered_recording`; deprecated."""
        warnings.warn('former is deprecated: use recovered_recording', DeprecationWarning, stacklevel=2)
        return self.recovered_recording

    def add_topic(self, topic: Topic | str, type_: str = '', qos: Iterable[QoSProfile] = ()) -> bool:
        """Adds a topic; does nothing if it is known. Raises BagError if it is known with another type."""
        name, kind = (topic, type_) if isinstance(topic, str) else (topic.name, topic.type)
        with self._lock:
            known = self._types.setdefault(name, kind)
            if known != kind:
                raise BagError(f'{name} of this black box is {known}; expected {kind}')
            return name in self._topics or super().add_topic(topic, type_, qos)

    def write(self, topic: str, sample: Any, log_time: int, publish_time: int | None = None) -> bool:
        """Writes a sample of a topic that was added; times in nanoseconds since 1970.

        Returns False if it was dropped.
        """
        times = log_time, log_time if publish_time is None else publish_time
        return self._core.write(self._number(topic), *times, sample)

    def save(self, log_time: int) -> None:
        """Records a fault at this time, in nanoseconds of the clock that stamps the messages."""
        self._core.save(log_time)

    def close(self) -> None:
        """Completes the recording of a fault. Later messages are not recorded."""
        self._core.finish()

    def statistics(self) -> BlackBoxStatistics:
        """Returns the counts so far."""
        return BlackBoxStatistics(*self._core.statistics())

    def __enter__(self: _BoxT) -> _BoxT:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _events(self, of_errors: bool) -> tuple[BagBlackBoxEvents, Callable[[str], Any]]:
        """Returns the events from now on, and the function that converts the text of each."""
        return self._core.events(of_errors), BagError if of_errors else pathlib.Path


def read(
    path: str | os.PathLike[str], message_type: type[Any] | None, topics: list[str] | None
) -> Generator[Recorded[Any]]:
    """Yields the items of from_bag(): messages of the type, or bytes for None; of these topics, or of all."""
    reader = Reader(path)
    expected_type = None if message_type is None else type_name(message_type)
    known = {topic.name: topic for topic in reader.topics}
    for name in topics or ():
        if name not in known:
            raise BagError(f'from_bag: {path} has no topic {name}; it has {", ".join(known) or "none"}')
        if expected_type is not None and known[name].type != expected_type:
            raise BagError(f'from_bag: {name} of {path} is {known[name].type}; expected {expected_type}')
    for message in reader.messages(topics):
        value = message.sample if message_type is None else decode_sample(message_type, message.sample)
        yield Recorded(value, message.log_time, message.publish_time, known[message.topic])


class Tap:
    """Writes the items of to_bag() or to_black_box().

    Not thread-safe; several taps may write to the same recording.
    """

    def __init__(
        self,
        to: str | os.PathLike[str] | Writer | BaseBlackBox,
        message_type: type[Any] | None,
        topic: str | None,
        clock: Callable[[], int] | None,
        is_fault: Callable[[Any], bool] | None = None,
    ) -> None:
        self._name = 'to_black_box' if isinstance(to, BaseBlackBox) else 'to_bag'
        self._type = None if message_type is None else type_name(message_type)
        self._topic = topic if topic is None or topic.startswith('/') else f'/{topic}'
        self._clock = clock or Clock(ClockType.SYSTEM_TIME).now  # virtual in a replay
        self._is_fault = is_fault
        self._was_fault = False
        self._is_own = not isinstance(to, Writer | BaseBlackBox)
        self._writer = to if isinstance(to, Writer | BaseBlackBox) else Writer(to)
        self._added: set[str] = set()
        if self._topic is not None:
            self._writer.add_topic(self._topic, self._type or '')

    def write(self, item: Any) -> None:
        """Writes an item. Raises TypeError for an item of another type."""
        value = item.value if isinstance(item, Recorded) else item
        if self._type is None:
            if not isinstance(item, Recorded):
                raise TypeError(f'to_bag: expected Recorded, which knows its topic, found {type(item).__name__}')
            topic = item.topic.name
            if topic not in self._added:
                self._added.add(topic)
                self._writer.add_topic(item.topic)
            sample = value if isinstance(value, bytes) else encode(value)
        else:
            if type_name(type(value)) != self._type:
                raise TypeError(f'{self._name}: expected {self._type}, found {type_name(type(value))}')
            assert self._topic is not None
            topic, sample = self._topic, encode(value)
        now = item.log_time if isinstance(item, Recorded) else self._clock()
        self._writer.write(topic, sample, now, item.publish_time if isinstance(item, Recorded) else now)
        if self._is_fault is not None:
            is_fault = self._is_fault(value)
            if is_fault and not self._was_fault and isinstance(self._writer, BaseBlackBox):
                self._writer.save(now)
            self._was_fault = is_fault

    def close(self) -> None:
        """Completes the files if this tap has created the writer."""
        if self._is_own:
            self._writer.close()


def _definition(type_: str) -> tuple[str, str, str]:
    """Returns the definition of a message and of all types in it, its encoding, and the hash; empty if unknown."""
    definition = known_definition(type_)
    if definition is None:
        return '', 'ros2msg', ''
    return *definition, type_hash(find.structure(type_), find.structure)
