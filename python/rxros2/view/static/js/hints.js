// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The page with the findings of doctor: in the graph, as it changes; on this machine, on request.

import { h } from './dom.js';
import { changed, hints, link } from './panel/panel.js';

export class HintsPage {
  constructor(element, app) {
    this.app = app;
    this.graph = h('div', {});
    this.machine = h('div', {}, h('p', { class: 'muted' }, 'Versions, environment and network of the machine that rxros2 view runs on.'));
    this.button = h('button', { onclick: () => this.#ask() }, 'Look at this machine');
    element.append(h('div', { class: 'sheet' }, h('h2', {}, 'The graph'), this.graph, h('h2', {}, 'This machine ', this.button), this.machine));
  }

  #ask() {
    this.button.disabled = true;
    this.machine.replaceChildren(h('p', { class: 'muted' }, 'looking …'));
    this.app.connection.send({ op: 'doctor' });
  }

  refresh() {
    const { findings } = this.app.graph;
    if (!changed(this, findings)) return;
    const places = Object.entries(findings);
    const found = places.map(([place, list]) => h('div', { class: 'place' }, link(this.app, place), hints(list)));
    this.graph.replaceChildren(...(found.length ? found : [h('p', { class: 'good' }, 'Nothing is wrong: names, types and qualities of service fit.')]));
  }

  doctor({ items }) {
    this.button.disabled = false;
    this.machine.replaceChildren(...hints(items));
  }
}
