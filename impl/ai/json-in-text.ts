/** Finds the JSON object in a model's answer: models put prose and code fences around it. */

import { isObject, type Json } from "./read-json.ts";

/** The largest JSON object in the text; undefined if there is none. */
export function jsonIn(text: string): Json | undefined {
  const whole = parseObject(text.trim());
  if (whole) return whole;
  let best: { readonly size: number; readonly value: Json } | undefined;
  // An object that does not parse ends the search after a few starts, so that hostile text costs little.
  for (let start = text.indexOf("{"), tries = 0; start !== -1 && tries < MAX_STARTS; tries++) {
    const end = endOfObject(text, start);
    const value = end === undefined ? undefined : parseObject(text.slice(start, end));
    if (value && end! - start > (best?.size ?? 0)) best = { size: end! - start, value };
    start = text.indexOf("{", value ? end! : start + 1);
  }
  return best?.value;
}

const MAX_STARTS = 50;

function parseObject(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The index after the brace that closes the one at `start`, braces in strings left aside. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return at + 1;
  }
  return undefined;
}

/** The index of the quote that closes the one at `start`, or of the end of the text. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
