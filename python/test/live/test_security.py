# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Nodes of an installed ROS 2 and ours, with a keystore of rxros2 security. RXROS2_PEER is its prefix."""

import contextlib
import os
import pathlib
import subprocess
import sys
import threading

import pytest

pytest.importorskip('cryptography')

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / 'rclcpp/test/live'))
from run import environment_of

from rxros2.security import policy
from rxros2.security.keystore import Keystore, domain_id

PREFIX = os.environ.get('RXROS2_PEER', '')
pytestmark = pytest.mark.skipif(not PREFIX, reason='needs an installed ROS 2: make live PEER=/opt/ros/jazzy')
EXAMPLES = HERE.parents[2] / 'examples/talker_listener'
HEARD = 'I heard: '
ALWAYS = policy.Rule('topic', {'publish': True, 'subscribe': True}, ['/rosout', '/parameter_events', '/clock'])


@pytest.fixture
def keystore(tmp_path):
    """/talker may publish /chatter, /listener subscribe to it; /spy may do everything else."""
    store = Keystore.create(tmp_path / 'keystore', domain_id())
    own = policy.Rule('service', {'reply': True, 'request': True}, ['/*'])
    for name, right in (('/talker', 'publish'), ('/listener', 'subscribe')):
        rules = [ALWAYS, own, policy.Rule('topic', {right: True}, ['/chatter'])]
        store.create_enclave(name, domain_id(), [policy.Profile('/', 'n', rules)])
    store.create_enclave('/spy', domain_id(), [policy.Profile('/', 'n', [ALWAYS, own])])
    return store


def environment(side, keystore, enclave, strategy):
    if side == 'theirs':
        more = {'RMW_IMPLEMENTATION': 'rmw_cyclonedds_cpp', 'RCUTILS_LOGGING_BUFFERED_STREAM': '0'}
        ours = {name: os.environ[name] for name in ('ROS_DOMAIN_ID', 'CYCLONEDDS_URI') if name in os.environ}
        env = environment_of(pathlib.Path(PREFIX)) | more | ours
    else:
        env = dict(os.environ)
    if enclave is not None:
        env |= {'ROS_SECURITY_ENABLE': 'true', 'ROS_SECURITY_STRATEGY': strategy}
        env |= {'ROS_SECURITY_KEYSTORE': str(keystore.root), 'ROS_SECURITY_ENCLAVE_OVERRIDE': enclave}
    return env | {'PYTHONUNBUFFERED': '1'}


class Program:
    """The talker or listener of demo_nodes_cpp or of our examples; `said` collects its output."""

    def __init__(self, side, program, keystore, enclave, strategy='Enforce'):
        command, ours = [f'{PREFIX}/lib/demo_nodes_cpp/{program}'], [sys.executable, f'{EXAMPLES}/{program}.py']
        if side == 'theirs' and not os.access(command[0], os.X_OK):
            pytest.skip(f'{PREFIX} has no demo_nodes_cpp {program}')
        self._process = subprocess.Popen(
            command if side == 'theirs' else ours,
            env=environment(side, keystore, enclave, strategy),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.said = ''
        self._news = threading.Condition()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self):
        for line in self._process.stdout:
            with self._news:
                self.said += line
                self._news.notify_all()

    def wait_for(self, text, seconds=60):
        with self._news:
            return self._news.wait_for(lambda: text in self.said, seconds)

    def ended(self):
        """Returns its exit code."""
        return self._process.wait(60)

    def close(self):
        self._process.kill()
        self._process.wait()
        self._reader.join()
        self._process.stdout.close()


@pytest.fixture
def start(keystore):
    with contextlib.ExitStack() as stack:

        def started(program, enclave, side='theirs', **options):
            process = Program(side, program, keystore, enclave, **options)
            stack.callback(process.close)
            return process

        yield started


@pytest.mark.parametrize(('talks', 'listens'), [('ours', 'theirs'), ('theirs', 'ours'), ('theirs', 'theirs')])
def test_both_secured(start, talks, listens):
    start('talker', '/talker', talks)
    listener, stranger = start('listener', '/listener', listens), start('listener', None, listens)
    assert listener.wait_for(HEARD), listener.said
    assert not stranger.wait_for(HEARD, 5)


@pytest.mark.parametrize(('talks', 'listens'), [('ours', 'theirs'), ('theirs', 'ours'), ('theirs', 'theirs')])
def test_the_talker_is_a_stranger(start, talks, listens):
    start('talker', None, talks)
    assert not start('listener', '/listener', listens).wait_for(HEARD, 8)


@pytest.mark.parametrize('side', ['ours', 'theirs'])
@pytest.mark.parametrize('enclave', ['/spy', '/nobody'])
def test_not_allowed(start, enclave, side):
    listener = start('listener', enclave, side)
    assert listener.ended() != 0
    assert not listener.wait_for(HEARD, 0)


@pytest.mark.parametrize(('talks', 'listens'), [('ours', 'theirs'), ('theirs', 'ours')])
def test_permissive_without_an_enclave(start, talks, listens):
    """It runs without security, and communicates with nodes that do too."""
    start('talker', None, talks)
    assert start('listener', '/nobody', listens, strategy='Permissive').wait_for(HEARD)


def test_renewed_and_revoked(start, keystore):
    keystore.renew('/talker', new_key=True)
    keystore.revoke('/spy')
    talker = start('talker', '/talker')
    assert start('listener', '/listener').wait_for(HEARD)
    keystore.revoke('/talker')
    assert not start('listener', '/listener').wait_for(HEARD, 8)  # the talker that runs is not believed
    talker.close()
    second = start('talker', '/talker')
    assert second.ended() != 0 and second.wait_for('certificate revoked', 1)
