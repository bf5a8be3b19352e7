// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The panel of a service or an action: its clients and servers.

import { h } from '../dom.js';
import { changed, link } from './panel.js';

export class EndpointPanel {
  #app;

  constructor(app, box) {
    this.#app = app;
    this.box = box;
    this.ends = h('div', { class: 'ends' });
    this.element = h('div', { class: 'details' }, h('h2', { class: 'mono' }, box.name), h('p', { class: 'muted mono' }, box.type), this.ends);
  }

  refresh() {
    const { graph } = this.#app;
    const of = this.box.kind === 'action' ? graph.actions : graph.services;
    const found = of.find((each) => each.name === this.box.name);
    if (!changed(this, found ?? null)) return;
    const side = (title, names) => [
      h('h3', {}, title),
      ...(names.length ? names.map((name) => h('div', { class: 'end' }, link(this.#app, name))) : [h('p', { class: 'muted' }, 'none')]),
    ];
    this.ends.replaceChildren(...(found ? [...side('Clients', found.clients), ...side('Servers', found.servers)] : [h('p', { class: 'muted' }, 'It is gone.')]));
  }
}
