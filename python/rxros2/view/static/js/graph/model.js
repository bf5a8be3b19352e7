// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Selects the boxes and edges that are drawn for a graph.

const BUNDLED_FROM = 40; // topics; with fewer, each has its own box
const BUNDLE = 4; // topics between the same nodes from which they share a box
const MOST = 150; // boxes of topics; beyond that, all topics of a node share a box, whatever their subscribers

/**
 * options: services, quiet (also parts that are hidden by default).
 * box: {id, kind: node | topic | service | action | bundle, name, note, state, topics (of a bundle)}
 * edge: {id, from, to, state, title, topics (whose traffic it shows)}
 */
export function drawn(graph, options) {
  const boxes = new Map();
  const edges = [];
  const node = (name) => {
    const id = `n:${name}`;
    if (!boxes.has(id)) boxes.set(id, { id, kind: 'node', name, findings: graph.findings[name] ?? [] });
    return id;
  };
  const join = (from, to, state, title, topics) =>
    edges.push({ id: `${from} ${to}`, from, to, state, title, topics });

  for (const each of graph.nodes) if (options.quiet || !each.quiet) node(each.name);
  for (const bundle of bundles(graph.topics.filter((topic) => options.quiet || !topic.quiet))) {
    const [first] = bundle;
    const id = bundle.length > 1 ? `b:${bundle.signature}` : `t:${first.name}`;
    const names = bundle.map((topic) => topic.name);
    boxes.set(id, {
      id,
      kind: bundle.length > 1 ? 'bundle' : 'topic',
      name: bundle.length > 1 ? `${bundle.length} topics` : first.name,
      type: first.types[0],
      topics: names,
      findings: bundle.flatMap((topic) => graph.findings[topic.name] ?? []),
      state: !first.publishers.length ? 'unfed' : bundle.every((topic) => !topic.subscriptions.length) ? 'unheard' : '',
    });
    for (const each of sides(first.publishers)) join(node(each.node), id, '', each.qos, names);
    for (const each of sides(bundle.flatMap((topic) => topic.subscriptions))) {
      const wrong = first.mismatches.find((mismatch) => mismatch.subscription === each.node);
      const title = wrong ? `hears nothing of ${wrong.publisher}: ${wrong.why}` : each.qos;
      join(id, node(each.node), wrong ? 'mismatch' : '', title, names);
    }
  }
  for (const service of options.services ? graph.services : []) {
    if ((service.quiet && !options.quiet) || !service.clients.length) continue;
    called('s', 'service', service);
  }
  for (const action of graph.actions) called('a', 'action', action);
  return { boxes: [...boxes.values()], edges };

  function called(letter, kind, each) {
    const id = `${letter}:${each.name}`;
    const state = each.servers.length ? '' : 'unfed';
    boxes.set(id, { id, kind, name: each.name, type: each.types[0], topics: [], findings: [], state });
    for (const client of each.clients) join(node(client), id, '', `${client} calls it`, []);
    for (const server of each.servers) join(id, node(server), '', `${server} answers`, []);
  }
}

/** Returns one entry for each node, with all its QoS profiles. */
function sides(endpoints) {
  const found = new Map();
  for (const each of endpoints) {
    const text = each.count > 1 ? `${each.count} × ${each.qos}` : each.qos;
    found.set(each.node, found.has(each.node) ? `${found.get(each.node)}\n${text}` : text);
  }
  return [...found].map(([node, qos]) => ({ node, qos }));
}

function signature(topic) {
  return `${names(topic.publishers)} > ${names(topic.subscriptions)}`;
}

function names(endpoints) {
  return [...new Set(endpoints.map((each) => each.node))].sort().join(' ');
}

/** Returns lists of topics; each list is drawn as one box. */
function bundles(topics) {
  if (topics.length < BUNDLED_FROM) return topics.map((topic) => [topic]);
  const found = bundledBy(topics, signature);
  return found.length <= MOST ? found : bundledBy(topics, (topic) => `${names(topic.publishers)} >`);
}

function bundledBy(topics, key) {
  const groups = new Map();
  for (const topic of topics) {
    const of = topic.mismatches.length ? topic.name : key(topic);
    if (!groups.has(of)) groups.set(of, Object.assign([], { signature: of }));
    groups.get(of).push(topic);
  }
  return [...groups.values()].flatMap((group) => (group.length >= BUNDLE ? [group] : group.map((topic) => [topic])));
}
