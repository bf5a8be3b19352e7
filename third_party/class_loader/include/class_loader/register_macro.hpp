// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// CLASS_LOADER_REGISTER_CLASS: lets class loaders create a class of a shared library.
#ifndef CLASS_LOADER__REGISTER_MACRO_HPP_
#define CLASS_LOADER__REGISTER_MACRO_HPP_

#include <string>
#include <type_traits>
#include <typeinfo>

namespace class_loader::impl
{

/// A class that the library containing this object registers, until the object's destruction.
class Registration
{
public:
  using Create = void * (*)();

  /// `base` is the type_info::name() of the base class; `create` returns a new object's base.
  Registration(std::string class_name, std::string base, Create create);
  ~Registration();
  Registration(const Registration &) = delete;
  Registration & operator=(const Registration &) = delete;

  const std::string class_name;
  const std::string base;
  const Create create;
  const void * const library;  ///< as open() returns it
};

/// Registers Derived under a name; keep the result in a static variable of the library. The second
/// name is that of Base.
template <typename Derived, typename Base>
Registration registerPlugin(const std::string & class_name, const std::string &)
{
  static_assert(std::is_base_of_v<Base, Derived>, "the class must be derived from the base");
  return Registration(
    class_name, typeid(Base).name(), []() -> void * { return static_cast<Base *>(new Derived); });
}

}  // namespace class_loader::impl

#define CLASS_LOADER_REGISTER_CLASS_NUMBERED_AGAIN(number, Derived, Base) \
  namespace                                                               \
  {                                                                       \
  const auto class_loader_registration_##number =                         \
    class_loader::impl::registerPlugin<Derived, Base>(#Derived, #Base);   \
  }
#define CLASS_LOADER_REGISTER_CLASS_NUMBERED(number, Derived, Base) \
  CLASS_LOADER_REGISTER_CLASS_NUMBERED_AGAIN(number, Derived, Base)

/// Registers a class under its name as written. Use it at file scope outside of all namespaces.
#define CLASS_LOADER_REGISTER_CLASS(Derived, Base) \
  CLASS_LOADER_REGISTER_CLASS_NUMBERED(__COUNTER__, Derived, Base)

#endif  // CLASS_LOADER__REGISTER_MACRO_HPP_
