/** The part of an HTTP request that handlers and `authenticate` see. */

export interface HttpRequest {
  /** `get` returns the value of a header, with its name in any case; null if there is none. */
  readonly headers: { get(name: string): string | null };
  /** The whole URL, as the client sent it to this server. */
  readonly url: string;
  /** The IP address of the client; empty if the platform does not provide it. */
  readonly address: string;
}

/** A request with a Bearer token. */
export interface BearerRequest extends HttpRequest {
  /** The token of the header `Authorization`, without `Bearer `. */
  readonly token: string;
}
