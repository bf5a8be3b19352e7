# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The files of a new package of the build types ament_cmake and cmake."""

from __future__ import annotations

from .package import NewPackage, fill, identifier

_NODE = """\
#include <cstdio>

int main()
{
  std::printf("Hello from @package@\\n");
  return 0;
}
"""

_HEADER = """\
#ifndef @guard@
#define @guard@

namespace @module@
{

class @class@
{
public:
  @class@();

  virtual ~@class@();
};

}  // namespace @module@

#endif  // @guard@
"""

_SOURCE = """\
#include "@package@/@library@.hpp"

namespace @module@
{

@class@::@class@() = default;

@class@::~@class@() = default;

}  // namespace @module@
"""

_HEAD = """\
cmake_minimum_required(VERSION 3.8)
project(@package@ VERSION 0.0.0)

if(CMAKE_COMPILER_IS_GNUCXX OR CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_compile_options(-Wall -Wextra -Wpedantic)
endif()

"""

_NO_DEPENDENCIES = """\
# Add a line for each package that this one uses:
# find_package(<dependency> REQUIRED)
"""

_LIBRARY = """\

add_library(@library@@kind@ src/@library@.cpp)
add_library(@package@::@library@ ALIAS @library@)
target_compile_features(@library@ PUBLIC c_std_99 cxx_std_17)
target_include_directories(@library@ PUBLIC
  $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:include/${PROJECT_NAME}>)
@library_dependencies@
install(DIRECTORY include/ DESTINATION include/${PROJECT_NAME})
install(TARGETS @library@
  EXPORT export_${PROJECT_NAME}
  ARCHIVE DESTINATION lib
  LIBRARY DESTINATION lib
  RUNTIME DESTINATION bin)
"""

_PROGRAM = """\

add_executable(@node@ src/@node@.cpp)
target_include_directories(@node@ PRIVATE include)
@node_dependencies@
install(TARGETS @node@ DESTINATION lib/${PROJECT_NAME})
"""

_AMENT_TESTS = """\

# Checks the style of the sources, if the linters are installed.
if(BUILD_TESTING)
  find_package(ament_lint_auto QUIET)
  if(ament_lint_auto_FOUND)
    # Remove this line when all source files have a copyright header.
    set(ament_cmake_copyright_FOUND TRUE)
    # Remove this line when they have one, and the package is in a git repository, which cpplint requires.
    set(ament_cmake_cpplint_FOUND TRUE)
    ament_lint_auto_find_test_dependencies()
  endif()
endif()
"""

_AMENT_EXPORTS = """\

ament_export_include_directories(include/${PROJECT_NAME})
ament_export_libraries(@library@)
ament_export_targets(export_${PROJECT_NAME})
"""

_CMAKE_EXPORTS = """\

include(CMakePackageConfigHelpers)
configure_package_config_file(@package@Config.cmake.in @package@Config.cmake
  INSTALL_DESTINATION share/${PROJECT_NAME}/cmake)
write_basic_package_version_file(@package@ConfigVersion.cmake COMPATIBILITY AnyNewerVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/@package@Config.cmake"
  "${PROJECT_BINARY_DIR}/@package@ConfigVersion.cmake"
  DESTINATION share/${PROJECT_NAME}/cmake)
"""

_CMAKE_EXPORTS_OF_LIBRARY = """\
install(EXPORT export_${PROJECT_NAME}
  NAMESPACE @package@::
  FILE export_@package@.cmake
  DESTINATION share/${PROJECT_NAME}/cmake)
"""

_CONFIGURATION = """\
@PACKAGE_INIT@

include(CMakeFindDependencyMacro)
"""


def files(package: NewPackage) -> dict[str, str]:
    """Returns the text of each file, by its path in the package."""
    library = package.library
    values = {
        'package': package.name,
        'module': package.module,
        'node': package.node,
        'library': library,
        'class': ''.join(word.capitalize() for word in identifier(library).split('_')),
        'guard': f'{package.module}__{identifier(library)}_HPP_'.upper(),
    }
    texts = {'CMakeLists.txt': _cmake_lists(package, values)}
    if package.build_type == 'cmake':
        texts[f'{package.name}Config.cmake.in'] = _configuration(package)
    if package.node:
        texts[f'src/{package.node}.cpp'] = fill(_NODE, values)
    if library:
        texts[f'include/{package.name}/{library}.hpp'] = fill(_HEADER, values)
        texts[f'src/{library}.cpp'] = fill(_SOURCE, values)
    elif not package.node:
        texts['src/'] = ''
    if not library:
        texts[f'include/{package.name}/'] = ''
    return texts


def _cmake_lists(package: NewPackage, values: dict[str, str]) -> str:
    is_ament, dependencies = package.build_type == 'ament_cmake', package.dependencies
    values = values | {
        # ament makes a shared library by default; plain CMake does not.
        'kind': '' if is_ament else ' SHARED',
        'library_dependencies': _link(package, package.library),
        'node_dependencies': f'target_link_libraries({package.node} {package.library})\n'
        if package.library
        else f'target_compile_features({package.node} PUBLIC c_std_99 cxx_std_17)\n' + _link(package, package.node),
    }
    finds = [*(['ament_cmake'] if is_ament else []), *(['ament_cmake_ros'] if is_ament and package.library else [])]
    text = _HEAD + ''.join(f'find_package({name} REQUIRED)\n' for name in (*finds, *dependencies))
    text += '' if dependencies else _NO_DEPENDENCIES
    text += (_LIBRARY if package.library else '') + (_PROGRAM if package.node else '')
    if is_ament:
        text += _AMENT_TESTS + (_AMENT_EXPORTS if package.library else '')
        if package.library and dependencies:
            text += f'ament_export_dependencies({" ".join(dependencies)})\n'
        text += '\nament_package()\n'
    else:
        text += _CMAKE_EXPORTS + (_CMAKE_EXPORTS_OF_LIBRARY if package.library else '')
    return fill(text, values)


def _link(package: NewPackage, target: str) -> str:
    """Returns the lines of CMake that let a target use the dependencies of the package.

    They have the signature without PUBLIC or PRIVATE, which the lines that users add after tutorials have too.
    """
    if not package.dependencies:
        return ''
    if package.build_type == 'ament_cmake':
        return f'ament_target_dependencies({target} {" ".join(package.dependencies)})\n'
    # A package names what it offers in targets, or in the older variables.
    return ''.join(
        f'target_include_directories({target} PUBLIC ${{{name}_INCLUDE_DIRS}})\n'
        f'target_link_libraries({target} ${{{name}_TARGETS}} ${{{name}_LIBRARIES}})\n'
        for name in package.dependencies
    )


def _configuration(package: NewPackage) -> str:
    text = _CONFIGURATION + ''.join(f'find_dependency({name})\n' for name in package.dependencies)
    if package.library:
        text += (
            f'include("${{CMAKE_CURRENT_LIST_DIR}}/export_{package.name}.cmake")\n'
            f'set({package.name}_TARGETS {package.name}::{package.library})\n'
            f'set({package.name}_LIBRARIES {package.name}::{package.library})\n'
        )
    return text
