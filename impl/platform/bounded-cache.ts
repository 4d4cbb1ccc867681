/** A cache with a size limit. It removes the least recently used values first. */
export interface BoundedCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value, size: number): void;
}

/** @param most of the sizes of all values together */
export function boundedCache<Value>(most: number): BoundedCache<Value> {
  const entries = new Map<string, { readonly value: Value; readonly size: number }>();
  let total = 0;
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, size) {
      total += size - (entries.get(key)?.size ?? 0);
      entries.delete(key);
      entries.set(key, { value, size });
      for (const [oldest, unused] of entries) {
        if (total <= most) break;
        entries.delete(oldest);
        total -= unused.size;
      }
    },
  };
}
