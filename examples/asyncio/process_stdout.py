# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The lines that a process prints, as they come, until it ends; and one that never ends, for a while."""

import asyncio
import subprocess
import sys

from rxros2 import aio
from rxros2.aio import textio

COUNTS = 'import time\nfor i in range(3): print("line", i, flush=True); time.sleep(0.05)'


async def main() -> None:
    with subprocess.Popen([sys.executable, '-c', COUNTS], stdout=subprocess.PIPE, text=True) as process:
        async for line in textio.from_proc_stdout(process).listen_reliable():
            print(f'it says: {line}')
    print(f'it ended with {process.returncode}')

    with subprocess.Popen(['yes'], stdout=subprocess.PIPE, text=True) as process:
        async with aio.Scope(), aio.soft_timeout(0.2) as timed_out:
            async for _ in textio.from_proc_stdout(process).listen():  # the latest line only
                pass
        process.kill()
    print(f'yes goes on for ever: {timed_out()}')


if __name__ == '__main__':
    asyncio.run(main())
