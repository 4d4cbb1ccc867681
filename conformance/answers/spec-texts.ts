/** Tells texts that a target has made, such as ids and times, from those that the spec or a call has named. */
import type { Json } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";

const times = /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g;
const onlyTime = new RegExp(`^${times.source}$`);
/** The words in a text that are long enough to be an id. */
export const words = /[\w-]{8,}/g;
/** The form of an id, a cursor or a number of a thing. */
const idForm = /^[\w.:=+/-]{6,}$/;
const mixedCase = /[a-z][A-Z].*[A-Z]|[A-Z][a-z].*[A-Z]/;
const hexadecimal = /^[\da-f-]+$/;
/** The length up to which a text may be an id or a cursor. */
const longestId = 4_096;
/** The least number of characters of a random word that is not hexadecimal. */
const randomLength = 16;

/** Stands for a time, and for a random word. */
const someTime = "<time>";
const someWord = "<made>";

export class SpecTexts {
  readonly #texts = new Set<string>();
  readonly #times = new Set<string>();

  constructor(file: CaseFile) {
    const open: unknown[] = [file];
    for (let value = open.pop(); value !== undefined; value = open.pop()) {
      if (typeof value === "string") this.#add(value);
      else if (typeof value === "object" && value !== null)
        for (const [name, child] of Object.entries(value)) {
          this.#texts.add(name);
          if (child !== undefined && child !== null) open.push(child);
        }
    }
  }

  /** Whether the spec or its cases have a text, so that a target that shows it has not made it. */
  has(text: string): boolean {
    return this.#texts.has(text);
  }

  /** Whether a text has the form of one that a target makes: an id, a number of a thing, a cursor. */
  isIdLike(text: string): boolean {
    if (text.length > longestId || !idForm.test(text) || onlyTime.test(text) || this.has(text)) return false;
    return /\d/.test(text) || (text.length >= randomLength && mixedCase.test(text));
  }

  /** Replaces the times in a text, but those that the spec has. */
  withoutTimes(text: string): string {
    return text.replace(times, (time) => (this.#times.has(time) ? time : someTime));
  }

  /** Returns a sign for a word that looks random, unless the spec has it. */
  withoutRandom(word: string): string {
    return isRandom(word) && !this.has(word) ? someWord : word;
  }

  #add(text: string): void {
    this.#texts.add(text);
    for (const [time] of text.matchAll(times)) this.#times.add(time);
  }
}

function isRandom(word: string): boolean {
  if (hexadecimal.test(word)) return /\d/.test(word);
  return word.length >= randomLength && (/\d/.test(word) || mixedCase.test(word));
}

/** A value that has no parts. */
export type Scalar = null | boolean | number | string;

export function isScalar(value: Json): value is Scalar {
  return typeof value !== "object" || value === null;
}
