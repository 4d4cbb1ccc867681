/** Reads and writes JSON Pointers (RFC 6901). */

/** `/a~1b/0` -> `["a/b", "0"]`: the keys and indexes that a pointer names, from the outside in. */
export function pointerSteps(pointer: string): readonly string[] {
  const steps = pointer.split("/").slice(1);
  return pointer.includes("~") ? steps.map(unescapedStep) : steps;
}

/** The reverse of `pointerSteps`. */
export function toPointer(steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${pointerStep(step)}`).join("");
}

/** One step of a pointer, escaped. */
export function pointerStep(step: string | number): string {
  const text = String(step);
  return /[~/]/.test(text) ? text.replaceAll("~", "~0").replaceAll("/", "~1") : text;
}

export function unescapedStep(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The pointer to a property of what another pointer names. */
export function childPointer(pointer: string, key: string): string {
  return `${pointer}/${pointerStep(key)}`;
}

/** What stands at the end of a path; undefined if nothing does. */
export function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce((value, step) => {
    if (Array.isArray(value)) return value[Number(step)];
    const isOwn = typeof value === "object" && value !== null && Object.hasOwn(value, step);
    return isOwn ? (value as Readonly<Record<string, unknown>>)[step] : undefined;
  }, root);
}
