/** Values that are available at once or as promises. */

export type Awaitable<T> = T | Promise<T>;

export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/**
 * Calls `next` with a value: at once, or when its promise resolves. Most values are available at once, and a promise for each
 * would be a measurable cost for a busy server.
 */
export function andThen<T, Next>(value: Awaitable<T>, next: (value: T) => Awaitable<Next>): Awaitable<Next> {
  return isPromise(value) ? value.then(next) : next(value);
}
