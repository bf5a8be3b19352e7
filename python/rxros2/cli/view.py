# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 view: serves a web page that shows the running system."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import dataclasses
import importlib
import os
import sys
import webbrowser
from collections.abc import AsyncIterator

from ..node import Node
from .frame import CommandError

_CHECKS = ('versions', 'environment', 'network')


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the options for the address of the server, for Foxglove and for the browser."""
    parser.add_argument(
        '--port', type=int, metavar='N', help='port to listen on; 0: any free port (default: 8642, or any free port)'
    )
    parser.add_argument(
        '--host', default='127.0.0.1', help='address to listen on (default: 127.0.0.1, this machine only)'
    )
    parser.add_argument(
        '--foxglove',
        type=int,
        nargs='?',
        const=8765,
        metavar='N',
        help='also serve the topics to Foxglove on this port (default: 8765; 0: any free port)',
    )
    parser.add_argument(
        '--foxglove-control',
        action='store_true',
        help='allow Foxglove clients to publish, call services and set parameters, without a token',
    )
    parser.add_argument('--open', action='store_true', help='open the page in a browser')


def main(args: argparse.Namespace) -> int:
    """Serves the page until Ctrl-C.

    Raises CommandError if the options contradict each other, a package is missing or the server cannot start.
    """
    _require_package('websockets', 'rxros2 view needs the package websockets', 'view')
    if args.foxglove_control and args.foxglove is None:
        raise CommandError('--foxglove-control needs --foxglove')
    if args.foxglove is not None:
        _require_package('foxglove.websocket', 'rxros2 view --foxglove needs the package foxglove-sdk', 'foxglove')
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(args))
    return 0


def _require_package(module: str, text: str, extra: str) -> None:
    try:
        importlib.import_module(module)
    except ImportError:
        raise CommandError(f"{text}: pip install 'rxros2[{extra}]'") from None


async def _serve(args: argparse.Namespace) -> None:
    from ..view.server import CannotServe, serving
    from ..view.system import System

    with Node(f'_rxros2_view_{os.getpid()}', args=[]) as node:
        system = System(node, _print_notice, _inspect_machine)
        try:
            async with serving(system, args.host, args.port) as address, _serving_foxglove(args) as foxglove_lines:
                print(address, *foxglove_lines, 'Ctrl-C ends it.', sep='\n', flush=True)
                if args.open:
                    webbrowser.open(address)
                await asyncio.Event().wait()
        except CannotServe as error:
            raise CommandError(str(error)) from None
        finally:
            await system.close()


@contextlib.asynccontextmanager
async def _serving_foxglove(args: argparse.Namespace) -> AsyncIterator[list[str]]:
    """Runs the Foxglove server if --foxglove is given; yields the lines to print."""
    if args.foxglove is None:
        yield []
        return
    from ..view import foxglove_server

    with Node(f'_rxros2_view_foxglove_{os.getpid()}', args=[]) as node:
        async with foxglove_server.serving(
            node, args.host, args.foxglove, _print_notice, args.foxglove_control
        ) as address:
            yield [f'Foxglove: {address}']


def _print_notice(text: str) -> None:
    print(f'rxros2 view: {text}', file=sys.stderr, flush=True)


def _inspect_machine() -> list[dict[str, str]]:
    """Returns the findings of `rxros2 doctor`, except checks that create nodes and checks that the page does itself."""
    return [
        {'check': name, **dataclasses.asdict(finding)}
        for name in _CHECKS
        for finding in importlib.import_module(f'{__package__}.checks.{name}').check()
    ]
