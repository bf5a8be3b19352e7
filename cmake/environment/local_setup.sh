# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Puts this prefix into the environment: where CMake, programs and the ament index look. Any POSIX shell; local_setup.bash
# and local_setup.zsh call it with AMENT_CURRENT_PREFIX. Without that, or colcon's, the prefix is where it was installed to.
_rxros2_prefix="${AMENT_CURRENT_PREFIX:-${COLCON_CURRENT_PREFIX:-@INSTALLED_TO@}}"
if [ ! -f "$_rxros2_prefix/local_setup.sh" ]; then
  printf '%s\n' "local_setup.sh: '$_rxros2_prefix' is not an RxROS2 prefix (it was moved?); expected its path in" \
    "AMENT_CURRENT_PREFIX, or use local_setup.bash, which finds out" >&2
  unset _rxros2_prefix
  return 1 2>/dev/null || exit 1
fi

# _rxros2_prepend VARIABLE DIRECTORY: to the front of a list with ':', if it is not in it.
_rxros2_prepend() {
  eval "_rxros2_list=\${$1:-}"
  case ":$_rxros2_list:" in
    *":$2:"*) ;;
    *) eval "export $1=\"\$2\${_rxros2_list:+:\$_rxros2_list}\"" ;;
  esac
  unset _rxros2_list
}

_rxros2_prepend AMENT_PREFIX_PATH "$_rxros2_prefix"
_rxros2_prepend CMAKE_PREFIX_PATH "$_rxros2_prefix"
_rxros2_prepend LD_LIBRARY_PATH "$_rxros2_prefix/lib"
[ ! -d "$_rxros2_prefix/bin" ] || _rxros2_prepend PATH "$_rxros2_prefix/bin"
# What package.xml files of ROS 2 ask for in conditions.
export ROS_VERSION=2 ROS_PYTHON_VERSION=3 ROS_DISTRO=jazzy
unset -f _rxros2_prepend
unset _rxros2_prefix
