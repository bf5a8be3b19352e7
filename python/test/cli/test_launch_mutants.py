# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Damaged launch files are read, or cause an error of one line; they are not run here."""

import pathlib
import resource
import sys

import pytest

from rxros2.launch.entity import LaunchDescription
from rxros2.launch.errors import LaunchError
from rxros2.launch.frontend import parser
from rxros2.launch.sources import READERS

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[2] / 'tools/test_support'))

from mutate import mutants

assert parser  # its import fills READERS


@pytest.mark.parametrize('suffix', ['.xml', '.yaml'])
def test_damaged_file_is_read_or_one_line_error(suffix):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    read = refused = 0
    for name, data in mutants(HERE / 'launch_corpus'):
        try:
            text = data.decode()
        except UnicodeDecodeError:
            continue  # reading the file rejects it already
        try:
            description = READERS[suffix]('/f', text)
        except LaunchError as error:
            refused += 1
            assert '\n' not in str(error), name
            assert str(error).startswith('/f'), (name, str(error))
        except Exception as error:
            raise AssertionError(f'{name}: {data!r}') from error
        else:
            read += 1
            assert isinstance(description, LaunchDescription), name
    assert read > 0 and refused > 0
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 200_000, f'{grown} kB'
