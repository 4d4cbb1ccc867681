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
