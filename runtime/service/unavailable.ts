/**
 * A dependency of the service, such as its database, does not answer at the moment. Handlers and `authenticate` throw
 * it: a call gets `internal` with `retryable: true`, any other request HTTP 503.
 */
export class Unavailable extends Error {
  /** Tells this error from others where `instanceof` cannot, as between two copies of the package. */
  override readonly name = "Unavailable";
}
