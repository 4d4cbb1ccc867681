import { forgetPostponed } from "./results/postponed.ts";

/** Wraps a function so that it computes the value of each key once. */
export function memoize<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    values.set(key, value);
    forgetPostponed(values, key, value);
    return value;
  };
}
