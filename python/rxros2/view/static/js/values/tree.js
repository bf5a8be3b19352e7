// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tree: the fields of a message with their current values. Numbers can be plotted.

import { h, setText } from '../dom.js';
import { number } from '../format.js';

const INLINE = 12; // numbers of an array that are shown in one line

export class Tree {
  #rows = new Map(); // path → {element, value}
  #open = new Set();
  #shape = '';
  #message = null;

  /** `plotted` are paths; `toggle(path)` is called when the button of a number is pressed. */
  constructor(plotted, toggle) {
    this.plotted = plotted;
    this.toggle = toggle;
    this.element = h('div', { class: 'tree' });
  }

  show(message) {
    this.#message = message;
    const rows = [...this.#flat(message, '', 0)];
    const shape = rows.map((row) => row.path + row.kind).join(' ');
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#rows.clear();
      this.element.replaceChildren(...rows.map((row) => this.#row(row)));
    }
    for (const row of rows) if (row.text !== undefined) setText(this.#rows.get(row.path), row.text);
  }

  *#flat(value, path, depth) {
    for (const [name, each] of entries(value)) {
      const here = Array.isArray(value) ? `${path}[${name}]` : path ? `${path}.${name}` : name;
      const row = { path: here, name: String(name), depth };
      if (Array.isArray(each)) {
        const open = this.#open.has(here);
        yield { ...row, kind: open ? 'open' : 'closed', text: inline(each) };
        if (open) yield* this.#flat(each, here, depth + 1);
      } else if (each !== null && typeof each === 'object') {
        yield { ...row, kind: 'group' };
        yield* this.#flat(each, here, depth + 1);
      } else {
        const plain = typeof each === 'number' || typeof each === 'boolean';
        yield { ...row, kind: plain ? 'number' : 'text', text: each === '' ? "''" : number(each) };
      }
    }
  }

  #row({ path, name, depth, kind, text }) {
    const value = h('span', { class: 'value mono' });
    this.#rows.set(path, value);
    const folds = kind === 'open' || kind === 'closed';
    const fold = () => {
      this.#open.has(path) ? this.#open.delete(path) : this.#open.add(path);
      this.show(this.#message);
    };
    const button = h('button', {
      class: 'plots',
      'aria-pressed': String(this.plotted.has(path)),
      'aria-label': `Plot ${path}`,
      title: 'Plot it over time',
      onclick: () => {
        this.toggle(path);
        button.setAttribute('aria-pressed', String(this.plotted.has(path)));
      },
    }, '∿');
    return h(
      'div',
      { class: `row ${kind}`, style: `padding-left:${depth * 14 + 4}px` },
      folds
        ? h('button', { class: 'fold', 'aria-expanded': String(kind === 'open'), onclick: fold }, name)
        : h('span', { class: 'name' }, name),
      text === undefined ? null : value,
      kind === 'number' ? button : null,
    );
  }
}

function entries(value) {
  if (!Array.isArray(value)) return Object.entries(value);
  return value.filter((each) => !more(each)).map((each, index) => [index, each]);
}

/** Returns how many items of an array were not sent. */
function more(each) {
  return each !== null && typeof each === 'object' && '…' in each ? each['…'] : 0;
}

function inline(array) {
  const items = array.filter((each) => !more(each));
  const rest = array.reduce((sum, each) => sum + more(each), 0) + Math.max(0, items.length - INLINE);
  if (items.some((each) => each !== null && typeof each === 'object')) return `${items.length + more(array.at(-1))} items`;
  return `[${items.slice(0, INLINE).map(number).join(', ')}${rest ? `, … ${rest} more` : ''}]`;
}
