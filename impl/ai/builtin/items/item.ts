/** Reads one item of a list into a draft of a field: its label, and what stands beside it. */
import type { Range } from "../reading/accounting.ts";
import type { Concept } from "../reading/lexicon.ts";
import { unquoted } from "./choices.ts";
import { conceptNamed, conceptOf, wholeConcept } from "./concepts.ts";
import { isKeyEnd, readDetails } from "./details.ts";
import { type Draft, type DraftConcept, type Said, together } from "./draft.ts";
import { namedPart, type Peeled, peel, withoutFillers } from "./head.ts";
import { isLabel } from "./label.ts";
import { modifiersIn } from "./modifiers.ts";
import type { Text } from "./readers/reader.ts";
import { type Decided, decide } from "./shape.ts";
import { SHAPES } from "./shapes.ts";
import { sentenceCase } from "./spelling.ts";

/** A draft, how its field is answered, and the parts of the item that nothing was made of. */
export interface Item {
  readonly draft: Draft;
  readonly decided: Decided;
  readonly label: Range;
  readonly unread: readonly Range[];
}

export interface ItemPlace {
  /** The item stands alone on a line of a list, so that a longer label may be one. */
  readonly isLine: boolean;
  /** What was said of all items of the list. */
  readonly said?: Said;
  /** What stands on lines below it. */
  readonly below?: Said;
}

/** @returns undefined if the range is no field that the reader is sure of */
export function readItem(
  text: Text,
  range: Range,
  { isLine, said = {}, below = {} }: ItemPlace,
): Item | undefined {
  const { prompt } = text;
  const full = withoutKey(text, prompt.trim(range, ",;:.!-–—|"));
  const whole = isLine ? full : withoutFillers(text, full);
  const cut = prompt.find(whole, (index) => isCut(text, index, whole)) ?? whole.to;
  const head = { from: whole.from, to: cut };
  if (prompt.isEmpty(head)) return undefined;
  const rest = { from: cut, to: whole.to };
  const isConcept = wholeConcept(text, head) !== undefined;
  const inner = isConcept ? undefined : modifiersIn(text, head);
  // "Dropdown: Country (Germany, France)": modifiers stand before the item.
  if (inner && !prompt.isEmpty(rest)) {
    const next = prompt.isOpenBracket(cut) ? prompt.inside(cut) : rest;
    return readItem(text, next, { isLine, said: together(said, inner), below });
  }
  // "yes/no" answers a question that stands elsewhere.
  if (inner?.kind === "yes_no") return undefined;
  const named = inner && namedPart(text, head, inner);
  const peeled = isConcept || inner ? { label: named ?? head, says: inner ?? {} } : peel(text, head);
  const details = together(readRest(text, rest), below);
  return finish(text, whole, peeled, { details, said, isLine });
}

function finish(
  text: Text,
  whole: Range,
  peeled: Peeled,
  { details, said, isLine }: { details: Said; said: Said; isLine: boolean },
): Item | undefined {
  const { prompt } = text;
  const star = isStarred(text, whole) ? { required: true } : {};
  const words = prompt.trim(peeled.label, ",;:.!-–—*|=");
  const bare = withoutFillers(text, words);
  // "The food was good" on a line is a statement, "your name" a name.
  const label = isLine && !wholeConcept(text, bare) ? words : bare;
  if (prompt.isEmpty(label)) return undefined;
  const concept = conceptOf(text, prompt.inner(label));
  const says = withoutParts(text, settled([peeled.says, star, details].reduce(together, said)), concept);
  const { loose = [], ...all } = says;
  const draft: Draft = {
    ...all,
    label: sentenceCase(unquoted(prompt.textOf(label))),
    at: whole,
    ...(concept && { concept }),
  };
  const decided = decide(text, draft, prompt.inner(label));
  if (!isLabel(text, label, { draft, decided }, isLine)) return undefined;
  return { draft, decided, label, unread: loose };
}

/** "at least 3, at most 20 characters" are both about characters, and "max 2" beside choices is about these. */
export function settled({ bounds, ...others }: Said): Said {
  if (!bounds) return others;
  if (others.length) return { ...others, length: { ...bounds, ...others.length } };
  const isOfChoices =
    (others.choices?.length ?? 0) > 1 && others.capacity === undefined && others.unit === undefined;
  return isOfChoices ? together({ selections: bounds }, others) : { ...others, bounds };
}

/** Concepts that parts of an answer name, and that have parts themselves. */
const PARTS = /name$|address$|^(street|postal_code)$/;

/** "Address (street, city)", "Name (first and last)": parts of one answer are help, and no choices. */
function withoutParts({ lexicon }: Text, said: Said, concept: DraftConcept | undefined): Said {
  const { choices = [], ...others } = said;
  if (choices.length === 0 || said.kind !== undefined || said.isByOr) return said;
  const isOne =
    concept?.isWhole && (PARTS.test(concept.concept) || ONE_VALUE.test(SHAPES[concept.concept].type));
  const areParts = choices.some(({ text }) => PARTS.test(conceptNamed(text, lexicon.language) ?? ""));
  if (!isOne && !areParts) return said;
  return { ...others, description: sentenceCase(choices.map(({ text }) => text).join(", ")), isRemark: true };
}

/** Types of which nobody chooses an answer. */
const ONE_VALUE = /^(email|phone|url|signature)$/;

/** "Name*", "Email (work) *": a mark for what is required. */
function isStarred({ prompt }: Text, { from, to }: Range): boolean {
  for (let index = from; index <= to; index++) {
    if (prompt.isOpenBracket(index)) index = prompt.after(index) - 1;
    else if (prompt.isMark(index, "*") && !prompt.isLook(index)) return true;
  }
  return false;
}

/** Whether the label ends here: at a bracket, a colon, a dash, or behind a question mark. */
function isCut(text: Text, index: number, { from, to }: Range): boolean {
  const { prompt } = text;
  if (index === from || isPlural(text, index)) return false;
  if (prompt.isOpenBracket(index) || prompt.isColon(index) || prompt.isMark(index, "|")) return true;
  if (prompt.isDash(index) || prompt.isMark(index, "=")) return true;
  // "Rate our service. Rows: speed, price. Columns: bad, good"
  const key = prompt.keyAt(index, to, "rows", "columns");
  if (key && isKeyEnd(prompt, key.to)) return true;
  const options = text.lexicon.table("options").at(prompt.tokens, index, to);
  if (options && options.to - options.from > 1 && options.to < to) return true;
  return index - 1 > from && prompt.isMark(index - 1, "?") && !prompt.isMark(index, "*?!)");
}

/** "Name(s)", "child(ren)" */
function isPlural({ prompt }: Text, index: number): boolean {
  const { from, to } = prompt.inside(index);
  return (
    prompt.tokens[index]?.isSpaced === false && to - from === 1 && /^\p{Ll}{1,3}$/u.test(prompt.key(from))
  );
}

/** Everything behind the label: brackets, what follows a colon or a dash, and words between them. */
function readRest(text: Text, { from, to }: Range): Said {
  const { prompt } = text;
  let details: Said = {};
  let start = from;
  const close = (end: number) => {
    const part = prompt.trim({ from: start, to: end }, ":-–—|=*? ");
    if (!prompt.isEmpty(part)) details = together(details, readDetails(text, part));
  };
  for (let index = from; index < to; index++) {
    const after = prompt.after(index);
    // A bracket among choices belongs to one of them.
    if (!prompt.isOpenBracket(index) || !prompt.isEmpty({ from: start, to: index })) continue;
    details = together(details, readDetails(text, prompt.inside(index)));
    start = after;
    index = after - 1;
  }
  close(to);
  return details;
}

/** "Label: Full name", "Question: What is your name?" */
function withoutKey({ prompt }: Text, { from, to }: Range): Range {
  const key = prompt.keyAt(from, to, "label");
  return key && prompt.isColon(key.to) && key.to + 1 < to ? { from: key.to + 1, to } : { from, to };
}

/** A field whose label stands apart from the list that it is about, such as a ranking or a grid. */
export function labelledItem(text: Text, label: Range, at: Range, said: Said): Item {
  const words = text.prompt.textOf(text.prompt.trim(label));
  const draft: Draft = { ...said, label: sentenceCase(unquoted(words)), at };
  return { draft, decided: decide(text, draft, label), label, unread: [] };
}

/** A field that a template adds. */
export function conceptDraft(concept: Concept, label: string, isOptional: boolean): Item {
  const nowhere = { from: 0, to: 0 };
  return {
    draft: {
      label,
      at: nowhere,
      concept: { concept, isWhole: true },
      ...(isOptional && { required: false }),
    },
    decided: { shape: SHAPES[concept], isGuess: false },
    label: nowhere,
    unread: [],
  };
}
