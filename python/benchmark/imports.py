# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""CPU time that a fresh interpreter spends on `import rxros2.aio` beyond asyncio, ms.

`--with afor`: on asyncio_for_robotics.
"""

import subprocess
import sys

import common

RUNS = 10
PROGRAM = """
import asyncio, time
begin = time.process_time()
import {module}
print((time.process_time() - begin) * 1e3)
"""


def main():
    options = common.arguments(__doc__, **{'with': ('rxros2', 'afor')})
    module = {'rxros2': 'rxros2.aio', 'afor': 'asyncio_for_robotics'}[vars(options)['with']]
    program = [sys.executable, '-c', PROGRAM.format(module=module)]
    times = [float(subprocess.run(program, capture_output=True, check=True).stdout) for _ in range(RUNS + 1)]
    common.report('imports', vars(options), common.distribution('beyond_asyncio', 'ms', times[1:]))


if __name__ == '__main__':
    main()
