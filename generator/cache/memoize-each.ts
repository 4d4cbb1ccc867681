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
