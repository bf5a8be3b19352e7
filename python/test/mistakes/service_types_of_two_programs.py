# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Client and server in two programs have different types.

says: [WARN] […] [button]: Incompatible type of service '/light', no calls will be answered by it: the client of node
  /button has type 'std_srvs/srv/SetBool', the server of node /lamp (process … on …) has 'std_srvs/srv/Trigger'; use one
  type in both, or another name for one of them
says: [WARN] […] [lamp]: Incompatible type of service '/light', no calls will be received from it: the client of node
  /button (process … on …) has type 'std_srvs/srv/SetBool', the server of node /lamp has 'std_srvs/srv/Trigger'; …
exit: 1
arguments: button
beside: service_types_of_two_programs.py lamp
group: services
"""

import asyncio
import sys

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_srvs.srv import SetBool, Trigger


async def main():
    with ros2.auto_context(sys.argv[1]):
        async with aio.Scope():
            if sys.argv[1] == 'lamp':
                ros2.Server(Trigger, '/light')
                await asyncio.sleep(4)
            else:
                await ros2.Client(SetBool, '/light').wait_for_service(timeout=2)


asyncio.run(main())
