/** Says what is not in the form: one short sentence for each part of the prompt that nothing was made of. */
import type { Warning } from "../../../../generated/types.ts";
import type { Item } from "../items/item.ts";
import type { Text } from "../items/readers/reader.ts";
import type { Range } from "../reading/accounting.ts";
import type { Prompt } from "../reading/prompt.ts";
import { sentences } from "../reading/sentences.ts";
import { unusedParts } from "./field.ts";
import { clip, listNames } from "./texts.ts";

/** More warnings are counted, not shown. */
const MAX_WARNINGS = 10;
const MAX_QUOTE = 200;

/** Accounts for runs of words that say nothing by themselves, such as "please" or "the". */
export function readFillers(text: Text): void {
  const { prompt } = text;
  for (const run of prompt.accounting.unreadRuns())
    if (isLegend(text, run) || isFiller(text, run)) prompt.accounting.read(run);
}

function isFiller({ prompt, lexicon }: Text, { from, to }: Range): boolean {
  if (prompt.isMark(to, "?")) return false;
  // "who they are" and "describe it" between commas may ask for something.
  const isPart = prompt.isMark(from - 1, ",:;") && prompt.isMark(to, ",;");
  const more = isPart ? [] : (["plain", "fillers", "requests"] as const);
  const fillers = lexicon.table("polite", "interjections", "alsoWords", "and", ...more);
  for (let at = from; at < to; ) {
    const found = fillers.at(prompt.tokens, at, to);
    if (!found && prompt.isWord(at)) return false;
    at = found?.to ?? at + 1;
  }
  return true;
}

/** "* = required", "Fields marked with * are required" */
function isLegend({ prompt, lexicon }: Text, { from, to }: Range): boolean {
  const isMarked = prompt.find(
    { from: Math.max(0, from - 3), to },
    (at) => prompt.isMark(at, "*") && !prompt.isLook(at),
  );
  const last = lexicon.table("required").all(prompt.tokens, from, to).at(-1);
  return isMarked !== undefined && last?.to === to && prompt.count({ from, to }) <= MAX_LEGEND;
}

const MAX_LEGEND = 8;

/** The sentences and parts of sentences that no reader has read. */
export function unreadParts(prompt: Prompt): Range[] {
  return prompt.accounting
    .unreadRuns()
    .flatMap((run) => sentences(prompt, run).map((part) => prompt.trim(part)));
}

/** One warning for each line with parts that were not read. */
export function unreadWarnings({ prompt }: Text): Warning[] {
  const lines = Map.groupBy(unreadParts(prompt), ({ from }) =>
    prompt.text.lastIndexOf("\n", (prompt.tokens[from]?.start ?? 0) - 1),
  );
  return [...lines.values()].map((runs) => ({
    code: "not_understood",
    message: `Not understood and not in the form: ${listNames(runs.map((run) => quote(prompt.textOf(run))))}.`,
  }));
}

function quote(text: string): string {
  return `"${clip(text, MAX_QUOTE)}"`;
}

/** What a field has otherwise than the prompt says, or only because nothing else is said. */
export function fieldWarnings({ prompt }: Text, built: readonly { item: Item; path: string }[]): Warning[] {
  const warnings: Warning[] = [];
  for (const { item, path } of built) {
    const { draft, decided } = item;
    const label = quote(draft.label);
    const add = (code: string, message: string) => warnings.push({ code, message, path });
    const unused = unusedParts(draft, decided);
    if (unused !== "")
      add("partly_understood", `In ${quote(prompt.textOf(draft.at))}, ${unused} could not be used.`);
    if (decided.lacksChoices) add("choices_missing", `${label} needs choices, and the prompt names none.`);
    if (draft.isByOr) add("read_as", `${label} was read as a choice of one of them.`);
    if (draft.isInclusive) add("read_as", `The number of ${label} was read as allowed itself.`);
  }
  const drafts = built.map(({ item }) => item.draft);
  // No calculation is made of right answers and points.
  const right = drafts.flatMap(({ choices = [] }) => choices.flatMap((choice) => choice.right ?? []));
  // Brackets that say nothing known may be help, or a rule that the form does not have.
  const remarks = drafts.flatMap(({ isRemark, description }) => (isRemark && description) || []);
  const twice = drafts.flatMap(({ label }, at) => {
    const first = drafts.findIndex((draft) => draft.label === label);
    return first < at ? [label] : [];
  });
  const scores = (all: string) => `No points are counted for right answers (${all}): set an answer_key.`;
  return [
    ...warnings,
    ...warningOf("answers_missing", right, scores),
    ...warningOf("read_as", remarks, (all) => `${all} was read as help for respondents.`),
    ...warningOf("read_as", twice, (all) => `Check that these fields of one name are several: ${all}.`),
    ...guesses(built.map(({ item }) => item)),
  ];
}

/** The fields whose type is a guess, or only likely. */
export function guesses(items: readonly Item[]): Warning[] {
  const labels = items
    .filter(({ decided }) => decided.isGuess || decided.isWeak)
    .map(({ draft }) => draft.label);
  return warningOf(
    "type_guessed",
    labels,
    (all) => `Check the types of ${all}: the prompt does not say them.`,
  );
}

/** One warning for several words of the prompt; none where there are none. */
export function warningOf(
  code: string,
  words: readonly string[],
  message: (all: string) => string,
): Warning[] {
  return words.length > 0 ? [{ code, message: message(listNames(words.map(quote))) }] : [];
}

/** At most ten warnings; how many more there are stands in the last one. */
export function limitWarnings(warnings: readonly Warning[]): Warning[] {
  if (warnings.length <= MAX_WARNINGS) return [...warnings];
  const rest = warnings.length - MAX_WARNINGS + 1;
  return [
    ...warnings.slice(0, MAX_WARNINGS - 1),
    { code: "more", message: `${rest} more parts are to be checked. Compare the form with the prompt.` },
  ];
}
