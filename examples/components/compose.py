# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Lets a container load the components of a package, and prints three means: `compose.py [CONTAINER [PACKAGE]]`.

The other half of compose.cpp, which does it without a container. Containers are C++; whoever asks them need not be.
"""

import asyncio
import sys

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.composition_interfaces.srv import LoadNode, UnloadNode
from rxros2.interfaces.std_msgs.msg import Float64


async def main(container: str, package: str) -> None:
    with ros2.auto_context('compose'):
        async with aio.Scope():
            load = ros2.Client(LoadNode, f'{container}/_container/load_node')
            unload = ros2.Client(UnloadNode, f'{container}/_container/unload_node')
            means = ros2.Sub(Float64, '/mean')
            await load.wait_for_service(timeout=10)
            loaded = []
            for name in ('Thermometer', 'Mean'):
                request = LoadNode.Request(package_name=package, plugin_name=f'example_components::{name}')
                response = await load.call(request, timeout=10)
                if not response.success:
                    sys.exit(f'{name} was not loaded: {response.error_message}')
                loaded.append(response.unique_id)
            for _ in range(3):
                print(f'{(await means.wait_for_next(timeout=10)).data:.1f} degrees')
            await unload.wait_for_service(timeout=10)
            for unique_id in loaded:
                await unload.call(UnloadNode.Request(unique_id=unique_id), timeout=10)


if __name__ == '__main__':
    asyncio.run(main(*(sys.argv[1:] + ['/ComponentManager', 'rxros2_examples'][len(sys.argv) - 1 :])))
