# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Debian's Cyclone DDS with its own security plugins accepts our keystores (cyclone_peer.py)."""

import contextlib
import os
import pathlib
import re
import subprocess
import sys

import pytest

from rxros2.security import policy
from rxros2.security.keystore import Keystore

PEER = pathlib.Path(__file__).parent / 'cyclone_peer.py'


@pytest.fixture(scope='module')
def store(tmp_path_factory):
    """For this test's domain: /talker may publish /chatter, /listener subscribe to it, /lost is revoked."""
    domain = int(os.environ.setdefault('ROS_DOMAIN_ID', '80'))
    keystore = Keystore.create(tmp_path_factory.mktemp('store') / 'keystore', domain)
    for name, right in (('/talker', 'publish'), ('/listener', 'subscribe')):
        rules = [policy.Rule('topic', {right: True}, ['/chatter'])]
        keystore.create_enclave(name, domain, [policy.Profile('/', 'n', rules)])
    keystore.create_enclave('/lost', domain)
    return keystore


@contextlib.contextmanager
def running(role, store, enclave, topic='rt/chatter', seconds=30):
    folder = [] if enclave is None else [str(store.root / 'enclaves' / enclave)]
    command = [sys.executable, str(PEER), role, topic, str(seconds), *folder]
    streams = {'stdin': subprocess.PIPE, 'stdout': subprocess.PIPE, 'stderr': subprocess.PIPE}
    process = subprocess.Popen(command, text=True, **streams)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def output_of(store, enclave, **options):
    """Returns the output of a peer after 'ready', or its error."""
    with running('hear', store, enclave, **options) as process:
        out, err = process.communicate(timeout=60)
        # Cyclone receives data before its plugins are loaded, and logs participants that it cannot accept yet.
        early = re.compile('.*Remote secure participant .* not allowed\n')
        return out.removeprefix('ready\n').strip() + early.sub('', err)


def test_only_enclaves_of_the_keystore_communicate(store):
    with running('say', store, 'talker') as talker:
        assert talker.stdout.readline() == 'ready\n'
        assert output_of(store, 'listener') == '42'
        assert output_of(store, None, seconds=3) == 'nothing'


def test_ignores_unsecured_publisher(store):
    with running('say', store, None) as talker:
        assert talker.stdout.readline() == 'ready\n'
        assert output_of(store, 'listener', seconds=3) == 'nothing'


def test_refuses_missing_permissions(store):
    assert output_of(store, 'listener', topic='rt/secret') == 'refused topic -13'
    assert output_of(store, 'talker') == 'refused endpoint -13'
    with running('say', store, 'listener') as invalid:
        assert invalid.communicate(timeout=60)[0] == 'refused endpoint -13\n'


def test_another_domain(store, monkeypatch):
    monkeypatch.setenv('ROS_DOMAIN_ID', str(int(os.environ['ROS_DOMAIN_ID']) + 1))
    assert 'refused participant' in output_of(store, 'listener')


def test_refuses_revoked_participant(store):
    with running('say', store, 'lost', topic='rt/chatter') as lost:  # it has started without the revocation list
        assert lost.stdout.readline() == 'ready\n'
        assert output_of(store, 'listener') == '42'
        store.revoke('/lost')
        result = output_of(store, 'listener', seconds=3)
        assert result.startswith('nothing') and 'certificate revoked' in result
    with running('say', store, 'talker') as talker:
        assert talker.stdout.readline() == 'ready\n'
        assert output_of(store, 'listener') == '42'
