# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Adds this prefix to the environment: to the search paths of CMake, programs and the ament index. For any POSIX
# shell; local_setup.bash and local_setup.zsh call it with AMENT_CURRENT_PREFIX. Without that, or colcon's variable,
# the prefix is the folder it was installed to.
_rxros2_prefix="${AMENT_CURRENT_PREFIX:-${COLCON_CURRENT_PREFIX:-@INSTALLED_TO@}}"
if [ ! -f "$_rxros2_prefix/local_setup.sh" ]; then
  printf '%s\n' "local_setup.sh: '$_rxros2_prefix' is not an RxROS2 prefix (it was moved?); expected its path in" \
    "AMENT_CURRENT_PREFIX, or use local_setup.bash, which finds out" >&2
  unset _rxros2_prefix
  return 1 2>/dev/null || exit 1
fi

# _rxros2_prepend VARIABLE DIRECTORY: adds to the front of a list with ':', unless it is in it.
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
# A module that Python imports at its start, to name the cure where an interpreter has no rxros2.
_rxros2_prepend PYTHONPATH "$_rxros2_prefix/share/rxros2/python"
[ ! -d "$_rxros2_prefix/bin" ] || _rxros2_prepend PATH "$_rxros2_prefix/bin"
# Libraries: after those of a ROS 2, whose programs would otherwise load our type support, which has the names of
# theirs; before those of another RxROS2, whose names are the same.
case ":${LD_LIBRARY_PATH:-}:" in
  *":$_rxros2_prefix/lib:"*) ;;
  *)
    _rxros2_before=
    _rxros2_rest="${LD_LIBRARY_PATH:-}"
    while [ -n "$_rxros2_rest" ] && [ ! -e "${_rxros2_rest%%:*}/librxros2_rclcpp.so" ]; do
      _rxros2_before="$_rxros2_before${_rxros2_rest%%:*}:"
      case "$_rxros2_rest" in
        *:*) _rxros2_rest="${_rxros2_rest#*:}" ;;
        *) _rxros2_rest= ;;
      esac
    done
    export LD_LIBRARY_PATH="$_rxros2_before$_rxros2_prefix/lib${_rxros2_rest:+:$_rxros2_rest}"
    unset _rxros2_before _rxros2_rest
    ;;
esac
# The variables for conditions in package.xml files of ROS 2.
export ROS_VERSION=2 ROS_PYTHON_VERSION=3 ROS_DISTRO=jazzy
unset -f _rxros2_prepend
unset _rxros2_prefix
