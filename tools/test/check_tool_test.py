#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""tools/check.py runs the tests of the rooms that changed and of their users, and no long test."""

import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tools'))
import check  # noqa: E402


def entry(name, **properties):
    listed = [{'name': key, 'value': value} for key, value in properties.items()]
    return {'name': name, 'command': [], 'properties': listed}


class Check(unittest.TestCase):
    def test_the_page_of_the_rooms_says_who_uses_a_room(self):
        users = check.users_of((ROOT / 'docs/architecture.md').read_text())
        self.assertIn('rclcpp', users['rmw'])
        self.assertIn('rxros2', users['rx'])
        self.assertNotIn('rx', users.get('rxros2', []))

    def test_changed_rooms_come_first(self):
        tests = [('a', 'rxros2'), ('b', 'rx'), ('c', 'tools'), ('d', 'rmw')]
        self.assertEqual(list(check.batches({'rx', 'docs'}, {'rx': ['rxros2']}, tests)),
                         [('rx', ['b', 'c']), ('rxros2', ['a'])])

    def test_leaves_out_long_tests_and_those_that_need_them(self):
        tests = [
            entry('short'),
            entry('long', COST=450.0, FIXTURES_SETUP=['page']),
            entry('after', FIXTURES_REQUIRED=['page']),
            entry('installs', LABELS=['whole_tree']),
            entry('slow_before'),
        ]
        kept = check.short_tests(tests, {'slow_before': check.LONG + 1})
        self.assertEqual([test['name'] for test in kept], ['short'])

    def test_builds_the_programs_that_a_test_is_given(self):
        test = entry('interop_test', ENVIRONMENT=['NODE=/tree/rclcpp/node', 'OTHER=1'])
        test['command'] = ['/tree/rclcpp/program']
        outputs = {'interop_test', 'rclcpp/node', 'rclcpp/program'}
        self.assertEqual(check.needed_targets(test, pathlib.Path('/tree'), outputs),
                         ['interop_test', 'rclcpp/program', 'rclcpp/node'])


if __name__ == '__main__':
    unittest.main()
