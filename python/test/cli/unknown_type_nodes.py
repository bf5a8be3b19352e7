# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Nodes whose types are unknown to the tested process. Ends at the end of standard input.

/genuine publishes 1.5 on /good and describes its type. /silent has many topics, and its service never responds.
/hostile sends false descriptions: a type that contains itself, one with the name of a method of all messages, one with
a false definition of the genuine type. It also sends bytes on /good that are no message.
"""

import asyncio
import contextlib
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from described import FLOAT32, NESTED, SEQUENCE, UINT8, described, response

from rxros2 import aio
from rxros2.aio.ros2 import Node, Pub, Server
from rxros2.definitions import parser
from rxros2.definitions.description import type_hash
from rxros2.messages import add_interface_path, codec, interface, remote_definitions

SILENT = 6
GOOD = 'stranger_msgs/msg/Good'
LIES = {
    'Recursive': [described('stranger_msgs/msg/Recursive', ('a', NESTED + SEQUENCE, 0, 'stranger_msgs/msg/Recursive'))],
    'Hidden': [described('stranger_msgs/msg/Hidden', ('get_fields_and_field_types', UINT8, 0, ''))],
    'Poison': [
        described('stranger_msgs/msg/Poison', ('good', NESTED, 0, GOOD)),
        described(GOOD, ('other', FLOAT32, 0, ''), ('speed', FLOAT32, 0, '')),
    ],
}


def hash_of(parts):
    structures = {}
    for part in parts:
        structures |= parser.parse(part.type_name, remote_definitions._text(part), 'a lie')
    return type_hash(structures[parts[0].type_name], structures.__getitem__)


def prepare():
    folder = pathlib.Path(tempfile.mkdtemp())
    (folder / 'stranger_msgs/msg').mkdir(parents=True)
    texts = {'Good': 'float64 speed\n', **{f'Silent{i}': 'uint8 a\n' for i in range(SILENT)}}
    for name, text in (texts | dict.fromkeys(LIES, 'uint8[8] a\n')).items():
        (folder / f'stranger_msgs/msg/{name}.msg').write_text(text)
    add_interface_path(folder)
    hashes, real = {f'stranger_msgs/msg/{name}': hash_of(parts) for name, parts in LIES.items()}, codec.type_hash
    codec.type_hash = lambda cls: hashes.get(cls._STRUCTURE.name) or real(cls)


def answer(request):
    parts = LIES.get(request.request.type_name.rpartition('/')[2])
    request.send(response(*parts) if parts else response(described(GOOD), successful=False))


async def main():
    prepare()
    service = interface('type_description_interfaces/srv/GetTypeDescription')
    undescribed = {'parameters': {'start_type_description_service': False}}
    names = [*(f'Silent{i}' for i in range(SILENT)), *LIES]
    with Node('genuine') as genuine, Node('silent', **undescribed) as silent, Node('hostile', **undescribed) as hostile:
        for node in (silent, hostile):
            server = Server(service, f'{node.name}/get_type_description', session=node, scope=None)
            if node is hostile:
                server.asap_callback.append(answer)
        classes = {name: interface(f'stranger_msgs/msg/{name}') for name in names}
        lies = [
            (Pub(cls, f'/{name.lower()}', 10, hostile if name in LIES else silent), cls())
            for name, cls in classes.items()
        ]
        good = Pub(interface(GOOD), '/good', 10, genuine)
        bad = Pub(interface(GOOD), '/good', 10, hostile)
        task = asyncio.current_task()
        ending = asyncio.ensure_future(asyncio.to_thread(sys.stdin.read))
        ending.add_done_callback(lambda _: task.cancel())
        print('ready', flush=True)
        async for _ in aio.Rate(20).listen():
            bad.pub.publish_bytes(b'\0\1\0\0\1')
            good.publish(interface(GOOD)(speed=1.5))
            for name, message in lies:
                name.publish(message)


with contextlib.suppress(asyncio.CancelledError):
    asyncio.run(main())
