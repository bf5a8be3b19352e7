# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The suites of `make bench`, one module each."""

from suites import (
    actions_services,
    callback_groups,
    codec,
    executors,
    fleet,
    intra_process,
    machine,
    python_asyncio,
    recording,
    rx,
    rxros2,
    scale,
    security,
    shared_memory,
    small,
    transforms,
    view,
    zenoh,
)

ALL = (
    machine.SUITE,
    rxros2.SUITE,
    shared_memory.SUITE,
    zenoh.SUITE,
    intra_process.SUITE,
    callback_groups.SUITE,
    executors.SUITE,
    rx.SUITE,
    python_asyncio.SUITE,
    codec.SUITE,
    actions_services.SUITE,
    transforms.SUITE,
    recording.SUITE,
    security.SUITE,
    view.SUITE,
    scale.SUITE,
    fleet.SUITE,
    small.SUITE,
)
