# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Each wrong program in this folder says what is wrong with it (the format: tools/test_support/mistakes.py)."""

import pathlib
import sys

import pytest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / 'tools/test_support'))

import mistakes

MISTAKES = mistakes.read_folder(pathlib.Path(__file__).parent)


def command_of(path):
    if path.suffix == '.sh':
        return ['sh', path]
    if path.name.endswith('.launch.py'):
        return ['rxros2', 'launch', path]
    return [sys.executable, path]


@pytest.fixture(scope='session')
def runs(request):
    """The runs of the selected mistakes, which start together."""
    selected = [item.callspec.params['mistake'] for item in request.session.items if 'mistake' in item.fixturenames]
    with mistakes.Runs(selected, command_of) as runs:
        yield runs


@pytest.mark.parametrize('mistake', MISTAKES, ids=lambda mistake: mistake.name)
def test_a_mistake_is_reported(mistake, runs):
    if failure := runs.failure_of(mistake):
        pytest.fail(failure, pytrace=False)
