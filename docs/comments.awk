# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Doxygen's input filter: a plain comment that stands directly above a declaration, or behind a member, documents it.
# Text is no HTML, and "#" no link.
function escaped(line) {
  if (line !~ /`/) {
    gsub(/[<#]/, "\\\\&", line)
    gsub(/>::/, ">\\::", line)
  }
  return line
}
function flush(mark,    i) {
  for (i = 1; i <= held; ++i) {
    if (mark) {
      sub(/\/\//, "///", comment[i])
      comment[i] = escaped(comment[i])
    }
    print comment[i]
  }
  held = 0
}
/^ ? ?\/\/([^\/]|$)/ { comment[++held] = $0; next }
{
  flush(held && $0 !~ /^ *($|#|}|public:|private:|protected:)/)
  if ($0 ~ /^ *\/\/\//) $0 = escaped($0)
  if ($0 ~ /^ ? ?[^ ].*[;,]  \/\/ [^-N]/) sub(/  \/\/ /, "  ///< ")
  print
}
END { flush(0) }
