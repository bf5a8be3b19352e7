# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tutorial t10: test a pipe in virtual time. Needs no ROS."""

# snippet program
from reactivex.testing.marbles import marbles_testing

from rxros2 import rx


def bumps(contacts, quiet):
    """The pipe: a bumper's switch chatters; one bump is reported, once it is quiet for so long."""
    return contacts.pipe(rx.debounce(quiet), rx.map(lambda _: 'B'))


def check(name, contacts, expected):
    """One character is a second: c a contact, B a bump, - nothing. None of it takes any time."""
    with marbles_testing(timespan=1) as (start, _, hot, marbles):
        assert start(bumps(hot(contacts), 3)) == marbles(expected), name
    print(f'{name}: ok')


check('one contact', '-c-------', '----B')
check('a switch that chatters', '-c-c-c------', '--------B')
check('two bumps', '-c-----c-c-----', '----B-------B')
check('nothing', '---------', '-')
# end
