// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The test is that the list compiles.
int main()
{
}
