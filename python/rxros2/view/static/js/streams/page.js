// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The page with the traced streams.

export class StreamsPage {
  constructor(element, app) {
    this.app = app;
  }

  add() {}

  recolor() {}
}
