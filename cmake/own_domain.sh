#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Runs a test in a DDS domain, ROS_DOMAIN_ID, that no other test of this host uses: not of this ctest, nor of one in
# another tree or of another user. The next domain belongs to the test too. Each even domain has a folder with a lock.
# The test holds it until the last of its processes has ended, except for those that Python started, which get no
# descriptors: a domain in the environment of any process is skipped. So a leftover process of a test does not
# interact with other tests. Containers that share the network see neither these locks nor these processes: a domain
# with an open port is skipped too. They may start together and have equal process ids, so the first domain is random.
# If no domain is free for a minute (RXROS2_DOMAIN_PATIENCE seconds), it fails.
# 20 to 99: the kernel also assigns the ports of domains above 101 to programs that request any port.
# usage: own_domain.sh command [argument…]
locks=${TMPDIR:-/tmp}/rxros2_test_domains
[ -d "$locks" ] || mkdir -p -m 1777 "$locks"
# The ports of a domain: 250 from 7400 + 250 * domain.
has_open_port() {
  while read -r _ address _; do
    case $address in
      *:????) port=$((0x${address#*:} - 7400 - 250 * $1)); [ $port -lt 0 ] || [ $port -ge 500 ] || return 0;;
    esac
  done <<END
$(cat /proc/net/udp /proc/net/udp6 2>/dev/null)
END
  return 1
}
next=$(($(od -An -N2 -tu2 /dev/urandom) % 40))
patience=${RXROS2_DOMAIN_PATIENCE:-60}
tried=0
while :; do
  domain=$((20 + 2 * next))
  mkdir -p "$locks/$domain"
  exec 9<"$locks/$domain"
  if flock -n 9 && ! grep -qszE "^ROS_DOMAIN_ID=($domain|$((domain + 1)))\$" /proc/[0-9]*/environ &&
    ! has_open_port $domain; then
    ROS_DOMAIN_ID=$domain exec "$@"
  fi
  next=$(((next + 1) % 40))
  tried=$((tried + 1))
  [ $((tried % 40)) -eq 0 ] || continue
  if [ $((tried / 40)) -ge "$patience" ]; then
    echo "$0: none of the DDS domains 20 to 99 is free: each has a lock in $locks, a process with that ROS_DOMAIN_ID" \
      "or an open UDP port; end processes of old tests" >&2
    exit 1
  fi
  sleep 1
done
