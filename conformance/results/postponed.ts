/** Errors of work that the run does again later. */

/** Thrown when a case cannot be decided now, but after the run has ended what it made. */
export class Postponed extends Error {}

/** Removes a value from a cache if it could not be made now. */
export function forgetPostponed<Key>(cache: Map<Key, unknown>, key: Key, value: unknown): void {
  if (!(value instanceof Promise)) return;
  value.catch((error: unknown) => {
    if (error instanceof Postponed && cache.get(key) === value) cache.delete(key);
  });
}
