/** A pure function of objects that keeps its results for as long as the objects live. */
export function memoize<Key extends object, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  return keepResults(compute, new WeakMap());
}

/** A pure function of texts that keeps its results. */
export function memoizeText<Result>(compute: (text: string) => Result): (text: string) => Result {
  return keepResults(compute, new Map());
}

interface Results<Key, Result> {
  get(key: Key): { readonly result: Result } | undefined;
  set(key: Key, kept: { readonly result: Result }): unknown;
}

function keepResults<Key, Result>(compute: (key: Key) => Result, results: Results<Key, Result>) {
  return (key: Key): Result => {
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
