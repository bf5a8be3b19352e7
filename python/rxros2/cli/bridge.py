# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 bridge: forwards topics, services and actions between DDS and Zenoh, or between two domains."""

from __future__ import annotations

import argparse

from .frame import ENGINES, CommandError
from .graph import absolute


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the two networks, the selection, --rename, --rate and --one-way."""
    parser.epilog = 'An expression must match a whole name. Ctrl-C ends the bridge.'
    for side, default in (('from', 'dds'), ('to', 'zenoh')):
        parser.add_argument(
            f'--{side}',
            choices=ENGINES,
            help=f'engine of this side (default: {default}; of two domains that of RMW_IMPLEMENTATION)',
        )
        parser.add_argument(f'--domain-{side}', type=int, metavar='N', help='its domain (default: ROS_DOMAIN_ID)')
    for kind in ('topics', 'services', 'actions'):
        parser.add_argument(
            f'--{kind}', nargs='+', metavar='REGEX', help=f'these {kind}; other kinds only if they are named, too'
        )
    parser.add_argument('--exclude', nargs='+', default=[], metavar='REGEX', help='not these topics, services, actions')
    parser.add_argument(
        '--rename',
        nargs='+',
        default=[],
        metavar='A:=B',
        help="the name A of the first side is B on the second; '/:=/robot7/' renames all",
    )
    parser.add_argument(
        '--rate', nargs='+', default=[], metavar='TOPIC=HZ', help='forward at most HZ messages a second of these topics'
    )
    parser.add_argument('--one-way', action='store_true', help='only what the first side publishes and offers')


def main(args: argparse.Namespace) -> int:
    """Runs the bridge until Ctrl-C, prints what it bridges, and a summary at the end."""
    from ..bridge import Bridge, Network

    engines = _engines(args)
    domains = (args.domain_from, args.domain_to)
    try:
        bridge = Bridge(
            *(Network(engine, domain) for engine, domain in zip(engines, domains, strict=True)),
            topics=args.topics,
            services=args.services,
            actions=args.actions,
            exclude=args.exclude,
            rename=dict(_pair(text, ':=', 'rename') for text in args.rename),
            rates={topic: _hertz(rate) for topic, rate in (_pair(text, '=', 'rate') for text in args.rate)},
            one_way=args.one_way,
            report=_print,
        )
    except ValueError as error:
        raise CommandError(str(error), 2) from None
    except RuntimeError as error:
        raise CommandError(str(error)) from None
    with bridge:
        try:
            _print('bridging; Ctrl-C ends it')
            bridge.wait()
            return 1  # an error has ended it
        except KeyboardInterrupt:
            pass
        lines = bridge.summary()
    for line in lines or ['nothing was bridged']:
        _print(line)
    return 0


def _engines(args: argparse.Namespace) -> tuple[str, str]:
    """Returns the engines: of two different domains one engine, else both; what is not given follows from the rest."""
    first, second = getattr(args, 'from'), args.to
    if args.domain_from is not None and args.domain_to is not None and args.domain_from != args.domain_to:
        return first or second or '', second or first or ''
    other = {'dds': 'zenoh', 'zenoh': 'dds'}
    if first is None and second is None:
        return 'dds', 'zenoh'
    return first or other[second], second or other[first]


def _pair(text: str, separator: str, option: str) -> tuple[str, str]:
    name, middle, value = text.rpartition(separator)
    if not (middle and name and value):
        example = '/scan:=/robot7/scan' if option == 'rename' else '/scan=5'
        raise CommandError(f"--{option} is '{text}'; expected a pair such as {example}", 2)
    return (name, absolute(value)) if option == 'rename' else (name, value)


def _hertz(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise CommandError(f"--rate has '{text}'; expected a number of messages a second, such as /scan=5", 2) from None


def _print(line: str) -> None:
    print(line, flush=True)
