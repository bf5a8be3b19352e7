// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Camera: pans and zooms an SVG by pointer, wheel, fingers and keys.

const LEAST = 0.08;
const MOST = 3;

export class Camera {
  #svg;
  #scene;
  #x = 0;
  #y = 0;
  #scale = 1;
  #pointers = new Map();
  #moved = false;
  #steered = false;

  /** `scene` is the group that moves; `changed` is called after each move. */
  constructor(svg, scene, changed) {
    this.#svg = svg;
    this.#scene = scene;
    this.changed = changed;
    svg.addEventListener('pointerdown', (event) => this.#down(event));
    svg.addEventListener('pointermove', (event) => this.#drag(event));
    for (const end of ['pointerup', 'pointercancel', 'pointerleave']) {
      svg.addEventListener(end, (event) => this.#pointers.delete(event.pointerId));
    }
    svg.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015));
        this.zoom(factor, event.offsetX, event.offsetY);
      },
      { passive: false },
    );
  }

  /** True if the last press of a pointer moved the scene, so that it is not a click. */
  get moved() {
    return this.#moved;
  }

  zoom(factor, x = this.#svg.clientWidth / 2, y = this.#svg.clientHeight / 2) {
    const scale = Math.min(MOST, Math.max(LEAST, this.#scale * factor));
    this.#x = x - ((x - this.#x) * scale) / this.#scale;
    this.#y = y - ((y - this.#y) * scale) / this.#scale;
    this.#scale = scale;
    this.#steered = true;
    this.#apply();
  }

  pan(x, y) {
    this.#x += x;
    this.#y += y;
    this.#steered = true;
    this.#apply();
  }

  /** True if the user has moved the scene since the last fit(). */
  get steered() {
    return this.#steered;
  }

  /** Moves and zooms so that all of these places are visible. */
  fit(places, margin = 28) {
    if (!places.length || !this.#svg.clientWidth) return;
    const left = Math.min(...places.map((place) => place.x - place.width / 2)) - margin;
    const right = Math.max(...places.map((place) => place.x + place.width / 2)) + margin;
    const top = Math.min(...places.map((place) => place.y - place.height / 2)) - margin;
    const bottom = Math.max(...places.map((place) => place.y + place.height / 2)) + margin;
    const { clientWidth, clientHeight } = this.#svg;
    this.#scale = Math.max(LEAST, Math.min(1.15, clientWidth / (right - left), clientHeight / (bottom - top)));
    this.#x = (clientWidth - (left + right) * this.#scale) / 2;
    this.#y = (clientHeight - (top + bottom) * this.#scale) / 2;
    this.#steered = false;
    this.#apply();
  }

  /** Moves as little as possible so that a place is visible. */
  show(place, margin = 40) {
    const seen = this.area();
    const off = (low, high, from, to) => (low < from + margin ? from + margin - low : high > to - margin ? to - margin - high : 0);
    const x = off(place.x - place.width / 2, place.x + place.width / 2, seen.left, seen.right);
    const y = off(place.y - place.height / 2, place.y + place.height / 2, seen.top, seen.bottom);
    if (x || y) this.pan(x * this.#scale, y * this.#scale);
  }

  /** Returns the visible part of the scene. */
  area() {
    const at = (value, offset) => (value - offset) / this.#scale;
    const { clientWidth, clientHeight } = this.#svg;
    return {
      left: at(0, this.#x),
      right: at(clientWidth, this.#x),
      top: at(0, this.#y),
      bottom: at(clientHeight, this.#y),
    };
  }

  #down(event) {
    this.#moved = false;
    this.#pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
  }

  #drag(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before || !event.buttons) return;
    const now = { x: event.offsetX, y: event.offsetY };
    const [x, y] = [now.x - before.x, now.y - before.y];
    if (!this.#moved && Math.hypot(x, y) < 4) return;
    this.#moved = true;
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const distance = (point) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
      this.zoom(distance(now) / distance(before), other.x, other.y);
    } else {
      this.pan(x, y);
    }
    this.#pointers.set(event.pointerId, now);
  }

  #apply() {
    this.#scene.setAttribute('transform', `translate(${this.#x} ${this.#y}) scale(${this.#scale})`);
    this.changed();
  }
}
