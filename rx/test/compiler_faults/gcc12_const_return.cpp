// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Explains why the factory of finally takes its function by reference. Not built. A program without
// undefined behaviour that GCC 12.2 compiles wrongly at -O1: it exits with 1. With -O0, -O2, -O3,
// -Os or -fno-ipa-modref it exits with 0. It also does with clang 14.0.6 from -O0 to -O3 (which
// does not know the attribute noipa, reports that, and may look into run()), and at -O1 with
// clang's sanitizers for addresses, undefined behaviour and memory, which report nothing. Later
// versions of GCC were not tried.
//
// `hold` takes only an argument by value and returns an object in memory (its copy constructor is
// not trivial); GCC concludes that it is a const function. From this, ipa-modref's summary of
// `with` says that the target of its argument does not get into the result. So GCC assumes that
// run() does not change `over`, which nothing else can reach. If the argument of `hold` is a
// reference, the function is not const and the code is correct. Of rx's factories only finally
// creates such an object from the user's function alone.
// factories only that of finally makes such an object of the user's function alone.

struct closure
{
  bool & over;
};

struct holder
{
  explicit holder(closure c) : f(c) {}
  holder(const holder & other) : f(other.f) {}
  closure f;
};

holder hold(closure c)
{
  return holder(c);
}

holder with(const closure & c)
{
  return hold(c);
}

[[gnu::noipa]] void run(const holder & h)
{
  h.f.over = true;
}

int main()
{
  bool over = false;
  run(with(closure{over}));
  return over ? 0 : 1;
}
