/** Compares JSON values, and tells objects from others. */

/** Whether a value is an object: neither null nor an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** JSON text with sorted keys: the same for equal values. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part) => (isObject(part) ? withSortedKeys(part) : part));
}

function withSortedKeys(object: Readonly<Record<string, unknown>>): object {
  const names = Object.keys(object).sort();
  // `fromEntries` also defines a property that is named `__proto__`.
  return Object.fromEntries(names.map((name) => [name, object[name]]));
}

/** Deep equality of two JSON values (`const`, `enum`). */
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
