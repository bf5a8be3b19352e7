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
      if (!sub(/^ *\/\//, "&/", comment[i])) sub(/^ *\/\*/, "&*", comment[i])
      comment[i] = escaped(comment[i])
    }
    print comment[i]
  }
  held = 0
}
/^ ? ?\/\/([^\/]|$)/ { comment[++held] = $0; next }
/^ ? ?\/\* / { in_c_comment = 1 }
in_c_comment {
  comment[++held] = $0
  in_c_comment = !/\*\//
  next
}
{
  flush(held && $0 !~ /^ *($|#|}|public:|private:|protected:)/)
  if ($0 ~ /^ *\/\/\//) $0 = escaped($0)
  if ($0 ~ /^ ? ?[^ ].*[;,] +\/\/ [^-N]/) sub(/ \/\/ /, " ///< ")
  if ($0 ~ /^  [^ ].*; +\/\* .* \*\/$/) sub(/\/\* /, "/**< ")
  # Doxygen would continue a comment behind a member by the comment above the next member.
  if ($0 ~ /[;,] +\/\/\/< /) sub(/\/\/\/< .*/, "& */") && sub(/\/\/\/< /, "/**< ")
  print
}
END { flush(0) }
