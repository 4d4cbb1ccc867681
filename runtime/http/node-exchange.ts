/** An exchange over `node:http`: of our own server, or of another one that the endpoint is mounted in. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type {
  AnswerStream,
  BodyReader,
  Exchange,
  HeaderPairs,
  HttpRefusal,
  OnRefusal,
} from "../endpoint/exchange.ts";
import type { FairQueue } from "../endpoint/fair-queue.ts";
import type { AddressOf } from "./client-address.ts";
import { jsonHeaders } from "./json-headers.ts";

/** The options that all exchanges of a server share. */
export interface NodeExchangeOptions {
  readonly addressOf: AddressOf;
  readonly onRefusal: OnRefusal;
  /** Milliseconds for which a refused client may continue to send its body. */
  readonly lingerMs: number;
  readonly queue?: FairQueue | undefined;
}

/** A refused body up to this size is read and discarded, so that the connection can carry the next request. */
const maxDiscardedBytes = 4 * 1024 * 1024;

const none: HeaderPairs = [];

/** A class, since one is made for each request and closures would cost more. It is its own stream for the same reason. */
export class NodeExchange implements Exchange, AnswerStream {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly options: NodeExchangeOptions;
  resource: string | undefined = undefined;
  bodyReader: BodyReader | undefined = undefined;

  constructor(request: IncomingMessage, response: ServerResponse, options: NodeExchangeOptions) {
    this.request = request;
    this.response = response;
    this.options = options;
  }

  get method(): string {
    return this.request.method ?? "";
  }

  get url(): string {
    const scheme = "encrypted" in this.request.socket ? "https" : "http";
    return new URL(this.target, `${scheme}://${this.header("host")}`).href;
  }

  /** The request target: a path with a query, or a whole URL. */
  get target(): string {
    return this.request.url ?? "";
  }

  get queue(): FairQueue | undefined {
    return this.options.queue;
  }

  get stream(): AnswerStream {
    return this;
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return typeof value === "object" ? value.join(", ") : value;
  }

  /** Whether a header occurs twice. In `headers`, Node keeps only the first value of some headers. */
  isRepeated(name: string): boolean {
    const { rawHeaders } = this.request;
    let count = 0;
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const header = rawHeaders[at]!;
      if (header.length === name.length && header.toLowerCase() === name) count++;
    }
    return count > 1;
  }

  address(): string {
    return this.options.addressOf(this.request);
  }

  readBody(): void {
    const reader = this.bodyReader;
    this.request.on("data", (chunk: Uint8Array) => reader?.append(chunk)).on("end", () => reader?.end());
  }

  /** Sends 100 (Continue), except to HTTP/1.0, which does not define it (RFC 9110, section 10.1.1). */
  sendContinue(): void {
    const { headers, httpVersionMinor } = this.request;
    if (headers.expect !== undefined && httpVersionMinor > 0) this.response.writeContinue();
  }

  addHeader(name: string, value: string): void {
    this.response.setHeader(name, value);
  }

  send(status: number, body: string, end?: Uint8Array): void {
    this.#sendJson(status, body, none, end);
  }

  sendEmpty(status: number, headers: HeaderPairs): void {
    // The length in a 304 would be that of the document (RFC 9110, section 8.6).
    const isBodiless = status === 204 || status === 304;
    this.response.writeHead(status, isBodiless ? [...headers] : ["Content-Length", "0", ...headers]);
    this.response.end();
  }

  openStream(headers: HeaderPairs): void {
    this.response.writeHead(200, [...headers]);
  }

  get isReady(): boolean {
    const { writableEnded, destroyed, writableNeedDrain } = this.response;
    return !(writableEnded || destroyed || writableNeedDrain);
  }

  write(text: string): void {
    this.response.write(text);
  }

  end(): void {
    this.response.end();
  }

  refuse({ status, body, headers }: HttpRefusal): void {
    this.options.onRefusal(status);
    if (this.#canDiscardRest()) this.#sendJson(status, body, headers);
    else this.#sendAndLinger(status, body, headers);
  }

  refuseAndClose({ status, body, headers }: HttpRefusal): void {
    this.options.onRefusal(status);
    this.response.shouldKeepAlive = false;
    this.#sendJson(status, body, headers);
  }

  breakOff(refusal: HttpRefusal): void {
    if (this.response.headersSent) this.response.destroy();
    else this.refuse(refusal);
  }

  onClose(listener: () => void): void {
    this.response.once("close", listener);
  }

  #sendJson(status: number, body: string, headers: HeaderPairs, end?: Uint8Array): void {
    const { response } = this;
    const length = Buffer.byteLength(body);
    response.writeHead(status, jsonHeaders(length + (end?.length ?? 0), headers));
    const encoding = length === body.length ? "latin1" : "utf8";
    if (end === undefined) response.end(body, encoding);
    else {
      response.write(body, encoding);
      response.end(end);
    }
  }

  /** Whether the rest of the request is short and the connection stays open. */
  #canDiscardRest(): boolean {
    const { complete, headers } = this.request;
    if (complete) return true;
    if (!this.response.shouldKeepAlive) return false;
    if (headers["transfer-encoding"] !== undefined || headers.expect !== undefined) return false;
    return Number(headers["content-length"] ?? 0) <= maxDiscardedBytes;
  }

  /**
   * Sends the answer at once, and closes the connection at the end of the body or after `lingerMs`. Closing it while the client
   * is sending would reset it, and the client might not read the answer.
   */
  #sendAndLinger(status: number, body: string, headers: HeaderPairs): void {
    const { request, response, options } = this;
    response.shouldKeepAlive = false;
    response.writeHead(status, jsonHeaders(Buffer.byteLength(body), headers));
    response.write(body);
    const timer = setTimeout(end, options.lingerMs);
    request.once("end", end).once("close", end).resume();

    function end(): void {
      clearTimeout(timer);
      response.end();
    }
  }
}
