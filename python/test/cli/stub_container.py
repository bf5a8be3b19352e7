# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A container that loads nothing: it prints each request, and refuses components called Broken."""

import asyncio
import contextlib
import sys

from rxros2.aio import ros2
from rxros2.interfaces.composition_interfaces.srv import LoadNode


def text(parameters):
    return ' '.join(
        f'{parameter.name}={next(v for v in values(parameter.value) if v is not None)}' for parameter in parameters
    )


def values(value):
    names = 'bool integer double string', 'byte_array bool_array integer_array double_array string_array'
    fields = [f'{name}_value' for group in names for name in group.split()]
    yield repr(getattr(value, fields[value.type - 1]))


async def main():
    with ros2.auto_context('box', args=sys.argv[1:]) as session:
        count = 0
        async for call in ros2.Server(LoadNode, f'{session.node.name}/_container/load_node').listen_reliable():
            request, response = call.request, call.response
            name = f'{request.node_namespace}/{request.node_name}'
            print(
                f'load {request.package_name} {request.plugin_name} {name}; {" ".join(request.remap_rules)};'
                f' {text(request.parameters)}; {text(request.extra_arguments)}',
                flush=True,
            )
            response.success = not request.plugin_name.endswith('Broken')
            response.error_message = '' if response.success else 'it is broken'
            count += 1
            response.unique_id, response.full_node_name = count, name
            call.send()


with contextlib.suppress(KeyboardInterrupt):
    asyncio.run(main())
