/** Joins the alternatives of a sentence: "the short, the medium or the long trek" is one field with three choices. */
import type { Asked, Span } from "./asked.ts";
import type { Token } from "./tokens.ts";

/** A choice of more words is a field of its own. */
const MAX_WORDS = 5;

/** A field with choices that stand in the sentence. */
export interface Alternatives {
  /** Whether the question is whole without the choices: "whether they come, in person or online". */
  readonly isWhole?: boolean;
  /** The first of them, with what is said of all. */
  readonly first?: Asked;
  /** The question or noun before the choices; undefined: only the choices are named. */
  readonly head: Asked | undefined;
  readonly choices: readonly (readonly [number, number])[];
}

/** The objects, with each run that ends in "A or B" as one. */
export function withAlternatives(
  asked: readonly Asked[],
  tokens: readonly Token[],
  isField: (span: Span) => boolean,
): (Asked | Alternatives)[] {
  const found: (Asked | Alternatives)[] = [];
  for (const [index, each] of asked.entries()) {
    if ((each.separator !== "or" && !isAmong(asked, index, tokens)) || each.verbAt !== undefined) {
      found.push(each);
      continue;
    }
    const run = runBefore(asked.slice(0, index), each, tokens, isField);
    if (!run) {
      found.push(each);
      continue;
    }
    found.splice(found.length - run.count, run.count, run.alternatives);
  }
  return found;
}

/** "between pick-up and delivery", "one of Casablanca, Vertigo and Stalker": the last part of a choice. */
function isAmong(asked: readonly Asked[], index: number, tokens: readonly Token[]): boolean {
  const { deed, separator } = asked[index]!;
  if (deed !== "choose" || separator !== "and") return false;
  const first = asked.slice(0, index).findLast(({ verbAt }) => verbAt !== undefined);
  if (!first) return false;
  const before = tokens[first.from - 1]!.word;
  return (
    /^(?:between|among|from)$/.test(before) ||
    (tokens[first.from + 1]?.word === "of" && tokens[first.from]!.part !== "noun")
  );
}

function runBefore(
  before: readonly Asked[],
  last: Asked,
  tokens: readonly Token[],
  isField: (span: Span) => boolean,
): { count: number; alternatives: Alternatives } | undefined {
  const choices: (readonly [number, number])[] = [[last.from, last.to]];
  let count = 0;
  for (let at = before.length - 1; at >= 0; at--) {
    const each = before[at]!;
    if (each.choices) return undefined;
    count++;
    if (each.kind === "question") {
      const first = isWhether(each, tokens) ? firstChoice(each, choices[0]!, tokens) : undefined;
      // "which day, Monday or Tuesday": the question ends before its choices.
      if (first !== undefined) choices.unshift([first, each.to]);
      else if (count === 1 || isWhether(each, tokens)) return undefined;
      const isWhole =
        first !== undefined &&
        /^(?:prep|adv)$/.test(tokens[first]!.part) &&
        tokens[first - 1]!.part === "verb";
      return { count, alternatives: { head: isWhole ? { ...each, to: first } : each, choices, isWhole } };
    }
    const span = [each.from, each.to] as const;
    const isChosen = each.deed === "choose" || !isField(span);
    const isNear = count === 1 || (isChosen && choices.every((choice) => isAlike(span, choice, tokens)));
    if (!isNear || each.to - each.from > MAX_WORDS) {
      count--;
      break;
    }
    const isOf =
      each.verbAt !== undefined && tokens[each.from + 1]?.word === "of" && tokens[each.from]!.part !== "noun";
    choices.unshift([isOf ? each.from + 2 : each.from, each.to]);
    if (each.verbAt !== undefined || each.separator !== ",") break;
  }
  const first = before[before.length - count];
  if (choices.length < 2 || !first) return undefined;
  if (choices.length === 2 && first.deed !== "choose" && !areNamed(first, choices, tokens)) return undefined;
  return { count, alternatives: { head: undefined, first, choices } };
}

/** "say red or white": two words behind a verb of saying. */
function areNamed(
  { verbAt, from: start }: Asked,
  choices: readonly Span[],
  tokens: readonly Token[],
): boolean {
  const verb = tokens.slice(verbAt ?? start, start);
  const says = verb.some(({ word }) => /^(?:say|specify|indicate|state|mark)s?$/.test(word));
  return says && choices.every(([from, to]) => to - from === 1);
}

function isWhether({ from }: Asked, tokens: readonly Token[]): boolean {
  return /^(?:whether|if)$/.test(tokens[from]!.word);
}

/** Where the first choice of "whether it's a fireplace" begins: at the last word like the first one of the next choice. */
function firstChoice(
  { from, to }: Asked,
  [next, end]: readonly [number, number],
  tokens: readonly Token[],
): number | undefined {
  const like = tokens[next]!;
  for (let at = to - 1; at > from + 1; at--) {
    const { part, word } = tokens[at]!;
    if (like.part === "det" || like.part === "prep") {
      if (word === like.word || (/^an?$/.test(word) && /^an?$/.test(like.word))) return at;
    } else if (part === "aux" || part === "det" || /^(?:verb|past)$/.test(part)) {
      const start =
        part === "verb" && /^(?:verb|noun)$/.test(like.part) && at === to - 1 && like.part === "verb"
          ? at
          : at + 1;
      return start < to && to - start <= end - next + 2 ? start : undefined;
    }
  }
  // "whether they provide food, a room or both": the object of the verb.
  const verb = tokens.findLastIndex(
    ({ part }, at) => at > from && at < to && (part === "verb" || part === "aux"),
  );
  return verb > 0 && verb + 1 < to && to - verb - 1 <= 3 ? verb + 1 : undefined;
}

/** Whether two phrases are built alike: both with an article, or both without. */
function isAlike(
  one: readonly [number, number],
  other: readonly [number, number],
  tokens: readonly Token[],
): boolean {
  const [first, second] = [tokens[one[0]]!, tokens[other[0]]!];
  if (first.part === "det" || second.part === "det") {
    if (first.part !== second.part)
      return /^(?:both|neither|no|none|either)$/.test(second.word) || second.word === "none";
    return (
      first.word === second.word ||
      [first, second].every(({ word }) => /^(?:an?|no|both|neither)$/.test(word))
    );
  }
  return true;
}
