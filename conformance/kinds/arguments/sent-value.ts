/** Recognises the value of an argument in what a server shows after the call. */
import { differences, toPointer } from "@toolwright/runtime/json";
import { type Json, steps, valueAt } from "../../cases/edits.ts";
import { listLeaves } from "../../cases/places.ts";

/** An argument, as a JSON Pointer into the arguments, and its value in a call. */
export interface SentValue {
  readonly argument: string;
  readonly value: Json;
}

/**
 * Whether a place with the name of the argument shows the value that was sent, and another value without it.
 * @param without what the same tool showed after a call without the argument
 */
export function showsSentValue({ argument, value }: SentValue, without: Json, withIt: Json): boolean {
  const name = steps(argument).findLast((step) => !/^\d+$/.test(step));
  if (name === undefined) return false;
  return differences(without, withIt, Number.POSITIVE_INFINITY).some(({ at, expected, actual }) => {
    if (typeof expected === "string" && typeof actual === "string") {
      const sent = String(value);
      if (labelledText(actual, name) === sent && labelledText(expected, name) !== sent) return true;
    }
    const path = steps(at);
    const index = path.lastIndexOf(name);
    const part = index === -1 ? undefined : valueAt(value, toPointer(path.slice(index + 1)));
    return part !== undefined && actual !== undefined && hasLeavesOf(actual as Json, part);
  });
}

/** A part without leaves, such as an empty list, would be in every value. */
function hasLeavesOf(value: Json, part: Json): boolean {
  const leaves = listLeaves(part);
  return leaves.length > 0 && leaves.every(({ pointer, value: leaf }) => valueAt(value, pointer) === leaf);
}

/** Returns what a line of a text says of a name, such as `Due date: tomorrow` or `- **dueDate** = tomorrow`. */
function labelledText(text: string, name: string): string | undefined {
  const words = name.split(/(?=\p{Lu})|[_-]/u).filter((word) => word !== "");
  const label = words.map((word) => word.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&")).join("[ _-]?");
  const line = new RegExp(`^[^\\p{L}\\n]*${label}[^\\p{L}\\d\\n:=]{0,9}[:=](.{0,${longestLine}})$`, "imu");
  return line.exec(text)?.[1]?.replaceAll(/^[\s*`'"]+|[\s*`'",;.]+$/g, "");
}

/** Longer lines are texts of their own, and no values. */
const longestLine = 200;
