/**
 * Maps items through a pure function, and reuses the results of the last call for items with the same key: while a process
 * watches a spec, most of it stays as it is.
 *
 * @param keyOf all that the result depends on, as text.
 */
export function memoizeEach<Item, Result>(
  keyOf: (item: Item) => string,
  compute: (item: Item) => Result,
): (items: readonly Item[]) => Result[] {
  let last: ReadonlyMap<string, Result> = new Map();
  return (items) => {
    const results = items.map((item): [string, Result] => {
      const key = keyOf(item);
      return [key, last.has(key) ? last.get(key)! : compute(item)];
    });
    last = new Map(results);
    return results.map(([, result]) => result);
  };
}

/** The same for a function that computes many results at once, of the items that the last call did not have. */
export function memoizeBatch<Item, Result>(
  keyOf: (item: Item) => string,
  compute: (items: readonly Item[]) => Promise<readonly Result[]>,
): (items: readonly Item[]) => Promise<Result[]> {
  let last: ReadonlyMap<string, Result> = new Map();
  return async (items) => {
    const keys = items.map(keyOf);
    const fresh = items.filter((_, index) => !last.has(keys[index]!));
    const computed = (await compute(fresh)).values();
    const results = keys.map((key): [string, Result] => [
      key,
      last.has(key) ? last.get(key)! : computed.next().value!,
    ]);
    last = new Map(results);
    return results.map(([, result]) => result);
  };
}
