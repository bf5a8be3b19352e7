// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The macros of the lists of rclcpp's API: the compiler checks each line, page.py writes the
// compatibility page from it.
//
// A line describes a name of Jazzy. TYPE … ENUMERATORS: RxROS2 has it with the same use.
// DIFFERENT_…: RxROS2 has it with the use in the check; `note` describes the difference. MISSING_…:
// RxROS2 does not have it, and `why` gives the reason; if it exists, the line does not compile.
// page.py checks HEADER and MISSING_HEADER.
#ifndef API_HPP_
#define API_HPP_

#include <initializer_list>
#include <type_traits>
#include <utility>

namespace api
{

template <typename Result, typename Call, typename Object, typename Signature>
struct callable;
template <typename Result, typename Call, typename Object, typename... Arguments>
struct callable<Result, Call, Object, void(Arguments...)>
: std::is_invocable_r<Result, Call, Object &, Arguments...>
{
};

template <typename Result, typename Call, typename Signature>
struct free_callable;
template <typename Result, typename Call, typename... Arguments>
struct free_callable<Result, Call, void(Arguments...)>
: std::is_invocable_r<Result, Call, Arguments...>
{
};

template <typename Class, typename Signature>
struct constructible;
template <typename Class, typename... Arguments>
struct constructible<Class, void(Arguments...)> : std::is_constructible<Class, Arguments...>
{
};

/// An object for use in calls; never defined, since they are compiled and not run.
template <typename T>
T & some();

}  // namespace api

#define API_JOIN2(a, b) a##b
#define API_JOIN(a, b) API_JOIN2(a, b)
#define API_UNIQUE(prefix) API_JOIN(prefix, __COUNTER__)

/// The following lines describe this header.
#define HEADER(path)
/// A class, struct, alias or enumeration.
#define TYPE(...) static_assert(sizeof(std::type_identity<__VA_ARGS__>) > 0)
/// Class(arguments…).
#define CONSTRUCTOR(Class, arguments) \
  static_assert(api::constructible<Class, void arguments>::value, #Class #arguments)
/// result Class::name(arguments…); Class is `const C` for a const method.
// clang-format off
#define METHOD(result, Class, name, arguments)                                            \
  static_assert(                                                                          \
    api::callable<                                                                        \
      result,                                                                             \
      decltype(                                                                           \
        [](auto & object, auto &&... given) -> decltype(object.name(                      \
                                              std::forward<decltype(given)>(given)...)) { \
          return object.name(std::forward<decltype(given)>(given)...);                    \
        }),                                                                               \
      Class, void arguments>::value,                                                      \
    #Class "::" #name #arguments)
// clang-format on
/// A free function or a static one: result name(arguments…).
#define FUNCTION(result, name, arguments)                                                        \
  static_assert(                                                                                 \
    api::free_callable<                                                                          \
      result,                                                                                    \
      decltype([](auto &&... given) -> decltype(name(std::forward<decltype(given)>(given)...)) { \
        return name(std::forward<decltype(given)>(given)...);                                    \
      }),                                                                                        \
      void arguments>::value,                                                                    \
    #name #arguments)
/// A data member that can be read as `type`.
#define FIELD(type, Class, name) \
  static_assert(                 \
    std::is_convertible_v<decltype((std::declval<Class &>().name)), type>, #Class "::" #name)
#define ENUMERATORS(Enum, ...)                              \
  static_assert([] {                                        \
    using enum Enum;                                        \
    return std::initializer_list<Enum>{__VA_ARGS__}.size(); \
  }() > 0)
/// Templates and macros: code that uses `name` must compile.
#define USE(name, ...)               \
  inline void API_UNIQUE(api_use_)() \
  {                                  \
    __VA_ARGS__;                     \
  }                                  \
  static_assert(true)
/// RxROS2 has it, but not exactly as in Jazzy.
#define DIFFERENT(name, note, ...) USE(name, __VA_ARGS__)

#define MISSING_HEADER(path, why)
/// The namespace `scope` has no `name`: otherwise it would be ambiguous below.
#define MISSING(scope, name, why)  \
  namespace api_absent             \
  {                                \
  struct name;                     \
  }                                \
  namespace API_UNIQUE(api_probe_) \
  {                                \
  using namespace api_absent;      \
  using namespace scope;           \
  using found = name *;            \
  }                                \
  static_assert(true)
#define MISSING_MEMBER(Class, name, why) MISSING_MEMBER_AS(Class, name, API_UNIQUE(api_member_))
#define MISSING_MEMBER_AS(Class, name, unique)                               \
  namespace unique                                                           \
  {                                                                          \
  struct absent                                                              \
  {                                                                          \
    int name;                                                                \
  };                                                                         \
  struct both : Class, absent                                                \
  {                                                                          \
  };                                                                         \
  template <typename T>                                                      \
  concept unambiguous = requires { &T::name; };                              \
  static_assert(unambiguous<both>, "listed as missing: " #Class "::" #name); \
  }                                                                          \
  static_assert(true)

#endif  // API_HPP_
