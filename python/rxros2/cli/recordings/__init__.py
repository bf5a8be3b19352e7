# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Recordings for commands: the classes of rxros2.bag with CommandError and with rosbag2's options."""

from __future__ import annotations

import contextlib
import pathlib
import sys
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field

from ... import bag
from ...bag import Message, Topic
from ...printable import one_line
from ...qos import QoSProfile
from ..frame import CommandError

_MOST_SHOWN = 10
"""The most faults of a recording that are printed at once."""

__all__ = ['Bag', 'Options', 'Topic', 'Writer', 'shown_size']


def shown_size(count: float) -> str:
    """Returns a number of bytes as text with a unit: '1.5 MiB'."""
    for unit in ('B', 'KiB', 'MiB'):
        if count < 1024:
            return f'{count:.0f} B' if unit == 'B' else f'{count:.1f} {unit}'
        count /= 1024
    return f'{count:.1f} GiB'


@contextlib.contextmanager
def _translated_bag_errors() -> Iterator[None]:
    """Turns BagError into CommandError."""
    try:
        yield
    except bag.BagError as error:
        raise CommandError(' '.join(str(error).split())) from None


class Bag(bag.Reader):
    """A recording: a folder or one of its files. CommandError if it is not a recording or is damaged.

    With `skip_damage`, what is damaged is skipped, and a warning is printed.
    """

    def __init__(self, path: pathlib.Path, *, skip_damage: bool = False) -> None:
        with _translated_bag_errors():
            super().__init__(path, skip_damage=skip_damage)
        self._warned = 0
        self.warn_of_faults()
        if any(fault.endswith('files are read') or 'metadata.yaml' in fault for fault in self.faults):
            print(f"hint: 'rxros2 bag reindex {path}' writes metadata.yaml again", file=sys.stderr)

    def warn_of_faults(self) -> None:
        """Prints the faults that were found since the last call, at most ten of them."""
        new, self._warned = self.faults[self._warned :], len(self.faults)
        for fault in new[:_MOST_SHOWN]:
            print(f'warning: {one_line(" ".join(fault.split()))}', file=sys.stderr)
        if len(new) > _MOST_SHOWN:
            print(f'warning: … and {len(new) - _MOST_SHOWN} more faults', file=sys.stderr)

    def messages(
        self,
        topics: Iterable[str] | None = None,
        begin: int | None = None,
        end: int | None = None,
        *,
        in_file_order: bool = False,
    ) -> Generator[Message]:
        """Yields messages, of some topics and between two times if given."""
        with _translated_bag_errors():
            yield from super().messages(topics, begin, end, in_file_order=in_file_order)


@dataclass
class Options:
    """Options for writing a recording."""

    preset: str = 'none'
    """Preset of rosbag2's MCAP storage: 'none', 'fastwrite' (no chunks or checksums), 'zstd_fast' or 'zstd_small'."""
    compression: str = 'none'
    """'file' compresses complete files, 'message' each message, both with zstd; 'none' does not compress."""
    max_size: int = 0
    """Bytes after which a new file starts; 0: never."""
    max_duration: float = 0.0
    """Seconds after which a new file starts; 0: never."""
    max_files: int = 0
    """Largest number of files; the oldest is removed. 0: no limit."""
    custom_data: dict[str, str] = field(default_factory=dict)
    storage: str = 'mcap'
    """'mcap' or 'sqlite3'."""


class Writer(bag.Writer):
    """Writes a recording to a new folder. CommandError if the folder exists or cannot be written."""

    def __init__(self, folder: pathlib.Path, options: Options) -> None:
        if folder.exists():
            raise CommandError(f'{folder} exists; expected a new folder: -o DIR')
        small = options.preset == 'zstd_small'
        with _translated_bag_errors():
            super().__init__(
                folder,
                storage=options.storage,
                compression='zstd' if options.preset.startswith('zstd') else 'none',
                level=9 if small else 1,
                chunks=options.preset != 'fastwrite',
                chunk_size=(4 if small else 1) << 20,
                mode=options.compression,
                max_size=options.max_size,
                max_duration=options.max_duration,
                max_files=options.max_files,
                custom_data=options.custom_data,
            )

    def add_topic(self, topic: Topic | str, type_: str = '', qos: Iterable[QoSProfile] = ()) -> bool:
        with _translated_bag_errors():
            return super().add_topic(topic, type_, qos)

    def write(self, topic: str, sample: object, log_time: int, publish_time: int | None = None) -> None:
        with _translated_bag_errors():
            super().write(topic, sample, log_time, publish_time)

    def flush(self) -> None:
        with _translated_bag_errors():
            super().flush()

    def close(self) -> None:
        with _translated_bag_errors():
            super().close()

    def __enter__(self) -> Writer:
        return self
