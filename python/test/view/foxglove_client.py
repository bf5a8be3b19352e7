# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A client of Foxglove's protocol that shares no code with the server."""

import asyncio
import contextlib
import json
import os
import struct
import subprocess
import sys

from rosbags.typesys import Stores, get_types_from_msg, get_typestore
from websockets.asyncio.client import connect

PROTOCOL = 'foxglove.sdk.v1'


@contextlib.contextmanager
def started(*options, **variables):
    """Yields the process, and the address for Foxglove that it prints."""
    command = [sys.executable, '-m', 'rxros2.cli', 'view', '--port', '0', '--foxglove', '0', *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | variables)
    try:
        assert process.stdout.readline().startswith('http://127.0.0.1:')
        word, address = process.stdout.readline().split()
        assert word == 'Foxglove:' and address.startswith('ws://127.0.0.1:')
        yield process, address
    finally:
        process.kill()
        process.communicate()


class Client:
    """The state and messages that a connection has received. Each request waits for its answer."""

    def __init__(self, connection):
        self._connection = connection
        self.info = None
        self.channels = {}
        self.services = {}
        self.statuses = {}
        self.parameters = {}
        self.publishers = {}  # by topic, of the connection graph
        self.subscribers = {}
        self.providers = {}
        self._answers = {}

    async def take(self):
        """Takes a frame. Returns (subscription, time, payload) for a message, else None."""
        frame = await self._connection.recv()
        if isinstance(frame, bytes):
            return self._take_binary(frame)
        frame_content = json.loads(frame)
        op = frame_content['op']
        if op == 'serverInfo':
            self.info = frame_content
        elif op == 'advertise':
            self.channels |= {entry['topic']: entry for entry in frame_content['channels']}
        elif op == 'unadvertise':
            self.channels = {
                t: entry for t, entry in self.channels.items() if entry['id'] not in frame_content['channelIds']
            }
        elif op == 'advertiseServices':
            self.services |= {entry['name']: entry for entry in frame_content['services']}
        elif op == 'unadvertiseServices':
            self.services = {
                t: entry for t, entry in self.services.items() if entry['id'] not in frame_content['serviceIds']
            }
        elif op == 'status':
            self.statuses[frame_content.get('id')] = frame_content
        elif op == 'removeStatus':
            for entry in frame_content['statusIds']:
                self.statuses.pop(entry, None)
        elif op == 'parameterValues':
            self.parameters |= {entry['name']: entry for entry in frame_content['parameters']}
            self._answers['parameters', frame_content.get('id')] = frame_content['parameters']
        elif op == 'serviceCallFailure':
            self._answers['call', frame_content['callId']] = RuntimeError(frame_content['message'])
        elif op == 'connectionGraphUpdate':
            self.publishers |= {entry['name']: entry['publisherIds'] for entry in frame_content['publishedTopics']}
            self.subscribers |= {entry['name']: entry['subscriberIds'] for entry in frame_content['subscribedTopics']}
            self.providers |= {entry['name']: entry['providerIds'] for entry in frame_content['advertisedServices']}
            for entry in frame_content['removedTopics']:
                self.publishers.pop(entry, None)
                self.subscribers.pop(entry, None)
        return None

    def _take_binary(self, frame):
        if frame[0] == 1:
            return (*struct.unpack_from('<IQ', frame, 1), frame[13:])
        if frame[0] == 3:
            _, call, length = struct.unpack_from('<III', frame, 1)
            assert frame[13 : 13 + length] == b'cdr'
            self._answers['call', call] = frame[13 + length :]
        elif frame[0] == 4:
            request, failed, length = struct.unpack_from('<IBI', frame, 1)
            content = frame[10 + length :]
            self._answers['asset', request] = RuntimeError(frame[10 : 10 + length].decode()) if failed else content
        return None

    async def until(self, condition):
        while not condition():
            await self.take()

    async def message(self):
        while (message := await self.take()) is None:
            pass
        return message

    async def send(self, **request):
        await self._connection.send(json.dumps(request))

    async def close(self):
        await self._connection.close()

    async def _answer(self, *key):
        await self.until(lambda: key in self._answers)
        answer = self._answers.pop(key)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def subscribe(self, topic, number):
        await self.until(lambda: topic in self.channels)
        await self.send(op='subscribe', subscriptions=[{'id': number, 'channelId': self.channels[topic]['id']}])

    async def unsubscribe(self, number):
        await self.send(op='unsubscribe', subscriptionIds=[number])

    async def advertise(self, number, topic, type_, encoding='cdr'):
        channel = {'id': number, 'topic': topic, 'encoding': encoding, 'schemaName': type_}
        await self.send(op='advertise', channels=[channel])

    async def publish(self, number, sample):
        await self._connection.send(struct.pack('<BI', 1, number) + sample)

    async def call(self, name, number, sample):
        await self.until(lambda: name in self.services)
        head = struct.pack('<BIII', 2, self.services[name]['id'], number, 3)
        await self._connection.send(head + b'cdr' + sample)
        return await self._answer('call', number)

    async def get_parameters(self, *names):
        await self.send(op='getParameters', parameterNames=names, id='get')
        return {parameter['name']: parameter for parameter in await self._answer('parameters', 'get')}

    async def set_parameters(self, *parameters):
        await self.send(op='setParameters', parameters=parameters, id='set')
        return {parameter['name']: parameter for parameter in await self._answer('parameters', 'set')}

    async def asset(self, uri, number=1):
        await self.send(op='fetchAsset', uri=uri, requestId=number)
        return await self._answer('asset', number)

    def decoded(self, topic, payload):
        """Decodes a message by the advertised definition only."""
        channel = self.channels[topic]
        assert (channel['encoding'], channel['schemaEncoding']) == ('cdr', 'ros2msg')
        return store_of(channel['schemaName'], channel['schema']).deserialize_cdr(payload, channel['schemaName'])


def store_of(name, text):
    store = get_typestore(Stores.EMPTY)
    store.register(get_types_from_msg(text, name))
    return store


@contextlib.asynccontextmanager
async def client_of(address):
    async with connect(address, subprotocols=[PROTOCOL], max_size=None) as connection:
        yield Client(connection)


def run(work):
    return asyncio.run(asyncio.wait_for(work, 120))
