// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The panel of several topics between the same nodes.

import { h, setText } from '../dom.js';
import { bandwidth, rate } from '../format.js';
import { link } from './panel.js';

export class BundlePanel {
  #app;
  #rows = new Map();

  constructor(app, box) {
    this.#app = app;
    this.box = box;
    const rows = box.topics.map((topic) => {
      const cells = [h('td', { class: 'number' }, '–'), h('td', { class: 'number' }, '–')];
      this.#rows.set(topic, cells);
      return h('tr', {}, h('td', {}, link({ find: () => app.open(topic) }, topic)), cells);
    });
    this.element = h(
      'div',
      { class: 'details' },
      h('h2', {}, `${box.topics.length} topics`),
      h('p', { class: 'muted' }, 'Between the same nodes, so that the graph has one box for them.'),
      h('table', { class: 'wide' }, h('thead', {}, h('tr', {}, h('th', {}, 'topic'), h('th', { class: 'number' }, 'rate'), h('th', { class: 'number' }, 'bandwidth'))), h('tbody', {}, rows)),
    );
  }

  refresh() {
    for (const [topic, [first, second]] of this.#rows) {
      const figures = this.#app.rates[topic];
      if (!figures) continue;
      setText(first, rate(figures.rate));
      setText(second, bandwidth(figures.bandwidth));
    }
  }
}
