/** A handler may answer at once or later. */
export type Awaitable<T> = T | Promise<T>;

export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/**
 * Goes on with a value: at once if it is there, else when it comes. What is there needs no promise, which costs a busy
 * server more than most that it would wait for.
 */
export function andThen<T, Next>(value: Awaitable<T>, next: (value: T) => Awaitable<Next>): Awaitable<Next> {
  return isPromise(value) ? value.then(next) : next(value);
}
