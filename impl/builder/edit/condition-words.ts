/** Finds the answer that a condition of a prompt means by other forms of its words: "ako plaćaju karticom" for "Kartica". */

import type { FieldCondition, FormField } from "../../../generated/types.ts";
import { fold } from "../lexicon/fold.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordsIn } from "../lexicon/lexicon.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { type EditContext, labelOf } from "./context.ts";

/** Shorter words say too little. */
const MIN_WORD = 3;

/** The one answer that the words of a condition name; undefined: there is none, or more than one. */
export function conditionByWords(
  text: string,
  earlier: readonly FormField[],
  context: EditContext,
): FieldCondition | undefined {
  const words = wordsOf(text, context);
  if (words.length === 0 || denies(text, context) || /\d/.test(text)) return undefined;
  const chosen = earlier.flatMap((field) => choicesIn(field, words, context));
  if (chosen.length > 0) return chosen.length === 1 ? chosen[0] : undefined;
  const asked = earlier.filter(
    (field) =>
      field.type === "yes_no" &&
      wordsOf(labelOf(field, context), context).some((word) => hasForm(word, words)),
  );
  if (asked.length !== 1) return undefined;
  const value = !isOpposite(text, labelOf(asked[0]!, context));
  return { field: asked[0]!.id, op: "eq", value };
}

/** Words that say the opposite of each other. English, as the clauses of prompts are. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  ["on", "off"],
  ["open", "closed"],
  ["open", "shut"],
  ["full", "empty"],
  ["working", "broken"],
  ["locked", "unlocked"],
];

/** "the alarm was off" is the answer "no" to "Was the alarm on?". */
function isOpposite(text: string, label: string): boolean {
  const lastOf = (words: string) => fold(words).match(/\p{L}+(?=[^\p{L}]*$)/u)?.[0] ?? "";
  const [one, other] = [lastOf(text), lastOf(label)];
  return OPPOSITES.some((pair) => one !== other && pair.includes(one) && pair.includes(other));
}

function choicesIn(field: FormField, words: readonly string[], context: EditContext): FieldCondition[] {
  if (!("choices" in field) || field.type === "ranking") return [];
  const op = field.type === "multiple_choice" ? "contains" : "eq";
  return field.choices
    .filter(({ label }) => {
      const own = wordsOf(Object.values(label)[0] ?? "", context);
      return own.length > 0 && own.every((word) => hasForm(word, words));
    })
    .map(({ id }) => ({ field: field.id, op, value: id }));
}

/** The words that mean something for themselves. */
function wordsOf(text: string, { grammar }: EditContext): string[] {
  const { fillers, copulas, dangling, frequentWords, and, or, people } = wordsIn(grammar.languages[0]!);
  const { vocabulary } = instructionsIn(grammar.languages[0]!);
  const plain = wordSet(
    [fillers, copulas, dangling, frequentWords, and, or, people?.gives ?? "", people?.indirect ?? ""]
      .flatMap((list) => list.split(","))
      .concat(vocabulary.choose ?? [], vocabulary.they ?? [], vocabulary.whether ?? [], vocabulary.if ?? []),
  );
  return (fold(text).match(/\p{L}+/gu) ?? []).filter((word) => word.length >= MIN_WORD && !plain.is(word));
}

/** "karticom" is a form of "kartica": they begin alike. */
function hasForm(word: string, others: readonly string[]): boolean {
  return others.some((other) => {
    if (word === other) return true;
    const shorter = Math.min(word.length, other.length);
    let same = 0;
    while (same < shorter && word[same] === other[same]) same++;
    return same >= 4 && same >= shorter - 2 && Math.max(word.length, other.length) - same <= 4;
  });
}

/** "if they do not come" means the opposite of the words. */
function denies(text: string, { grammar }: EditContext): boolean {
  const { not = [], isNot = [], negativePrefix = [] } = instructionsIn(grammar.languages[0]!).vocabulary;
  const folded = fold(text);
  const words = folded.match(/\p{L}{5,}/gu) ?? [];
  return (
    wordSet([...not, ...isNot]).first(folded) !== undefined ||
    negativePrefix.some((prefix) => words.some((word) => word.startsWith(prefix)))
  );
}
