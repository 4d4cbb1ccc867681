/** Reads grids and rankings that a prompt describes in words, with their list after a colon. */

import { fold } from "../lexicon/fold.ts";
import { type Grammar, stripFillers } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { labelsIn } from "../lexicon/lexicon.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { sentenceCase } from "../lexicon/spelling.ts";
import { splitChoices } from "./choices.ts";
import { withoutDangling } from "./modifiers.ts";
import type { Item } from "./outline.ts";
import { rangeIn } from "./ratings.ts";
import { mentionsForm, stripRequest } from "./request.ts";
import { withoutTrailing } from "./split.ts";

/** A label is at most this long; the rows name a longer one. */
const MAX_LABEL = 60;
/** What has more words is no choice, but a sentence. */
const MAX_WORDS = 4;

/**
 * "Rate each of the following as poor or good: staff, food" is a matrix. "On a scale of 1 to 5, how much do you agree: ..." is
 * a scale for each statement. Undefined: the head describes no grid.
 */
export function gridFrom(head: string, list: string, grammar: Grammar): Item[] | undefined {
  const found =
    wordSet(wordsFor("each", grammar)).first(fold(head)) ??
    (agreement(head, grammar) && grammar.units.scale.first(fold(head)) ? { end: head.length } : undefined);
  const rows = splitChoices(withoutTrailing(list, " ."), grammar).map((row) =>
    sentenceCase(withoutTrailing(row, " .")),
  );
  if (!found || rows.length < 2 || mentionsForm(head, grammar)) return undefined;
  const range = rangeIn(head, grammar);
  if (range) return rows.map((text) => ({ text, shared: range, kind: "scale" }));
  const columns = columnsIn(head, found.end, grammar);
  if (!columns) return undefined;
  const label = withoutDangling(stripRequest(head.slice(0, columns.start), grammar), grammar);
  const isLabel = label.length >= 8 && label.length <= MAX_LABEL;
  return [{ text: isLabel ? label : rows.join(", "), rows, columns: columns.list }];
}

/** The columns that a head names after "as" or "say", or those of agreement. */
function columnsIn(
  head: string,
  from: number,
  grammar: Grammar,
): { start: number; list: string[] } | undefined {
  const markers = wordSet(wordsFor("columnMarkers", grammar))
    .all(fold(head))
    .filter(({ start }) => start >= from);
  const starts = [...markers.map(({ start, end }) => ({ start, end })), { start: from, end: from }];
  for (const { start, end } of starts) {
    const list = splitChoices(withoutTrailing(head.slice(end).replace(/^[\s:,(]+/, ""), " ,)"), grammar);
    const plain = list.map((one) => stripFillers(one, grammar));
    if (plain.length > 1 && plain.every((one) => one !== "" && one.split(" ").length <= MAX_WORDS))
      return { start, list: plain.map(sentenceCase) };
  }
  return agreement(head, grammar);
}

const AGREE_OR_NOT = /\bagree ?(?:\/|or|and) ?disagree\b/i;

function agreement(head: string, grammar: Grammar): { start: number; list: string[] } | undefined {
  const labels = labelsIn(grammar.languages[0]!).choices;
  if (AGREE_OR_NOT.test(head)) return { start: head.length, list: [labels.agree, labels.disagree] };
  const folded = fold(head);
  if (!folded.includes(fold(labels.agree)) && !/\bagree\b/.test(folded)) return undefined;
  const { strongly_disagree, disagree, neutral, agree, strongly_agree } = labels;
  return { start: head.length, list: [strongly_disagree, disagree, neutral, agree, strongly_agree] };
}

/** "by importance", "according to how much you need them" */
const BY =
  / (?:by|according to|in order|nach|selon|par ordre|por (?:orden|ordem|preferencia|importancia)|segun|secondo|per (?:ordine|importanza)|in ordine|op (?:volgorde|belangrijkheid)|wedlug|od najwazniejsz\p{L}*|podle|podla|efter|po |pagal|szerint|κατα|με σειρα|dupa|jargi|mukaan) ?/u;

/** Speaks about respondents, not to them. */
const ABOUT_THEM =
  /^(?:let|have|ask|get) (?:them|people|users|guests|respondents|everyone|participants) (?:to )?|^(?:they|people|guests|users|everyone) (?:should|can|must) /i;

/** "Put these in order of preference: Rome, Lisbon" is a ranking. */
export function rankingFrom(head: string, list: string, grammar: Grammar): Item | undefined {
  const words = wordSet(wordsFor("rank", grammar)).all(fold(head));
  // "Put these in order of importance" names no order form.
  const isSure =
    words.some(({ phrase }) => phrase.split(" ").length > 3) ||
    words.some(({ start, phrase }) => start === 0 && (phrase.includes(" ") || BY.test(fold(head))));
  if (words.length === 0 || (!isSure && mentionsForm(head, grammar))) return undefined;
  const choices = splitChoices(withoutTrailing(list, " ."), grammar);
  if (choices.length < 2 || choices.some((choice) => choice.length > MAX_LABEL || /\?$/.test(choice)))
    return undefined;
  const label = stripRequest(head, grammar).replace(ABOUT_THEM, "");
  return { text: sentenceCase(label === "" ? head : label), choices, kind: "ranking" };
}

function wordsFor(name: string, grammar: Grammar): readonly string[] {
  const languages = [...new Set([grammar.languages[0]!, "en" as const])];
  return languages.flatMap((language) => instructionsIn(language).vocabulary[name] ?? []);
}
