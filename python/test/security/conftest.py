# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A keystore for domain 7 with the enclaves /talker, which has a policy, and /robot/camera, which may do everything."""

import pathlib
import shutil

import pytest

pytest.importorskip('cryptography')

from rxros2.security import policy
from rxros2.security.keystore import Keystore

POLICY = """<policy version="0.2.0">
  <enclaves>
    <enclave path="/talker">
      <profiles>
        <profile ns="/" node="talker">
          <topics publish="ALLOW" subscribe="DENY"><topic>chatter</topic></topics>
          <services reply="ALLOW"><service>~/get_parameters</service></services>
          <actions execute="ALLOW"><action>/count</action></actions>
        </profile>
      </profiles>
    </enclave>
  </enclaves>
</policy>
"""


@pytest.fixture(scope='session')
def shared_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp('made')
    (folder / 'policy.xml').write_text(POLICY)
    keystore = Keystore.create(folder / 'keystore', 7)
    keystore.create_enclave('/talker', 7, policy.load(folder / 'policy.xml').of('/talker', ''))
    keystore.create_enclave('/robot/camera', 7)
    return folder


@pytest.fixture
def root(shared_folder, tmp_path) -> pathlib.Path:
    """A copy of the keystore that a test may damage."""
    shutil.copytree(shared_folder / 'keystore', tmp_path / 'keystore', symlinks=True)
    return tmp_path / 'keystore'


@pytest.fixture
def keystore(root):
    return Keystore(root)
