/** Finds parts of a form that its prompt or edit does not ask for. */
import type { FormField, FormStructure, Language } from "../../generated/types.ts";
import type { Made } from "./answers.ts";
import { baseForm } from "./base-form.ts";
import type { Case } from "./corpus.ts";
import type { FieldLine } from "./field-checks.ts";
import { readLabel } from "./labels.ts";

type Found = ReadonlyMap<FormField, FieldLine>;

interface Unasked {
  readonly what: string;
  /** Whether a warning says so. */
  readonly isNamed: boolean;
}

/** The parts of a new form that its prompt does not ask for. */
export function unaskedParts(
  each: Case,
  result: Made,
  left: ReadonlySet<FormField>,
  found: Found,
): Unasked[] {
  const isOpen = each.expected.some((line) => line.startsWith("@open"));
  const fields = [...left].map((field) => {
    const label = readLabel(field, result.structure);
    return { what: `not asked for: ${field.type} "${label}"`, isNamed: isNamed(label, result) };
  });
  const restrictions = [...found].flatMap(([field, line]) =>
    restrictionsUnasked(field, line).map((name) => ({
      what: `not asked for: ${name} of "${readLabel(field, result.structure)}"`,
      isNamed: isNamed(readLabel(field, result.structure), result),
    })),
  );
  return [
    ...(isOpen ? [] : fields),
    ...restrictions,
    ...[...settingsUnasked(each, result.structure), ...languagesUnasked(each, result.structure)].map(
      (what) => ({ what, isNamed: false }),
    ),
  ];
}

/** Whether a warning quotes a label as it is. */
function isNamed(label: string, { warnings }: Made): boolean {
  return warnings.some(({ message }) =>
    QUOTES.some(([open, close]) => message.includes(open + label + close)),
  );
}

const QUOTES = [
  ['"', '"'],
  ["“", "”"],
] as const;

/** Hardly a count of people at a table, or of years at work, is higher. A generator may bound numbers that far. */
const HIGHEST_SENSIBLE = 70;

/** Texts that must be shorter keep people from answering. */
const LONGEST_TOO_SHORT = 100;

/** Tells whether a bound is a fixed calendar day. A generator may add `today` for births and appointments. */
function isDay(bound: unknown): boolean {
  return typeof bound === "string" && /^\d{4}-/.test(bound);
}

function hasGivenChoices({ attributes }: FieldLine): boolean {
  return attributes.some(([name]) => name === "c");
}

function restrictionsUnasked(field: FormField, line: FieldLine): string[] {
  return listRestrictions(field, line).filter((name) => !line.attributes.some(([asked]) => asked === name));
}

/**
 * Returns the restrictions on answers, by their attribute names in the corpus. A form may have them only if the prompt asks for
 * them.
 */
function listRestrictions(field: FormField, line: FieldLine): string[] {
  const validation = ("validation" in field ? field.validation : undefined) as
    | Record<string, unknown>
    | undefined;
  return [
    ["if", field.visible_if],
    ["other", hasGivenChoices(line) && "allow_other" in field && field.allow_other],
    ["pmin", Number(validation?.min_selections) > 1],
    ["pmax", validation?.max_selections],
    ["minlen", Number(validation?.min_length) > 1],
    ["min", line.types.join() === "number" && Number(validation?.min) > 1],
    ["dom", validation?.allowed_domains],
    ["nodom", validation?.blocked_domains],
    ["max", line.types.join() === "number" && Number(validation?.max) < HIGHEST_SENSIBLE],
    ["min", isDay(validation?.min)],
    ["max", isDay(validation?.max)],
    ["len", Number(validation?.max_length) < LONGEST_TOO_SHORT],
    ["cap", "choices" in field && JSON.stringify(field.choices).includes(`"capacity":`)],
  ].flatMap(([name, value]) => (value ? [name as string] : []));
}

function settingsUnasked(
  { expected }: Case,
  { settings, endings, pages, calculations = [] }: FormStructure,
): string[] {
  const parts = {
    limit: settings?.response_limit,
    closes: settings?.closes_at,
    once: settings?.one_response_per_email,
    onebyone: settings?.display === "one_question",
    pages: pages.length > 1 && !expected.some((line) => / page=|@onebyone|@open/.test(line)),
    calc: calculations.length > 0 && !expected.some((line) => /^@score| right=/.test(line)),
    redirect: endings?.some(({ redirect_url }) => redirect_url),
  };
  return Object.entries(parts)
    .filter(([name, value]) => value && !expected.some((line) => line.startsWith(`@${name}`)))
    .map(([name]) => `not asked for: @${name}`);
}

/** A form is in the language of its prompt, unless the prompt asks for languages. */
function languagesUnasked({ expected, language }: Case, form: FormStructure): string[] {
  const isAsked = expected.some((line) => line.startsWith("@lang"));
  if (isAsked || form.languages.join() === language) return [];
  return [`not asked for: languages ${form.languages.join(", ")} of a prompt in ${language}`];
}

/** The changes of an edit that its instruction does not ask for. */
export function changesUnasked(each: Case, result: Made, found: Found): Unasked[] {
  const { language, expected } = each;
  const { structure } = result;
  const before = baseForm(language);
  const old = new Map(listFields(before).map((field) => [field.id, field]));
  const changed = listFields(structure).filter((field) => {
    const line = found.get(field);
    const was = old.get(field.id);
    if (!was && (line || field.type === "statement" || field.type === "section")) return false;
    const kept = line ? (name: string) => !mayChange(line, name) : undefined;
    return canonical(was, language, kept) !== canonical(field, language, kept);
  });
  const restricted = listFields(structure).flatMap((field) => {
    const line = found.get(field);
    return line && !old.has(field.id)
      ? restrictionsUnasked(field, line).map((name) => `not asked for: ${name} of "${field.id}"`)
      : [];
  });
  const now = new Set(listFields(structure).map(({ id }) => id));
  const gone = [...old.keys()].filter((id) => !now.has(id) && !expected.includes(`@gone ${id}`));
  const changes = changed.map((field) => ({
    what: `changed unasked: ${field.id}`,
    isNamed: isNamed(readLabel(field, structure), result),
  }));
  const others = [
    ...restricted,
    ...gone.map((id) => `gone unasked: ${id}`),
    ...orderUnasked(each, structure, [...old.keys()]),
    ...settingsUnasked(each, structure),
    ...languagesUnasked(each, structure),
    ...(expected.some((line) => line.startsWith("@title")) ||
    readLabel({ label: structure.title }, structure) === readLabel({ label: before.title }, before)
      ? []
      : ["changed unasked: title"]),
  ];
  return [...changes, ...others.map((what) => ({ what, isNamed: false }))];
}

/** The properties that each attribute of the corpus changes. A change of the type may change all of them. */
const PROPERTIES: Readonly<Record<string, readonly string[]>> = {
  c: ["choices"],
  rows: ["rows"],
  cols: ["columns"],
  shuffle: ["shuffle"],
  ends: ["min_label", "max_label"],
  min: ["validation", "min"],
  max: ["validation", "max"],
  cap: ["choices"],
  other: ["allow_other"],
  if: ["visible_if"],
  help: ["description"],
  place: ["placeholder"],
  unit: ["unit"],
  label: ["label"],
  exact: [],
  no: [],
  page: [],
};

function mayChange({ types, required, attributes }: FieldLine, name: string): boolean {
  if (name === "required" && required !== undefined) return true;
  const isOfNewType = types[0] !== "*" && !["required", "label", "visible_if"].includes(name);
  return isOfNewType || attributes.some(([one]) => (PROPERTIES[one] ?? ["validation"]).includes(name));
}

/** Fields of the form before that change places, where the instruction moves none. */
function orderUnasked({ expected }: Case, form: FormStructure, ids: readonly string[]): string[] {
  if (expected.some((line) => /^@(order|after|before|last|pages)| page=/.test(line))) return [];
  const now = listFields(form)
    .map(({ id }) => id)
    .filter((id) => ids.includes(id));
  return now.join() === ids.filter((id) => now.includes(id)).join() ? [] : ["changed unasked: order"];
}

export function isSame(form: FormStructure, language: Language): boolean {
  const [now, before] = [form, baseForm(language)].map((one) =>
    listFields(one).map((field) => canonical(field, language)),
  );
  return now!.join() === before!.join();
}

/**
 * A field as text, in one language and with sorted keys, so that added translations are no change.
 * @param kept the properties that count
 */
function canonical(
  field: FormField | undefined,
  language: Language,
  kept: (name: string) => boolean = () => true,
): string {
  const counted = field && Object.fromEntries(Object.entries(field).filter(([name]) => kept(name)));
  return JSON.stringify(counted, (name, value: unknown) => {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return value === false ? undefined : value;
    if (name === "label" || name === "statement") return (value as Record<string, unknown>)[language];
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.localeCompare(b)));
  });
}

function listFields(form: FormStructure): FormField[] {
  return form.pages.flatMap(({ fields }) => fields);
}
