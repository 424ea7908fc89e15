// The connection to the server: one socket, reopened whenever it is lost. An unanswered play is sent again.
const FIRST = 400;
const LONGEST = 15000;
const GONE = 4404;

export class Line {
  constructor(path, { got, state }) {
    this.address = () => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path()}`;
    this.got = got;
    this.state = state;
    this.tries = 0;
    this.unsent = null;
    addEventListener("online", () => this.now());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.now());
    addEventListener("pagehide", () => { this.left = true; this.socket?.close(); });
    addEventListener("pageshow", (event) => { if (event.persisted) { this.left = false; this.now(); } });
    this.open();
  }

  get up() { return this.socket?.readyState === WebSocket.OPEN; }

  get waiting() { return this.unsent !== null; }

  now() {
    if (this.up || this.socket?.readyState === WebSocket.CONNECTING) return;
    this.tries = 0;
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.address());
    this.socket = socket;
    socket.onopen = () => { this.tries = 0; this.state(true); if (this.unsent) socket.send(this.unsent); };
    socket.onmessage = (event) => this.got(JSON.parse(event.data));
    socket.onclose = (event) => socket === this.socket && !this.left && this.lost(event.code);
  }

  lost(code) {
    if (code === GONE) return location.reload();
    this.state(false);
    const wait = Math.min(LONGEST, FIRST * 2 ** this.tries) * (0.5 + Math.random());
    this.tries += 1;
    this.timer = setTimeout(() => this.open(), wait);
    return undefined;
  }

  // A play carries the move it answers, so sending it twice does no harm: it is kept until it is answered.
  send(message, keep = false) {
    const text = JSON.stringify(message);
    if (keep) this.unsent = text;
    if (this.up) this.socket.send(text);
  }

  answered() { this.unsent = null; }
}
