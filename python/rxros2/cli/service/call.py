# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 service call: calls a service and prints the response."""

from __future__ import annotations

import argparse
import sys
import time

from ...messages import type_name
from ...printable import printable_repr
from ..definitions import definition
from ..fill import filled
from ..frame import CommandError, existing
from ..graph import CommandNode, absolute, add_graph_arguments, command_node
from ..output import add_format_arguments, print_csv, print_json
from ..plain import flat, plain
from ..service_call import Caller
from ..yaml_text import add_values_argument, given_values


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the service, its optional type, the request in YAML, and options for rate and timeout."""
    parser.add_argument('service')
    parser.add_argument('type', nargs='?', help="as 'std_srvs/srv/SetBool' (default: the type of the service's server)")
    add_values_argument(parser, 'the request in YAML: "{data: true}"')
    parser.add_argument('-r', '--rate', type=float, metavar='HZ', help='repeat the call until Ctrl-C')
    parser.add_argument(
        '--timeout', type=float, default=None, metavar='SECONDS', help='longest wait for a response (default: for ever)'
    )
    add_graph_arguments(parser)
    add_format_arguments(parser)


def _wait_for(node: CommandNode, service: str, seconds: float | None) -> None:
    """Waits until the service exists, and says so. CommandError after `seconds`, or for an invalid name."""
    try:
        node.ros_node.count_services(service)
    except ValueError as error:
        raise CommandError(str(error)) from None
    until = None if seconds is None else time.monotonic() + seconds
    if node.find(lambda: service in node.ros_node.services(), seconds):
        return
    print(f'warning: {existing("service", service, node.service_names())}: waits for it', file=sys.stderr, flush=True)
    while service not in node.ros_node.services():
        if until is not None and time.monotonic() >= until:
            raise CommandError(f'{existing("service", service, node.service_names())}, within {seconds:g} s')
        time.sleep(0.05)


def main(args: argparse.Namespace) -> int:
    """Calls the service and prints the response; with --rate it repeats this. Raises CommandError after --timeout."""
    if args.rate is not None and not 0 < args.rate < float('inf'):
        raise CommandError(f'rate is {args.rate:g}; expected more than 0, and not infinite', 2)
    values = given_values(args, 'the request')
    service = absolute(args.service)
    cls = definition(args.type, 'srv') if args.type else None
    with command_node(args) as node:
        _wait_for(node, service, args.timeout)
        type_ = node.service_type(service)
        cls = cls or definition(type_, 'srv')
        if type_name(cls) != type_:
            raise CommandError(f'service {service} is of type {type_}, not {type_name(cls)}')
        request = filled(cls.Request, values, now=node.ros_node.now())
        caller = Caller(node, cls, service)
        caller.wait_for_server(args.timeout)
        while True:
            begin = time.monotonic()
            if not (args.json or args.csv):
                print(f'requester: making request: {printable_repr(request)}\n', flush=True)
            response = caller.call(request, args.timeout)
            if args.json:
                print_json(plain(response))
            elif args.csv:
                print_csv(list(flat(plain(response))))
            else:
                print(f'response:\n{printable_repr(response)}\n', flush=True)
            if args.rate is None:
                return 0
            time.sleep(max(0.0, begin + 1 / args.rate - time.monotonic()))
