// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Finds the prefix of a package.
#ifndef AMENT_INDEX_CPP__GET_PACKAGE_PREFIX_HPP_
#define AMENT_INDEX_CPP__GET_PACKAGE_PREFIX_HPP_

#include <stdexcept>
#include <string>

namespace ament_index_cpp
{

/// No prefix of AMENT_PREFIX_PATH has the package.
class PackageNotFoundError : public std::out_of_range
{
public:
  explicit PackageNotFoundError(const std::string & package_name);
  PackageNotFoundError(const PackageNotFoundError & other);
  ~PackageNotFoundError() override;

  const std::string package_name;
};

/// Returns the first prefix that has the package. Throws PackageNotFoundError, or
/// std::runtime_error if the name is empty. Thread-safe.
std::string get_package_prefix(const std::string & package_name);

}  // namespace ament_index_cpp

#endif  // AMENT_INDEX_CPP__GET_PACKAGE_PREFIX_HPP_
