// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Stage: the figures of one stage of a stream, beside its marbles; inOrder: sorts stages in the order of the items' path.

import { h, setText } from '../dom.js';
import { rate, seconds, short } from '../format.js';

const SMOOTH = 1; // s over which rates are averaged

export class Stage {
  #history = []; // [time, in, out]

  constructor({ name, place }, lane) {
    this.lane = lane;
    const file = place.split('/').at(-1);
    this.feeds = h('div', { class: 'muted' });
    this.values = Object.fromEntries(['in', 'out', 'dropped', 'mean', 'longest'].map((key) => [key, h('dd', {}, '–')]));
    this.ends = h('div', { class: 'ends-of-stage' });
    const figures = Object.entries(this.values).map(([key, value]) => h('div', {}, h('dt', {}, key), value));
    this.element = h(
      'div',
      { class: 'stage', 'data-stage': name },
      h('div', { class: 'who' }, h('b', {}, name), h('div', { class: 'muted code', title: place }, short(file, 23)), this.feeds),
      h('div', { class: 'what' }, h('dl', {}, figures), this.ends),
      lane.element,
    );
  }

  figures(now, time) {
    if (this.#history.length && now.in < this.#history[0][1]) this.#history = []; // its counts were reset
    this.#history.push([time, now.in, now.out]);
    while (this.#history.length > 2 && this.#history[1][0] < time - SMOOTH) this.#history.shift();
    const [before, came, went] = this.#history[0];
    const took = time - before;
    const [ins, outs] = took > 0 ? [(now.in - came) / took, (now.out - went) / took] : [0, 0];
    setText(this.values.in, took > 0 ? rate(ins) : '–');
    setText(this.values.out, took > 0 ? rate(outs) : '–');
    setText(this.values.dropped, String(Math.max(0, now.in - now.out)));
    setText(this.values.mean, seconds(now.mean / 1e9));
    setText(this.values.longest, seconds(now.longest / 1e9));
    setText(this.feeds, now.feeds.length ? `→ ${now.feeds.join(', ')}` : '');
    const ends = [`${now.out} items`, now.subscriptions === 1 ? '' : `${now.subscriptions} subscriptions`];
    if (now.completed) ends.push(`${now.completed} completed`);
    if (now.errors) ends.push(`${now.errors} ended by an error`);
    setText(this.ends, ends.filter(Boolean).join(', '));
    this.ends.classList.toggle('bad', now.errors > 0);
    this.lane.rate(outs);
  }
}

/** Returns each stage before the stages that it feeds; stages that feed none of them come last. */
export function inOrder(stages) {
  const byName = new Map(stages.map((stage) => [stage.name, stage]));
  const fed = new Set(stages.flatMap((stage) => stage.feeds));
  const found = [];
  const seen = new Set();
  const visit = (stage) => {
    if (!stage || seen.has(stage.name)) return;
    seen.add(stage.name);
    for (const name of stage.feeds) visit(byName.get(name));
    found.unshift(stage);
  };
  const sources = stages.filter(({ name }) => !fed.has(name));
  for (const stage of [...sources.reverse(), ...stages]) visit(stage); // stages in a cycle have no source
  return found;
}
