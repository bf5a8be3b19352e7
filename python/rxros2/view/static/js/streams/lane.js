// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Lane: the marble diagram of one stage, from left to right in time; the newest on the right.

import { h, s, setText } from '../dom.js';
import { clock } from '../format.js';

export const PAST = 60; // s for which marbles are kept
const MOST = 2000; // the most marbles that are kept
const HEIGHT = 44;
const MIDDLE = 20;
const LONGEST = 6; // characters in a marble
const ROOM = 26; // px between marbles with texts
const SHOWN = 30; // the most items a second that processes report
const FAR = 600; // s after which coordinates start again, because they have single precision
const NAMES = { s: 'subscribed to', n: '', e: 'error', c: 'completed' };

export class Lane {
  #marbles = []; // [time, element], the oldest first
  #rate = 0;
  #width = 0;
  #seen = false;
  #scale = 0; // px a second
  #base = 0; // the time at 0 px

  constructor(name) {
    this.items = s('g', {});
    this.svg = s(
      'svg',
      { height: HEIGHT, role: 'img', 'aria-label': `items of ${name}` },
      s('line', { class: 'axis', x1: 0, x2: '100%', y1: MIDDLE, y2: MIDDLE }),
      this.items,
    );
    this.note = h('div', { class: 'muted note' });
    this.element = h('div', { class: 'lane' }, this.svg, this.note);
    new ResizeObserver(([entry]) => (this.#width = entry.contentRect.width)).observe(this.element);
    new IntersectionObserver((entries) => (this.#seen = entries.at(-1).isIntersecting)).observe(this.element);
  }

  /** Adds a marble; `time` is in the page's seconds, the rest as in python/rxros2/view/streams.py. */
  add(time, kind, text, at) {
    this.#marbles.push([time, marble(kind, text, at)]);
    const old = this.#marbles.findIndex(([each]) => each > time - PAST);
    const cut = Math.max(old, this.#marbles.length - MOST);
    for (const [, element] of this.#marbles.splice(0, cut)) element.remove();
  }

  /** Sets the number of items a second. */
  rate(rate) {
    this.#rate = rate;
  }

  /** Shows the marbles of the `span` seconds until then. */
  draw(until, span) {
    if (!this.#width || !this.#seen) return;
    const from = until - span;
    const scale = this.#width / span;
    const moved = scale !== this.#scale || Math.abs(from - this.#base) > FAR;
    if (moved) [this.#scale, this.#base] = [scale, from];
    for (const [time, element] of this.#marbles) {
      const seen = time > from - 1 && time < until + 1;
      if (!seen && element.parentNode) element.remove();
      if (!seen || (element.parentNode && !moved)) continue;
      element.setAttribute('transform', `translate(${((time - this.#base) * scale).toFixed(1)} ${MIDDLE})`);
      this.items.append(element);
    }
    this.items.setAttribute('transform', `translate(${((this.#base - from) * scale).toFixed(1)} 0)`);
    const shown = Math.min(this.#rate, SHOWN);
    this.element.classList.toggle('dense', shown > 0 && scale / shown < ROOM);
    setText(this.note, this.#rate > SHOWN * 1.2 ? `about 1 of ${Math.round(this.#rate / SHOWN)} items is drawn` : '');
  }
}

function marble(kind, text, at) {
  const said = [NAMES[kind] ?? kind, text].filter(Boolean).join(': ') || 'an item';
  const title = s('title', {}, `${said}\n${clock(at)}`);
  if (kind === 's') return s('g', { class: 'marble begin' }, title, s('path', { d: 'M-5 16 L0 8 L5 16' }));
  if (kind === 'c') return s('g', { class: 'marble end' }, title, s('path', { d: 'M0 -13 V13' }));
  if (kind === 'e') return s('g', { class: 'marble error' }, title, s('path', { d: 'M-8 -8 L8 8 M-8 8 L8 -8' }));
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
  const width = Math.max(20, short.length * 7 + 8);
  return s(
    'g',
    { class: `marble item series-${series(text)}` },
    title,
    s('rect', { x: -width / 2, y: -10, width, height: 20, rx: 10 }),
    s('circle', { r: 5 }),
    s('text', { y: 4 }, short),
  );
}

/** Returns the colour of a text, which is the same in all lanes. */
function series(text) {
  let sum = 0;
  for (const c of text) sum = (sum * 31 + c.codePointAt(0)) % 8191;
  return (sum % 8) + 1;
}
