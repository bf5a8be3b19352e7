# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""tools/bootstrap.sh on systems whose package manager is imitated: it installs what is missing, or says what to do."""

import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = [line for line in (ROOT / 'tools/packages.txt').read_text().split('\n') if line and not line.startswith('#')]
UBUNTU = 'ID=ubuntu\nVERSION_ID="24.04"\nID_LIKE=debian\n'
PROGRAMS = {
    'id': 'echo 0',
    'dpkg-query': 'for name in $INSTALLED; do echo "installed $name"; done',
    'dpkg': 'exec /usr/bin/dpkg "$@"',
    'apt-get': 'echo "$@" >>"$CALLS"',
    'apt-cache': 'case " $VERSIONS " in *" $2="*) v=${VERSIONS#*$2=}; echo "  Candidate: ${v%% *}" ;; esac',
}


class Bootstrap(unittest.TestCase):
    def run_on(self, system, installed=(), versions=None, without=()):
        """Returns the exit code, the output, and the calls of apt-get."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for program, text in PROGRAMS.items():
                if program not in without:
                    (folder / program).write_text(f'#!/bin/sh\n{text}\n')
                    (folder / program).chmod(0o755)
            for program in ('sh', 'dirname', 'grep', 'sed', 'env', 'mktemp', 'rm', 'cat'):
                (folder / program).symlink_to(f'/bin/{program}')
            (folder / 'os-release').write_text(system)
            available = dict.fromkeys(PACKAGES, '9') if versions is None else versions
            environment = {
                'PATH': name,
                'RXROS2_OS_RELEASE': f'{name}/os-release',
                'INSTALLED': ' '.join(installed),
                'VERSIONS': ' '.join(f'{package}={version}' for package, version in available.items()),
                'CALLS': f'{name}/calls',
                'TMPDIR': name,
            }
            done = subprocess.run(
                ['/bin/sh', str(ROOT / 'tools/bootstrap.sh')], env=environment, capture_output=True, text=True, check=False
            )
            calls = folder / 'calls'
            return done.returncode, done.stdout + done.stderr, calls.read_text() if calls.is_file() else ''

    def test_does_nothing_if_all_are_there(self):
        self.assertEqual(self.run_on('ID=debian\nVERSION_ID="12"\n', PACKAGES), (0, '', ''))

    def test_installs_what_is_missing_on_debian_and_ubuntu(self):
        for system in ('ID=debian\nVERSION_ID="12"\n', UBUNTU):
            code, output, calls = self.run_on(system, PACKAGES[:-2])
            self.assertEqual(code, 0, output)
            self.assertTrue(calls.endswith(f'install --no-install-recommends {" ".join(PACKAGES[-2:])}\n'), calls)

    def test_names_the_bundled_build_if_packages_are_unknown_or_old(self):
        versions = {**dict.fromkeys(PACKAGES, '9'), 'cyclonedds-dev': '0.8.2-2', 'ninja-build': '1.11'}
        del versions['librcutils-dev']
        code, output, calls = self.run_on(UBUNTU, versions=versions)
        self.assertEqual(code, 1)
        self.assertIn('ubuntu 24.04 lacks these packages, or has older ones than Debian 12: cyclonedds-dev(0.8.2-2) librcutils-dev.', output)
        self.assertIn('add-apt-repository universe', output)
        self.assertIn('apt-get install g++ cmake ninja-build python3', output)
        self.assertIn('-DRXROS2_BUNDLED=ON', output)
        self.assertNotIn('install --no-install', calls)

    def test_a_peer_of_tests_that_is_unknown_stops_nothing(self):
        versions = {package: '9' for package in PACKAGES if package != 'libfastrtps-dev'}
        code, output, calls = self.run_on(UBUNTU, installed=PACKAGES[1:], versions=versions)
        self.assertEqual(code, 0, output)
        self.assertNotIn('libfastrtps-dev', calls)
        code, output, calls = self.run_on(UBUNTU, installed=versions, versions=versions)
        self.assertEqual((code, calls.count('install ')), (0, 0), output)
        self.assertIn('has no libfastrtps-dev; tests with it are skipped', output)

    def test_says_what_other_distributions_need(self):
        for system, command in (
            ('ID=fedora\nVERSION_ID=43\n', 'dnf install gcc-c++'),
            ('ID=rocky\nVERSION_ID=9.4\nID_LIKE="rhel centos fedora"\n', 'dnf install gcc-c++'),
            ('ID=arch\n', 'pacman -S --needed gcc'),
        ):
            code, output, _ = self.run_on(system, without=('apt-get', 'dpkg-query'))
            self.assertEqual(code, 1)
            self.assertIn(command, output)
            self.assertIn('-DRXROS2_BUNDLED=ON', output)

    def test_refuses_systems_with_an_old_compiler(self):
        code, output, calls = self.run_on('ID=debian\nVERSION_ID="11"\n')
        self.assertEqual((code, calls), (1, ''))
        self.assertIn('debian 11, whose compiler is older than GCC 11', output)
        self.assertIn('debian:12', output)


if __name__ == '__main__':
    unittest.main()
