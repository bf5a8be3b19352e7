# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tests cmake/own_domain.sh: domains in use are skipped, also those of containers that share the network."""

import os
import pathlib
import socket
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / 'cmake/own_domain.sh'
NAMESPACE = ['unshare', '--user', '--pid', '--fork']


def run(folder, *wrapper, patience):
    """Returns the finished script, which prints its domain; the locks are in `folder`. `patience` is in seconds."""
    environment = os.environ | {'TMPDIR': folder, 'RXROS2_DOMAIN_PATIENCE': str(patience)}
    environment.pop('ROS_DOMAIN_ID', None)
    command = [*wrapper, 'sh', SCRIPT, 'sh', '-c', 'echo $ROS_DOMAIN_ID']
    return subprocess.run(command, check=False, env=environment, capture_output=True, text=True, timeout=120)


class OwnDomain(unittest.TestCase):
    def test_an_open_ipv6_port_is_seen_and_no_free_domain_is_an_error(self):
        sockets = []
        try:
            for domain in range(20, 100, 2):
                sockets.append(socket.socket(socket.AF_INET6, socket.SOCK_DGRAM))
                sockets[-1].setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                for port in range(7400 + 250 * domain, 7650 + 250 * domain):
                    try:
                        sockets[-1].bind(('::1', port))
                        break
                    except OSError as error:
                        if port == 7649 + 250 * domain:
                            self.skipTest(f'no IPv6 port can be opened: {error}')
        except OSError as error:
            self.skipTest(f'this system has no IPv6: {error}')
        else:
            with tempfile.TemporaryDirectory() as folder:
                done = run(folder, patience=1)
                self.assertEqual((done.returncode, done.stdout), (1, ''))
                self.assertRegex(done.stderr, 'none of the DDS domains 20 to 99 is free')
        finally:
            for opened in sockets:
                opened.close()

    def test_equal_process_ids_do_not_lead_to_equal_domains(self):
        if subprocess.run([*NAMESPACE, 'true'], check=False, capture_output=True).returncode != 0:
            self.skipTest('this system allows no namespace of processes')
        domains = set()
        for _ in range(10):
            with tempfile.TemporaryDirectory() as folder:  # a container does not see the locks of others
                done = run(folder, *NAMESPACE, patience=60)
                self.assertEqual(done.returncode, 0, done.stderr)
                domains.add(done.stdout)
        self.assertGreater(len(domains), 1)


if __name__ == '__main__':
    unittest.main()
