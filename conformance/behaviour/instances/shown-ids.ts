/** Remembers the ids that results have shown, and creates unknown ids. */
import { randomBytes, randomInt } from "node:crypto";
import type { CompletedCall } from "../../calls/completed-call.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { Place } from "../../cases/call-rules.ts";
import type { Json } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import { withOtherCharacters } from "../../target/similar-token.ts";
import { similarText, splitPrefix } from "./similar-text.ts";

/** An id with fewer letters and digits may be the next one that a server assigns. */
const enoughCharacters = 12;
/** The number of random candidates of one form. */
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

  /** Called with every call of the run. */
  record({ tool, outcome }: Pick<CompletedCall, "tool" | "outcome">): void {
    if (outcome.is !== "success") return;
    for (const { path } of this.#places.get(tool) ?? [])
      for (const { value } of valuesAt(outcome.result.structuredContent, path)) this.#add(value);
  }

  /**
   * Finds an id in the form of another one that no result has shown. If the schema allows it, the id is far from the shown ids, so
   * that a server that counts up does not reach it during the run. Returns `undefined` if no candidate fits.
   */
  findUnknown(like: Json, fits: (id: Json) => boolean): Json | undefined {
    const candidates = typeof like === "number" ? this.#farNumbers() : listFarTexts(String(like));
    return candidates.find((id) => id !== like && !this.#shown.has(id) && fits(id));
  }

  #add(id: Json): void {
    this.#shown.add(id);
    if (typeof id === "number") this.#largest = Math.max(this.#largest, id);
  }

  /** Lists candidates, the largest first. Numbers above 32 bits, which database columns may not hold, only if the shown ids are large. */
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

/** Lists candidates: numbers that count up get many digits, short texts get longer, and other texts get other letters and digits. */
function listFarTexts(text: string): string[] {
  const [prefix, rest] = splitPrefix(text);
  const forms: (() => string)[] = [];
  const [, letters = "", digits] = /^([a-z]*)(\d+)$/i.exec(rest) ?? [];
  if (digits !== undefined) {
    const lengths = [...new Set([digits.length, 10, 9, 8, 7, 6, 5, 4])].sort((a, b) => b - a);
    forms.push(...lengths.map((length) => () => prefix + letters + randomNumber(length)));
  } else if (rest.length < enoughCharacters) {
    forms.push(() => prefix + rest + randomBytes(enoughCharacters / 2).toString("hex"));
  }
  forms.push(...Array.from({ length: 5 }, () => () => similarText(text)));
  // The alphabet of an id may lack some digits, as that of base32 does.
  if (rest.length >= enoughCharacters) forms.push(() => prefix + shuffle(rest));
  // The schema may fix the first groups of an id, as in `GIFT-7KQ2-M9XD`.
  const groups = rest.split("-").slice(0, -1);
  for (const index of groups.keys()) {
    const fixed = `${groups.slice(0, index + 1).join("-")}-`;
    forms.push(() => prefix + fixed + withOtherCharacters(rest.slice(fixed.length)));
  }
  return forms.flatMap((make) => Array.from({ length: triesPerForm }, make));
}

/** Returns the same characters in a random order. */
function shuffle(text: string): string {
  const left = [...text];
  return Array.from(text, () => left.splice(randomInt(left.length), 1)[0]).join("");
}

/** Returns a number with this many digits. A number with ten digits fits in 32 bits. */
function randomNumber(length: number): string {
  const digits = Array.from({ length: length - 1 }, () => randomInt(10)).join("");
  return (length === 10 ? "1" : "9") + digits;
}
