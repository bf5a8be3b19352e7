# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Lines of text: none is lost, the end of the stream closes the sub, invalid bytes are items."""

import asyncio
import gc
import os
import pty
import subprocess
import sys

import pytest

from rxros2 import aio
from rxros2.aio import textio


async def lines_of(sub):
    return [line async for line in sub.listen_reliable(queue_size=0)]


def test_every_line_of_a_process_and_its_end(run):
    program = "import sys; sys.stdout.write('a\\n b \\nc'); sys.stdout.flush()"

    async def main():
        process = subprocess.Popen([sys.executable, '-c', program], stdout=subprocess.PIPE, text=True)
        sub = textio.from_proc_stdout(process)
        assert await lines_of(sub) == ['a', 'b', 'c']
        assert sub.closed
        process.wait()
        process.stdout.close()

    run(main())


def test_lines_in_pieces_and_bad_bytes(run):
    async def main():
        read, write = os.pipe()
        stream = open(read, encoding='utf-8')  # noqa: SIM115
        sub = textio.Sub(stream, pre_process=lambda line: line)
        received = asyncio.ensure_future(lines_of(sub))
        for piece in (b'one\ntw', b'o\r\n\nbad \xff\n', 'grüße'.encode()[:3], 'grüße'.encode()[3:]):
            os.write(write, piece)
            await asyncio.sleep(0.01)
        os.close(write)
        lines = await received
        assert lines[:3] == ['one', 'two', '']
        assert isinstance(lines[3], UnicodeDecodeError)
        assert lines[4:] == ['grüße']
        stream.close()

    run(main())


def test_many_lines_at_once(run):
    async def main():
        read, write = os.pipe()
        stream = open(read)  # noqa: SIM115
        received = asyncio.ensure_future(lines_of(textio.Sub(stream, int)))
        text = ''.join(f'{i}\n' for i in range(50_000)).encode()
        with open(write, 'wb') as pipe:
            parts = [text[:60_000], text[60_000:]]
            await asyncio.to_thread(lambda: [(pipe.write(part), pipe.flush()) for part in parts])
        got = await received
        assert got == list(range(50_000))
        stream.close()

    run(main())


def test_files_and_terminals(run, tmp_path):
    async def main():
        path = tmp_path / 'lines.txt'
        path.write_text('x\ny\n')
        with open(path) as stream:
            assert await lines_of(textio.Sub(stream)) == ['x', 'y']
        with open(path, 'rb') as stream:
            assert await lines_of(textio.Sub(stream)) == [b'x', b'y']
        main_side, other = pty.openpty()
        os.write(other, b'from a terminal\n')
        stream = open(main_side)  # noqa: SIM115
        sub = textio.Sub(stream)
        assert await sub.wait_for_value() == 'from a terminal'
        os.close(other)
        assert await sub.lifetime is True
        stream.close()

    run(main())


def test_errors(run):
    async def main():
        read, write = os.pipe()
        stream = open(read)  # noqa: SIM115
        os.write(write, b'1\nx\n')
        sub = textio.Sub(stream, int)
        with pytest.raises(ValueError, match='invalid literal'):
            await lines_of(sub)
        os.close(write)
        stream.close()
        with pytest.raises(ValueError, match='stdout=subprocess.PIPE'):
            process = subprocess.Popen(['true'])
            process.wait()
            textio.from_proc_stdout(process)

    run(main())


def test_closing_leaves_the_stream(run):
    async def main():
        read, write = os.pipe()
        stream = open(read)  # noqa: SIM115
        async with aio.Scope():
            sub = textio.Sub(stream)
            os.write(write, b'one\n')
            assert await sub.wait_for_value() == 'one'
        os.write(write, b'two\n')
        os.close(write)
        assert os.read(read, 100) == b'two\n'
        stream.close()

    run(main())


@pytest.mark.parametrize('kind', ['process', 'file'])
def test_no_line_is_lost_by_the_default_queue(run, tmp_path, kind):
    program = 'print("\\n".join(map(str, range(3000))))'

    async def main():
        if kind == 'process':
            process = subprocess.Popen([sys.executable, '-c', program], stdout=subprocess.PIPE, text=True)
            stream = process.stdout
        else:
            path = tmp_path / 'lines.txt'
            path.write_text('\n'.join(map(str, range(3000))))
            stream = open(path)  # noqa: SIM115
        sub = textio.Sub(stream, int)
        one, eager = sub.listen_reliable(queue_size=1), sub.listen_reliable(queue_size=0)
        lines = []
        async for line in sub.listen_reliable():
            lines.append(line)
            assert await anext(one) == line
        assert lines == list(range(3000)) and sub.statistics().dropped == 0
        assert [line async for line in eager] == lines
        stream.close()
        if kind == 'process':
            process.wait()

    run(main())


def test_an_abandoned_full_queue_does_not_block_others(run):
    async def main():
        read, write = os.pipe()
        stream = open(read)  # noqa: SIM115
        os.write(write, ''.join(f'{i}\n' for i in range(100)).encode())
        os.close(write)
        sub = textio.Sub(stream, int)
        abandoned, collected = sub.listen_reliable(queue_size=5), sub.listen_reliable(queue_size=3)
        every = sub.listen_reliable(queue_size=0)
        while sub.statistics().received < 3:
            await asyncio.sleep(0)
        assert sub.statistics().received == 3
        del collected
        gc.collect()
        while sub.statistics().received < 5:
            await asyncio.sleep(0)
        await asyncio.to_thread(abandoned._leave)
        assert [line async for line in every] == list(range(100))
        stream.close()

    run(main())


def test_refuses_an_endless_line(run, monkeypatch):
    monkeypatch.setattr(textio.sub, '_LONGEST', 1000)

    async def main():
        read, write = os.pipe()
        stream = open(read)  # noqa: SIM115
        sub = textio.Sub(stream)
        os.write(write, b'x' * 600 + b'\n' + b'y' * 600)
        received = asyncio.ensure_future(lines_of(sub))
        while not sub.statistics().received:
            await asyncio.sleep(0)
        os.write(write, b'y' * 600)
        with pytest.raises(ValueError, match='a line has more than 1000 bytes'):
            await received
        os.close(write)
        stream.close()

    run(main())
