/** Finds the unit that a label or a bracket names: "height in cm", "(°C)", "pituus metreinä". */
import type { Language } from "../../../generated/types.ts";
import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import symbols from "../lexicon/units.json" with { type: "json" };

/** A label without its unit. */
export interface Measured {
  readonly name: string;
  readonly unit: string;
}

/** A longer label is a sentence. */
const MAX_LABEL = 80;
/** A unit has at most three words: "metres per second" has two beside "per". */
const MAX_WORDS = 3;

/** "in kg", "w km", "σε κιλά" */
const IN = /^(?:in|en|em|w|we|v|ve|vo|i|à|au|în|u|в|във|σε|f['’]?|fi|bil) ?(?=[^\s])/iu;
const IN_WORD = /^(?:in|en|em|w|we|v|ve|vo|i|à|în|u|в|във|σε|f|fi)$/iu;

/** In these languages, the ending of the word says what the preposition says elsewhere. */
const BY_ENDING: ReadonlySet<Language> = new Set<Language>(["fi", "hu", "et", "lt", "lv"]);

function listOf(list: string): ReadonlySet<string> {
  return new Set(list.split(",").map((one) => keyOf(one.trim())));
}

/** One letter has another meaning as a capital: "m" is a metre, and "M" a size. */
function keyOf(unit: string): string {
  return unit.length === 1 ? unit : fold(unit);
}

const ALONE = listOf(symbols.alone);
const BESIDE = listOf(symbols.beside);
const words = new Map<Language, ReadonlySet<string>>();

function wordsOf(grammar: Grammar): ReadonlySet<string> {
  const language = grammar.languages[0]!;
  let found = words.get(language);
  if (!found) {
    found = listOf(grammar.words.answers.units ?? "");
    words.set(language, found);
  }
  return found;
}

/** What a number counts, where a text is only a unit: "(cm)", "(in kg)". */
export function unitIn(text: string, grammar: Grammar): string | undefined {
  const bare = text.trim().replace(/\.$/, "");
  const unit = isUnit(bare, grammar) ? bare : bare.replace(IN, "");
  return isUnit(unit, grammar) ? unit : undefined;
}

function isUnit(text: string, grammar: Grammar): boolean {
  if (text.length > 30 || /^\d/.test(text)) return false;
  const [main = "", per] = /^(.+?)(?: per | pro | par | por | je | ?\/ ?)\p{L}{1,12}$/u.exec(text) ?? [];
  const known = (one: string) =>
    ALONE.has(keyOf(one)) || BESIDE.has(keyOf(one)) || wordsOf(grammar).has(keyOf(one));
  return known(text) || (main !== "" && per !== undefined && known(per));
}

/** "power in watts", "Humidity %", "how long is it, in minutes?"; undefined: the label ends with no unit. */
export function unitAtEnd(label: string, grammar: Grammar): Measured | undefined {
  if (label.length > MAX_LABEL) return undefined;
  const asked = /^(.{3,70}?),? in ([\p{L} ]{1,20})\?$/u.exec(label);
  if (asked && isUnit(asked[2]!, grammar)) return { name: `${asked[1]!}?`, unit: asked[2]! };
  const parts = label.split(" ");
  for (let count = Math.min(MAX_WORDS, parts.length - 1); count > 0; count--) {
    const unit = parts.slice(-count).join(" ");
    const before = parts.slice(0, -count);
    const measured = measuredBy(before, unit, grammar);
    if (measured && !/\d/.test(measured.name) && /\p{L}{2}/u.test(measured.name)) return measured;
  }
  return undefined;
}

function measuredBy(before: readonly string[], whole: string, grammar: Grammar): Measured | undefined {
  const elided = whole.replace(/^f['’]/u, "");
  const unit = elided.replace(/[.,]$/, "");
  const preposition = before.length > 1 && IN_WORD.test(before.at(-1)!);
  if ((preposition || elided !== whole) && isUnit(unit, grammar))
    return { name: (preposition ? before.slice(0, -1) : before).join(" "), unit };
  const stands =
    ALONE.has(keyOf(unit)) ||
    (BY_ENDING.has(grammar.languages[0]!) && wordsOf(grammar).has(keyOf(unit))) ||
    /^(?:kg|g|cm|mm|m|km|m²|m2|kw|kwh|ft|l)-(?:ban|ben|na|nä|des|ides)$/iu.test(unit);
  return stands ? { name: before.join(" "), unit } : undefined;
}
