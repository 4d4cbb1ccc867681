/** Reads one item of a list: its label, its modifiers and its choices. */
import type { Bounds, Draft } from "../fields/draft.ts";
import { findChoice, findKind } from "../lexicon/dictionary.ts";
import { fold } from "../lexicon/fold.ts";
import { type Grammar, questionKind, stripFillers, withoutStart } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { withoutMarks } from "../lexicon/mark-brackets.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { sentenceCase } from "../lexicon/spelling.ts";
import { listedCapacity } from "./capacity.ts";
import { choiceRun } from "./choice-runs.ts";
import { addChoices } from "./choices.ts";
import { withoutDescription } from "./described.ts";
import { readDetail } from "./detail.ts";
import { conditionIn, splitOnlyIf } from "./instructions.ts";
import { cutKinds, readLabel, setKind } from "./labels.ts";
import { applyMatrix, matrixIn } from "./matrix.ts";
import { withoutDangling } from "./modifiers.ts";
import { optionsAt } from "./options.ts";
import type { Item } from "./outline.ts";
import { enclosed, withoutTrailing } from "./split.ts";

/** Splits one item into its label, the text in brackets or after a colon, and its modifiers. */
export function readItem(given: Item, grammar: Grammar): Draft {
  const item = marksChoices(given, grammar) ? given : { ...given, text: withoutMarks(given.text) };
  const draft: Draft = { label: "", choices: [] };
  if (item.opinion) draft.opinion = item.opinion;
  if (item.ticks) draft.kind = item.ticks === "several" ? "multiple_choice" : "single_choice";
  if (item.kind) draft.kind = item.kind;
  if (item.rows && item.columns) {
    Object.assign(draft, { label: item.text, rows: [...item.rows], columns: [...item.columns] });
    return draft;
  }
  const matrix = matrixIn(item.text, grammar);
  if (matrix) {
    applyMatrix(matrix, draft, grammar);
    return draft;
  }
  const described = withoutDescription(withoutEnds(item.text.trim(), draft, grammar), draft, grammar);
  const own = splitOnlyIf(unquoted(described, draft, grammar), grammar);
  if (own.condition !== undefined) draft.showIf = own.condition;
  const extracted = extractBrackets(readCondition(own.text, draft, grammar));
  const { brackets } = extracted;
  const text = brackets.length > 0 ? withoutCapacity(extracted.text, draft, grammar) : extracted.text;
  const { label: named, detail } = kindFirst(splitDetail(text, grammar), brackets, draft, grammar);
  const whole = withoutAnswers(named, draft, grammar);
  const listed = item.choices ?? [];
  const hasChoices =
    listed.length > 0 || detail !== undefined || brackets.some((one) => asksYesNo(one, grammar));
  const run = hasChoices ? undefined : choiceRun(whole, grammar);
  const label = run?.label ?? whole;
  readLabel(label, draft, grammar);
  addChoices(listed.length > 0 ? listed : (run?.choices ?? []), draft, grammar);
  if (run?.doubtful) draft.isChoiceByOr = true;
  if (item.capacity !== undefined) draft.capacity = item.capacity;
  const details = [detail, item.shared, ...brackets].filter((part) => part !== undefined);
  for (const part of details) {
    const condition = brackets.includes(part) ? conditionIn(part, grammar) : undefined;
    if (condition !== undefined) draft.showIf = condition;
    else readDetail(part, draft, grammar);
  }
  if (draft.choices.length > 1 && isCount(draft.bounds) && draft.kind !== "scale") {
    draft.selections = { ...draft.bounds, ...draft.selections };
    delete draft.bounds;
  }
  if (draft.choices.length > 1 && picksOne(item.text, grammar)) draft.kind ??= "single_choice";
  if (draft.choices.length > 1 && /\bticks?\b/i.test(item.text)) draft.kind ??= "multiple_choice";
  if (draft.length && draft.bounds) shareUnit(draft);
  if (draft.domains) draft.label = draft.label.replace(ONLY, "") || draft.label;
  if (draft.bounds) draft.label = withoutYears(draft.label, grammar);
  if (draft.capacity !== undefined) shareCapacity(draft, draft.capacity);
  if (draft.rows || (draft.kind === "ranking" && draft.choices.length > 0))
    draft.label = stripFillers(label, grammar);
  return draft;
}

/** "scale from 1 (bad) to 7 (excellent) for the food": the ends of a scale and what they mean. */
function withoutEnds(text: string, draft: Draft, grammar: Grammar): string {
  const [, before = "", min, low = "", max, high = "", after = ""] = ENDS.exec(text) ?? [];
  if (low === "" || Number(min) >= Number(max)) return text;
  draft.bounds = { min: Number(min), max: Number(max) };
  draft.ends = [sentenceCase(low.trim()), sentenceCase(high.trim())];
  draft.kind ??= "scale";
  return `${withoutDangling(before.trim(), grammar)} ${after.trim()}`.trim();
}

const ENDS =
  /^([^()]{0,80}?)(?<!\d)(\d{1,2}) ?\(([^(),]{2,40})\) ?(?:\p{L}{1,5}|[-–]) ?(\d{1,3}) ?\(([^(),]{2,40})\)([^()]*)$/u;

/** "course (Monday, Tuesday) with 12 places each": what stands behind the choices says how many may take each. */
function withoutCapacity(text: string, draft: Draft, grammar: Grammar): string {
  const words = /\d/.test(text) && text.length < 120 ? text.split(" ") : [];
  const at = words.findIndex(
    (_, index) => index > 0 && listedCapacity(words.slice(index).join(" "), grammar) !== undefined,
  );
  if (at < 0) return text;
  draft.capacity = listedCapacity(words.slice(at).join(" "), grammar)!;
  return withoutDangling(words.slice(0, at).join(" "), grammar);
}

/** "Can you drive a van yes/no": the answers are no part of the question. */
function withoutAnswers(text: string, draft: Draft, grammar: Grammar): string {
  for (const pattern of YES_NO) {
    const [, question = "", first = "", second = ""] = pattern.exec(text) ?? [];
    const answers = [first, second].map((one) => findChoice(one, grammar.languages)?.value);
    if (answers[0] !== "yes" || answers[1] !== "no") continue;
    draft.kind ??= "yes_no";
    return questionKind(question, grammar) ? `${question}?` : question;
  }
  return text;
}

/** "yes/no" and "yes or no", or "yes no". */
const YES_NO = [
  /^(.{3,100}?)(?:\?| [-–])? (\p{L}{1,5}) ?(?:\/|\p{L}{1,4} ) ?(\p{L}{1,5})\??$/u,
  /^(.{3,100})(?:\?| [-–])? (\p{L}{1,5}) (\p{L}{1,5})\??$/u,
];

/** "glasses or contact lenses (yes/no)" offers no choice between the two. */
function asksYesNo(text: string, grammar: Grammar): boolean {
  return /^[yjos]\/n$/i.test(text) || findKind(text, grammar.languages)?.value === "yes_no";
}

/** "pick a service: full groom, bath only" */
function picksOne(text: string, { languages }: Grammar): boolean {
  const words = instructionsIn(languages[0]!).vocabulary.pickOne ?? [];
  return wordSet(words).start(fold(text)) !== undefined;
}

/** What is left of "e-mail uniquement @acme.fr" once the domain is read. */
const ONLY = / (?:only|nur|uniquement|seulement|s[oó]lo|solamente|soltanto|alleen|tylko|apenas|somente)$/iu;

/** What is left of "âge de 18 à 30 ans" once the bounds are read. */
function withoutYears(label: string, { units }: Grammar): string {
  const last = units.years.all(fold(label)).at(-1);
  return last?.end === label.length && last.start > 0 ? label.slice(0, last.start).trimEnd() : label;
}

/** Whether marks can stand behind choices: these follow a colon, a question mark or "with the options". */
function marksChoices({ text, choices }: Item, grammar: Grammar): boolean {
  if (choices) return true;
  const [before = ""] = text.split("\u{e000}");
  return /[:?]\s|\(/.test(before) || optionsAt(text, grammar) !== undefined;
}

export function shareCapacity(draft: Draft, capacity: number): void {
  draft.marks = draft.choices.map((_, index) => ({ capacity, ...draft.marks?.[index] }));
}

/** Whether bounds can count choices. */
function isCount(bounds: Draft["bounds"]): bounds is Bounds {
  if (!bounds) return false;
  const { min = 1, max = Math.max(min, 1) } = bounds;
  return Number.isInteger(min) && Number.isInteger(max) && min >= 1 && max >= min && max <= 100;
}

/** "min 50, max 500 characters": the unit belongs to both numbers. */
function shareUnit(draft: Draft): void {
  draft.length = { ...draft.bounds, ...draft.length };
  delete draft.bounds;
}

/** "If yes, which ones?" -> "Which ones?", shown only after "yes". */
function readCondition(text: string, draft: Draft, grammar: Grammar): string {
  for (const [set, answer] of [
    [grammar.ifYes, true],
    [grammar.ifNo, false],
  ] as const) {
    const rest = withoutStart(text, set);
    if (rest === text) continue;
    draft.onlyIf = answer;
    return rest.trim();
  }
  return withoutFinalCondition(text, draft, grammar);
}

/** "name of your guest if yes" */
function withoutFinalCondition(text: string, draft: Draft, grammar: Grammar): string {
  const folded = fold(text);
  for (const [set, answer] of [
    [grammar.ifYes, true],
    [grammar.ifNo, false],
  ] as const) {
    const last = set.all(folded).at(-1);
    if (last?.end !== folded.length || last.start === 0) continue;
    draft.onlyIf = answer;
    return withoutTrailing(text.slice(0, last.start), " ,-");
  }
  return text;
}

/** `"How are you?"` and `the question "How are you?"` -> `How are you?`. The words before may name a kind of field. */
function unquoted(text: string, draft: Draft, grammar: Grammar): string {
  const quote = text.search(/["“„«]/);
  const inner = text.slice(quote + 1, -1);
  const before = text.slice(0, Math.max(quote, 0)).trim();
  if (quote < 0 || !/["”“»]$/.test(text) || /["“”„«»]/.test(inner) || before.split(" ").length > 3)
    return text;
  if (before !== "") cutKinds(before, draft, grammar);
  return inner.trim();
}

/** Extracts the text in round and square brackets, unless the item has no other text. */
function extractBrackets(text: string): { text: string; brackets: string[] } {
  const brackets: string[] = [];
  const rest = text.replace(/\(([^()]*)\)|\[([^[\]]*)\]/g, (_whole, round?: string, square?: string) => {
    const inner = (round ?? square ?? "").trim();
    if (inner !== "") brackets.push(inner);
    return " ";
  });
  if (brackets.length === 0) return { text, brackets };
  const remaining = rest
    .replace(/ {2,}/g, " ")
    .replace(/ ([?,.:;])/g, "$1")
    .trim();
  return /[\p{L}\p{N}]/u.test(remaining) ? { text: remaining, brackets } : { text, brackets: [] };
}

/** Splits a label from the detail after its colon, dash, question mark or "with the options". */
function splitDetail(text: string, grammar: Grammar): { label: string; detail?: string } {
  const options = optionsAt(text, grammar);
  if (options) {
    const detail = text.slice(options.end).replace(/^[\s:]+/, "");
    if (detail !== "") return { label: withoutDangling(text.slice(0, options.start), grammar), detail };
  }
  const inside = enclosed(text);
  for (const match of text.matchAll(/:(?=\s|$)|\s[-–—]{1,2}\s|(?<=\?)\s|\s?(?:->|=>|→)\s?/g)) {
    const label = text.slice(0, match.index).trim();
    const detail = text.slice(match.index + match[0].length).trim();
    if (inside[match.index] === 1 || label === "") continue;
    return detail === "" ? { label } : { label, detail };
  }
  return { label: withoutTrailing(text, " .,;:") };
}

/** "dropdown: size (S, M)" and "NPS question: how likely ...?": a kind of field before the colon, and the label behind it. */
function kindFirst(
  split: { label: string; detail?: string },
  brackets: readonly string[],
  draft: Draft,
  grammar: Grammar,
): { label: string; detail?: string } {
  const { label, detail } = split;
  if (detail === undefined || !grammar.kinds.is(fold(label))) return split;
  if (!detail.endsWith("?") && (brackets.length === 0 || detail.includes(","))) return split;
  setKind(label, draft, grammar);
  return { label: detail };
}
