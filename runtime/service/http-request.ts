/** What handlers and `authenticate` see of a request over HTTP. */

export interface HttpRequest {
  /** `get` returns the value of a header, whatever its case; null if there is none. */
  readonly headers: { get(name: string): string | null };
  /** The whole URL, as the client sent it to this server. */
  readonly url: string;
  /** The IP address of the client; empty where the platform does not tell it. */
  readonly address: string;
}

/** A request with a Bearer token. */
export interface BearerRequest extends HttpRequest {
  readonly token: string;
}
