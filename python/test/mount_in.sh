# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# For scripts, which source this file: mount_in ROOT FOLDER… mounts folders of this system in the root folder of another one
# until the script ends. At the end the folder $scratch, if there is one, is removed too.
mounted=''
trap 'for each in $mounted; do umount "$each"; done; rm -rf "${scratch:-}"' EXIT
trap 'exit 130' INT  # a signal alone would not run the line above
trap 'exit 143' TERM HUP

mount_in() {
  root_folder=$1
  shift
  for each in "$@"; do
    place=$root_folder/$each
    # In a container debootstrap puts a link to /proc there, which inside of the root leads to itself.
    [ ! -L "$place" ] || { rm "$place" && mkdir "$place"; }
    mountpoint -q "$place" || { mount --bind "/$each" "$place"; mounted="$place $mounted"; }
  done
}
