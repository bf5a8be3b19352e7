# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 security check: checks a keystore for faults."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from ..checks import Finding
from ..doctor import add_arguments, show
from . import add_root_option, reported


def configure(parser: argparse.ArgumentParser) -> None:
    add_root_option(parser)
    add_arguments(parser)


def main(args: argparse.Namespace) -> int:
    from ...security.check import check
    from ...security.keystore import domain_id, root_of

    with reported():
        root, domain = root_of(args.root), domain_id()

        def findings() -> Iterator[Finding]:
            for fault in check(root, domain):
                yield Finding(*fault)

        return show(args, [(str(root), findings())])
