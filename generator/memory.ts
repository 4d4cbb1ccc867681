/**
 * What a run keeps for the next one: results that are costly to work out, by everything that they depend on. Without a
 * memory a run gives the same files, only later.
 */
export interface Memory {
  /** What was kept for exactly this key. */
  recall(key: string): string | undefined;
  keep(key: string, result: string): void;
}

/** Remembers nothing. */
export const forgetful: Memory = { recall: () => undefined, keep: () => {} };

/** The key of a result: what kind it is, and all that it is made of, as JSON data. */
export function keyOf(kind: string, inputs: unknown): string {
  return `${kind}\n${JSON.stringify(inputs)}`;
}
