// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The panel of a node: its topics and services, and its parameters, which can be changed.

import { h } from '../dom.js';
import { number } from '../format.js';
import { changed, hints, link } from './panel.js';

const DULL = /^(qos_overrides\.|use_sim_time$|start_type_description_service$)/;

export class NodePanel {
  #app;

  constructor(app, box) {
    this.#app = app;
    this.box = box;
    this.findings = h('div', {});
    this.ends = h('div', { class: 'ends' });
    this.list = h('div', { class: 'parameters' }, h('p', { class: 'muted' }, 'asking …'));
    const again = h('button', { onclick: () => this.#ask() }, 'Ask again');
    this.element = h(
      'div',
      { class: 'details' },
      h('h2', { class: 'mono' }, box.name),
      this.findings,
      this.ends,
      h('h3', {}, 'Parameters ', again),
      this.list,
    );
    this.#ask();
  }

  #ask() {
    this.#app.connection.send({ op: 'parameters', node: this.box.name });
  }

  refresh() {
    const { graph } = this.#app;
    const name = this.box.name;
    const has = (endpoints) => endpoints.some((each) => each.node === name);
    const of = (title, list) => ({ title, names: list.map((each) => each.name) });
    const loud = (each) => !each.quiet;
    const parts = [
      of('Publishes', graph.topics.filter((topic) => loud(topic) && has(topic.publishers))),
      of('Hears', graph.topics.filter((topic) => loud(topic) && has(topic.subscriptions))),
      of('Answers', [...graph.services.filter(loud), ...graph.actions].filter((each) => each.servers.includes(name))),
      of('Calls', [...graph.services.filter(loud), ...graph.actions].filter((each) => each.clients.includes(name))),
    ];
    const there = graph.nodes.some((node) => node.name === name);
    if (!changed(this, [there, parts, graph.findings[name]])) return;
    this.findings.replaceChildren(...hints(graph.findings[name]));
    this.ends.replaceChildren(
      there ? '' : h('p', { class: 'muted' }, 'It is gone.'),
      ...parts.filter((part) => part.names.length).flatMap((part) => [
        h('h3', {}, part.title),
        ...part.names.map((each) => h('div', { class: 'end' }, link(this.#app, each))),
      ]),
    );
  }

  parameters({ items, why }) {
    if (why) {
      this.list.replaceChildren(h('p', { class: 'muted' }, `no answer: ${why}`));
      return;
    }
    if (!items.length) this.list.replaceChildren(h('p', { class: 'muted' }, 'none'));
    const dull = items.filter((item) => DULL.test(item.name));
    const rows = items.filter((item) => !dull.includes(item)).map((item) => this.#parameter(item));
    const rest = h('details', {}, h('summary', { class: 'muted' }, `${dull.length} more that every node has`), dull.map((item) => this.#parameter(item)));
    if (items.length) this.list.replaceChildren(...rows, dull.length ? rest : '');
  }

  /** Handles the answer to a change. */
  set({ name, why }) {
    this.#app.say(why ? 'error' : 'good', why ?? `${name} is set`);
  }

  #parameter(item) {
    const id = `parameter-${item.name}`;
    const range = item.range ? `${item.range[0]} to ${item.range[1]}` : '';
    const about = [item.description, range, item.read_only ? 'read-only' : ''].filter(Boolean).join('; ');
    return h(
      'div',
      { class: 'parameter' },
      h('label', { for: id, class: 'mono' }, item.name),
      this.#input(id, item),
      about ? h('div', { class: 'muted' }, about) : null,
    );
  }

  #input(id, item) {
    const set = (value) => this.#app.connection.send({ op: 'set', node: this.box.name, name: item.name, value });
    if (item.type === 'bool') {
      const box = h('input', { id, type: 'checkbox', checked: item.value, disabled: item.read_only });
      box.addEventListener('change', () => set(box.checked));
      return box;
    }
    const plain = ['integer', 'double', 'string'].includes(item.type);
    const text = plain ? (item.type === 'string' ? item.value : number(item.value)) : JSON.stringify(item.value);
    const field = h('input', { id, value: text ?? '', disabled: item.read_only, class: 'mono', spellcheck: 'false' });
    const read = () => {
      if (item.type === 'string') return field.value;
      if (item.type === 'integer' || item.type === 'double') {
        const value = Number(field.value);
        if (field.value.trim() === '' || Number.isNaN(value)) throw new Error(`${item.name}: expected a number`);
        return value;
      }
      return JSON.parse(field.value);
    };
    field.addEventListener('change', () => {
      try {
        set(read());
      } catch (error) {
        this.#app.say('error', error.message);
        field.value = text;
      }
    });
    return field;
  }
}
