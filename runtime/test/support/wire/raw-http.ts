/** Sends HTTP as bytes over a socket, for requests that no client library sends. */
import { connect, type Socket } from "node:net";

export interface RawAnswer {
  readonly status: number;
  /** The headers by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly target?: string;
  /** Without a Host header here, the right one is sent; `null` removes one of the usual headers. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly body?: string | Buffer;
}

/** Makes the bytes of a request to the endpoint. It is valid, except for the given parts. */
export function requestBytes(
  url: URL,
  { method = "POST", target = url.pathname, headers = {}, body = "" }: RawRequest,
): Buffer {
  const usual = {
    Host: url.host,
    Authorization: "Bearer notes:read",
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
  };
  const lines = Object.entries({ ...usual, ...headers }).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => `${name}: ${one}\r\n`),
  );
  return Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n`),
    Buffer.from(body),
  ]);
}

/** A connection. It cuts the bytes of the server into answers. */
export class RawConnection {
  readonly socket: Socket;
  #received = Buffer.alloc(0);
  #wake = () => {};
  #ended = false;

  constructor(url: URL) {
    this.socket = connect(Number(url.port), url.hostname);
    this.socket.on("data", (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    for (const event of ["end", "close", "error"]) {
      this.socket.on(event, () => {
        this.#ended = true;
        this.#wake();
      });
    }
  }

  send(bytes: string | Buffer): void {
    this.socket.write(bytes);
  }

  /** The next answer; rejects when the connection ends before it is whole. `hasBody: false` for answers to HEAD. */
  async answer({ hasBody = true } = {}): Promise<RawAnswer> {
    for (;;) {
      const answer = this.#cut(hasBody);
      if (answer) return answer;
      if (this.#ended) throw new Error(`The connection ended after: ${this.#received.toString()}`);
      await this.#more();
    }
  }

  /** Resolves when the server has ended the connection, to what it sent before that nobody has read. */
  async end(): Promise<string> {
    while (!this.#ended) await this.#more();
    return this.#received.toString();
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #cut(hasBody: boolean): RawAnswer | undefined {
    const headEnd = this.#received.indexOf("\r\n\r\n");
    if (headEnd < 0) return undefined;
    const [statusLine = "", ...lines] = this.#received.toString("latin1", 0, headEnd).split("\r\n");
    const headers = Object.fromEntries(
      lines.map((line) => [line.split(":")[0]!.toLowerCase(), line.replace(/^[^:]*: /, "")]),
    );
    const start = headEnd + 4;
    const length = hasBody ? Number(headers["content-length"] ?? 0) : 0;
    if (this.#received.length < start + length) return undefined;
    const body = this.#received.toString("utf8", start, start + length);
    this.#received = this.#received.subarray(start + length);
    return { status: Number(statusLine.split(" ")[1]), headers, body };
  }
}

/** Sends bytes on a connection of their own and reads one answer. */
export async function once(
  url: URL,
  bytes: string | Buffer,
  options?: { hasBody?: boolean },
): Promise<RawAnswer> {
  const connection = new RawConnection(url);
  try {
    connection.send(bytes);
    return await connection.answer(options);
  } finally {
    connection.socket.destroy();
  }
}
