/** Writes what the clauses of a sentence ask for as the items of a list. */
import type { Grammar } from "../../lexicon/grammar.ts";
import { isKnown } from "../known.ts";
import type { Item } from "../outline.ts";
import { withModifiers } from "../recognise.ts";
import type { Alternatives } from "./alternatives.ts";
import type { Asked, Span } from "./asked.ts";
import { alternativesItem, consentItem, finished, otherItem, slice } from "./asked-texts.ts";
import { type NounText, nounItems } from "./noun-phrases.ts";
import { type Rated, withRated } from "./rated.ts";
import type { Token } from "./tokens.ts";

/** The items; undefined: too little says that these are fields. */
export function itemsOf(
  joined: readonly (Asked | Alternatives)[],
  tokens: readonly Token[],
  text: string,
  grammar: Grammar,
): { items: Item[]; unused: Span[] } | undefined {
  const found = withRated(joined, tokens, text);
  const items: Item[] = [];
  const unused: Span[] = [];
  let sure = 0;
  for (let index = 0; index < found.length; index++) {
    const each = found[index]!;
    if ("things" in each) {
      items.push(
        ...each.things.map(
          (one): Item => ({ text: slice(text, tokens, one), opinion: "rated", shared: each.scale }),
        ),
      );
      sure += each.things.length;
      continue;
    }
    if (!("from" in each)) {
      items.push(alternativesItem(each, tokens, text));
      sure++;
      continue;
    }
    if (each.kind === "question" || each.choices || !isPlain(each)) {
      if (each.deed === "agree") index = consentEnd(found, index);
      const item =
        each.deed === "agree"
          ? consentItem(each, found[index] as Asked, tokens, text)
          : otherItem(each, tokens, text, grammar);
      if (item) {
        items.push(...item);
        sure++;
      } else unused.push([each.verbAt ?? each.from, each.to]);
      continue;
    }
    const run = nounRun(found, index);
    const made = nounItems(run, tokens, text, grammar);
    const isKept = (one: NounText) => !one.asked.doubtful || isKnown(one.text, grammar);
    const kept = made.filter(isKept);
    unused.push(...made.filter((one) => !isKept(one)).map(({ asked }): Span => [asked.from, asked.to]));
    sure += made.filter(
      ({ text: label, kind }) =>
        kind === "consent" ||
        isKnown(label, grammar) ||
        isKnown(label.split(" of ")[0]!, grammar) ||
        label.includes("("),
    ).length;
    items.push(...modified(kept, grammar).map(nounItem));
    index += run.length - 1;
  }
  const isDoubtful = found.every((each) => "from" in each && each.doubtful);
  const [only] = found;
  if (found.length === 1 && items.length === 1 && "from" in only! && isBare(only, tokens)) return undefined;
  if (found.some((each) => "from" in each && each.condition !== undefined)) sure++;
  if (
    items.length === 0 ||
    (sure === 0 && items.length < 2) ||
    (isDoubtful && (sure === 0 || items.length < 2))
  )
    return undefined;
  return { items, unused };
}

/** "My escape room wants reviews" asks for no reviews in the form. */
function isBare({ kind, deed, from, condition, choices }: Asked, tokens: readonly Token[]): boolean {
  const { part, word } = tokens[from]!;
  if (deed === "choose" && kind === "noun" && !choices) return true;
  return (
    kind === "noun" &&
    deed !== "upload" &&
    condition === undefined &&
    !choices &&
    part !== "det" &&
    /[^su]s$/.test(word)
  );
}

/** What is given or chosen is a field by its name; what is uploaded or described has its own kind. */
function isPlain({ deed }: Asked): boolean {
  return deed === "give" || deed === "book" || deed === "choose";
}

/** Noun phrases side by side with the same verb. */
function nounRun(found: readonly (Asked | Alternatives | Rated)[], from: number): Asked[] {
  const run: Asked[] = [];
  for (const each of found.slice(from)) {
    const isNoun = "from" in each && each.kind === "noun" && !each.choices;
    if (!isNoun || (run.length > 0 && each.verbAt !== undefined) || !isPlain(each)) break;
    run.push(each);
  }
  return run;
}

/** "the membership number, a 5-digit number": what only limits the one before belongs to it. */
function modified(made: readonly NounText[], grammar: Grammar): NounText[] {
  const texts = withModifiers(
    made.map(({ text }) => text),
    grammar,
  );
  if (texts.length === made.length) return [...made];
  return texts.map((text) => ({ ...(made.find((one) => text.startsWith(one.text)) ?? made[0]!), text }));
}

function nounItem({ text, kind, optional, condition }: NounText): Item {
  return { text: finished(text, optional, condition), ...(kind && { kind }) };
}

/** The last object of a consent: "the rules on noise and fire". */
function consentEnd(found: readonly (Asked | Alternatives | Rated)[], from: number): number {
  let end = from;
  for (let at = from + 1; at < found.length; at++) {
    const each = found[at]!;
    if (!("from" in each) || each.verbAt !== undefined || each.kind === "question" || each.deed !== "agree")
      break;
    end = at;
  }
  return end;
}
