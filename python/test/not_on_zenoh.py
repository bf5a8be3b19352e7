# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The tests that are skipped on the Zenoh engine, with the difference that docs/how-to/run-over-zenoh.md describes."""

import pathlib

_QOS = 'Zenoh compares no QoS: publishers and subscriptions with different policies communicate'
_SHARED_MEMORY = 'shared memory carries samples of DDS only'

_REASONS = {
    'core/test_program_ends.py': {
        'test_a_node_that_is_made_after_the_fork': 'a child of a process that has used Zenoh cannot use it',
    },
    'core/test_rx.py': {
        'test_shared_memory_can_be_switched_off': _SHARED_MEMORY,
        'test_init_can_switch_shared_memory_off': _SHARED_MEMORY,
    },
    'core/test_rx_outputs.py': {'test_without_events_incompatible_qos_is_a_warning': _QOS},
    'core/test_topic_qos.py': {
        'test_a_publisher_of_incompatible_qos_is_a_warning_that_names_both_sides': _QOS,
        'test_wait_for_matched_names_the_peers_that_do_not_fit': _QOS,
        'test_qos_events': _QOS,
    },
    'core/test_topic_samples.py': {'test_a_publisher_and_a_node_can_do_without_shared_memory': _SHARED_MEMORY},
}


def reason_against(path, name):
    """Returns why a test does not run on Zenoh; None if it does."""
    file = pathlib.PurePath(*path.parts[-2:]).as_posix()
    return _REASONS.get(file, {}).get(name)


def names():
    """Yields the file, relative to this folder, and the name of each test that is skipped on Zenoh."""
    for file, tests in _REASONS.items():
        for name in tests:
            yield file, name
