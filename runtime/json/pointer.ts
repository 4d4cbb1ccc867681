/** Reads and writes JSON Pointers (RFC 6901). */

/** Splits a pointer into keys and indexes, from the outside in: `/a~1b/0` -> `["a/b", "0"]`. */
export function pointerSteps(pointer: string): readonly string[] {
  const steps = pointer.split("/").slice(1);
  return pointer.includes("~") ? steps.map(unescapedStep) : steps;
}

/** Joins steps to a pointer: the reverse of `pointerSteps`. */
export function toPointer(steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${pointerStep(step)}`).join("");
}

/** Escapes one step of a pointer. */
export function pointerStep(step: string | number): string {
  const text = String(step);
  return /[~/]/.test(text) ? text.replaceAll("~", "~0").replaceAll("/", "~1") : text;
}

/** Reads one step of a pointer: the reverse of `pointerStep`. */
export function unescapedStep(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Returns the pointer to a property of the value at another pointer. */
export function childPointer(pointer: string, key: string): string {
  return `${pointer}/${pointerStep(key)}`;
}

/** Returns the value at the end of a path; undefined if there is none. */
export function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce((value, step) => {
    if (Array.isArray(value)) return value[Number(step)];
    const isOwn = typeof value === "object" && value !== null && Object.hasOwn(value, step);
    return isOwn ? (value as Readonly<Record<string, unknown>>)[step] : undefined;
  }, root);
}
