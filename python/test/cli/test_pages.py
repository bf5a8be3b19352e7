# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Runs the shell commands of documentation pages."""

import os
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from pages import ROOT, run_page


@pytest.fixture
def scratch(tmp_path):
    """With what the pages take for granted: the repository's examples, and a workspace with my_package."""
    (tmp_path / 'examples').symlink_to(ROOT / 'examples')
    prefix = tmp_path / 'install'
    (prefix / 'share/ament_index/resource_index/packages').mkdir(parents=True)
    (prefix / 'share/ament_index/resource_index/packages/my_package').touch()
    program = prefix / 'lib/my_package/my_node'
    program.parent.mkdir(parents=True)
    program.write_text('#!/bin/sh\necho "$*"\n')
    program.chmod(0o755)
    (tmp_path / 'qos.yaml').write_text('/scan: {depth: 7}\n')
    return tmp_path


def test_the_command_line(started, scratch, monkeypatch):
    # The page's robot has the same name as the fixture's, so it needs another domain.
    monkeypatch.setenv('ROS_DOMAIN_ID', str(int(os.environ.get('ROS_DOMAIN_ID', 0)) + 1))
    with started('page_robot.py'):
        run_page('docs/how-to/command-line.md', scratch, {'AMENT_PREFIX_PATH': str(scratch / 'install')})


@pytest.mark.parametrize(
    'page', ['docs/how-to/first-async-node.md', 'docs/how-to/see-it-in-foxglove.md', 'python/README.md']
)
def test_a_page(scratch, page):
    run_page(page, scratch)


def test_securing_a_robot(scratch):
    pytest.importorskip('cryptography')
    run_page('docs/how-to/secure-a-robot.md', scratch)
    assert not (scratch / 'robot_keystore/private').exists()
