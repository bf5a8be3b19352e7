// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// ClassLoader: creates objects of classes that a shared library registers.
#ifndef CLASS_LOADER__CLASS_LOADER_HPP_
#define CLASS_LOADER__CLASS_LOADER_HPP_

#include <functional>
#include <memory>
#include <string>
#include <typeinfo>
#include <vector>

#include "class_loader/exceptions.hpp"
#include "class_loader/register_macro.hpp"

namespace class_loader
{

namespace impl
{

/// Opens a library. The result identifies it, and keeps it open. Throws LibraryLoadException.
std::shared_ptr<void> open(const std::string & path);

/// Returns the names under which a library registers classes with this base, sorted.
std::vector<std::string> classes(const void * library, const std::string & base);

/// Returns the function that creates an object; null if the library does not register the class.
Registration::Create find(
  const void * library, const std::string & base, const std::string & class_name);

}  // namespace impl

/// An open shared library, and the classes that it registers. It stays open as long as a loader or
/// an object of it exists. Thread-safe.
class ClassLoader
{
public:
  template <typename Base>
  using UniquePtr = std::unique_ptr<Base, std::function<void(Base *)>>;

  /// Opens the library: a path, or a name that the system searches. Throws LibraryLoadException.
  explicit ClassLoader(const std::string & library_path)
  : library_path_(library_path), library_(impl::open(library_path))
  {
  }

  const std::string & getLibraryPath() const { return library_path_; }

  /// Returns the names of classes derived from Base, sorted.
  template <typename Base>
  std::vector<std::string> getAvailableClasses() const
  {
    return impl::classes(library_.get(), typeid(Base).name());
  }

  template <typename Base>
  bool isClassAvailable(const std::string & class_name) const
  {
    return impl::find(library_.get(), typeid(Base).name(), class_name) != nullptr;
  }

  /// Creates an object by its default constructor. Throws CreateClassException if the library does
  /// not register the class, and what the constructor throws.
  template <typename Base>
  std::shared_ptr<Base> createSharedInstance(const std::string & class_name)
  {
    return createUniqueInstance<Base>(class_name);
  }

  /// The same under its older name.
  template <typename Base>
  std::shared_ptr<Base> createInstance(const std::string & class_name)
  {
    return createSharedInstance<Base>(class_name);
  }

  template <typename Base>
  UniquePtr<Base> createUniqueInstance(const std::string & class_name)
  {
    const auto create = impl::find(library_.get(), typeid(Base).name(), class_name);
    if (!create) {
      throw CreateClassException(
        "'" + library_path_ + "' registers no class '" + class_name +
        "' with this base; expected CLASS_LOADER_REGISTER_CLASS in a source of the library");
    }
    // The object's code is in the library.
    const std::function<void(Base *)> destroy = [library = library_](Base * object) {
      delete object;
    };
    return UniquePtr<Base>(static_cast<Base *>(create()), destroy);
  }

private:
  std::string library_path_;
  std::shared_ptr<void> library_;
};

}  // namespace class_loader

#endif  // CLASS_LOADER__CLASS_LOADER_HPP_
