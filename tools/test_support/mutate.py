# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Inputs for what is parsed: a kept corpus, and what comes of it by chance, the same in each run.

MUTANTS is how many are made of each corpus (`make soak`: more). What a parser does not stand is put into its corpus.
"""

import os
import random

MUTANTS = int(os.environ.get('MUTANTS', '200'))


def mutants(corpus, seed=1, count=MUTANTS):
    """Yields (name, bytes): each file of a folder as it is, then `count` changed ones."""
    kept = {path.name: path.read_bytes() for path in sorted(corpus.iterdir())}
    assert kept, f'{corpus} is empty'
    yield from kept.items()
    names, chance = list(kept), random.Random(seed)
    words = sorted({word for data in kept.values() for word in data.split() if len(word) < 40})
    for number in range(count):
        name = chance.choice(names)
        data = bytearray(kept[name])
        for _ in range(chance.choice((1, 1, 2, 4, 8))):
            _change(data, chance, words, kept[chance.choice(names)])
        yield f'{name}, mutant {number} of seed {seed}', bytes(data[:20_000])


def _change(data, chance, words, other):
    at = chance.randrange(len(data) + 1)
    end = min(len(data), at + chance.choice((1, 2, 8, 64)))
    kind = chance.randrange(7)
    if kind == 0 and data:
        data[min(at, len(data) - 1)] ^= 1 << chance.randrange(8)
    elif kind == 1:
        del data[at:end]
    elif kind == 2:
        data[at:at] = data[at:end] * chance.choice((1, 2, 200))
    elif kind == 3:
        data[at:end] = chance.choice(words)
    elif kind == 4:
        begin = chance.randrange(len(other) + 1)
        data[at:at] = other[begin : begin + chance.randrange(1, 200)]
    elif kind == 5:
        data[at:at] = chance.choice((b'\0', b'\xff\xfe', b'\xc3', b'\r', b'\x1b[2J', b'9' * 400, b'-1', b'1e999'))
    else:
        del data[at:]
