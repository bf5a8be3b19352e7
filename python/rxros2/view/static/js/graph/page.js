// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The page with the graph: draws the boxes of model.js at the places of layout.js, and shows figures as they arrive.

import { debounced, h, s, setText } from '../dom.js';
import { bandwidth, bytes, rate, seconds, short } from '../format.js';
import { Camera } from './camera.js';
import { Layout } from './layout.js';
import { drawn } from './model.js';

const HEAVY = /\/(Image|CompressedImage|PointCloud2?|OccupancyGrid|Costmap)$/; // measured only if they are selected
const SILENT = 3; // seconds without a message
const MANY = 150; // edges; from here on only those of the selected box stand out

const ruler = document.createElement('canvas').getContext('2d');

export class GraphPage {
  #element;
  #graph = null;
  #rates = {};
  #options = { services: true, quiet: false };
  #layout = new Layout();
  #boxes = new Map(); // id → {box, element, name, note}
  #edges = new Map();
  #places = new Map();
  #fitted = false;
  #selected = null;
  #look;

  /** `look(topics)` is called with the topics whose figures are visible, `select(box)` with a box that is clicked. */
  constructor(element, look, select) {
    this.#element = element;
    this.#look = look;
    this.select = select;
    this.edgeLayer = s('g', { class: 'edges' });
    this.boxLayer = s('g', { class: 'boxes' });
    const scene = s('g', {}, this.edgeLayer, this.boxLayer);
    const arrow = (id) =>
      s(
        'marker',
        { id, viewBox: '0 0 8 8', refX: 7.5, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto', class: id },
        s('path', { d: 'M0 0.5 8 4 0 7.5z' }),
      );
    this.svg = s(
      'svg',
      { class: 'graph', tabindex: 0, role: 'application', 'aria-label': 'Graph of nodes and topics' },
      s('defs', {}, ['arrow', 'arrow-flowing', 'arrow-mismatch'].map(arrow)),
      scene,
    );
    this.empty = h('p', { class: 'empty muted' }, 'Waiting for the robot: no node is there yet.');
    element.append(this.svg, this.#tools(), this.empty);
    this.camera = new Camera(this.svg, scene, debounced(() => this.#watch(), 250));
    this.svg.addEventListener('keydown', (event) => this.#key(event));
    this.svg.addEventListener('click', (event) => {
      if (event.target === this.svg && !this.camera.moved) this.select(null);
    });
    new ResizeObserver(() => this.#resized()).observe(this.svg);
  }

  #tools() {
    const toggle = (name, text, title) => {
      const button = h('button', { 'aria-pressed': String(this.#options[name]), title }, text);
      button.addEventListener('click', () => {
        this.#options[name] = !this.#options[name];
        button.setAttribute('aria-pressed', String(this.#options[name]));
        this.#draw();
      });
      return button;
    };
    return h(
      'div',
      { class: 'tools', role: 'toolbar', 'aria-label': 'Graph' },
      toggle('services', 'Services', 'Services that somebody calls'),
      toggle('quiet', 'Hidden', '/rosout, /parameter_events, services of parameters, names that begin with _'),
      h('button', { title: 'All in sight ( 0 )', onclick: () => this.fit() }, 'Fit'),
      h('button', { title: 'Lay everything out anew', onclick: () => this.#again() }, 'Lay out'),
    );
  }

  show(graph) {
    this.#graph = graph;
    this.#draw();
  }

  showRates(rates) {
    this.#rates = rates;
    for (const entry of this.#boxes.values()) this.#note(entry);
    for (const entry of this.#edges.values()) this.#flow(entry);
  }

  fit() {
    this.#fitted = this.#places.size > 0 && this.svg.clientWidth > 0;
    this.camera.fit([...this.#places.values()]);
  }

  #resized() {
    const place = this.#places.get(this.#selected);
    if (!this.#fitted || !this.camera.steered) this.fit();
    else if (place) this.camera.show(place);
  }

  mark(id) {
    this.#boxes.get(this.#selected)?.element.classList.remove('selected');
    this.#selected = id;
    this.#boxes.get(id)?.element.classList.add('selected');
    for (const { edge, element } of this.#edges.values()) {
      element.classList.toggle('beside', edge.from === id || edge.to === id);
    }
  }

  /** Makes a node or topic visible and selects it; null if it is not drawn. */
  find(name) {
    for (const { box } of this.#boxes.values()) {
      if (box.name === name || box.topics?.includes(name)) {
        this.camera.show(this.#places.get(box.id));
        return box;
      }
    }
    return null;
  }

  #again() {
    this.#layout.reset();
    this.#layout.down = this.#isTall();
    this.#draw();
    this.fit();
  }

  #draw() {
    if (!this.#graph) return;
    const { boxes, edges } = drawn(this.#graph, this.#options);
    this.empty.hidden = boxes.length > 0;
    this.svg.classList.toggle('dense', edges.length > MANY);
    for (const box of boxes) Object.assign(box, sized(box));
    if (!this.#fitted) this.#layout.down = this.#isTall();
    const grown = boxes.some((box) => !this.#places.has(box.id));
    this.#places = this.#layout.update(boxes, edges);
    keep(this.#boxes, boxes, (box) => this.#box(box));
    keep(this.#edges, edges, (edge) => this.#edge(edge));
    if (!this.#fitted || (grown && !this.camera.steered)) this.fit();
    if (this.#selected) this.mark(this.#selected);
    this.#watch();
  }

  #isTall() {
    return this.svg.clientHeight > this.svg.clientWidth;
  }

  #box(box) {
    let entry = this.#boxes.get(box.id);
    if (!entry) {
      entry = {
        shape: s('rect', {}),
        name: s('text', { class: 'name' }),
        note: s('text', { class: 'note' }),
        hint: s('circle', { r: 6, class: 'hint' }),
        title: s('title', {}),
      };
      const select = () => this.camera.moved || this.select(this.#boxes.get(box.id).box);
      entry.element = s(
        'g',
        { tabindex: 0, role: 'button', 'data-id': box.id, onclick: select },
        entry.title,
        entry.shape,
        entry.name,
        entry.note,
        entry.hint,
      );
      entry.element.addEventListener('focus', () => this.camera.show(this.#places.get(box.id)));
      this.boxLayer.append(entry.element);
    }
    entry.box = box;
    const { x, y, width, height } = this.#places.get(box.id);
    const worst = box.findings.some((each) => each.level === 'error') ? 'bad' : box.findings.length ? 'warning' : '';
    entry.element.setAttribute('class', ['box', box.kind, box.state, worst && 'hinted', worst].filter(Boolean).join(' '));
    entry.element.setAttribute('transform', `translate(${x - width / 2} ${y - height / 2})`);
    setAll(entry.shape, { width, height, rx: box.kind === 'node' ? 22 : box.kind === 'service' ? 3 : 8 });
    setAll(entry.name, { x: width / 2, y: box.kind === 'node' ? 26 : 19 });
    setAll(entry.note, { x: width / 2, y: 34 });
    setAll(entry.hint, { cx: width - 4, cy: 4 });
    setText(entry.name, short(box.name));
    const said = box.findings.map((each) => `${each.level}: ${each.text}`);
    setText(entry.title, [`${box.name}${box.type ? `  (${box.type})` : ''}`, explained[box.state], ...said].filter(Boolean).join('\n'));
    this.#note(entry);
    return entry;
  }

  #note({ box, note, element }) {
    if (box.kind === 'node') return;
    const figures = box.topics.map((topic) => this.#rates[topic]).filter(Boolean);
    let text = short(box.type ?? '', 30);
    if (figures.length) {
      const sum = (name) => figures.reduce((total, each) => total + each[name], 0);
      text = sum('rate') > 0 ? `${rate(sum('rate'))} · ${bandwidth(sum('bandwidth'))}` : silence(figures);
      const lost = sum('lost');
      if (lost) text += ` · ${lost} lost`;
      element.classList.toggle('losing', lost > 0);
    }
    setText(note, text);
  }

  #edge(edge) {
    let entry = this.#edges.get(edge.id);
    if (!entry) {
      entry = { title: s('title', {}), line: s('path', { class: 'line' }), reach: s('path', { class: 'reach' }) };
      entry.element = s('g', {}, entry.title, entry.reach, entry.line);
      this.edgeLayer.append(entry.element);
    }
    entry.edge = edge;
    setText(entry.title, edge.title);
    const route = this.#layout.route(edge);
    const ends = [this.#places.get(edge.from), this.#places.get(edge.to)];
    const d = route ? through(route) : this.#layout.down ? pathDown(...ends) : path(...ends);
    entry.line.setAttribute('d', d);
    entry.reach.setAttribute('d', d);
    this.#flow(entry);
    return entry;
  }

  #flow({ edge, element, line }) {
    const flowing = !edge.state && edge.topics.some((topic) => this.#rates[topic]?.rate > 0);
    const kind = edge.state || (flowing ? 'flowing' : '');
    const beside = element.classList.contains('beside');
    element.setAttribute('class', `edge ${kind}${beside ? ' beside' : ''}`);
    line.setAttribute('marker-end', `url(#arrow${kind ? `-${kind}` : ''})`);
  }

  /** Reports the topics whose figures are visible. */
  #watch() {
    const area = this.camera.area();
    const topics = [];
    for (const { box } of this.#boxes.values()) {
      const { x, y, width, height } = this.#places.get(box.id);
      const seen =
        x + width / 2 > area.left && x - width / 2 < area.right && y + height / 2 > area.top && y - height / 2 < area.bottom;
      if (seen && (box.kind === 'topic' || box.kind === 'bundle') && box.state !== 'unfed' && !HEAVY.test(box.type)) {
        topics.push(...box.topics);
      }
    }
    this.#look(topics);
  }

  #key(event) {
    const step = 60;
    const focused = event.target.closest?.('.box');
    const keys = {
      ArrowLeft: () => this.camera.pan(step, 0),
      ArrowRight: () => this.camera.pan(-step, 0),
      ArrowUp: () => this.camera.pan(0, step),
      ArrowDown: () => this.camera.pan(0, -step),
      '+': () => this.camera.zoom(1.25),
      '=': () => this.camera.zoom(1.25),
      '-': () => this.camera.zoom(0.8),
      0: () => this.fit(),
      Enter: () => focused && this.select(this.#boxes.get(focused.dataset.id).box),
      ' ': () => focused && this.select(this.#boxes.get(focused.dataset.id).box),
    };
    if (keys[event.key] && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      keys[event.key]();
    }
  }
}

const explained = { unfed: 'nobody publishes or answers it', unheard: 'nobody listens' };

function silence(figures) {
  const last = Math.min(...figures.map((each) => each.age ?? Infinity));
  if (last === Infinity) return 'nothing yet';
  return last > SILENT ? `silent for ${seconds(last)}` : `${bytes(figures[0].size)}, rare`;
}

function sized(box) {
  ruler.font = '600 13px system-ui, sans-serif';
  const name = ruler.measureText(short(box.name)).width;
  ruler.font = '11px system-ui, sans-serif';
  const note = box.kind === 'node' ? 0 : Math.max(ruler.measureText(short(box.type ?? '', 30)).width, 110);
  return { width: Math.ceil(Math.max(name, note, 60) + 32), height: 44 };
}

/** Returns a smooth line through these points. */
function through(points) {
  const at = ({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  let d = `M${at(points[0])}`;
  for (let index = 1; index < points.length - 1; ++index) {
    const [here, next] = [points[index], points[index + 1]];
    const end = index === points.length - 2 ? next : { x: (here.x + next.x) / 2, y: (here.y + next.y) / 2 };
    d += `Q${at(here)} ${at(end)}`;
  }
  return d;
}

/** Returns a line from the right side of one box to the left side of the other. */
function path(from, to) {
  const x1 = from.x + from.width / 2;
  const x2 = to.x - to.width / 2;
  const bend = x2 > x1 ? Math.max(24, (x2 - x1) / 2) : Math.min(220, 60 + (x1 - x2) / 3);
  const dive = x2 > x1 ? 0 : (from.y <= to.y ? 1 : -1) * 30;
  return `M${x1} ${from.y}C${x1 + bend} ${from.y + dive} ${x2 - bend} ${to.y - dive} ${x2} ${to.y}`;
}

/** Returns a line from the lower side of one box to the upper side of the other. */
function pathDown(from, to) {
  const y1 = from.y + from.height / 2;
  const y2 = to.y - to.height / 2;
  const bend = Math.max(24, Math.abs(y2 - y1) / 2);
  return `M${from.x} ${y1}C${from.x} ${y1 + bend} ${to.x} ${y2 - bend} ${to.x} ${y2}`;
}

function setAll(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

/** Creates or updates the elements of the list, and removes all others. */
function keep(entries, list, make) {
  const ids = new Set(list.map((each) => each.id));
  for (const [id, entry] of entries) {
    if (!ids.has(id)) {
      entry.element.remove();
      entries.delete(id);
    }
  }
  for (const each of list) entries.set(each.id, make(each));
}
