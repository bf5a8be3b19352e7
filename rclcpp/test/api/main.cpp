// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// That the list compiles is the test.
int main()
{
}
