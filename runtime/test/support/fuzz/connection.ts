/** A connection that sends fuzzed requests. */
import { connect, type Socket } from "node:net";

export interface FuzzAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Sends one request after the other over a connection that is opened anew where the server ends it. */
export class FuzzConnection {
  readonly #port: number;
  #socket: Socket | undefined;
  #received = "";
  #waiting: { readonly since: number; done(answer: FuzzAnswer | undefined): void } | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** The first answer, or undefined if the connection ended without one. `last`: nothing more will be sent. */
  ask(bytes: Buffer, last: boolean): Promise<FuzzAnswer | undefined> {
    return new Promise((resolve) => {
      this.#waiting = { since: Date.now(), done: resolve };
      const socket = this.#open();
      socket.write(bytes);
      if (last) socket.end();
    });
  }

  /** Milliseconds for which an answer has been waited for. */
  get waited(): number {
    return this.#waiting === undefined ? 0 : Date.now() - this.#waiting.since;
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
    this.#received = "";
  }

  #open(): Socket {
    if (this.#socket !== undefined) return this.#socket;
    const socket = connect(this.#port, "127.0.0.1").setNoDelay().setEncoding("latin1");
    socket.on("data", (text) => this.#onData(String(text)));
    socket.on("error", () => undefined).on("close", () => this.#onClose(socket));
    this.#socket = socket;
    return socket;
  }

  #onData(text: string): void {
    this.#received += text;
    const answer = wholeAnswer(this.#received);
    if (answer === undefined) return;
    this.#received = this.#received.slice(answer.length);
    if (answer.status === 100) this.#onData("");
    else this.#settle(answer, /\r\nconnection: close/i.test(answer.head));
  }

  #settle({ status, head, body }: WholeAnswer, ends: boolean): void {
    if (ends) this.close();
    const type = /\r\ncontent-type: ([^\r]*)/i.exec(head)?.[1] ?? "";
    this.#done({ status, type, body: Buffer.from(body, "latin1").toString() });
  }

  #onClose(socket: Socket): void {
    if (this.#socket !== socket) return;
    this.close();
    this.#done(undefined);
  }

  #done(answer: FuzzAnswer | undefined): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.done(answer);
  }
}

interface WholeAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
  /** The length of the whole answer in bytes. */
  readonly length: number;
}

/** The first answer in what was received (one character a byte), once it is whole. */
function wholeAnswer(received: string): WholeAnswer | undefined {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = received.slice(0, end);
  const status = Number(head.slice(9, 12));
  const start = end + 4;
  if (/\r\ntransfer-encoding: chunked/i.test(head)) {
    const last = received.indexOf("0\r\n\r\n", start);
    if (last < 0) return undefined;
    const body = received.slice(start, last).replaceAll(/(^|\r\n)[0-9a-f]+\r\n/g, "");
    return { status, head, body: body.replace(/\r\n$/, ""), length: last + 5 };
  }
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  if (received.length < start + length) return undefined;
  return { status, head, body: received.slice(start, start + length), length: start + length };
}
