/** Masks ids in refusals, so that refusals of two ids can be compared. */
import type { Json } from "../cases/edits.ts";

/** Stands for an id that is a number, also where it is not a text. */
const maskedNumber = 0;

const numbers = /(?<![\d.])-?\d+(?:\.\d+)*(?:[eE][+-]?\d+)?/g;

/**
 * Returns a text of JSON without an id. An id that is a number must be a whole number there: 14 is not a part of 140 or 3.14. After a
 * word, `-` is a hyphen: `lot-14` has the id 14.
 */
export function maskId(text: string, id: Json | undefined): string {
  if (typeof id === "number") {
    const printed = JSON.stringify(id);
    return text.replaceAll(numbers, (number) => {
      if (number === printed) return `${maskedNumber}`;
      return number === `-${printed}` ? `-${maskedNumber}` : number;
    });
  }
  if (typeof id !== "string" || id === "") return text;
  return text.replaceAll(JSON.stringify(id).slice(1, -1), "ID");
}
