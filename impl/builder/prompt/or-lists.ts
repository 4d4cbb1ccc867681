/** Joins choices that stand in a list of fields without a colon: "size S, M or L, name" -> "size: S, M, L". */

import { meaningOf } from "../fields/meaning.ts";
import { unitAtEnd } from "../fields/units.ts";
import { fold } from "../lexicon/fold.ts";
import { type Grammar, questionKind, stripAnd, stripFillers } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { choiceRun } from "./choice-runs.ts";
import { readAccept } from "./files.ts";
import { isKnown } from "./known.ts";
import { applyModifiers, withoutDangling } from "./modifiers.ts";
import { withoutTrailing } from "./split.ts";
import { asksByWords } from "./stands-alone.ts";

/** A choice of more words is no choice. */
const MAX_WORDS = 4;
const MAX_LABEL_WORDS = 5;

/** The parts of a list, with each run that ends in "A or B" written as one field with its choices. */
export function joinAlternatives(parts: readonly string[], grammar: Grammar): string[] {
  const joined: string[] = [];
  for (const part of parts) {
    const ends = endsOf(part, grammar);
    const before = ends ? runBefore(joined, grammar) : [];
    const field = ends && before.length > 0 ? fieldOf([...before, ...ends], grammar) : undefined;
    if (field === undefined) joined.push(part);
    else joined.splice(joined.length - before.length, before.length, field);
  }
  return joined;
}

const SIZE = /^(?:\d?X{1,3}[SL]|XS|XL|S|M|L)$/i;
const SIZED = /^(.{2,60}?):? (\d?X{1,3}[SL]|XS|XL|S|M|L)$/;

/** "T-shirt size S", "M", "L and XL" -> "T-shirt size: S; M; L; XL": sizes behind a label are its choices, in all languages. */
export function joinSizes(parts: readonly string[], grammar: Grammar): string[] {
  const joined: string[] = [];
  for (let index = 0; index < parts.length; index++) {
    const [, label, first = ""] = SIZED.exec(parts[index]!) ?? [];
    const sizes = label === undefined ? [] : [first];
    while (label !== undefined && index + 1 < parts.length) {
      const next = sizesOf(parts[index + 1]!, grammar);
      if (next.length === 0) break;
      sizes.push(...next);
      index++;
    }
    joined.push(sizes.length > 1 ? `${label}: ${sizes.join("; ")}` : parts[index]!);
  }
  return joined;
}

/** "M", "L or XL" and "or XL"; empty: the part is something else. */
function sizesOf(part: string, grammar: Grammar): string[] {
  const words = part.split(/[ /]+/);
  const sizes = words.filter((word) => SIZE.test(word));
  const areSizes = words.every(
    (word) => SIZE.test(word) || grammar.or.is(fold(word)) || grammar.and.is(fold(word)),
  );
  return areSizes ? sizes : [];
}

/** "M or L" -> "M", "L"; undefined: the part is something else. */
function endsOf(part: string, grammar: Grammar): string[] | undefined {
  if (/[:()?]/.test(part) || questionKind(part, grammar)) return undefined;
  // "a photo, JPG or PNG only": formats of files are no choices.
  if (readAccept(fold(part))?.span.start === 0) return undefined;
  const words = grammar.or.all(fold(part));
  const [word] = words;
  if (!word || words.length > 1) return undefined;
  const sides = [part.slice(0, word.start), part.slice(word.end)].map((side) =>
    stripFillers(withoutTrailing(side.trim(), " ,."), grammar),
  );
  if (sides[0] === "") sides.shift();
  // "distance 5 km or 10 km" has its label.
  if (sides.length > 1 && labelOf(sides[0]!, sides[1]!, grammar)) return undefined;
  return sides.every((side) => isChoice(side, grammar)) ? sides : undefined;
}

function isChoice(text: string, grammar: Grammar): boolean {
  // "whether he helps with A, B or C" is a question.
  const whether = wordSet(instructionsIn(grammar.languages[0]!).vocabulary.whether ?? []);
  if (grammar.languages[0] !== "en" && whether.start(fold(text)) && text.includes(" ")) return false;
  return (
    text !== "" &&
    text.split(" ").length <= MAX_WORDS &&
    !isKnown(text, grammar) &&
    !questionKind(text, grammar)
  );
}

/** The parts at the end of a list that may be choices. The first of them may begin with the label. */
function runBefore(parts: readonly string[], grammar: Grammar): string[] {
  const run: string[] = [];
  for (const part of [...parts].reverse()) {
    if (run.length > 0 && asksWhich(part, grammar)) return [`${part}:`, ...run];
    if (/[:()?]/.test(part) || isKnown(part, grammar) || isModified(part, grammar)) break;
    if (unitAtEnd(part, grammar) || (!labelOf(part, run[0] ?? "", grammar) && asksByWords(part, grammar)))
      break;
    const labelled = labelOf(part, run[0] ?? "", grammar);
    if (labelled) return [part, ...run];
    if (!isChoice(part, grammar) || grammar.optional.first(fold(part))) break;
    run.unshift(part);
  }
  // Without a label, a long run of short words is a list of choices all the same.
  return run.length > 1 && run.length === parts.length ? run : [];
}

/** "age over 18", "email optional" and "size S M L" are fields of their own. */
function isModified(part: string, grammar: Grammar): boolean {
  return (
    applyModifiers(part, { label: "", choices: [] }, grammar) !== part ||
    choiceRun(part, grammar) !== undefined
  );
}

/** "size S" -> "size" and "S": the words before the first choice name the field. */
function labelOf(part: string, next: string, grammar: Grammar): { label: string; first: string } | undefined {
  const words = part.split(" ");
  const nouns = wordSet(instructionsIn(grammar.languages[0]!).vocabulary.listNouns ?? []);
  const counts = [...new Set([next === "" ? 1 : next.split(" ").length, 1, 2])];
  for (const count of counts) {
    const size = words.length - count;
    if (size < 1 || size > MAX_LABEL_WORDS) continue;
    const label = withoutDangling(words.slice(0, size).join(" "), grammar);
    const bare = stripFillers(label, grammar);
    const isNamed =
      nouns.first(fold(bare)) !== undefined ||
      (meaningOf(bare, grammar, false) !== undefined && bare !== "") ||
      /(?:^| )(?:one|any|either|some) of$/i.test(words.slice(0, size).join(" "));
    const first = words.slice(size).join(" ");
    // "name and a phone number" holds no choice.
    if (isKnown(first, grammar) && grammar.and.first(fold(label))) return undefined;
    if (label !== "" && isNamed && !grammar.dangling.start(fold(first))) return { label, first };
  }
  return undefined;
}

/** "which honey they prefer" before a list with "or": the list answers it. English is written out before. */
function asksWhich(part: string, grammar: Grammar): boolean {
  const bare = stripAnd(part, grammar);
  const { indirect = "" } = grammar.words.people ?? {};
  const whether = wordSet(instructionsIn(grammar.languages[0]!).vocabulary.whether ?? []);
  if (grammar.languages[0] === "en" || /[:()?\d]/.test(bare) || whether.start(fold(bare))) return false;
  const counts = ["count", "amount", "when", "why"].includes(questionKind(bare, grammar) ?? "");
  return (
    bare.split(" ").length > 1 && !counts && wordSet(indirect.split(",")).start(fold(bare)) !== undefined
  );
}

function fieldOf(choices: readonly string[], grammar: Grammar): string | undefined {
  const [head = "", ...others] = choices;
  if (head.endsWith(":")) return `${head} ${others.join("; ")}`;
  const labelled = labelOf(head, others[0] ?? "", grammar);
  if (labelled) return `${labelled.label}: ${[labelled.first, ...others].join("; ")}`;
  return choices.length > 2
    ? `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)} (${choices.join("; ")})`
    : undefined;
}
