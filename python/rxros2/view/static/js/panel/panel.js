// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Panel: the details of the selected box, at the side; one content at a time.

import { h } from '../dom.js';
import { EndpointPanel } from './endpoints.js';
import { NodePanel } from './node.js';
import { TopicPanel } from './topic.js';
import { BundlePanel } from './bundle.js';

const KINDS = { node: NodePanel, topic: TopicPanel, bundle: BundlePanel, service: EndpointPanel, action: EndpointPanel };

export class Panel {
  #content = null;

  /** `app` is the one of main.js. */
  constructor(element, app) {
    this.element = element;
    this.app = app;
    element.addEventListener('keydown', (event) => event.key === 'Escape' && app.select(null));
  }

  get content() {
    return this.#content;
  }

  show(box) {
    if (box && this.#content?.box.id === box.id) return;
    this.#content?.close?.();
    this.#content = box ? new KINDS[box.kind](this.app, box) : null;
    this.element.hidden = !box;
    document.body.classList.toggle('with-panel', Boolean(box));
    if (!box) return;
    const close = h('button', { class: 'close', 'aria-label': 'Close', title: 'Close ( Esc )', onclick: () => this.app.select(null) }, '×');
    const head = h('div', { class: 'panel-head' }, h('span', { class: `badge kind-${box.kind}` }, box.kind), close);
    this.element.replaceChildren(head, this.#content.element);
    this.element.scrollTop = 0;
    this.refresh();
  }

  /** Updates the content after a change of the graph or the figures. */
  refresh() {
    this.#content?.refresh?.();
  }
}

/** Returns the findings of doctor about a node or topic. */
export function hints(findings) {
  return (findings ?? []).map(({ level, text, advice }) =>
    h('div', { class: `finding ${level}` }, h('strong', {}, level), ` ${text}`, advice ? h('div', { class: 'advice' }, `→ ${advice}`) : null),
  );
}

/** Returns a button that selects a node or topic. */
export function link(app, name) {
  return h('button', { class: 'link mono', onclick: () => app.find(name) }, name);
}

const seen = new WeakMap();

/** Returns whether the content of `owner` has changed since the last call. */
export function changed(owner, value) {
  const text = JSON.stringify(value);
  if (seen.get(owner) === text) return false;
  seen.set(owner, text);
  return true;
}
