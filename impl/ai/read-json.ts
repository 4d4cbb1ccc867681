/** Reads parts of a model's answer. Missing parts and parts of another type become empty, and the rules report the problem. */
import { isObject, type JsonObject as Json } from "@toolwright/runtime/json";

export { isObject, type Json };

/** The text under a key, without spaces around it; "" if there is none. */
export function textIn(value: Json, key: string): string {
  const text = value[key];
  return typeof text === "string" ? text.trim() : "";
}

/** The texts of the list under a key; numbers count as texts, everything else is left out. */
export function textsIn(value: Json, key: string): string[] {
  const list = value[key];
  if (!Array.isArray(list)) return [];
  return list.flatMap((each: unknown) =>
    ["string", "number"].includes(typeof each) ? String(each).trim() : [],
  );
}

/** The list under a key. */
export function listIn(value: Json, key: string, problems: string[]): readonly unknown[] {
  const list = value[key];
  if (Array.isArray(list)) return list;
  problems.push(`${key} must be a list.`);
  return [];
}
