#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Runs a test in a DDS domain, ROS_DOMAIN_ID, that no other test of this host is in: not of this ctest, nor of one in another
# tree or of another user. The domain after it is the test's too. Each even domain has a folder whose lock the test holds
# until the last of its processes has ended, but those that Python started, which get no descriptors: a domain that is in the
# environment of any process is passed over. So a process that a test left behind meets no other test.
# 20 to 99: the ports of domains above 101 are also those that the kernel gives to whoever asks for any port.
# usage: own_domain.sh command [argument…]
locks=${TMPDIR:-/tmp}/rxros2_test_domains
[ -d "$locks" ] || mkdir -p -m 1777 "$locks"
next=$(($$ % 40))  # not always the same ones
tried=0
while :; do
  domain=$((20 + 2 * next))
  mkdir -p "$locks/$domain"
  exec 9<"$locks/$domain"
  if flock -n 9 && ! grep -qszE "^ROS_DOMAIN_ID=($domain|$((domain + 1)))\$" /proc/[0-9]*/environ; then
    ROS_DOMAIN_ID=$domain exec "$@"
  fi
  next=$(((next + 1) % 40))
  tried=$((tried + 1))
  [ $((tried % 40)) -ne 0 ] || sleep 1
done
