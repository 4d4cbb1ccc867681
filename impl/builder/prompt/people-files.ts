/** Reads sentences that let people send files, in languages other than English: "Přiložit můžou až 3 fotky". */

import { SHAPES } from "../fields/shapes.ts";
import { findConcept, findKind } from "../lexicon/dictionary.ts";
import { fold } from "../lexicon/fold.ts";
import { type Grammar, stripFillers } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { type PhraseMatch, type PhraseSet, wordSet } from "../lexicon/phrases.ts";
import { isKnown } from "./known.ts";
import { cut, withoutDangling } from "./modifiers.ts";
import type { Item } from "./outline.ts";
import { peopleSets } from "./people-phrases.ts";
import { withoutTrailing } from "./split.ts";

/** A longer sentence says more than which file. */
const MAX_WORDS = 14;

/** The file that a sentence lets people send, optional if they "may"; undefined: it says something else. */
export function fileIn(sentence: string, grammar: Grammar): Item | undefined {
  const sets = peopleSets(grammar.languages[0]!);
  if (!sets || /[:?()]/.test(sentence) || sentence.split(" ").length > MAX_WORDS) return undefined;
  const whole = withoutTrailing(sentence, " .!");
  const free = lastIn(whole, ifAny(grammar)) ?? grammar.optional.first(fold(whole));
  const plain = free ? withoutTrailing(cut(whole, free), " ,") : whole;
  if (/[,;]/.test(plain)) return undefined;
  const verb = verbOf(plain, grammar, sets.uploads);
  if (!verb) return undefined;
  const object = objectOf(plain, verb, grammar, sets.may);
  if (!namesFile(object, grammar)) return undefined;
  const isOptional = free !== undefined || sets.may.first(fold(plain)) !== undefined;
  const [optional = ""] = grammar.words.optional.split(",");
  return fileOf({ text: object }, isOptional ? `${object} (${optional.trim()})` : object, grammar);
}

function ifAny({ languages }: Grammar): PhraseSet {
  return wordSet(instructionsIn(languages[0]!).vocabulary.ifAny ?? []);
}

function lastIn(text: string, set: PhraseSet): PhraseMatch | undefined {
  const last = set.all(fold(text)).at(-1);
  return last?.end === text.length ? last : undefined;
}

function verbOf(text: string, grammar: Grammar, uploads: PhraseSet): PhraseMatch | undefined {
  const { file_upload = "", image = "" } = grammar.words.kinds;
  return uploads.first(fold(text)) ?? wordSet(`${file_upload}, ${image}`.split(",")).first(fold(text));
}

/** What is sent: from "at most" on, else what stands behind the verb, else before it. */
function objectOf(text: string, verb: PhraseMatch, grammar: Grammar, may: PhraseSet): string {
  const withoutVerb = `${text.slice(0, verb.start)} | ${text.slice(verb.end)}`;
  const bound = wordSet(grammar.words.atMost.split(",")).first(fold(withoutVerb));
  const [before = "", after = ""] = withoutVerb.split(" | ");
  const from = bound ? withoutVerb.slice(bound.start).replace("|", " ") : after.trim() || before;
  const allowed = may.first(fold(from));
  const bare = (allowed ? cut(from, allowed) : from).replace(/ {2,}/g, " ").trim();
  return stripFillers(withoutDangling(bare, grammar), grammar);
}

function namesFile(text: string, grammar: Grammar): boolean {
  const found = findConcept(text, grammar.languages);
  if (found) return SHAPES[found.value].type === "file_upload";
  return grammar.units.files.first(fold(text)) !== undefined;
}

/** "photos (up to 3 photos)": what the lexicon knows as a file keeps its own kind. */
export function fileOf(item: Item, text: string, grammar: Grammar): Item {
  const [, object = text, brackets = ""] = /^(.+?)( \([^()]*\))$/.exec(text) ?? [];
  const bare = stripFillers(object, grammar);
  const counted = /^\p{L}[^\d,()]{1,14} \d{1,3} (\p{L}{3,20}(?: \p{L}{3,20})?)$/u.exec(bare)?.[1];
  if (counted)
    return {
      ...item,
      text: `${counted} (${bare})${brackets}`,
      ...(!isKnown(counted, grammar) && { kind: "file_upload" }),
    };
  const isFile = isKnown(bare, grammar) || findKind(fold(bare), grammar.languages) !== undefined;
  return { ...item, text: `${bare}${brackets}`, ...(!isFile && { kind: "file_upload" as const }) };
}
