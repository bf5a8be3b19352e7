# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""mount_in.sh, by which scripts use the root folder of another system."""

import pathlib
import subprocess

import pytest

SCRIPT = pathlib.Path(__file__).resolve().parents[1] / 'mount_in.sh'
UNSHARE = ['unshare', '--mount']  # so that no mount outlives the test


def test_mounts_proc_also_where_debootstrap_left_a_link(tmp_path):
    if subprocess.run([*UNSHARE, 'true'], capture_output=True).returncode != 0:
        pytest.skip('this user may not mount')
    (tmp_path / 'sys').mkdir()
    (tmp_path / 'proc').symlink_to('/proc')
    mounted = f'test ! -L {tmp_path}/proc && test -e {tmp_path}/proc/self && test -e {tmp_path}/sys/kernel'
    script = f'. {SCRIPT}; mount_in {tmp_path} proc sys; {mounted}'
    done = subprocess.run([*UNSHARE, 'sh', '-euc', script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, '')
    assert list((tmp_path / 'proc').iterdir()) == []
