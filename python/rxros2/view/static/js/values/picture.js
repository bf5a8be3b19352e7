// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Picture: draws images and laser scans.

import { color, h, setText } from '../dom.js';

const SIDE = 380; // the side of a laser scan, in pixels

export class Picture {
  #canvas = h('canvas', { class: 'picture' });
  #text = h('p', { class: 'muted' });

  constructor() {
    this.element = h('figure', { class: 'pictures', hidden: true }, this.#canvas, this.#text);
  }

  async show(frame) {
    this.element.hidden = false;
    this.#canvas.hidden = frame.kind === 'none';
    if (frame.kind === 'none') setText(this.#text, frame.why);
    else if (frame.kind === 'image') this.#image(frame);
    else if (frame.kind === 'compressed') await this.#compressed(frame);
    else if (frame.kind === 'scan') this.#scan(frame);
  }

  #image({ width, height, of, encoding, body }) {
    const pixels = new Uint8ClampedArray(body.buffer, body.byteOffset, width * height * 4);
    this.#begin(width, height).putImageData(new ImageData(pixels, width, height), 0, 0);
    setText(this.#text, `${of[0]} × ${of[1]}, ${encoding}`);
  }

  async #compressed({ format, body }) {
    try {
      const bitmap = await createImageBitmap(new Blob([body], { type: `image/${format}` }));
      this.#begin(bitmap.width, bitmap.height).drawImage(bitmap, 0, 0);
      setText(this.#text, `${bitmap.width} × ${bitmap.height}, ${format}`);
    } catch {
      this.#canvas.hidden = true;
      setText(this.#text, `no picture of ${format} data`);
    }
  }

  /** Draws a scan from above: x, forward, is up. */
  #scan({ begin, step, most, ranges }) {
    const context = this.#begin(SIDE, SIDE);
    const farthest = Math.max(...ranges.filter((range) => range !== null), 0.1);
    const reach = most && most < farthest * 3 ? most : farthest * 1.05;
    const scale = (SIDE / 2 - 12) / reach;
    const middle = SIDE / 2;
    context.strokeStyle = color('line');
    context.fillStyle = color('muted');
    context.font = '11px system-ui, sans-serif';
    for (const part of [0.25, 0.5, 0.75, 1]) {
      context.beginPath();
      context.arc(middle, middle, reach * part * scale, 0, 7);
      context.stroke();
    }
    context.fillText(`${reach.toPrecision(3)} m`, middle + 4, 12);
    context.fillStyle = color('accent');
    ranges.forEach((range, index) => {
      if (range === null) return;
      const angle = begin + index * step;
      context.fillRect(middle - Math.sin(angle) * range * scale - 1, middle - Math.cos(angle) * range * scale - 1, 2.5, 2.5);
    });
    context.fillStyle = color('series-2');
    context.beginPath();
    context.moveTo(middle, middle - 8);
    context.lineTo(middle + 5, middle + 6);
    context.lineTo(middle - 5, middle + 6);
    context.fill();
    setText(this.#text, `${ranges.length} ranges, seen from above`);
  }

  #begin(width, height) {
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width;
      this.#canvas.height = height;
    }
    const context = this.#canvas.getContext('2d');
    context.clearRect(0, 0, width, height);
    return context;
  }
}
