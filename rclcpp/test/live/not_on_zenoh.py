# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The live tests that are skipped on Zenoh, with the reason, by the name of their function."""

_NO_EVENTS = "rmw_zenoh_cpp reports no missed deadlines and no liveliness"

REASONS = {
    "test_deadlines": _NO_EVENTS,
    "test_liveliness_by_topic": _NO_EVENTS,
    "test_liveliness_of_a_process_that_stops": _NO_EVENTS,
    "test_wait_for_acknowledgements": "Zenoh acknowledges no messages",
}
MODULES = {"test_hosts": "its expectations are those of DDS's discovery"}


def reason_against(module, test):
    """Returns why a test does not run on Zenoh; None if it does."""
    return MODULES.get(module) or REASONS.get(test)
