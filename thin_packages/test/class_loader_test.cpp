// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The class_loader of a build with RXROS2_BUNDLED. LIBRARY_A registers two shapes and a tool;
// LIBRARY_B, which is linked with LIBRARY_A, has classes of the same names.
#include "class_loader/class_loader.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "class_loader_shape.hpp"

namespace
{

using class_loader::ClassLoader;

TEST(ClassLoader, ListsTheClassesOfABase)
{
  const ClassLoader loader(LIBRARY_A);
  EXPECT_EQ(loader.getLibraryPath(), LIBRARY_A);
  EXPECT_EQ(loader.getAvailableClasses<Shape>(), (std::vector<std::string>{"Circle", "Square"}));
  EXPECT_EQ(loader.getAvailableClasses<Tool>(), std::vector<std::string>{"Hammer"});
  EXPECT_TRUE(loader.isClassAvailable<Shape>("Circle"));
  EXPECT_FALSE(loader.isClassAvailable<Tool>("Circle"));
}

TEST(ClassLoader, EachLibraryHasItsOwnClasses)
{
  ClassLoader b(LIBRARY_B);  // the system loads LIBRARY_A, too
  ClassLoader a(LIBRARY_A);
  EXPECT_EQ(a.createInstance<Shape>("Square")->name(), "square of a");
  EXPECT_EQ(b.createSharedInstance<Shape>("Square")->name(), "square of b");
  EXPECT_EQ(b.createUniqueInstance<Shape>("Circle")->name(), "circle of b");
  EXPECT_EQ(b.getAvailableClasses<Shape>().size(), 2u);
}

TEST(ClassLoader, AnObjectKeepsItsLibraryOpen)
{
  std::shared_ptr<Shape> square = ClassLoader(LIBRARY_A).createInstance<Shape>("Square");
  EXPECT_EQ(square->name(), "square of a");
  const auto is_open = [] {
    void * handle = dlopen(LIBRARY_A, RTLD_LAZY | RTLD_NOLOAD);
    return handle && dlclose(handle) == 0;
  };
  EXPECT_TRUE(is_open());
  square.reset();
  EXPECT_FALSE(is_open());
  EXPECT_EQ(ClassLoader(LIBRARY_A).getAvailableClasses<Tool>().size(), 1u) << "opened again";
}

TEST(ClassLoader, NamesWhatIsMissing)
{
  ClassLoader loader(LIBRARY_A);
  try {
    loader.createInstance<Tool>("Saw");
    FAIL() << "expected CreateClassException";
  } catch (const class_loader::CreateClassException & error) {
    EXPECT_NE(std::string(error.what()).find("'Saw'"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find(LIBRARY_A), std::string::npos) << error.what();
  }
  try {
    ClassLoader("libno_such.so");
    FAIL() << "expected LibraryLoadException";
  } catch (const class_loader::LibraryLoadException & error) {
    EXPECT_NE(std::string(error.what()).find("libno_such.so"), std::string::npos) << error.what();
  }
}

}  // namespace
