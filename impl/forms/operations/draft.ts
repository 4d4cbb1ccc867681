/** A form while operations change it, and the problems of the operations. */
import { closestName } from "@toolwright/runtime/closest-name";
import type { FormOperation, FormStructure, Language } from "../../../generated/types.ts";
import type { InputProblem } from "../../platform/failures/invalid-input.ts";

export type Operation<Op extends FormOperation["op"]> = FormOperation & { readonly op: Op };

/** A field, page or choice. The schema of structures judges its properties when all operations are done. */
export interface Item {
  readonly id: string;
  readonly [property: string]: unknown;
}

export interface DraftPage extends Item {
  readonly fields: Item[];
}

export interface Draft {
  form: DraftForm;
  /** JSON Pointer to the operation that is carried out. */
  at: string;
  readonly problems: InputProblem[];
  /** The operation that last added or changed a part: a field by its id, all else by the start of its JSON Pointer. */
  readonly changed: Map<string, string>;
  /** The operation that removed a field, by its id. */
  readonly removed: Map<string, string>;
  /** The operation that added a page which has had no field yet, by its id. */
  readonly addedPages: Map<string, string>;
}

interface DraftForm {
  readonly default_language: Language;
  readonly pages: DraftPage[];
  readonly hidden_fields?: readonly { readonly id: string }[];
  readonly calculations?: readonly { readonly id: string }[];
  readonly [property: string]: unknown;
}

export function toDraft(structure: FormStructure): Draft {
  const form = structuredClone(structure);
  return {
    form: {
      ...form,
      pages: form.pages.map((page) => ({ ...page, fields: page.fields.map((field) => ({ ...field })) })),
    },
    at: "",
    problems: [],
    changed: new Map(),
    removed: new Map(),
    addedPages: new Map(),
  };
}

/** @param argument of the operation, such as `/after`; "": the operation as a whole */
export function report(draft: Draft, argument: string, problem: string): void {
  draft.problems.push({ path: draft.at + argument, problem, sentence: undefined });
}

/** How many ids a sentence names. */
const MAX_NAMED = 20;
/** How many problems have a suggestion: comparing with 500 long ids takes 30 ms. */
const MAX_SUGGESTIONS = 3;

/** Reports an id that names nothing, with the ids that are there. */
export function reportUnknown(
  draft: Draft,
  argument: string,
  { kind, id, known }: { readonly kind: string; readonly id: string; readonly known: readonly string[] },
): void {
  const closest = draft.problems.length < MAX_SUGGESTIONS ? closestName(id, known) : undefined;
  const meant = closest === undefined ? "" : ` Did you mean ${JSON.stringify(closest)}?`;
  const more = known.length > MAX_NAMED ? ` and ${known.length - MAX_NAMED} more` : "";
  const all = known.length === 0 ? "none" : known.slice(0, MAX_NAMED).join(", ") + more;
  report(
    draft,
    argument,
    `is ${JSON.stringify(id)}, but there is no such ${kind}.${meant} There are: ${all}.`,
  );
}

export function fieldIds({ form }: Draft): string[] {
  return form.pages.flatMap(({ fields }) => fields.map(({ id }) => id));
}

/** A field and its place; reported if there is none. */
export function findField(draft: Draft, argument: string, id: string) {
  for (const page of draft.form.pages) {
    const index = page.fields.findIndex((field) => field.id === id);
    if (index >= 0) return { page, index, field: page.fields[index]! };
  }
  reportUnknown(draft, argument, { kind: "field", id, known: fieldIds(draft) });
  return undefined;
}

/** The position of an item in its list; undefined: the end. */
export interface Place {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

/** Puts an item into its list. A place that is not there is reported. */
export function insert(draft: Draft, list: Item[], item: Item, { after, before }: Place, kind: string): void {
  const neighbour = after ?? before;
  if (neighbour === undefined) {
    list.push(item);
    return;
  }
  if (after !== undefined && before !== undefined)
    report(draft, "/before", "cannot stand beside `after`: give one of them.");
  const index = list.findIndex(({ id }) => id === neighbour);
  if (index >= 0) list.splice(after === undefined ? index : index + 1, 0, item);
  else
    reportUnknown(draft, after === undefined ? "/before" : "/after", {
      kind,
      id: neighbour,
      known: list.map(({ id }) => id),
    });
}
