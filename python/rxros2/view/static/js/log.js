// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The page with the log lines of all nodes.

import { h } from './dom.js';
import { clock } from './format.js';

const MOST = 1000;
const LEVELS = ['debug', 'info', 'warning', 'error', 'fatal'];

export class LogPage {
  #lines = [];
  #filter = '';
  #least = 'info';

  constructor(element) {
    const level = h('select', { 'aria-label': 'Least level' }, LEVELS.map((name) => h('option', { selected: name === this.#least }, name)));
    level.addEventListener('change', () => this.#change(() => (this.#least = level.value)));
    const filter = h('input', { type: 'search', placeholder: 'Filter by node or text', 'aria-label': 'Filter' });
    filter.addEventListener('input', () => this.#change(() => (this.#filter = filter.value.toLowerCase())));
    const clear = h('button', { onclick: () => this.#change(() => (this.#lines = [])) }, 'Clear');
    this.list = h('div', { class: 'log', role: 'log', tabindex: 0, 'aria-label': 'Log lines' });
    element.append(h('div', { class: 'tools' }, level, filter, clear), this.list);
    this.#change(() => {});
  }

  /** Scrolls to the end if the end was visible. */
  add(lines) {
    this.#lines = [...this.#lines, ...lines].slice(-MOST);
    const follows = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40;
    const made = lines.filter((line) => this.#passes(line)).map((line) => this.#line(line));
    if (!made.length) return;
    this.list.querySelector('.empty')?.remove();
    this.list.append(...made);
    while (this.list.childElementCount > MOST) this.list.firstChild.remove();
    if (follows) this.list.scrollTop = this.list.scrollHeight;
  }

  #passes(line) {
    const high = LEVELS.indexOf(line.level) >= LEVELS.indexOf(this.#least);
    return high && (!this.#filter || `${line.node} ${line.text}`.toLowerCase().includes(this.#filter));
  }

  #line({ time, level, node, text, place }) {
    return h('div', { class: `line ${level}`, title: place }, h('time', {}, clock(time)), h('b', {}, level), h('i', {}, node), h('span', {}, text));
  }

  #change(change) {
    change();
    const lines = this.#lines.filter((line) => this.#passes(line)).map((line) => this.#line(line));
    this.list.replaceChildren(...(lines.length ? lines : [h('p', { class: 'empty muted' }, 'No lines yet.')]));
    this.list.scrollTop = this.list.scrollHeight;
  }
}
