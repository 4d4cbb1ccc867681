/** Reads what a prompt says that the form must not ask for: "Don't ask for the phone number", "no address please". */

import { fold } from "../lexicon/fold.ts";
import { type Grammar, stripFillers } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { intentOf } from "./intent.ts";
import { isKnown } from "./known.ts";
import { splitList } from "./list.ts";
import { mentionsForm } from "./request.ts";
import { withoutTrailing } from "./split.ts";

/** What the form must not ask for. */
export interface Denial {
  /** The sentence or the part of a list, as the prompt says it. */
  readonly text: string;
  /** Names of fields; `identity` is everything that says who responds. */
  readonly names: readonly string[] | "identity";
}

/** A longer text says more than that. */
const MAX_TEXT = 120;
const MAX_ANONYMOUS_WORDS = 7;

/** "no phone number": only what the lexicon knows, because "no pets" asks for nothing to be left out of the form. */
const NO =
  /^(?:and |und |et |y |e |en )?(?:no|without|keine?n?|ohne|pas d[e'’]|sans|sin|senza|nessuna?|geen|zonder|bez|sem|inga?|utan|ikke|uden) ?(?:any )?/iu;
const PERSONAL =
  /^(?:personal|contact|identifying|personally identifiable) (?:data|details|info|information|fields?)$/u;

/** What a text says that the form must not ask for; undefined: it says something else. */
export function denialIn(text: string, grammar: Grammar): Denial | undefined {
  const plain = withoutPolite(withoutTrailing(text.trim(), " .!"));
  if (plain.length > MAX_TEXT || /[?:(]/.test(plain)) return undefined;
  if (isAnonymous(plain, grammar)) return { text, names: "identity" };
  const folded = fold(plain);
  const denies = wordSet([
    ...words("hide", grammar).filter((one) => / /.test(one)),
    ...words("notNeeded", grammar),
  ]);
  const start = denies.start(folded);
  const bare = start && plain.charAt(start.end) === " " ? plain.slice(start.end) : undefined;
  const list = bare ?? (NO.test(plain) ? plain.replace(NO, "") : undefined);
  if (list === undefined || conditions(grammar).first(fold(list)) !== undefined) return undefined;
  const names = splitList(list.replace(/ (?:or|nor|oder|ou|o|of|eller) /giu, ", "), grammar).map((name) =>
    stripFillers(name, grammar),
  );
  if (names.some((name) => PERSONAL.test(fold(name)))) return { text, names: "identity" };
  if (bare === undefined && !names.every((name) => isKnown(name, grammar))) return undefined;
  return names.length > 0 ? { text, names } : undefined;
}

/** "Keep it anonymous." */
function isAnonymous(text: string, grammar: Grammar): boolean {
  return text.split(" ").length <= MAX_ANONYMOUS_WORDS && !text.includes(",") && !NOT.test(text)
    ? grammar.anonymous.first(fold(text)) !== undefined &&
        !mentionsForm(text, grammar) &&
        !intentOf(text, grammar)
    : false;
}

const NOT = /(?<!\p{L})(?:not|nicht|pas|no|non|niet|nie|não|inte|ikke|can|may|whether|if)(?!\p{L})/iu;

function withoutPolite(text: string): string {
  return text
    .replace(/^(?:and|but|please|und|aber|bitte),? /i, "")
    .replace(
      /,? (?:please|pls|bitte|thanks|at all|por favor|per favore|s.il vous pla[iî]t|svp|alstublieft|graag|prosz[eę])$/i,
      "",
    );
}

function words(list: string, { languages }: Grammar): readonly string[] {
  return [...new Set([...languages, "en" as const])].flatMap(
    (language) => instructionsIn(language).vocabulary[list] ?? [],
  );
}

function conditions(grammar: Grammar) {
  return wordSet([...words("if", grammar), "unless", "until", "except"]);
}
