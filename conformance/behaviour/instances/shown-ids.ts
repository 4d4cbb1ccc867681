/** Remembers the ids that results have shown, and makes ids that name nothing. */
import { randomBytes, randomInt } from "node:crypto";
import type { CompletedCall } from "../../calls/caller.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { Place } from "../../cases/call-rules.ts";
import type { Json } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import { similarText, splitPrefix } from "./similar-text.ts";

/** An id with fewer letters and digits may be the next one that a server gives. */
const enoughCharacters = 12;
/** How many random candidates of one form are tried. */
const triesPerForm = 4;

export class ShownIds {
  /** Tool -> the places of its results that have ids. */
  readonly #places: ReadonlyMap<string, readonly Place[]>;
  readonly #shown = new Set<Json>();
  /** The largest number among the ids. */
  #largest = 0;

  constructor({ entities }: Pick<Behaviour, "entities">) {
    const places = Object.values(entities).flatMap(({ results }) => results);
    this.#places = Map.groupBy(places, ({ tool }) => tool);
  }

  /** Sees every call of the run. */
  record({ tool, outcome }: Pick<CompletedCall, "tool" | "outcome">): void {
    if (outcome.is !== "success") return;
    for (const { path } of this.#places.get(tool) ?? [])
      for (const { value } of valuesAt(outcome.result.structuredContent, path)) this.#add(value);
  }

  /**
   * An id of the form of another one, which no result has shown. It is far from those that were shown, as far as the schema
   * allows: a server that counts up must not reach it during the run. `undefined` if none fits.
   */
  findUnknown(like: Json, fits: (id: Json) => boolean): Json | undefined {
    const candidates = typeof like === "number" ? this.#farNumbers() : farTexts(String(like));
    return candidates.find((id) => id !== like && !this.#shown.has(id) && fits(id));
  }

  #add(id: Json): void {
    this.#shown.add(id);
    if (typeof id === "number") this.#largest = Math.max(this.#largest, id);
  }

  /** The largest first; numbers that no database column of 32 bits can hold only where ids are as large. */
  #farNumbers(): number[] {
    const isLarge = this.#largest > 1_000_000_000;
    const large = isLarge ? [Math.min(2 * this.#largest, Number.MAX_SAFE_INTEGER - 2 ** 40)] : [];
    return [
      ...large.map((start) => start + randomInt(2 ** 40)),
      ...[1_500_000_000, 900_000_000, 90_000_000, 900_000, 90_000, 9_000, 900, 90].flatMap((start) =>
        Array.from({ length: triesPerForm }, () => start + randomInt(Math.floor(start / 9))),
      ),
    ];
  }
}

/** Numbers that count up get many digits, short texts get longer, all others other letters and digits. */
function farTexts(text: string): string[] {
  const [prefix, rest] = splitPrefix(text);
  const forms: (() => string)[] = [];
  const [, letters = "", digits] = /^([a-z]*)(\d+)$/i.exec(rest) ?? [];
  if (digits !== undefined) {
    const lengths = [digits.length >= 10 ? digits.length : 10, digits.length, 9, 6, 5, 4];
    forms.push(...lengths.map((length) => () => prefix + letters + randomNumber(length)));
  } else if (rest.length < enoughCharacters) {
    forms.push(() => prefix + rest + randomBytes(enoughCharacters / 2).toString("hex"));
  }
  forms.push(...Array.from({ length: 5 }, () => () => similarText(text)));
  return forms.flatMap((make) => Array.from({ length: triesPerForm }, make));
}

/** A number of so many digits. One of ten digits fits in 32 bits. */
function randomNumber(length: number): string {
  const digits = Array.from({ length: length - 1 }, () => randomInt(10)).join("");
  return (length === 10 ? "1" : "9") + digits;
}
