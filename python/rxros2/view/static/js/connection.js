// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Connection: the WebSocket to the server; it reconnects by itself.

export class Connection extends EventTarget {
  #socket = null;
  #delay = 250;
  #standing = new Map(); // requests to repeat after a reconnection

  constructor() {
    super();
    this.#open();
  }

  /** on('graph', (frame) => …) handles frames of the server by their op. */
  on(op, f) {
    this.addEventListener(op, (event) => f(event.detail));
  }

  send(request) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
  }

  /** Sends a request that stays valid until the next one of this op, such as the topics that the page shows. */
  keep(request) {
    const text = JSON.stringify(request);
    if (this.#standing.get(request.op) === text) return;
    this.#standing.set(request.op, text);
    this.send(request);
  }

  #open() {
    const socket = new WebSocket(`ws://${location.host}/ws${location.search}`);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => {
      this.#delay = 250;
      for (const text of this.#standing.values()) socket.send(text);
      this.#notify('state', { state: 'live' });
    };
    socket.onmessage = ({ data }) => {
      const frame = typeof data === 'string' ? JSON.parse(data) : picture(data);
      this.#notify(frame.op, frame);
    };
    socket.onclose = () => {
      this.#notify('state', { state: 'lost' });
      setTimeout(() => this.#open(), this.#delay);
      this.#delay = Math.min(this.#delay * 2, 4000);
    };
    this.#socket = socket;
  }

  #notify(op, detail) {
    this.dispatchEvent(new CustomEvent(op, { detail }));
  }
}

/** Decodes a binary frame: the length of the head, the head as JSON, the body. */
function picture(data) {
  const length = new DataView(data).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
  return { op: 'picture', ...head, body: new Uint8Array(data, 4 + length) };
}
