/** The slots of frames: each kind of part has one reader. */
import type { FieldCondition, Language } from "../../../../generated/types.ts";
import { cached } from "../../../platform/cached.ts";
import { languageNames } from "../../../texts/detection/names.ts";
import { wholeConcept } from "../items/concepts.ts";
import { type Said, together } from "../items/draft.ts";
import { modifierAt } from "../items/modifiers.ts";
import { dayAt } from "../reading/days.ts";
import { numberAt } from "../reading/numbers.ts";
import type { Found } from "../reading/phrases.ts";
import { tokenize } from "../reading/tokens.ts";
import { conditionsAt } from "./conditions.ts";
import type { EditText } from "./edit-text.ts";
import type { NamedChoice, NamedField } from "./names.ts";
import type { Cue } from "./words.ts";

/** Where something goes: "after the name", "at the end", "on a new page". */
export type Place =
  | { readonly kind: "top" | "end" | "ownPage" }
  | { readonly kind: "after" | "before"; readonly anchor: NamedField };

/** Fields by their names, or a group of them. */
export type FieldsNamed =
  | { readonly kind: "named"; readonly fields: readonly NamedField[] }
  | { readonly kind: "all" | "rest" | "pronoun" };

export interface Slots {
  readonly fields: FieldsNamed;
  /** The other side of an exchange. */
  readonly other: FieldsNamed;
  readonly except: FieldsNamed;
  readonly choices: readonly NamedChoice[];
  readonly place: Place;
  readonly condition: FieldCondition;
  /** What the readers of modifiers know: types, bounds, required, domains, days. */
  readonly said: Said;
  readonly languages: readonly Language[];
  readonly count: number;
  readonly day: string;
  readonly link: string;
}

export type SlotName = keyof Slots;

type Reader<Value> = (text: EditText, at: number) => readonly Found<Value>[];

const READERS: { readonly [Name in SlotName]: Reader<Slots[Name]> } = {
  fields: fieldsAt,
  other: fieldsAt,
  except: (text, at) => behind(text, at, ["except"], fieldsAt),
  choices: (text, at) => listsAt(text, at, ({ names, prompt }, from) => names.choicesAt(prompt, from)),
  place: placesAt,
  condition: conditionsAt,
  said: saidAt,
  /** Languages by their names in the language of the edit or in English: "German", "ins Englische". */
  languages: (text, at) => listsAt(text, at, languageAt),
  count: (text, at) => [numberAt(text.prompt, at, text.lexicon) ?? []].flat(),
  day: (text, at) => [dayAt(text.prompt, at, text.lexicon) ?? []].flat(),
  link: ({ prompt }, at) => {
    const { kind, text = "" } = prompt.tokens[at] ?? {};
    const value = text.startsWith("http") ? text : `https://${text}`;
    return kind === "link" ? [{ value, from: at, to: at + 1 }] : [];
  },
};

export function readSlot<Name extends SlotName>(
  name: Name,
  text: EditText,
  at: number,
): readonly Found<Slots[Name]>[] {
  return text.once(name, at, () => READERS[name](text, at));
}

function fieldsAt(text: EditText, at: number): Found<FieldsNamed>[] {
  const group = text.cueAt(at, "all", "rest", "pronoun");
  const groups = group ? [{ value: { kind: group.value } as FieldsNamed, from: at, to: group.to }] : [];
  const named = listsAt(text, at, namesAt).map(({ value, ...range }) => ({
    ...range,
    value: { kind: "named" as const, fields: value },
  }));
  return [...named, ...groups];
}

/** Fields by name, also "the question about the size". */
function namesAt(text: EditText, from: number): Found<NamedField>[] {
  const noun = text.cueAt(from, "question");
  const about = noun && text.cueAt(noun.to, "about");
  const starts = [from, ...(about ? text.starts(about.to) : [])];
  return starts.flatMap((start) => text.fieldsAt(start).map((found) => ({ ...found, from })));
}

/** What stands behind one of these cues, with the cue. */
function behind<Value>(
  text: EditText,
  at: number,
  cues: readonly Cue[],
  read: Reader<Value>,
): (Found<Value> & { readonly cue: Cue })[] {
  return text
    .cuesAt(at)
    .filter(({ value }) => cues.includes(value))
    .flatMap(({ value: cue, to }) =>
      text.starts(to).flatMap((start) => read(text, start).map((found) => ({ ...found, from: at, cue }))),
    );
}

function placesAt(text: EditText, at: number): Found<Place>[] {
  // "last name" is no place.
  const isName = [2, 3].some((length) => wholeConcept(text, { from: at, to: at + length }));
  const edge = isName ? undefined : text.cueAt(at, "top", "end", "ownPage");
  return [
    ...behind(text, at, ["after", "before"], anchorsAt).map(({ value: anchor, cue, ...range }) => ({
      ...range,
      value: { kind: cue === "after" ? ("after" as const) : ("before" as const), anchor },
    })),
    ...(edge ? [{ ...edge, value: { kind: edge.value } as Place }] : []),
  ];
}

/** A field by its name; "field" may follow. */
function anchorsAt(text: EditText, from: number): Found<NamedField>[] {
  return text.fieldsAt(from).flatMap((found) => {
    const noun = text.cueAt(found.to, "question");
    return noun ? [{ ...found, to: noun.to }, found] : [found];
  });
}

/** The longest modifier that is read in an edit. */
const LONGEST = 12;

/** Modifiers, also two with "and" between, and sentences that say whether an answer is needed. */
function saidAt(text: EditText, at: number): Found<Said>[] {
  const found = modifiersAt(text, at);
  const next = found[0] && text.cueAt(found[0].to, "and")?.to;
  const more = next === undefined ? [] : text.starts(next).flatMap((start) => modifiersAt(text, start));
  const both = found
    .slice(0, 1)
    .flatMap(({ value }) =>
      more.slice(0, 1).map((one) => ({ ...one, from: at, value: together(value, one.value) })),
    );
  const required = text.cuesAt(at).filter(({ value }) => value === "required" || value === "optional");
  return [
    ...both,
    ...found,
    ...required.map(({ value, ...range }) => ({ ...range, value: { required: value === "required" } })),
  ];
}

/** A modifier, also without the words behind it that may name a field: "at most 3 guests". */
function modifiersAt(text: EditText, from: number): Found<Said>[] {
  const found: Found<Said>[] = [];
  let limit = Math.min(from + LONGEST, text.prompt.tokens.length);
  while (limit > from) {
    const said = modifierAt(text, from, limit);
    if (!said || said.says.condition) break;
    found.push({ value: said.says, from, to: said.to });
    limit = said.to - 1;
  }
  return found;
}

const languageForms = new Map<Language, ReadonlyMap<string, Language>>();

function languageAt({ prompt, words }: EditText, from: number): Found<Language>[] {
  const known = cached(languageForms, words.language, () => {
    const forms = ([name, language]: readonly [string, Language]) =>
      tokenize(name)
        .slice(0, 1)
        .flatMap((token) => words.formsOf(token).map((form) => [form, language] as const));
    return new Map([...languageNames(words.language)].reverse().flatMap(forms));
  });
  const token = prompt.tokens[from];
  const forms = token?.kind === "word" ? words.formsOf(token) : [];
  const value = forms.map((form) => known.get(form)).find(Boolean);
  return value ? [{ value, from, to: from + 1 }] : [];
}

/** One, or several with commas or "and" between; the longest list first. */
function listsAt<Value>(text: EditText, at: number, read: Reader<Value>): Found<Value[]>[] {
  const lists: Found<Value[]>[] = [];
  let values: Value[] = [];
  for (let next: number | undefined = at; next !== undefined; ) {
    const [found]: readonly Found<Value>[] = read(text, next);
    if (!found) break;
    values = [...values, found.value];
    lists.unshift({ value: values, from: at, to: found.to });
    const start = text.separator(found.to);
    next = start === undefined ? undefined : text.starts(start).find((one) => read(text, one).length > 0);
  }
  return lists;
}
