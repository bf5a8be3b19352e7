# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""An installed ROS 2 as a peer: its environment, and these benchmarks compiled against it from the same sources."""

import os
import subprocess
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent.parent


class NoPeer(Exception):
    """The prefix holds no ROS 2 that can be used; the message says what was expected."""


class Peer:
    """The ROS 2 installed in `prefix`, and the build tree of the programs that run on it."""

    def __init__(self, prefix, build):
        self.prefix = Path(prefix).resolve()
        self.build = Path(build).resolve()
        setup = self.prefix / 'setup.sh'
        if not setup.is_file():
            raise NoPeer(f"no ROS 2 in '{prefix}': expected {setup}")
        self._environment = self._sourced(setup)

    def _sourced(self, setup):
        """The variables of a shell that has sourced `setup`."""
        clean = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(('AMENT_', 'COLCON_', 'ROS_')) or name == 'ROS_DOMAIN_ID'
        }
        clean.update(AMENT_CURRENT_PREFIX=str(self.prefix), COLCON_CURRENT_PREFIX=str(self.prefix))
        done = subprocess.run(
            ['sh', '-c', '. "$1" >/dev/null && env -0', 'sh', str(setup)],
            env=clean,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise NoPeer(f'{setup} cannot be sourced:\n{done.stderr[-2000:]}')
        values = dict(line.split('=', 1) for line in done.stdout.split('\0') if '=' in line)
        if not values.get('ROS_DISTRO'):
            raise NoPeer(f'{setup} sets no ROS_DISTRO: expected the setup.sh of a ROS 2 installation')
        return values

    @property
    def name(self):
        """Client library and middleware, e.g. "rclcpp 28.1.6, rmw_cyclonedds_cpp".

        Not the distribution: a ROS 2 built from source calls itself "rolling" whatever it was built from.
        """
        manifest = self.prefix / 'share' / 'rclcpp' / 'package.xml'
        version = ElementTree.parse(manifest).findtext('version', '?') if manifest.is_file() else '?'
        return f'rclcpp {version}, {self._environment.get("RMW_IMPLEMENTATION") or "its default middleware"}'

    def environment(self):
        """A copy: the caller adds what its program needs."""
        return dict(self._environment)

    def prepare(self):
        """Configures and compiles the benchmarks against the peer; the first time takes minutes."""
        self.build.mkdir(parents=True, exist_ok=True)
        log = self.build / 'prepare.log'
        with log.open('w') as output:
            built = subprocess.run(
                [ROOT / 'tools' / 'on_system.sh', self.prefix, self.build, 'benchmarks'],
                stdout=output,
                stderr=subprocess.STDOUT,
                check=False,
            )
        if built.returncode != 0:
            raise NoPeer(f'the benchmarks do not build on {self.prefix} ({log}):\n{log.read_text()[-3000:]}')
