# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 service echo: prints the requests and responses of a service."""

from __future__ import annotations

import argparse
import contextlib
import sys

from ..._core import Subscription
from ...messages.codec import CdrError, announced, codec_of
from ...qos import qos_profile_services_default
from ..definitions import definition
from ..graph import absolute, add_graph_arguments, command_node
from ..output import add_format_arguments
from ..plain import add_shortening_arguments, plain_event, print_plain, shortening


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the service, its optional type, and the options for the format of the output."""
    parser.add_argument('service')
    parser.add_argument('type', nargs='?', help="as 'std_srvs/srv/SetBool' (default: the type of the service's server)")
    parser.add_argument('--flow-style', action='store_true', help='each list in one line')
    parser.epilog = 'Requests and responses are shown for servers and clients with service introspection.'
    add_shortening_arguments(parser)
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the events of the service until Ctrl-C and returns 0."""
    service, limits = absolute(args.service), shortening(args)
    topic = f'{service}/_service_event'
    with command_node(args) as node:
        event = definition(args.type or node.service_type(service), 'srv').Event
        codec = codec_of(event)

        def drain(subscription: Subscription) -> None:
            for sample in subscription.take(None, 64):
                try:
                    value = plain_event(codec.decode(sample), limits)
                except CdrError as error:  # events of other servers are still shown
                    node.leave_out(topic, error)
                    continue
                print_plain(args, value)

        node.subscribe(topic, announced(event), qos_profile_services_default, drain)
        with contextlib.suppress(KeyboardInterrupt):
            if not node.find(lambda: node.ros_node.count_publishers(topic)):
                print(
                    f'warning: no events of {service} yet: its server or a client must enable service introspection',
                    file=sys.stderr,
                    flush=True,
                )
            node.wait(None)
    return 0
