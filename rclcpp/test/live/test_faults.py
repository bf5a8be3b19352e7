# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Processes that are killed, and such as stand still for a while."""

import time

from sides import connect, sees

LEASE = 10  # seconds; Cyclone's


def gone_ms(peer, node, begin):
    answer = peer.ask_until("graph", lambda a: node not in a["nodes"], f"the end of {node}")
    return answer["at_us"] / 1000 - begin * 1000


def test_a_killed_process_is_forgotten(pair, figures, start, roles):
    here, there = pair
    connect(here, there, "string", "topic", "history=keep_all")
    there.ask("service add")
    here.ask("client add")
    here.ask_until("ready add", lambda a: a["ready"], "the service")
    sees(here, "/second")
    begin = time.monotonic()
    there.kill()
    took = gone_ms(here, "/second", begin)
    here.wait_matched("pub", "topic", 0)
    here.ask_until("ready add", lambda a: not a["ready"], "the end of the service")
    assert took < 2.5 * LEASE * 1000
    figures("forgotten after", ms=took)
    # Its successor of the same name is met as if nothing had been.
    again = start(roles[1], "second")
    again.ask("sub string topic history=keep_all")
    again.ask("service add")
    here.wait_matched("pub", "topic")
    here.establish("topic", again)
    here.ask("call add 1 2")
    here.wait_event("response", "add", sum=3)


def test_a_process_that_ends_is_forgotten_at_once(pair, figures):
    here, there = pair
    connect(here, there, "string", "topic")
    sees(here, "/second")
    there.killed = True
    begin = time.monotonic()
    assert there.end() == 0
    took = gone_ms(here, "/second", begin)
    here.wait_matched("pub", "topic", 0)
    assert took < LEASE * 1000 / 2
    figures("forgotten after", ms=took)


def test_nothing_is_lost_while_a_process_stands_still_for_three_seconds(pair, figures):
    here, there = pair
    connect(here, there, "string", "out", "depth=1000")
    connect(there, here, "string", "back", "depth=1000")
    here.establish("out", there)
    there.establish("back", here)
    there.stop()
    here.ask("send out 1 150 20")  # 3 s
    there.resume()
    there.wait_numbers("out", range(1, 151))
    there.ask("send back 1 100")
    here.wait_numbers("back", range(1, 101))
    figures("3 s", sent=250, received=250, lost=0)


def test_a_process_that_stood_still_for_longer_than_its_lease_is_found_again(pair, figures):
    here, there = pair
    connect(here, there, "string", "topic", "depth=100")
    here.establish("topic", there)
    there.stop()
    here.wait_matched("pub", "topic", 0)
    here.ask_until("graph", lambda a: "/second" not in a["nodes"], "that it is gone")
    here.ask("send topic 1 10")
    begin = here.ask("now")["at_us"]
    there.resume()
    here.wait_matched("pub", "topic")
    took = here.events[-1]["at_us"] - begin
    sees(here, "/second")
    sees(there, "/first")
    here.establish("topic", there)
    here.ask("send topic 11 30")
    there.wait(lambda: there.numbers("topic")[-20:] == list(range(11, 31)), "all that was sent then")
    figures("found again", found_ms=took / 1000)
