// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Runs the examples in the headers' comments; see examples.hpp.

#include <cstdio>

#include "examples.hpp"

namespace rx_examples
{

namespace
{

std::vector<void (*)()> & all()
{
  static std::vector<void (*)()> examples;
  return examples;
}

int checked = 0;
int failures = 0;

}  // namespace

example::example(void (*f)())
{
  all().push_back(f);
}

void check(const char * where, const std::string & got, std::string_view expected)
{
  ++checked;
  if (got != expected) {
    ++failures;
    std::printf(
      "%s\n  says   %s\n  shows  %s\n", where, std::string(expected).c_str(), got.c_str());
  }
}

}  // namespace rx_examples

int main()
{
  for (const auto run : rx_examples::all()) {
    run();
  }
  std::printf(
    "%d results of %zu examples, %d not as written\n", rx_examples::checked,
    rx_examples::all().size(), rx_examples::failures);
  return rx_examples::failures > 0 || rx_examples::checked == 0;
}
