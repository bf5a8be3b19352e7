// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The panel of a topic: figures, publishers and subscriptions, picture, plots, values.

import { h, setText } from '../dom.js';
import { bandwidth, bytes, clock, rate, seconds } from '../format.js';
import { Picture } from '../values/picture.js';
import { Plot } from '../values/plot.js';
import { Tree } from '../values/tree.js';
import { changed, hints, link } from './panel.js';

const FIGURES = ['rate', 'bandwidth', 'size', 'age', 'latency', 'lost'];
const TITLES = {
  rate: 'messages a second',
  bandwidth: 'bytes a second, by the size of the last message',
  size: 'bytes of the last message',
  age: 'since the last message came',
  latency: 'from publishing to here, by the clocks of both machines',
  lost: 'samples that never arrived here',
};

export class TopicPanel {
  #app;
  #plotted = new Set();

  constructor(app, box) {
    this.#app = app;
    this.box = box;
    this.name = box.name;
    this.figures = Object.fromEntries(FIGURES.map((name) => [name, h('dd', {}, '–')]));
    this.findings = h('div', {});
    this.ends = h('div', { class: 'ends' });
    this.picture = new Picture();
    this.plot = new Plot();
    this.tree = new Tree(this.#plotted, (path) => this.#toggle(path));
    this.when = h('span', { class: 'muted' }, 'no message yet');
    this.element = h(
      'div',
      { class: 'details' },
      h('h2', { class: 'mono' }, box.name),
      h('p', { class: 'muted mono' }, box.type),
      this.findings,
      h('dl', { class: 'figures' }, FIGURES.map((name) => h('div', { title: TITLES[name] }, h('dt', {}, name), this.figures[name]))),
      this.picture.element,
      this.plot.element,
      h('h3', {}, 'Last message ', this.when),
      this.tree.element,
      this.ends,
    );
    this.#look();
  }

  refresh() {
    const { graph, rates } = this.#app;
    const current = rates[this.name];
    if (current) {
      const shown = { rate, bandwidth, size: bytes, age: seconds, latency: seconds, lost: String };
      for (const name of FIGURES) setText(this.figures[name], current[name] === undefined ? '–' : shown[name](current[name]));
      this.figures.lost.classList.toggle('bad', current.lost > 0);
    }
    const topic = graph.topics.find((each) => each.name === this.name);
    if (!changed(this, [topic, graph.findings[this.name]])) return;
    this.findings.replaceChildren(...hints(graph.findings[this.name]));
    if (!topic) {
      this.ends.replaceChildren(h('p', { class: 'muted' }, 'It is gone.'));
      return;
    }
    this.ends.replaceChildren(
      ...this.#side('Publishers', topic.publishers, topic.mismatches, 'publisher'),
      ...this.#side('Subscriptions', topic.subscriptions, topic.mismatches, 'subscription'),
    );
  }

  #side(title, endpoints, mismatches, role) {
    return [
      h('h3', {}, title),
      endpoints.length ? null : h('p', { class: 'muted' }, 'none'),
      ...endpoints.map((each) => {
        const wrong = mismatches.filter((mismatch) => mismatch[role] === each.node);
        return h(
          'div',
          { class: 'end' },
          link(this.#app, each.node),
          h('span', { class: 'muted' }, `${each.count > 1 ? `${each.count} × ` : ''}${each.qos}`),
          wrong.map(({ publisher, subscription, why }) =>
            h('div', { class: 'bad' }, `${role === 'publisher' ? `${subscription} does not hear it` : `does not hear ${publisher}`}: ${why}`),
          ),
        );
      }),
    ].filter(Boolean);
  }

  value({ message, time, why }) {
    if (why) {
      setText(this.when, why);
      return;
    }
    setText(this.when, clock(time));
    this.tree.show(message);
  }

  points({ fields, items }) {
    this.plot.add(fields, items);
  }

  #toggle(path) {
    if (!this.#plotted.delete(path)) this.#plotted.add(path);
    this.#look();
  }

  #look() {
    const fields = [...this.#plotted].sort();
    this.plot.setFields(fields);
    this.#app.connection.keep({ op: 'look', topics: { [this.name]: fields } });
  }

  recolor() {
    this.plot.recolor();
  }

  close() {
    this.#app.connection.keep({ op: 'look', topics: {} });
  }
}
