/** Applies changes to a result as far as it still fits its schema. */

/** Changes a result in place. */
export type Change = (result: unknown) => void;

/** The base with all changes; where that does not fit, with those that fit one after the other. The base itself must fit. */
export function fitted<T>(base: T, changes: readonly Change[], fits: (result: unknown) => boolean): T {
  const all = structuredClone(base);
  for (const change of changes) change(all);
  if (fits(all)) return all;
  return changes.reduce<T>((result, change) => {
    const next = structuredClone(result);
    change(next);
    return fits(next) ? next : result;
  }, structuredClone(base));
}
