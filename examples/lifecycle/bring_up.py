# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Brings lifecycle nodes up, one after the other: `bring_up.py /camera /detector`. Each step has 5 seconds."""

import sys

import reactivex
from reactivex import operators as ops

from rxros2 import rx


def main() -> int:
    rx.init()
    failures: list[Exception] = []
    names = sys.argv[1:] or ['/camera']
    manager = rx.create_node('manager')

    def step(name: str, transition: str) -> rx.Stream[str]:
        changed = rx.change_state(manager, name, transition, timeout=5)
        return changed.pipe(ops.map(lambda state: f'{name} is {state.label}'))

    def failed(error: Exception) -> None:
        failures.append(error)
        rx.shutdown()

    steps = [step(name, transition) for transition in ('configure', 'activate') for name in names]
    reactivex.concat(*steps).subscribe(print, failed, rx.shutdown, scheduler=manager.scheduler)
    rx.spin(manager)
    manager.close()
    for error in failures:
        print(f'not brought up: {error}')
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
