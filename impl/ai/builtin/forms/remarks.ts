/** Reads what a sentence says of fields: "Phone is optional", "Only the name is required", "everything anonymous and optional". */
import type { Item } from "../items/item.ts";
import { partsOf } from "../items/list.ts";
import { isYes } from "../items/readers/kinds.ts";
import type { Text } from "../items/readers/reader.ts";
import type { Range } from "../reading/accounting.ts";
import { fieldsIn } from "./fields-in-text.ts";
import { fieldNamed } from "./mentions.ts";
import type { Outline, Remark } from "./outline.ts";

const PREDICATES = ["required", "mustBeGiven", "optional", "needNotBeGiven", "allOptional"] as const;

/**
 * Keeps what a sentence says of fields until all of them are known. In a list, only what is said of all fields is read:
 * "email, phone optional" says it of one.
 *
 * @returns whether the whole sentence is such remarks
 */
export function readRemarks(outline: Outline, sentence: Range): boolean {
  const { prompt } = outline.text;
  if (readMarked(outline, sentence)) return true;
  // "Everything optional: name, email"
  const parts = prompt.split(sentence, prompt.marks(":")).map((part) => readPart(outline, part));
  return parts.every(Boolean);
}

/** "Required: name and email", "Optional fields: phone": said of fields that are there, or new ones. */
export function readMarked(outline: Outline, sentence: Range): boolean {
  const { text, fields } = outline;
  const { prompt, lexicon } = text;
  const whole = prompt.trim(sentence);
  const found = lexicon.table("required", "optional").at(prompt.tokens, whole.from, whole.to);
  const colon = found && (prompt.keyAt(found.to, whole.to, "fields")?.to ?? found.to);
  if (!found || colon === undefined || !prompt.isColon(colon)) return false;
  const list = prompt.trim({ from: colon + 1, to: whole.to });
  if (prompt.isEmpty(list) || isYes(text, list.from, list.to) !== undefined) return false;
  const required = found.value === "required";
  const parts = partsOf(text, list);
  if (parts.some((part) => fieldNamed(text, part, fields))) {
    outline.remarks.push({ subject: list, whole, required, isOnly: required });
    prompt.accounting.read(whole);
  } else if (outline.addAll(fieldsIn(text, list, true, { required })))
    prompt.accounting.read({ ...whole, to: list.from });
  return true;
}

function readPart({ text, remarks, fields }: Outline, range: Range): boolean {
  const { prompt } = text;
  const clauses = prompt.split(range, prompt.marks(",;."));
  const found = clauses.flatMap((clause) => remarkIn(text, prompt.trim(clause, ",;:.!-– ")) ?? []);
  // "Ask for a name. Phone is optional": a field that is named for the first time.
  const isNew =
    fields.length > 0 && found.some(({ subject }) => itemsNamed(text, subject, fields) === undefined);
  const isWhole = found.length === clauses.length && !isNew;
  for (const remark of found) {
    if (!isWhole && !prompt.isEmpty(remark.subject)) continue;
    remarks.push(remark);
    prompt.accounting.read(remark.whole);
  }
  return isWhole;
}

/** A subject, a word such as "is", and "required"; or "make" before the subject. Its subject is empty if it is all fields. */
function remarkIn({ prompt, lexicon }: Text, whole: Range): Remark | undefined {
  const { tokens } = prompt;
  const { to } = whole;
  let at = whole.from;
  while (at < to && !lexicon.table(...PREDICATES).whole(tokens, at, to)) at += 1;
  const predicate = lexicon.table(...PREDICATES).whole(tokens, at, to)?.value;
  if (predicate === undefined) return undefined;
  const required = predicate === "required" || predicate === "mustBeGiven";
  const lead = lexicon.table("and", "butWords", "changeVerbs", "only").at(tokens, whole.from, at);
  const from = lead?.to ?? whole.from;
  const all = lexicon.table("all", "rest", "else").at(tokens, from, at);
  const nouns = all && lexicon.table("questionPlurals", "fieldPlurals", "plain").at(tokens, all.to, at);
  const start = nouns?.to ?? all?.to ?? from + 1;
  const end = subjectEnd({ prompt, lexicon }, start, at);
  const isAll = predicate === "allOptional" || (all !== undefined && end === start);
  const hasVerb = end < at || lead?.value === "changeVerbs" || predicate.endsWith("Given");
  if (isAll) return { subject: { from, to: from }, whole, required };
  if (from >= end || !hasVerb) return undefined;
  return { subject: { from, to: end }, whole, required, isOnly: lead?.value === "only" };
}

/** The end of the words before "is", "should be", and what another reader has read. */
function subjectEnd({ prompt, lexicon }: Text, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const isLink = lexicon.table("copulas", "mustBe", "and").whole(prompt.tokens, at, to) !== undefined;
    if (isLink || prompt.accounting.isRead({ from: at, to }))
      return subjectEnd({ prompt, lexicon }, from, at);
  }
  return to;
}

/** Carries out a remark on the fields; its words are quoted unless each field that it names is there. */
export function applyRemark(
  text: Text,
  { subject, whole, required, isOnly }: Remark,
  items: readonly Item[],
  done: ReadonlyMap<Item, boolean>,
): ReadonlyMap<Item, boolean> {
  const named = itemsNamed(text, subject, items);
  if (!named) {
    text.prompt.accounting.unread(whole);
    return new Map();
  }
  // "Only the name is required": the others are not.
  const others = isOnly ? items.filter((item) => !named.includes(item) && !done.has(item)) : [];
  const changed = named.filter((item) => !done.has(item) || named.length === 1);
  const set = (list: readonly Item[], value: boolean) => list.map((item) => [item, value] as const);
  return new Map([...set(others, !required), ...set(changed, required)]);
}

function itemsNamed(
  { prompt, lexicon }: Text,
  subject: Range,
  items: readonly Item[],
): readonly Item[] | undefined {
  if (prompt.isEmpty(subject)) return items.filter(({ draft }) => draft.required === undefined);
  const parts = prompt.split(subject, (index) => {
    const joined = lexicon.table("and", "or").at(prompt.tokens, index, subject.to);
    return joined ? joined.to - joined.from : Number(prompt.isMark(index, ","));
  });
  const named = parts.map((part) => fieldNamed({ prompt, lexicon }, part, items));
  return named.every((item) => item !== undefined) ? named : undefined;
}
