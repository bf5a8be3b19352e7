# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Measures the load that `rxros2 view` puts on a busy process, and whether its page stays responsive.

view_load.py BUSY_SYSTEM: the program of benchmarks/busy_system.cpp, by default with 1000 topics between 40 nodes, of
which 10 have 1 kHz and the others 1 Hz. Measured without a page, with the page of the graph, with the details of a
fast topic, and with a second page that takes nothing of what it is sent. CPU times are in % of one core.
"""

import argparse
import contextlib
import json
import os
import pathlib
import socket
import struct
import subprocess
import sys
import threading
import time
from urllib.parse import urlsplit

import common

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / 'tools/test_support'))
from browser import browser

SECONDS = 10
FRAMES = """seconds => new Promise((done) => {
  const times = [];
  const begin = performance.now();
  const next = (now) => {
    times.push(now);
    if (now - begin < seconds * 1000) requestAnimationFrame(next);
    else done([times.length / seconds, Math.max(...times.slice(1).map((time, i) => time - times[i]))]);
  };
  requestAnimationFrame(next);
})"""


def cpu(pid):
    """Seconds that a process has used."""
    fields = pathlib.Path(f'/proc/{pid}/stat').read_text().rpartition(')')[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


@contextlib.contextmanager
def started(*command):
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.stdin.close()
        process.terminate()
        process.wait(30)


class Lines:
    """The last line that the busy process printed; it prints one each second."""

    def __init__(self, process):
        self._process = process
        self.last = {}
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self._process.stdout:
            self.last = json.loads(line) | {'time': time.monotonic()}


def measured(situation, lines, view, page=None):
    """Figures of some seconds: what both processes used, what was sent and lost, how often the page was drawn."""
    before, viewed, begin = lines.last, cpu(view.pid), time.monotonic()
    drawn = []
    if page is None:
        time.sleep(SECONDS)
    else:
        rate, longest = page.evaluate(FRAMES, SECONDS)
        drawn = [('frames', '1/s', rate), ('longest_frame', 'ms', longest)]
    after, viewed = lines.last, (cpu(view.pid) - viewed) / (time.monotonic() - begin)
    took = after['time'] - before['time']
    figures = [
        ('view_cpu', '%', 100 * viewed),
        ('robot_cpu', '%', 100 * (after['cpu'] - before['cpu']) / took),
        ('sent', '1/s', (after['sent'] - before['sent']) / took),
        ('lost', 'messages', after['dropped'] - before['dropped']),
        *drawn,
    ]
    return [common.value(f'{situation}_{name}', unit, number) for name, unit, number in figures]


class Stalled:
    """A page that asks for everything and reads nothing."""

    def __init__(self, view, address, topics):
        self._descriptors = pathlib.Path(f'/proc/{view.pid}/fd')
        self._before = self._open()
        parts = urlsplit(address)
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._socket.connect((parts.hostname, parts.port))
        self._begin = time.monotonic()
        self._socket.sendall(
            f'GET /ws?{parts.query} HTTP/1.1\r\nHost: {parts.netloc}\r\nOrigin: http://{parts.netloc}\r\n'
            'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n'
            'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n'.encode()
        )
        names = [f'/busy/topic_{number}' for number in range(topics)]
        request = json.dumps({'op': 'watch', 'topics': names}).encode()
        self._socket.sendall(struct.pack('>BBH', 0x81, 0x80 | 126, len(request)) + bytes(4) + request)

    def _open(self):
        return len([*self._descriptors.iterdir()])

    def dropped(self):
        """Seconds after which the server closed its end. Our end only sees that behind what it reads."""
        while self._open() > self._before:
            if time.monotonic() - self._begin > 60:
                raise SystemExit('a page that takes nothing was kept for a minute; expected that it is dropped')
            time.sleep(0.1)
        return time.monotonic() - self._begin


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('busy_system')
    for name, default in (('topics', 1000), ('fast', 10), ('nodes', 40)):
        parser.add_argument(f'--{name}', type=int, default=default)
    args = parser.parse_args()
    with (
        started(args.busy_system, *map(str, (args.topics, args.fast, args.nodes))) as busy,
        started(sys.executable, '-m', 'rxros2.cli', 'view', '--port', '0') as view,
        browser() as chromium,
    ):
        address = view.stdout.readline().strip()
        lines = Lines(busy)
        time.sleep(3)
        figures = measured('no_page', lines, view)
        page = chromium.new_page(viewport={'width': 1280, 'height': 800})
        page.goto(address)
        page.wait_for_selector('.box.topic, .box.bundle')
        time.sleep(3)
        figures += measured('graph', lines, view, page)
        page.evaluate("app.open('/busy/topic_0')")
        time.sleep(2)
        figures += measured('topic', lines, view, page)
        stalled = Stalled(view, address, args.topics)
        figures += measured('stalled', lines, view, page)
        figures.append(common.value('stalled_dropped_after', 's', stalled.dropped()))
        page.close()
    common.report('view_load', {'topics': args.topics, 'fast': args.fast, 'nodes': args.nodes}, *figures)


main()
