/** Carries out a model's list of operations on a structure. What it does not touch stays, above all ids. */
import type { FormStructure } from "../../../generated/types.ts";
import { newIdFrom } from "../../forms/operations/new-id.ts";
import { isJson } from "../read-json.ts";
import { type Built, buildField, labelIn } from "./build-field.ts";
import { wholeForm } from "./build-form.ts";
import { changeField } from "./change-field.ts";
import type { FlatField } from "./flat-form.ts";
import { readField, readSettings } from "./read-flat.ts";

type Operation = Readonly<Record<string, unknown>>;

interface Page {
  id: string;
  title?: unknown;
  fields: Built[];
}

/** The form while it is edited. */
export interface Draft {
  readonly language: string;
  readonly form: Built & { pages: Page[] };
  readonly problems: string[];
}

/** @returns the structure after all operations, not yet checked, and what is wrong with the operations */
export function carryOut(structure: FormStructure, operations: readonly unknown[]) {
  const form = structuredClone(structure) as unknown as Draft["form"];
  const draft: Draft = { language: structure.default_language, form, problems: [] };
  for (const [index, operation] of operations.entries()) {
    const place = `operations[${index}]`;
    const run = isJson(operation) ? operationsByName[String(operation.op)] : undefined;
    if (run) run(draft, operation as Operation, place);
    else draft.problems.push(`${place}.op must be one of ${Object.keys(operationsByName).join(", ")}.`);
  }
  form.pages = form.pages.filter((page) => page.fields.length > 0);
  return { form, problems: draft.problems };
}

type Run = (draft: Draft, operation: Operation, place: string) => void;

const operationsByName: Readonly<Record<string, Run>> = {
  add_field(draft, { field: given, after }, place) {
    const flat = { type: "", label: "", ...readField(given, `${place}.field`, draft.problems) } as FlatField;
    if (flat.type === "" || flat.label === "") draft.problems.push(`${place}.field needs type and label.`);
    const taken = new Set([...byId(draft).keys(), ...otherIds(draft.form)]);
    const id = newIdFrom(flat.id ?? flat.label, "field", taken);
    const field = buildField(flat, id, surroundings(draft));
    putField(draft, field, after ?? (flat.page === undefined ? undefined : { page: flat.page }), place);
  },
  change_field(draft, { id, set }, place) {
    const found = findField(draft, id, place);
    if (found && isJson(set)) changeField(found.field, set, surroundings(draft), draft.problems, place);
    else if (found) draft.problems.push(`${place}.set must be an object.`);
  },
  remove_field(draft, { id }, place) {
    const found = findField(draft, id, place);
    if (found) found.page.fields.splice(found.page.fields.indexOf(found.field), 1);
  },
  move_field(draft, { id, after, page }, place) {
    const found = findField(draft, id, place);
    if (!found) return;
    found.page.fields.splice(found.page.fields.indexOf(found.field), 1);
    putField(draft, found.field, after ?? { page }, place);
  },
  add_choice(draft, { id, choice, after }, place) {
    const choices = choicesOf(draft, id, place);
    if (!choices || typeof choice !== "string") return;
    const taken = new Set(choices.map((each) => String(each.id)));
    const at = after === undefined ? choices.length : indexOfChoice(draft, choices, after, place) + 1;
    choices.splice(at, 0, { id: newIdFrom(choice, "choice", taken), label: { [draft.language]: choice } });
  },
  remove_choice(draft, { id, choice }, place) {
    const choices = choicesOf(draft, id, place);
    const at = choices ? indexOfChoice(draft, choices, choice, place) : -1;
    if (at >= 0) choices!.splice(at, 1);
  },
  rename_choice(draft, { id, choice, to }, place) {
    const choices = choicesOf(draft, id, place);
    const at = choices ? indexOfChoice(draft, choices, choice, place) : -1;
    if (at >= 0) choices![at]!.label = { [draft.language]: to };
  },
  add_page({ form, language }, { title }) {
    const id = newIdFrom(`page_${form.pages.length + 1}`, "page", new Set(form.pages.map((page) => page.id)));
    form.pages.push({ id, ...(typeof title === "string" && { title: { [language]: title } }), fields: [] });
  },
  rename_page({ form, language, problems }, { page, title }, place) {
    const found = form.pages[Number(page) - 1];
    if (found && typeof title === "string") found.title = { [language]: title };
    else problems.push(`${place}: there is no page ${String(page)}, or the title is missing.`);
  },
  set_form({ form, language, problems }, operation, place) {
    const settings = readSettings(operation, `${place}.`, problems);
    const { settings: set, ...whole } = wholeForm(settings, language);
    Object.assign(form, whole, settings.title !== undefined && { title: { [language]: settings.title } });
    if (set !== undefined) form.settings = { ...(form.settings as object | undefined), ...(set as object) };
  },
};

function byId({ form }: Draft): Map<string, Built> {
  return new Map(
    form.pages.flatMap(({ fields }) => fields.map((field) => [String(field.id), field] as const)),
  );
}

/** Hidden fields and calculations share their ids with fields. */
function otherIds(form: Built): string[] {
  return [form.hidden_fields, form.calculations].flatMap((list) =>
    ((list ?? []) as readonly Built[]).map(({ id }) => String(id)),
  );
}

function surroundings(draft: Draft) {
  return { language: draft.language, fields: byId(draft) };
}

function findField(draft: Draft, id: unknown, place: string) {
  for (const page of draft.form.pages) {
    const field = page.fields.find((each) => each.id === id);
    if (field) return { page, field };
  }
  draft.problems.push(`${place}: there is no field ${JSON.stringify(id) ?? "without an id"}.`);
  return undefined;
}

/** @param where the id of a field, "start", a page, or undefined for the end of the form */
function putField(draft: Draft, field: Built, where: unknown, place: string): void {
  const { pages } = draft.form;
  if (where === "start") pages[0]!.fields.unshift(field);
  else if (typeof where === "string") {
    const found = findField(draft, where, place);
    if (found) found.page.fields.splice(found.page.fields.indexOf(found.field) + 1, 0, field);
  } else {
    const number = isJson(where) ? where.page : undefined;
    const page = number === undefined ? pages.at(-1) : pages[Number(number) - 1];
    if (page) page.fields.push(field);
    else draft.problems.push(`${place}: there is no page ${String(number)}; add_page makes one.`);
  }
}

function choicesOf(draft: Draft, id: unknown, place: string): Built[] | undefined {
  const found = findField(draft, id, place);
  if (found === undefined) return undefined;
  if (Array.isArray(found.field.choices)) return found.field.choices as Built[];
  draft.problems.push(`${place}: the field ${String(id)} has no choices.`);
  return undefined;
}

function indexOfChoice(
  { language, problems }: Draft,
  choices: readonly Built[],
  text: unknown,
  place: string,
): number {
  const at = choices.findIndex((choice) => choice.id === text || labelIn(choice, language) === text);
  if (at < 0) problems.push(`${place}: there is no choice ${JSON.stringify(text)}.`);
  return at;
}
