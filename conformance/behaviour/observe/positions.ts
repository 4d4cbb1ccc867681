/** Recognises places that number the items of a list. */
import { valueAt } from "../../cases/edits.ts";
import { readStructured } from "../calls/called.ts";
import type { Change } from "./observation.ts";

/**
 * Whether a place numbers the items of its list one after the other, as the positions of a waiting list. It changes with the list:
 * when an entry leaves, those behind it move up. The first item of a page can have any number.
 */
export function isPosition({ at, after, called }: Pick<Change, "at" | "after" | "called">): boolean {
  if (typeof after !== "number") return false;
  return Object.values(readStructured(called) ?? {}).some((items) => {
    if (!Array.isArray(items) || items.length < 2) return false;
    const first = valueAt(items[0], at);
    return typeof first === "number" && items.every((item, index) => valueAt(item, at) === first + index);
  });
}
