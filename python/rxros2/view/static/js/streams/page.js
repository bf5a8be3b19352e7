// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The page with the traced streams: the stages of each process, with figures and live marbles.

import { h, setText } from '../dom.js';
import { Lane, PAST } from './lane.js';
import { Stage, inOrder } from './stage.js';

const DELAY = 0.5; // s by which the page is late, because reports come five times a second
const GONE = 3; // s without a report
const JUMP = 2; // s that only a recording that was paused or restarted is late
const MOST = 200; // the most processes that are shown
const SPANS = [2, 5, 10, 20, 60]; // s that are visible at once
const now = () => performance.now() / 1000;

export class StreamsPage {
  #app;
  #processes = new Map();
  #span = 5;
  #paused = null; // the time, in s of now()
  #back = 0; // s by which the view goes back from then
  #shown = false;
  #drawn = 0;
  #still = matchMedia('(prefers-reduced-motion: reduce)');

  constructor(element, app) {
    this.#app = app;
    this.pause = h('button', { 'aria-pressed': 'false', onclick: () => this.#pause(this.#paused === null) }, 'Pause');
    this.scrub = h('input', { type: 'range', min: -PAST, max: 0, step: 0.1, value: 0, 'aria-label': 'Look back, seconds' });
    this.scrub.addEventListener('input', () => this.#look(-Number(this.scrub.value)));
    this.ago = h('output', { class: 'muted' }, 'now');
    const closer = h('button', { 'aria-label': 'Zoom in', title: 'Zoom in', onclick: () => this.#zoom(-1) }, '+');
    const farther = h('button', { 'aria-label': 'Zoom out', title: 'Zoom out', onclick: () => this.#zoom(1) }, '−');
    this.axis = h('span', { class: 'muted' });
    this.list = h('div', { class: 'streams', tabindex: 0, 'aria-label': 'Traced streams' });
    element.append(h('div', { class: 'tools' }, this.pause, farther, closer, this.axis, this.scrub, this.ago), this.list);
    this.#zoom(0);
    this.#empty();
  }

  /** Reports come only while the page is shown. */
  shown(on) {
    this.#shown = on;
    this.#app.connection.keep({ op: 'streams', on });
    if (on) requestAnimationFrame(() => this.#frame());
  }

  add(reports) {
    for (const report of reports) {
      const id = `${report.host} ${report.pid}`;
      if (!this.#processes.has(id) && this.#processes.size >= MOST) continue; // protects against forged processes
      if (!this.#processes.has(id)) {
        this.#processes.set(id, new Process(report));
        this.list.querySelector('.empty')?.remove();
        this.list.append(this.#processes.get(id).element);
      }
      this.#processes.get(id).add(report);
    }
    if (this.#still.matches) this.#draw();
  }

  #empty() {
    if (this.#processes.size) return;
    this.list.replaceChildren(
      h('p', { class: 'empty muted' }, 'No traced streams. Name the parts of a pipe by ', h('code', {}, 'traced(name, operator)'), ', and start the program with ', h('code', {}, 'RXROS2_TRACE=1'), '.'),
    );
  }

  #pause(on) {
    this.#paused = on ? now() : null;
    this.pause.setAttribute('aria-pressed', String(on));
    setText(this.pause, on ? 'Go on' : 'Pause');
    this.#look(0, on);
  }

  #look(back, pause = true) {
    if (pause && this.#paused === null) return void (this.#pause(true), this.#look(back));
    this.#back = back;
    this.scrub.value = -back;
    setText(this.ago, back ? `${back.toFixed(1)} s back` : this.#paused === null ? 'now' : 'paused');
    this.#draw();
  }

  #zoom(step) {
    const index = SPANS.indexOf(this.#span) + step;
    this.#span = SPANS[Math.max(0, Math.min(index, SPANS.length - 1))];
    setText(this.axis, `${this.#span} s`);
    this.#draw();
  }

  #frame() {
    if (!this.#shown) return;
    if (!this.#still.matches && this.#paused === null) this.#draw();
    else if (now() - this.#drawn > 1) this.#gone();
    requestAnimationFrame(() => this.#frame());
  }

  #draw() {
    const until = (this.#paused ?? now()) - DELAY - this.#back;
    for (const process of this.#processes.values()) process.draw(until, this.#span);
    this.#gone();
  }

  #gone() {
    this.#drawn = now();
    for (const [id, process] of this.#processes) {
      const silent = now() - process.heard;
      process.gone(silent > GONE);
      if (silent <= PAST + GONE || this.#paused !== null) continue;
      process.element.remove();
      this.#processes.delete(id);
    }
    this.#empty();
  }
}

/** The streams of one process. */
class Process {
  #stages = new Map();
  #order = '';
  #offset = Infinity; // from its clock to that of the page: the least delay of its reports
  #leftOut = 0;

  constructor({ process, pid, host, language }) {
    this.badge = h('span', { class: 'badge bad', hidden: true }, 'no reports');
    this.note = h('span', { class: 'muted' });
    this.stages = h('div', { class: 'stages' });
    const who = h('span', { class: 'muted' }, ` ${language}, process ${pid} on ${host} `);
    this.element = h('section', { class: 'process', 'aria-label': `${process} ${pid}` }, h('h2', {}, process, who, this.badge, this.note), this.stages);
  }

  add(report) {
    this.heard = now();
    const offset = this.heard - report.time;
    if (offset < this.#offset || offset > this.#offset + JUMP) this.#offset = offset;
    const ordered = inOrder(report.stages);
    for (const each of ordered) {
      if (!this.#stages.has(each.name)) this.#stages.set(each.name, new Stage(each, new Lane(each.name)));
      this.#stages.get(each.name).figures(each, report.time);
    }
    const order = ordered.map(({ name }) => name).join('\n');
    if (order !== this.#order) {
      this.#order = order;
      const names = new Set(ordered.map(({ name }) => name)); // each report contains all stages
      for (const name of this.#stages.keys()) if (!names.has(name)) this.#stages.delete(name);
      this.stages.replaceChildren(...ordered.map(({ name }) => this.#stages.get(name).element));
    }
    for (const [stage, time, kind, text] of report.events) this.#stages.get(stage)?.lane.add(time + this.#offset, kind, text, time);
    this.#leftOut += report.left_out;
    setText(this.note, this.#leftOut ? `${this.#leftOut} events were left out` : '');
  }

  gone(silent) {
    this.badge.hidden = !silent;
    this.element.classList.toggle('gone', silent);
  }

  draw(until, span) {
    for (const { lane } of this.#stages.values()) lane.draw(until, span);
  }
}
