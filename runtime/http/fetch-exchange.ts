/** An exchange over the Fetch Standard: takes a `Request` and makes a `Response`, on any platform that has these. */
import type {
  AnswerStream,
  BodyReader,
  Exchange,
  HeaderPairs,
  HttpRefusal,
  OnRefusal,
} from "../endpoint/exchange.ts";
import * as refusals from "../endpoint/refusals.ts";
import { jsonFields } from "./json-headers.ts";

/** The options that all exchanges of a handler share. */
export interface FetchExchangeOptions {
  /** @param platform the second argument of `fetch`, which differs between platforms */
  readonly addressOf: (request: Request, platform: unknown) => string;
  readonly onRefusal: OnRefusal;
  /** Called when other code has already read the body of a request. */
  readonly onBodyLost: () => void;
  /** Milliseconds within which a body must arrive. */
  readonly bodyTimeoutMs: number;
}

/** The bytes of a stream that are buffered for a client that reads slowly. */
const streamedBytes = 64 * 1024;

/** Bodies up to this length are read as a whole where the server enforces their length. */
const wholeBytes = 16 * 1024;

const utf8 = new TextEncoder();

export class FetchExchange implements Exchange, AnswerStream {
  readonly queue = undefined;
  resource: string | undefined = undefined;
  bodyReader: BodyReader | undefined = undefined;
  /** Resolves when the exchange is answered. */
  readonly response: Promise<Response>;
  readonly #request: Request;
  readonly #platform: unknown;
  readonly #options: FetchExchangeOptions;
  /** A plain object, which Hono's server for Node writes as it is. It would make `Headers` of a list first. */
  readonly #headers: Record<string, string> = {};
  readonly #closeListeners: (() => void)[] = [];
  #respond: (response: Response) => void = () => undefined;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #isAnswered = false;
  #isClosed = false;

  constructor(request: Request, platform: unknown, options: FetchExchangeOptions) {
    this.#request = request;
    this.#platform = platform;
    this.#options = options;
    this.response = new Promise((resolve) => {
      this.#respond = resolve;
    });
  }

  get method(): string {
    return this.#request.method;
  }

  get url(): string {
    return this.#request.url;
  }

  get stream(): AnswerStream {
    return this;
  }

  /** Returns a header. Some platforms provide the host in the URL only. */
  header(name: string): string | undefined {
    const { headers, url } = this.#request;
    return headers.get(name) ?? (name === "host" ? URL.parse(url)?.host : undefined);
  }

  /** Always false: `Headers` joins all values. */
  isRepeated(): boolean {
    return false;
  }

  address(): string {
    return this.#options.addressOf(this.#request, this.#platform);
  }

  readBody(): void {
    const reader = this.bodyReader;
    if (reader === undefined) return;
    if (this.#request.bodyUsed) {
      this.#options.onBodyLost();
      this.refuse(refusals.internalError);
      return;
    }
    const timer = setTimeout(() => this.bodyReader?.stop("too slow"), this.#options.bodyTimeoutMs);
    this.#readInto(reader)
      .catch(() => this.refuse(refusals.brokenBody))
      .finally(() => clearTimeout(timer));
  }

  async #readInto(reader: BodyReader): Promise<void> {
    if (this.#isShort()) reader.append(new Uint8Array(await this.#request.arrayBuffer()));
    else if (!(await this.#readStream(reader))) return;
    reader.end();
  }

  /** Whether the body is short for certain. Other code can give a real `Request` any body, whatever its `Content-Length`. */
  #isShort(): boolean {
    if (isRealRequest(this.#request)) return false;
    return Number(this.header("content-length") ?? Number.POSITIVE_INFINITY) <= wholeBytes;
  }

  /** Reads the body in chunks until the reader stops. Async iteration would cost more. @returns whether it read all */
  async #readStream(reader: BodyReader): Promise<boolean> {
    const stream = this.#request.body?.getReader();
    while (stream !== undefined) {
      const { value, done } = await stream.read();
      if (done) break;
      reader.append(value);
      if (this.bodyReader !== reader) {
        await stream.cancel();
        return false;
      }
    }
    return true;
  }

  /** Does nothing: the platform sends it. */
  sendContinue(): void {}

  addHeader(name: string, value: string): void {
    const before = this.#headers[name];
    this.#headers[name] = before === undefined ? value : `${before}, ${value}`;
  }

  send(status: number, body: string, end?: Uint8Array): void {
    this.#answerJson(status, [], end === undefined ? body : join(body, end));
  }

  sendEmpty(status: number, headers: HeaderPairs): void {
    this.#answer(status, headers, null);
    this.#close();
  }

  openStream(headers: HeaderPairs): void {
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        cancel: () => this.#close(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: streamedBytes }),
    );
    this.#answer(200, headers, body);
  }

  get isReady(): boolean {
    return !this.#isClosed && (this.#controller === undefined || (this.#controller.desiredSize ?? 0) > 0);
  }

  write(text: string): void {
    if (!this.#isClosed) this.#controller?.enqueue(utf8.encode(text));
  }

  end(): void {
    if (!this.#isClosed) this.#controller?.close();
    this.#close();
  }

  refuse({ status, headers, body }: HttpRefusal): void {
    if (this.#isAnswered) return;
    this.#options.onRefusal(status);
    this.#answerJson(status, headers, body);
  }

  refuseAndClose(refusal: HttpRefusal): void {
    this.refuse(refusal);
  }

  breakOff(refusal: HttpRefusal): void {
    if (!this.#isAnswered) this.refuse(refusal);
    else {
      this.#controller?.error(new Error("The answer was aborted."));
      this.#close();
    }
  }

  onClose(listener: () => void): void {
    if (this.#closeListeners.length === 0)
      this.#request.signal.addEventListener("abort", () => this.#close(), { once: true });
    this.#closeListeners.push(listener);
  }

  #answerJson(status: number, headers: HeaderPairs, body: BodyInit): void {
    this.#answer(status, [...jsonFields, ...headers], body);
    this.#close();
  }

  #answer(status: number, headers: HeaderPairs, body: BodyInit | null): void {
    this.#isAnswered = true;
    for (const [at, value] of headers.entries())
      if (at % 2 === 1) this.addHeader(headers[at - 1] ?? "", value);
    this.#respond(new Response(body, { status, headers: this.#headers }));
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const listener of this.#closeListeners) listener();
  }
}

function join(text: string, end: Uint8Array): Uint8Array<ArrayBuffer> {
  const start = utf8.encode(text);
  const bytes = new Uint8Array(start.length + end.length);
  bytes.set(start);
  bytes.set(end, start.length);
  return bytes;
}

/** The results of `isRealRequest` by prototype, since its exception is slow. */
const realPrototypes = new WeakMap<object, boolean>();

/**
 * Whether the platform made this request. Servers on `node:http`, such as Hono's, pass an object that only looks like one: it reads
 * the message itself, whose length Node enforces, and creates a `Request` once `body` is used, which costs more than all else here.
 */
function isRealRequest(request: Request): boolean {
  const prototype = Object.getPrototypeOf(request) as object;
  let isReal = realPrototypes.get(prototype);
  if (isReal === undefined) {
    isReal = hasPlatformState(request);
    realPrototypes.set(prototype, isReal);
  }
  return isReal;
}

/** The platform's getters throw for objects that it did not make. */
function hasPlatformState(request: Request): boolean {
  try {
    Reflect.get(Request.prototype, "bodyUsed", request);
    return true;
  } catch {
    return false;
  }
}
