/**
 * Returns the smallest set of elements that must move to turn the order of `before` into the order of `after`: those outside a
 * longest increasing subsequence. Elements are unique; elements of only one list are ignored.
 */
export function findMoved(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const remaining = new Set(after);
  const rank = new Map(before.filter((id) => remaining.has(id)).map((id, index) => [id, index]));
  const common = after.filter((id) => rank.has(id));
  const staying = longestIncreasing(common.map((id) => rank.get(id)!));
  return new Set(common.filter((_, index) => !staying.has(index)));
}

/** Indexes of a longest increasing subsequence, by patience sorting (Fredman 1975): O(n log n). */
function longestIncreasing(values: readonly number[]): ReadonlySet<number> {
  const tails: number[] = [];
  const previous: number[] = [];
  values.forEach((value, index) => {
    let low = 0;
    for (let high = tails.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (values[tails[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = index;
  });
  const found = new Set<number>();
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index]!) found.add(index);
  return found;
}
