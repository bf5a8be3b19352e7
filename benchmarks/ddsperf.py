#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Cyclone DDS's own ddsperf (package cyclonedds-tools) as a peer: one-way latency, half of a ping's round trip."""

import argparse
import json
import re
import signal
import statistics
import subprocess
import sys


def main():
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--bytes', type=int, default=100)
    parser.add_argument('--rate', type=float, default=500)
    parser.add_argument('--seconds', type=float, default=4)
    parser.add_argument('--domain', type=int, help='its number; by default what CYCLONEDDS_URI says, or 0')
    arguments = parser.parse_args()
    ddsperf = ['ddsperf', *([] if arguments.domain is None else ['-i', str(arguments.domain)])]
    pong = subprocess.Popen([*ddsperf, 'pong'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        ping = subprocess.run(
            [*ddsperf, '-D', str(arguments.seconds), 'ping', f'{arguments.rate:g}Hz', 'size', str(arguments.bytes)],
            capture_output=True,
            text=True,
            timeout=arguments.seconds + 30,
            check=False,
        )
    finally:
        pong.send_signal(signal.SIGINT)
        pong.wait(10)
    # Half round trips, one line a second: "… mean 35.1us min 20.6us 50% 32.4us 90% 44.6us 99% 80.4us max 129.6us".
    lines = re.findall(
        r'mean ([\d.]+)us min ([\d.]+)us 50% ([\d.]+)us 90% ([\d.]+)us 99% ([\d.]+)us max ([\d.]+)us'
        r' cnt (\d+)',
        ping.stdout,
    )
    # The first second still discovers.
    seconds = [[float(value) for value in line] for line in lines][1:]
    if not seconds:
        print(f'ddsperf printed no latencies:\n{ping.stdout}\n{ping.stderr}', file=sys.stderr)
        return 1
    columns = list(zip(*seconds, strict=False))
    print(
        json.dumps(
            {
                'format': 1,
                'program': 'ddsperf',
                'settings': {
                    'bytes': arguments.bytes,
                    'rate_hz': arguments.rate,
                    'mode': 'ping, half of the round trip',
                },
                'figures': [
                    {
                        'name': 'one_way',
                        'unit': 'us',
                        'count': int(sum(columns[6])),
                        'mean': statistics.mean(columns[0]),
                        'min': min(columns[1]),
                        'p50': statistics.median(columns[2]),
                        'p90': statistics.median(columns[3]),
                        'p99': statistics.median(columns[4]),
                        'max': max(columns[5]),
                    }
                ],
            }
        )
    )
    return 0


if __name__ == '__main__':
    sys.exit(main())
