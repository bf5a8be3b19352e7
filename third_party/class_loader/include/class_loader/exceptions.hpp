// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What class_loader throws.
#ifndef CLASS_LOADER__EXCEPTIONS_HPP_
#define CLASS_LOADER__EXCEPTIONS_HPP_

#include <stdexcept>

namespace class_loader
{

/// The base of all errors.
class ClassLoaderException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// A library cannot be opened.
class LibraryLoadException : public ClassLoaderException
{
public:
  using ClassLoaderException::ClassLoaderException;
};

/// A library does not register the class.
class CreateClassException : public ClassLoaderException
{
public:
  using ClassLoaderException::ClassLoaderException;
};

}  // namespace class_loader

#endif  // CLASS_LOADER__EXCEPTIONS_HPP_
