// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The page: connects, stores the frames of the server, and passes them to the parts that show them.

import { Connection } from './connection.js';
import { h, setText } from './dom.js';
import { GraphPage } from './graph/page.js';
import { HintsPage } from './hints.js';
import { LogPage } from './log.js';
import { Panel } from './panel/panel.js';
import { StreamsPage } from './streams/page.js';

const at = (id) => document.getElementById(id);
const PAGES = { graph: 'Graph', streams: 'Streams', log: 'Log', hints: 'Hints' };
const LONG = 6000; // ms for which a message stays visible

class App {
  graph = { nodes: [], topics: [], services: [], actions: [], findings: {} };
  rates = {};
  page = '';

  constructor() {
    this.connection = new Connection();
    this.panel = new Panel(at('panel'), this);
    this.pages = {
      graph: new GraphPage(at('page-graph'), (topics) => this.connection.keep({ op: 'watch', topics }), (box) => this.select(box)),
      streams: new StreamsPage(at('page-streams'), this),
      log: new LogPage(at('page-log')),
      hints: new HintsPage(at('page-hints'), this),
    };
    this.#listen();
    this.connection.keep({ op: 'log', on: true });
    this.#tabs();
    this.#theme();
    this.#search();
    document.addEventListener('keydown', (event) => this.#key(event));
    this.turn(location.hash.slice(1) in PAGES ? location.hash.slice(1) : 'graph');
  }

  /** Shows another page. */
  turn(page) {
    if (page === this.page) return;
    this.page = page;
    history.replaceState(null, '', `#${page}`);
    for (const name of Object.keys(PAGES)) {
      at(`page-${name}`).hidden = name !== page;
      at(`tab-${name}`).setAttribute('aria-selected', String(name === page));
      this.pages[name].shown?.(name === page);
    }
  }

  /** Shows the details of a box; null hides them. */
  select(box) {
    this.pages.graph.mark(box?.id ?? null);
    this.panel.show(box);
  }

  /** Shows a node or topic, in the graph if it is drawn there. */
  find(name) {
    this.turn('graph');
    const box = this.pages.graph.find(name);
    if (box && box.name === name) this.select(box);
    else this.open(name);
  }

  /** Shows a topic that has no box of its own. */
  open(name) {
    const topic = this.graph.topics.find((each) => each.name === name);
    if (topic) this.select({ id: `t:${name}`, kind: 'topic', name, type: topic.types[0], topics: [name], findings: [] });
  }

  say(level, text) {
    const line = h('div', { class: `toast ${level}` }, text);
    at('said').append(line);
    setTimeout(() => line.remove(), LONG);
  }

  #listen() {
    const { connection, panel, pages } = this;
    const of = (kind, name, f) => panel.content?.box.kind === kind && panel.content.box.name === name && f(panel.content);
    connection.on('state', ({ state }) => {
      setText(at('state'), state === 'live' ? 'live' : 'lost; trying again');
      at('state').className = `badge ${state === 'live' ? 'good' : 'bad'}`;
    });
    connection.on('hello', ({ host, domain }) => setText(at('where'), `${host} · domain ${domain}`));
    connection.on('graph', (graph) => {
      this.graph = graph;
      pages.graph.show(graph);
      pages.hints.refresh();
      panel.refresh();
      this.#counts();
    });
    connection.on('rates', ({ topics }) => {
      this.rates = topics;
      pages.graph.showRates(topics);
      panel.refresh();
    });
    connection.on('value', (frame) => of('topic', frame.topic, (content) => content.value(frame)));
    connection.on('points', (frame) => of('topic', frame.topic, (content) => content.points(frame)));
    connection.on('picture', (frame) => of('topic', frame.topic, (content) => content.picture.show(frame)));
    connection.on('parameters', (frame) => of('node', frame.node, (content) => content.parameters(frame)));
    connection.on('set', (frame) => of('node', frame.node, (content) => content.set(frame)));
    connection.on('log', ({ items }) => pages.log.add(items));
    connection.on('streams', ({ items }) => pages.streams.add(items));
    connection.on('doctor', (frame) => pages.hints.doctor(frame));
    connection.on('said', ({ items }) => items.forEach(({ level, text }) => this.say(level, text)));
  }

  #tabs() {
    for (const [name, title] of Object.entries(PAGES)) {
      at('tabs').append(h('button', { id: `tab-${name}`, role: 'tab', 'aria-controls': `page-${name}`, onclick: () => this.turn(name) }, title));
    }
  }

  #counts() {
    const all = Object.values(this.graph.findings).flat();
    setText(at('tab-hints'), all.length ? `Hints ${all.length}` : 'Hints');
    at('tab-hints').classList.toggle('alert', all.length > 0);
    const loud = (list) => list.filter((each) => !each.quiet).length;
    document.title = `rxros2 view: ${loud(this.graph.nodes)} nodes, ${loud(this.graph.topics)} topics`;
  }

  #theme() {
    const kept = localStorage.getItem('theme');
    if (kept) document.documentElement.dataset.theme = kept;
    const recolor = () => this.panel.content?.recolor?.();
    at('theme').addEventListener('click', () => {
      const dark = document.documentElement.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
      document.documentElement.dataset.theme = dark === 'dark' ? 'light' : 'dark';
      localStorage.setItem('theme', document.documentElement.dataset.theme);
      recolor();
    });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolor);
  }

  #search() {
    const names = h('datalist', { id: 'names' });
    at('search').setAttribute('list', 'names');
    at('search').after(names);
    at('search').addEventListener('focus', () => {
      const all = [...this.graph.nodes, ...this.graph.topics].filter((each) => !each.quiet);
      names.replaceChildren(...all.map((each) => h('option', { value: each.name })));
    });
    at('search').addEventListener('change', () => {
      const wanted = at('search').value.trim();
      const all = [...this.graph.nodes, ...this.graph.topics].map((each) => each.name);
      const name = all.find((each) => each === wanted) ?? all.find((each) => each.includes(wanted));
      if (!wanted) return;
      if (name) this.find(name);
      else this.say('error', `no node or topic has '${wanted}' in its name`);
      at('search').value = '';
      at('search').blur();
    });
  }

  #key(event) {
    if (event.target.matches('input, select') || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Object.keys(PAGES)[Number(event.key) - 1];
    if (event.key === '/') {
      event.preventDefault();
      at('search').focus();
    } else if (event.key === 'Escape') {
      this.select(null);
    } else if (page) {
      this.turn(page);
    }
  }
}

globalThis.app = new App();
