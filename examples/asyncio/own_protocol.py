# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A source of one's own in ten lines: UDP packets as a sub."""

import asyncio
import socket

from rxros2 import aio


class UdpSub(aio.BaseSub[bytes]):
    def __init__(self, address):
        super().__init__()
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        self.socket.bind(address)
        asyncio.get_running_loop().add_reader(self.socket, lambda: self.input_data(self.socket.recv(65536)))

    def close(self):
        if not self.closed:
            asyncio.get_running_loop().remove_reader(self.socket)
            self.socket.close()
        super().close()


async def main() -> None:
    async with aio.Scope():
        packets = UdpSub(('127.0.0.1', 0))
        port = packets.socket.getsockname()[1]
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            listener = packets.listen_reliable()
            for text in (b'all', b'of', b'them'):
                sender.sendto(text, ('127.0.0.1', port))
            for _ in range(3):
                print((await anext(listener)).decode())


if __name__ == '__main__':
    asyncio.run(main())
