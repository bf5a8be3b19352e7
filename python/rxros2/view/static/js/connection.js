// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Connection: the WebSocket to the server; comes back by itself.

export class Connection extends EventTarget {
  #socket = null;
  #delay = 250;
  #standing = new Map(); // what is to be said again to a server that comes back

  constructor() {
    super();
    this.#open();
  }

  /** on('graph', (frame) => …): frames of the server by their op. */
  on(op, f) {
    this.addEventListener(op, (event) => f(event.detail));
  }

  send(request) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
  }

  /** Holds until the next one of this op: what the page looks at. */
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
      this.#tell('state', { state: 'live' });
    };
    socket.onmessage = ({ data }) => {
      const frame = typeof data === 'string' ? JSON.parse(data) : picture(data);
      this.#tell(frame.op, frame);
    };
    socket.onclose = () => {
      this.#tell('state', { state: 'lost' });
      setTimeout(() => this.#open(), this.#delay);
      this.#delay = Math.min(this.#delay * 2, 4000);
    };
    this.#socket = socket;
  }

  #tell(op, detail) {
    this.dispatchEvent(new CustomEvent(op, { detail }));
  }
}

/** Length of the head, the head as JSON, the body. */
function picture(data) {
  const length = new DataView(data).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
  return { op: 'picture', ...head, body: new Uint8Array(data, 4 + length) };
}
