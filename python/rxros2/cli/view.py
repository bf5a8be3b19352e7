# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 view"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import dataclasses
import importlib
import os
import sys
import webbrowser

from ..node import Node
from .frame import CommandError

_CHECKS = ('versions', 'environment', 'network')


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('--port', type=int, metavar='N', help='where to listen; 0: any (default: 8642, or any)')
    parser.add_argument(
        '--host', default='127.0.0.1', help='address to listen at (default: 127.0.0.1, this machine only)'
    )
    parser.add_argument('--open', action='store_true', help='open the page in a browser')


def main(args: argparse.Namespace) -> int:
    try:
        importlib.import_module('websockets')
    except ImportError:
        raise CommandError("rxros2 view needs the package websockets: pip install 'rxros2[view]'") from None
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(args))
    return 0


async def _serve(args: argparse.Namespace) -> None:
    from ..view.server import CannotServe, serving
    from ..view.system import System

    with Node(f'_rxros2_view_{os.getpid()}') as node:
        system = System(node, _say, _look_at_this_machine)
        try:
            async with serving(system, args.host, args.port) as address:
                print(f'{address}\nCtrl-C ends it.', flush=True)
                if args.open:
                    webbrowser.open(address)
                await asyncio.Event().wait()
        except CannotServe as error:
            raise CommandError(str(error)) from None
        finally:
            await system.close()


def _say(text: str) -> None:
    print(f'rxros2 view: {text}', file=sys.stderr, flush=True)


def _look_at_this_machine() -> list[dict[str, str]]:
    """What rxros2 doctor finds, but for what the page shows itself and for what makes nodes."""
    return [
        {'check': name, **dataclasses.asdict(finding)}
        for name in _CHECKS
        for finding in importlib.import_module(f'{__package__}.checks.{name}').check()
    ]
