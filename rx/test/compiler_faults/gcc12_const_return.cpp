// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Why the factory of finally takes its function by reference. Not built; a program without
// undefined behaviour that GCC 12.2 compiles wrongly at -O1: it exits with 1. With -O0, -O2, -O3,
// -Os or -fno-ipa-modref it exits with 0; so it does with clang 14.0.6 from -O0 to -O3 (which does
// not know the attribute noipa, says so, and is free to look into run()), and at -O1 with clang's
// sanitizers for addresses, undefined behaviour and memory, which find nothing. Later versions of
// GCC were not tried.
//
// `hold` has nothing but an argument that is passed by value, and returns an object in memory (its
// copy constructor is not trivial); GCC finds that it is a const function. The summary that
// ipa-modref makes of `with` on that ground says that what its argument refers to does not get into
// the result. So `over`, which is reachable by nothing else, is taken for unchanged behind run().
// Where the argument of `hold` is a reference, the function is not const and all is well. Of rx's
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
