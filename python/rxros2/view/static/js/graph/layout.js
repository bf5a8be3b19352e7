// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Layout: the places of boxes. Existing boxes keep their place; only new boxes get one.

/* global dagre */

const GAP = 14;
const MOST = 150; // edges up to which dagre is used: its time grows with their square
const ROW = 20; // px between a node, with its topics below, and the next one
const COLUMN = 120;

export class Layout {
  #places = new Map(); // id → {x, y, width, height}; x and y are the middle
  #routes = new Map(); // 'from to' → points

  /** Returns the route of an edge around boxes; none for an edge that is newer than the layout or was moved. */
  route({ from, to }) {
    return this.#routes.get(`${from} ${to}`);
  }

  /** True if edges lead down, for tall windows, instead of to the right; used when everything is laid out. */
  down = false;

  /** boxes: {id, width, height}; edges: {from, to}. Returns the places of these boxes. */
  update(boxes, edges) {
    const kept = new Map();
    for (const { id, width, height } of boxes) {
      const place = this.#places.get(id);
      if (place) kept.set(id, { ...place, width, height });
    }
    if (kept.size < boxes.length) {
      const { places: ideal, routes } = laidOut(boxes, edges, this.down);
      if (kept.size < boxes.length / 2) {
        this.#places = ideal;
        this.#routes = routes;
        return ideal;
      }
      for (const box of boxes) if (!kept.has(box.id)) kept.set(box.id, placed(box, edges, ideal, kept));
    }
    this.#places = kept;
    return kept;
  }

  /** Makes the next update lay everything out anew. */
  reset() {
    this.#places = new Map();
  }
}

function laidOut(boxes, edges, down) {
  return edges.length > MOST ? { places: inColumns(boxes, edges), routes: new Map() } : inLayers(boxes, edges, down);
}

function inLayers(boxes, edges, down) {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: down ? 'TB' : 'LR', nodesep: GAP, ranksep: down ? 40 : 64, edgesep: 8, acyclicer: 'greedy' });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of boxes) graph.setNode(id, { width, height });
  for (const { from, to } of edges) graph.setEdge(from, to);
  dagre.layout(graph);
  const place = ({ id, width, height }) => [id, { x: graph.node(id).x, y: graph.node(id).y, width, height }];
  const route = ({ from, to }) => [`${from} ${to}`, graph.edge(from, to).points];
  return { places: new Map(boxes.map(place)), routes: new Map(edges.map(route)) };
}

/** Places nodes in columns by name, each above the topics that it publishes; unpublished topics go below a subscriber. */
function inColumns(boxes, edges) {
  const nodes = boxes.filter(({ kind }) => kind === 'node').sort((one, other) => (one.id < other.id ? -1 : 1));
  const stacks = new Map(nodes.map((node) => [node.id, [node]]));
  const owners = new Map(edges.map(({ from, to }) => [from, to]));
  for (const { from, to } of edges) if (stacks.has(from)) owners.set(to, from);
  for (const box of boxes) {
    if (stacks.has(box.id)) continue;
    const owner = owners.get(box.id) ?? box.id;
    stacks.set(owner, [...(stacks.get(owner) ?? []), box]);
  }
  const tall = (stack) => stack.reduce((sum, { height }) => sum + height + GAP, ROW);
  const width = Math.max(...boxes.map((box) => box.width)) + COLUMN;
  const area = [...stacks.values()].reduce((sum, stack) => sum + tall(stack) * width, 0);
  const bottom = Math.sqrt(area / 1.5);
  const places = new Map();
  let [x, y] = [width / 2, 0];
  for (const stack of stacks.values()) {
    if (y > 0 && y + tall(stack) / 2 > bottom) [x, y] = [x + width, 0];
    for (const { id, width: own, height } of stack) {
      places.set(id, { x, y: y + height / 2, width: own, height });
      y += height + GAP;
    }
    y += ROW;
  }
  return places;
}

/** Places a box beside its neighbours as in a new layout, moved down until the place is free. */
function placed(box, edges, ideal, kept) {
  const near = edges
    .flatMap(({ from, to }) => (from === box.id ? [to] : to === box.id ? [from] : []))
    .filter((id) => kept.has(id));
  const among = near.length ? near : [...kept.keys()];
  const mean = (axis) =>
    among.reduce((sum, id) => sum + kept.get(id)[axis] - (ideal.get(id) ?? kept.get(id))[axis], 0) / (among.length || 1);
  const place = { ...ideal.get(box.id) };
  place.x += mean('x');
  place.y += mean('y');
  for (let free = false; !free; ) {
    free = true;
    for (const other of kept.values()) {
      if (
        Math.abs(other.x - place.x) < (other.width + place.width) / 2 + GAP &&
        Math.abs(other.y - place.y) < (other.height + place.height) / 2 + GAP - 0.5
      ) {
        place.y = other.y + (other.height + place.height) / 2 + GAP;
        free = false;
      }
    }
  }
  return place;
}
