// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Plot: plots numeric fields of a topic over the last seconds.

import { color, h } from '../dom.js';
import { number } from '../format.js';

/* global uPlot */

const SECONDS = 30;
const MOST = 20000; // points that are kept

export class Plot {
  #fields = [];
  #data = [[]];
  #plot = null;
  #paused = false;
  #due = false;

  constructor() {
    this.canvas = h('div', { class: 'plot' });
    const pause = h('button', { 'aria-pressed': 'false' }, 'Pause');
    pause.addEventListener('click', () => {
      this.#paused = !this.#paused;
      pause.setAttribute('aria-pressed', String(this.#paused));
      pause.textContent = this.#paused ? 'Go on' : 'Pause';
    });
    this.element = h('div', { class: 'plots-of-topic', hidden: true }, this.canvas, h('div', { class: 'plot-tools' }, pause));
    new ResizeObserver(() => this.#plot?.setSize(this.#size())).observe(this.canvas);
  }

  setFields(fields) {
    if (fields.join() === this.#fields.join()) return;
    const before = new Map(this.#fields.map((field, index) => [field, this.#data[index + 1]]));
    this.#fields = [...fields];
    const times = this.#data[0];
    this.#data = [times, ...fields.map((field) => before.get(field) ?? times.map(() => null))];
    this.element.hidden = !fields.length;
    this.#make();
  }

  /** Adds points: [time, value of each field, …]; fields are in the server's order. */
  add(fields, points) {
    if (this.#paused || fields.join() !== this.#fields.join()) return;
    for (const point of points) point.forEach((value, index) => this.#data[index].push(value));
    const from = this.#data[0].findIndex((time) => time > this.#data[0].at(-1) - SECONDS * 2);
    const cut = Math.max(from, this.#data[0].length - MOST);
    if (cut > 200) this.#data = this.#data.map((list) => list.slice(cut));
    if (!this.#due) {
      this.#due = true;
      requestAnimationFrame(() => this.#show());
    }
  }

  #show() {
    this.#due = false;
    const last = this.#data[0].at(-1);
    if (!this.#plot || last === undefined) return;
    this.#plot.setData(this.#data, false);
    this.#plot.setScale('x', { min: last - SECONDS, max: last });
  }

  #size() {
    return { width: Math.max(200, this.canvas.clientWidth), height: 190 };
  }

  /** Call it also when colours change. */
  #make() {
    this.#plot?.destroy();
    this.#plot = null;
    if (!this.#fields.length) return;
    const axis = { stroke: color('muted'), grid: { stroke: color('line'), width: 1 }, ticks: { stroke: color('line') } };
    this.#plot = new uPlot(
      {
        ...this.#size(),
        scales: { x: { time: false }, y: { range: (_, low, high) => padded(low, high) } },
        axes: [
          { ...axis, splits: (_, __, low, high) => ticks(low, high), values: (_, times) => times.map((time) => this.#ago(time)) },
          { ...axis, size: 56, values: (_, values) => values.map(number) },
        ],
        cursor: { y: false },
        legend: { live: true },
        series: [
          { label: 'seconds', value: (_, time) => (time === null ? '' : this.#ago(time)) },
          ...this.#fields.map((field, index) => ({
            label: field,
            stroke: color(`series-${(index % 8) + 1}`),
            width: 1.5,
            value: (_, value) => (value === null ? '–' : number(value)),
          })),
        ],
      },
      this.#data,
      this.canvas,
    );
  }

  #ago(time) {
    return number(Math.round((time - (this.#data[0].at(-1) ?? time)) * 100) / 100);
  }

  recolor() {
    this.#make();
  }
}

/** Returns a tick every five seconds, back from now. */
function ticks(low, high) {
  const found = [];
  for (let at = high; at >= low; at -= 5) found.unshift(at);
  return found;
}

/** Returns a range that draws a constant value in the middle. */
function padded(low, high) {
  if (low === null || high === null) return [-1, 1];
  const room = (high - low) * 0.08 || Math.abs(high) * 0.1 || 1;
  return [low - room, high + room];
}
