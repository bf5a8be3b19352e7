// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The registered classes of a process. A class belongs to the library whose static variable
// registers it; the order in which libraries were loaded does not matter.
#include "class_loader/class_loader.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <mutex>
#include <utility>

namespace class_loader::impl
{

namespace
{

struct Registry
{
  std::mutex mutex;
  std::vector<const Registration *> classes;
};

/// Is never destroyed: static variables of libraries refer to it when the process ends.
Registry & registry()
{
  static Registry & it = *new Registry;
  return it;
}

/// Returns the library or program in which an address is.
const void * library_of(const void * address)
{
  Dl_info info;
  void * map = nullptr;
  return dladdr1(address, &info, &map, RTLD_DL_LINKMAP) ? map : nullptr;
}

}  // namespace

Registration::Registration(std::string class_name, std::string base, Create create)
: class_name(std::move(class_name)),
  base(std::move(base)),
  create(create),
  library(library_of(this))
{
  Registry & all = registry();
  const std::lock_guard lock(all.mutex);
  all.classes.push_back(this);
}

Registration::~Registration()
{
  Registry & all = registry();
  const std::lock_guard lock(all.mutex);
  all.classes.erase(std::find(all.classes.begin(), all.classes.end(), this));
}

std::shared_ptr<void> open(const std::string & path)
{
  void * handle = dlopen(path.c_str(), RTLD_LAZY);
  if (!handle) {
    throw LibraryLoadException(dlerror());
  }
  void * map = nullptr;
  dlinfo(handle, RTLD_DI_LINKMAP, &map);
  return {map, [handle](void *) { dlclose(handle); }};
}

std::vector<std::string> classes(const void * library, const std::string & base)
{
  std::vector<std::string> names;
  {
    Registry & all = registry();
    const std::lock_guard lock(all.mutex);
    for (const Registration * it : all.classes) {
      if (it->library == library && it->base == base) {
        names.push_back(it->class_name);
      }
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

Registration::Create find(
  const void * library, const std::string & base, const std::string & class_name)
{
  Registry & all = registry();
  const std::lock_guard lock(all.mutex);
  for (const Registration * it : all.classes) {
    if (it->library == library && it->base == base && it->class_name == class_name) {
      return it->create;
    }
  }
  return nullptr;
}

}  // namespace class_loader::impl
