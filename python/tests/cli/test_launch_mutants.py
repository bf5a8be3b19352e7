# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Launch files that somebody has damaged are read, or one line says what is wrong with them; they are not run here."""

import pathlib
import resource
import sys

import pytest

from rxros2.launch.entity import LaunchDescription
from rxros2.launch.errors import LaunchError
from rxros2.launch.frontend import tags
from rxros2.launch.sources import READERS

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[2] / 'tools' / 'testing'))

from mutate import mutants

assert tags  # it is what fills READERS


@pytest.mark.parametrize('suffix', ['.xml', '.yaml'])
def test_a_launch_file_or_an_error_in_one_line(suffix):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    read = refused = 0
    for name, data in mutants(HERE / 'launch_corpus'):
        try:
            text = data.decode()
        except UnicodeDecodeError:
            continue  # refused where files are read
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
