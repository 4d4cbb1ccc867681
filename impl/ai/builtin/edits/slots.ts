/** The slots of frames: each kind of part has one reader. */

import type { Language } from "../../../../generated/types.ts";
import { languageNames } from "../../../texts/detection/names.ts";
import { type Said, together } from "../items/draft.ts";
import { modifierAt } from "../items/modifiers.ts";
import { dayAt } from "../reading/days.ts";
import type { Kind } from "../reading/lexicon.ts";
import { numberAt } from "../reading/numbers.ts";
import type { Found } from "../reading/phrases.ts";
import { tokenize } from "../reading/tokens.ts";
import { conditionsAt } from "./conditions.ts";
import type { EditText } from "./edit-text.ts";
import type { NamedChoice, NamedField } from "./names.ts";
import { placesAt } from "./places.ts";
import type { FieldsNamed, SlotName, Slots } from "./slot-types.ts";

const READERS: { readonly [Name in SlotName]: (text: EditText, at: number) => Found<Slots[Name]>[] } = {
  fields: fieldsAt,
  other: fieldsAt,
  except: exceptAt,
  choices: choicesAt,
  place: placesAt,
  condition: conditionsAt,
  said: saidAt,
  languages: languagesAt,
  count: (text, at) => one(numberAt(text.prompt, at, text.lexicon)),
  day: (text, at) => one(dayAt(text.prompt, at, text.lexicon)),
  link: linkAt,
};

export function readSlot<Name extends SlotName>(
  name: Name,
  text: EditText,
  at: number,
): Found<Slots[Name]>[] {
  return text.once(name, at, () => READERS[name](text, at));
}

function one<Value>(found: Found<Value> | undefined): Found<Value>[] {
  return found ? [found] : [];
}

function fieldsAt(text: EditText, at: number): Found<FieldsNamed>[] {
  const group = text.cueAt(at, "all", "rest", "pronoun");
  const groups = group ? [{ value: { kind: group.value } as FieldsNamed, from: at, to: group.to }] : [];
  const named = listsAt(text, at, nameAt).map(({ value, ...range }) => ({
    ...range,
    value: { kind: "named" as const, fields: value },
  }));
  return [...named, ...groups];
}

function nameAt(text: EditText, at: number): Found<NamedField>[] {
  return text.fieldsAt(at).map((value) => ({ value, from: at, to: value.to }));
}

function exceptAt(text: EditText, at: number): Found<FieldsNamed>[] {
  const word = text.cueAt(at, "except");
  const behind = word ? text.starts(word.to) : [];
  return behind.flatMap((start) => fieldsAt(text, start).map(({ value, to }) => ({ value, from: at, to })));
}

function choicesAt(text: EditText, at: number): Found<readonly NamedChoice[]>[] {
  return listsAt(text, at, ({ names, prompt }, from) =>
    names.choicesAt(prompt, from).map((value) => ({ value, from, to: value.to })),
  );
}

/** The longest modifier that is read in an edit. */
const LONGEST = 12;

/** Modifiers, also two with "and" between: "at least 1 and at most 5". */
function saidAt(text: EditText, at: number): Found<Said>[] {
  const found = modifiersAt(text, at);
  const next = found[0] && text.cueAt(found[0].to, "and")?.to;
  const more = next === undefined ? [] : text.starts(next).flatMap((start) => modifiersAt(text, start));
  const both = found
    .slice(0, 1)
    .flatMap(({ value }) =>
      more.slice(0, 1).map((one) => ({ value: together(value, one.value), from: at, to: one.to })),
    );
  return [...both, ...found, ...requiredAt(text, at), ...kindsAt(text, at)];
}

/** A modifier, also without the words behind it that may name a field: "at most 3 guests". */
function modifiersAt(text: EditText, at: number): Found<Said>[] {
  const found: Found<Said>[] = [];
  let limit = Math.min(at + LONGEST, text.prompt.tokens.length);
  while (limit > at) {
    const said = modifierAt(text, at, limit);
    if (!said || said.says.condition) break;
    found.push({ value: said.says, from: at, to: said.to });
    limit = said.to - 1;
  }
  return found;
}

/** Sentences that say whether an answer is needed, beside the words that lists of fields have for it. */
function requiredAt(text: EditText, at: number): Found<Said>[] {
  return text
    .cuesAt(at)
    .filter(({ value }) => value === "required" || value === "optional")
    .map(({ value, to }) => ({ value: { required: value === "required" }, from: at, to }));
}

/** Words for a type, unless they are a name of a field: "phone" is such a field before it is a type. */
function kindsAt(text: EditText, at: number): Found<Said>[] {
  const field = text.fieldsAt(at).find(({ isWhole }) => isWhole);
  const kinds = text.lexicon.table("kindNouns").every(text.prompt.tokens, at);
  const found = kinds.filter(({ to }) => to > (field?.to ?? at));
  return found.map(({ value, to }) => ({ value: { kind: value as Kind }, from: at, to }));
}

function linkAt({ prompt }: EditText, at: number): Found<string>[] {
  const { kind, text = "" } = prompt.tokens[at] ?? {};
  const value = text.startsWith("http") ? text : `https://${text}`;
  return kind === "link" ? [{ value, from: at, to: at + 1 }] : [];
}

/** Languages by their names in the language of the edit or in English: "German", "ins Englische". */
function languagesAt(text: EditText, at: number): Found<readonly Language[]>[] {
  return listsAt(text, at, languageAt);
}

function languageAt({ prompt, words }: EditText, at: number): Found<Language>[] {
  const token = prompt.tokens[at];
  if (token?.kind !== "word") return [];
  const forms = words.formsOf(token);
  const isForm = (name: string) =>
    tokenize(name)
      .slice(0, 1)
      .flatMap((one) => words.formsOf(one))
      .some((form) => forms.includes(form));
  const [, value] = [...languageNames(words.language)].find(([name]) => isForm(name)) ?? [];
  return value ? [{ value, from: at, to: at + 1 }] : [];
}

/** One, or several with commas or "and" between; the longest list first. */
function listsAt<Value>(
  text: EditText,
  at: number,
  read: (text: EditText, at: number) => Found<Value>[],
): Found<Value[]>[] {
  const lists: Found<Value[]>[] = [];
  let [next, values]: [number | undefined, Value[]] = [at, []];
  while (next !== undefined) {
    const [found] = read(text, next);
    if (!found) break;
    values = [...values, found.value];
    lists.unshift({ value: values, from: at, to: found.to });
    const behind = text.separator(found.to);
    next =
      behind === undefined ? undefined : text.starts(behind).find((start) => read(text, start).length > 0);
  }
  return lists;
}
