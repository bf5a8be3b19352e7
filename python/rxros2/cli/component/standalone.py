# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 component standalone: runs a component in its own container until the container ends."""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys

from ..components import add_component_arguments, load, request_of
from ..frame import CommandError
from ..graph import absolute, command_node
from ..packages import executables


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the component and the name of its container."""
    add_component_arguments(parser)
    parser.add_argument(
        '-c',
        '--container',
        '--container-node-name',
        default='standalone_container',
        help='name of the container node (default: standalone_container)',
    )


def main(args: argparse.Namespace) -> int:
    """Starts a container, loads the component into it, and returns the exit code of the container.

    If the component cannot be loaded, it interrupts the container and raises CommandError.
    """
    request = request_of(args)
    programs = [program for program in executables('rclcpp_components') if program.name == 'component_container']
    if not programs:
        raise CommandError('package rclcpp_components has no executable component_container')
    sys.stdout.flush()
    name = args.container.strip('/')
    with subprocess.Popen([str(programs[0]), '--ros-args', '-r', f'__node:={name}']) as container:
        # Ctrl-C also reaches the container, but SIGTERM reaches only this process.
        signal.signal(signal.SIGTERM, lambda *_: container.send_signal(signal.SIGTERM))
        try:
            with command_node(args) as node:
                load(node, absolute(name), request)
        except CommandError:
            container.send_signal(signal.SIGINT)
            raise
        while True:
            try:
                return container.wait()
            except KeyboardInterrupt:  # the container got the signal too and will end
                pass
