/** Finds the values that a line of a text shows. */
import type { LayoutForm, LayoutPlace } from "./layout.ts";

/** A value, and the place of the layout that shows it. */
export interface ShownValue {
  readonly place: LayoutPlace;
  readonly value: unknown;
}

/** The attempts for one line. Texts come from servers, and a line with many separators has many divisions. */
const mostAttempts = 1_000;

/**
 * Returns the values that a text shows at the places of a form, or undefined if the text has another form. Each place ends as early as
 * its type and the rest of the form allow.
 */
export function matchForm(form: LayoutForm, text: string): readonly ShownValue[] | undefined {
  return new FormMatch(text).from(form, 0);
}

/** One attempt to divide a text into the parts of a form. */
class FormMatch {
  readonly #text: string;
  #attempts = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the values that the text shows from a position on. */
  from(form: LayoutForm, position: number): readonly ShownValue[] | undefined {
    const [part, ...rest] = form;
    if (part === undefined) return position === this.#text.length ? [] : undefined;
    if (typeof part === "string") {
      return this.#text.startsWith(part, position) ? this.from(rest, position + part.length) : undefined;
    }
    if ("optional" in part)
      return this.from([...part.optional, ...rest], position) ?? this.from(rest, position);
    return this.#fromPlace(part, rest, position);
  }

  #fromPlace(place: LayoutPlace, rest: LayoutForm, position: number): readonly ShownValue[] | undefined {
    for (const end of this.#listEnds(followers(rest), position)) {
      this.#attempts++;
      if (this.#attempts > mostAttempts) return undefined;
      const value = readPlace(place, this.#text.slice(position, end));
      const others = value === undefined ? undefined : this.from(rest, end);
      if (others) return [{ place, value }, ...others];
    }
    return undefined;
  }

  /** The positions at which one of these texts begins, in their order; the empty text is the end. */
  *#listEnds(texts: readonly string[], position: number): Generator<number> {
    const nextOf = (text: string, from: number) => {
      const found = text === "" ? this.#text.length : this.#text.indexOf(text, from);
      return found === -1 || found < from ? Number.POSITIVE_INFINITY : found;
    };
    let ends = texts.map((text) => nextOf(text, position));
    for (let end = Math.min(...ends); end <= this.#text.length; end = Math.min(...ends)) {
      yield end;
      const past = end + 1;
      ends = ends.map((next, index) => (next < past ? nextOf(texts[index]!, past) : next));
    }
  }
}

/** The texts of which one follows a place: those of optional parts, up to the first part that is always there. */
function followers([part, ...rest]: LayoutForm): readonly string[] {
  if (part === undefined) return [""];
  if (typeof part === "string") return [part];
  return "optional" in part ? [...followers(part.optional), ...followers(rest)] : [""];
}

/** Returns the value that a text shows at a place, or undefined if it cannot stand there. */
function readPlace(place: LayoutPlace, text: string): unknown {
  if (text.includes("\n")) return undefined;
  if (place.path === undefined) return text;
  if (!place.isList) return readValue(place, text);
  if (text === "") return [];
  const items = text.split(",").map((item) => readValue(place, item.trim()));
  return items.includes(undefined) ? undefined : items;
}

const integer = /^[+-]?\d{1,400}$/;
const decimal = /^[+-]?\d{1,400}(?:\.\d{1,400})?(?:[eE][+-]?\d{1,3})?$/;
const trueOrFalse = ["true", "false"];

function readBoolean(words: readonly string[], text: string): boolean | undefined {
  const index = words.indexOf(text);
  return index === -1 ? undefined : index === 0;
}

function readValue({ type, words, isBlock }: LayoutPlace, text: string): unknown {
  switch (type) {
    case "boolean":
      return readBoolean(words ?? trueOrFalse, text);
    case "integer":
      return integer.test(text) ? Number(text) : undefined;
    case "number":
      return decimal.test(text) ? Number(text) : undefined;
    case "string": {
      const fits = words ? words.includes(text) : text !== "" || isBlock;
      return fits ? text : undefined;
    }
  }
}
