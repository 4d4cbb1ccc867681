/** A pure function of objects that keeps its results for as long as the objects live. */
export function memoize<Key extends object, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  const results = new WeakMap<Key, { readonly result: Result }>();
  return (key) => {
    const known = results.get(key);
    if (known) return known.result;
    const result = compute(key);
    results.set(key, { result });
    return result;
  };
}

/**
 * Maps items through a pure function. Items with equal keys share one result. Items with the same key as in the last call
 * reuse its results: while a process watches a spec, most of the spec does not change.
 *
 * @param keyOf returns everything that the result depends on, as text.
 */
export function memoizeEach<Item, Result>(
  keyOf: (item: Item) => string,
  compute: (item: Item) => Result,
): (items: readonly Item[]) => Result[] {
  let last: ReadonlyMap<string, Result> = new Map();
  return (items) => {
    const results = new Map<string, Result>();
    const keys = items.map(keyOf);
    for (const [index, key] of keys.entries())
      if (!results.has(key)) results.set(key, last.has(key) ? last.get(key)! : compute(items[index]!));
    last = results;
    return keys.map((key) => results.get(key)!);
  };
}

/**
 * The same for a function that computes many results at once. It gets only the items that the last call did not have. At the
 * first call it starts at once, and the keys are made while it works.
 */
export function memoizeBatch<Item, Result>(
  keyOf: (item: Item) => string,
  compute: (items: readonly Item[]) => Promise<readonly Result[]>,
): (items: readonly Item[]) => Promise<Result[]> {
  let last: ReadonlyMap<string, Result> = new Map();
  return async (items) => {
    const first = last.size === 0 ? compute(items) : undefined;
    const keys = items.map(keyOf);
    const fresh = items.filter((_, index) => !last.has(keys[index]!));
    const computed = (await (first ?? compute(fresh))).values();
    const results = keys.map((key): [string, Result] => [
      key,
      last.has(key) ? last.get(key)! : computed.next().value!,
    ]);
    last = new Map(results);
    return results.map(([, result]) => result);
  };
}
