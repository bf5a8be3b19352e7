# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Two pairs echo through one Zenoh session (asyncio_for_robotics' benchmark): µs a hop, `--with` rxros2 or afor."""

import asyncio
import time

import common
import zenoh


async def echo(package, seconds):
    if package == 'afor':
        from asyncio_for_robotics.zenoh import Sub
    else:
        from rxros2.aio.zenoh import Sub

    hops = 0
    config = zenoh.Config()
    config.insert_json5('scouting/multicast/enabled', 'false')
    config.insert_json5('listen/endpoints', '[]')
    with zenoh.open(config) as session:
        subs = [Sub(f'bench/{name}', session) for name in 'ab']
        pubs = [session.declare_publisher(f'bench/{name}') for name in 'ba']

        async def answer(sub, pub):
            nonlocal hops
            async for sample in sub.listen_reliable():
                hops += 1
                pub.put(sample.payload)

        tasks = [asyncio.ensure_future(answer(sub, pub)) for sub, pub in zip(subs, pubs, strict=True)]
        await asyncio.sleep(0.2)
        pubs[0].put(b'x' * 20)
        await asyncio.sleep(0.3)
        begin, before = time.perf_counter(), hops
        await asyncio.sleep(seconds)
        rate = (hops - before) / (time.perf_counter() - begin)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for sub in subs:
            sub.close()
    return 1e6 / rate


def main():
    options = common.arguments(__doc__, **{'with': ('rxros2', 'afor')})
    spent = common.run(echo(vars(options)['with'], options.seconds), options.loop)
    common.report('zenoh_echo', vars(options), common.value('hop', 'us', spent))


if __name__ == '__main__':
    main()
