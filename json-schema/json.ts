/** Compares JSON values, and tells objects from others. */

/** Whether a value is an object: neither null nor an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** JSON text with sorted keys (RFC 8785): the same for equal values. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const names = Object.keys(value).filter((name) => value[name] !== undefined);
  return `{${names
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
    .join()}}`;
}

/** Compares two JSON values deeply, for `const` and `enum`. */
export function equal(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  return isContainer(left) && isContainer(right) && canonical(left) === canonical(right);
}

/** Whether no two items of an array are equal (`uniqueItems`), in linear time. */
export function allDifferent(items: readonly unknown[]): boolean {
  return new Set(items.map((item) => canonical(item))).size === items.length;
}

/** The length of a text in code points, as JSON Schema counts it. */
export function textLength(text: string): number {
  // The length in UTF-16 units is faster to read, and the same for most texts.
  return /[\ud800-\udbff]/.test(text) ? [...text].length : text.length;
}

function isContainer(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
