// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tutorial t10: test a pipe in virtual time. Needs no ROS and nothing built.

// snippet program
#include <cstdio>

#include "rx/rx.hpp"
#include "rx/testing/marbles.hpp"

using namespace rx::operators;

// The pipe: a bumper's switch chatters; one bump is reported, once it is quiet for so long.
auto bumps(rx::any_observable auto contacts, rx::duration quiet)
{
  return contacts | debounce(quiet) | map([](const auto &) { return 'B'; });
}

// One character is a millisecond: c is a contact, B a bump, - nothing. In virtual time.
void check(const char * name, const char * contacts, const char * expected)
{
  rx::testing::test_scheduler t;
  t.expect(bumps(t.hot(contacts), t.frames(3))).to_be(expected);  // throws if they differ
  std::printf("%s: ok\n", name);
}

int main()
{
  check("one contact", "-c-------", "----B");
  check("a switch that chatters", "-c-c-c------", "--------B");
  check("two bumps", "-c-----c-c-----", "----B-------B");
  check("nothing", "---------", "-");
}
// end
