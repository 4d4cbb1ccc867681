/** Distinguishes JSON objects from other JSON values. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
