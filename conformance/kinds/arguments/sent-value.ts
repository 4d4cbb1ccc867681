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
  return differences(without, withIt, Number.POSITIVE_INFINITY).some(({ at, actual }) => {
    const path = steps(at);
    const index = name === undefined ? -1 : path.lastIndexOf(name);
    const part = index === -1 ? undefined : valueAt(value, toPointer(path.slice(index + 1)));
    return part !== undefined && actual !== undefined && hasLeavesOf(actual as Json, part);
  });
}

/** A part without leaves, such as an empty list, would be in every value. */
function hasLeavesOf(value: Json, part: Json): boolean {
  const leaves = listLeaves(part);
  return leaves.length > 0 && leaves.every(({ pointer, value: leaf }) => valueAt(value, pointer) === leaf);
}
