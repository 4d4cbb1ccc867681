/** Chooses how each sentence of a prompt is read: the way that leaves the fewest doubts, by the warnings of the form. */
import type { FormStructure, Warning } from "../../generated/types.ts";

interface Made {
  readonly structure: FormStructure;
  readonly warnings: readonly Warning[];
}

interface Attempt<T> {
  readonly doubts: number;
  readonly made?: T;
  readonly refusal?: unknown;
}

/** With more sentences, the choice is between all of them and none. */
const MAX_SENTENCES = 6;

/** With fewer doubts, no other reading is tried. */
const CLEAR = 1;

/** What one word that a warning quotes says against a reading. */
const WEIGHTS: Readonly<Record<string, number>> = {
  not_understood: 1,
  read_as: 0.5,
  no_choices: 0.5,
};

/**
 * The form with the fewest doubts, with all of the given readings of sentences, without them, or without some. Each form accounts for all
 * words of the prompt, built or named in a warning, so none wins by leaving something out.
 */
export function fewestDoubts<K, V, T extends Made>(
  readings: ReadonlyMap<K, V>,
  make: (readings: ReadonlyMap<K, V>) => T,
): T {
  const attempt = (chosen: ReadonlyMap<K, V>): Attempt<T> => {
    try {
      const made = make(chosen);
      return { made, doubts: doubtsOf(made.warnings) };
    } catch (refusal) {
      return { refusal, doubts: Number.POSITIVE_INFINITY };
    }
  };
  let best = attempt(new Map());
  if (readings.size > 0) best = better(best, attempt(readings));
  if (readings.size > 1 && readings.size <= MAX_SENTENCES) {
    let chosen = readings;
    for (const key of readings.keys()) {
      if (best.doubts < CLEAR) break;
      const without = new Map([...chosen].filter(([each]) => each !== key));
      const tried = attempt(without);
      if (tried.doubts >= best.doubts) continue;
      best = tried;
      chosen = without;
    }
  }
  if (!best.made) throw best.refusal;
  return best.made;
}

/** Of equal doubts, the reading by clauses is better, unless only its title differs. */
function better<T extends Made>(one: Attempt<T>, other: Attempt<T>): Attempt<T> {
  if (other.doubts !== one.doubts || !one.made || !other.made) return other.doubts < one.doubts ? other : one;
  return fieldsOf(one.made) === fieldsOf(other.made) ? one : other;
}

function fieldsOf({ structure }: Made): string {
  return JSON.stringify(structure.pages, (key, value: unknown) => (key === "id" ? undefined : value));
}

/** How much of a prompt is in doubt: the words that its warnings quote, by how sure the reading was. */
function doubtsOf(warnings: readonly Warning[]): number {
  return warnings.reduce((sum, { code, message }) => {
    const quotes = message.match(/"[^"]*"/g) ?? [];
    if (code === "type_guessed")
      return sum + quotes.slice(0, -1).reduce((all, label) => all + guessOf(label), 0);
    return sum + (WEIGHTS[code] ?? 0) * (quotes[0]?.match(/[\p{L}\p{N}]+/gu)?.length ?? 1);
  }, 0);
}

/** A label of unknown type, which may be two. */
function guessOf(label: string): number {
  return / (?:or|and) /u.test(label) ? 2 : 0.25;
}
