/** The part of the form that the panel shows, and the part that takes its place when it is removed. */
import type { FormStructure } from "../../../../generated/types.ts";
import { getList } from "./edits.ts";

export type Selection =
  | { readonly kind: "form" | "welcome" | "look" | "settings" | "languages" }
  | { readonly kind: "field" | "page" | "endings" | "calculations" | "hidden_fields"; readonly id: string };

export function firstSelection({ pages }: FormStructure): Selection {
  const [field] = pages[0]?.fields ?? [];
  return field ? { kind: "field", id: field.id } : { kind: "form" };
}

/**
 * Returns the selection, or the neighbour of a part that no longer exists: the one after it, else the one before it.
 * @param before the form that had the selected part
 */
export function keepSelection(
  selection: Selection,
  before: FormStructure,
  structure: FormStructure,
): Selection {
  if (!("id" in selection)) return selection;
  const remaining = new Set(listIds(structure, selection.kind));
  if (remaining.has(selection.id)) return selection;
  const ids = listSiblings(before, selection);
  const at = ids.indexOf(selection.id);
  const id = [...ids.slice(at + 1), ...ids.slice(0, Math.max(at, 0)).toReversed()].find((one) =>
    remaining.has(one),
  );
  return id === undefined ? firstSelection(structure) : { kind: selection.kind, id };
}

type ListedKind = Extract<Selection, { readonly id: string }>["kind"];

function listIds(structure: FormStructure, kind: ListedKind): string[] {
  if (kind === "page") return structure.pages.map(({ id }) => id);
  if (kind === "field") return structure.pages.flatMap(({ fields }) => fields.map(({ id }) => id));
  return getList(structure, kind).map(({ id }) => id);
}

/** Lists the ids beside the selected part: the questions of its page, or the parts of its kind. */
function listSiblings(
  structure: FormStructure,
  { kind, id }: Extract<Selection, { readonly id: string }>,
): string[] {
  if (kind !== "field") return listIds(structure, kind);
  const page = structure.pages.find(({ fields }) => fields.some((field) => field.id === id));
  return page?.fields.map((field) => field.id) ?? [];
}
