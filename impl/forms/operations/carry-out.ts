/** Applies exact edits to a structure: all of them, or none. Parts that they do not name stay unchanged, above all ids. */
import type { FormOperation, FormStructure } from "../../../generated/types.ts";
import type { InputProblem } from "../../platform/failures/invalid-input.ts";
import { structureProblems } from "../structure/check.ts";
import { readStructure } from "../structure/fits-schema.ts";
import type { StructureProblem } from "../structure/problem.ts";
import { addChoice, changeChoice, moveChoice, removeChoice } from "./choices.ts";
import { type Draft, type Operation, toDraft } from "./draft.ts";
import { addField, changeField, moveField, removeField } from "./fields.ts";
import { addPage, changeForm, changePage, movePage, pageKey, removePage } from "./pages.ts";
import { restoreChoice, restoreField, retireChoice, retireField } from "./retire.ts";

/** The valid structure after all operations; or its problems, each with the operation that causes it. */
export type CarriedOut =
  | { readonly structure: FormStructure }
  | { readonly problems: readonly InputProblem[] };

/** @param operations which fit their schema */
export function carryOut(structure: FormStructure, operations: readonly FormOperation[]): CarriedOut {
  const draft = toDraft(structure);
  for (const [index, operation] of operations.entries()) {
    draft.at = `/operations/${index}`;
    apply(draft, operation);
  }
  removeEmptiedPages(draft);
  return draft.problems.length > 0 ? { problems: draft.problems } : checkDraft(draft, structure);
}

type Operations = {
  readonly [Op in FormOperation["op"]]: (draft: Draft, operation: Operation<Op>) => void;
};

const operationsByName: Operations = {
  add_field: addField,
  change_field: changeField,
  move_field: moveField,
  remove_field: removeField,
  retire_field: retireField,
  restore_field: restoreField,
  add_choice: addChoice,
  change_choice: changeChoice,
  move_choice: moveChoice,
  remove_choice: removeChoice,
  retire_choice: retireChoice,
  restore_choice: restoreChoice,
  add_page: addPage,
  change_page: changePage,
  move_page: movePage,
  remove_page: removePage,
  change_form: changeForm,
};

function apply<Op extends FormOperation["op"]>(draft: Draft, operation: Operation<Op>): void {
  operationsByName[operation.op](draft, operation);
}

/** A page whose last field went goes, too. One that was added and got none is a mistake. */
function removeEmptiedPages({ form, problems, addedPages, at }: Draft): void {
  const { pages } = form;
  for (const { id, fields } of pages) {
    const path = addedPages.get(id);
    if (fields.length > 0 || path === undefined) continue;
    const problem = `adds a page without fields. Put some on it: {"op": "add_field", "page": ${JSON.stringify(id)}, ...}.`;
    problems.push({ path, problem, sentence: undefined });
  }
  pages.splice(0, pages.length, ...pages.filter(({ fields }) => fields.length > 0));
  if (pages.length === 0 && problems.length === 0)
    problems.push({ path: at, problem: "leaves no field. A form needs at least one.", sentence: undefined });
}

function checkDraft(draft: Draft, stored: FormStructure): CarriedOut {
  const read = readStructure(draft.form);
  const problems = "problems" in read ? read.problems : structureProblems(read.structure, stored);
  if ("structure" in read && problems.length === 0) return read;
  return { problems: problems.map((problem) => atOperation(draft, problem)) };
}

/** Names the operation that causes a problem: it removed the missing part, or changed the invalid one. */
function atOperation(
  { form, changed, removed }: Draft,
  { path, problem, sentence }: StructureProblem,
): InputProblem {
  const { key, place } = partAt(form, path);
  const named = String(sentence?.values?.field);
  const operation = removed.get(named) ?? changed.get(key) ?? changed.get(named) ?? "/operations";
  return { path: operation, problem: `leaves a mistake in the ${place} ${problem}`, sentence: undefined };
}

/** The part of a form that a JSON Pointer leads into: its key in `changed`, and its name. */
function partAt({ pages }: Draft["form"], path: string) {
  const [, first = "", pageIndex, index, rest = ""] =
    /^(\/[^/]+)(?:\/(\d+)(?:\/fields\/(\d+))?)?(.*)$/.exec(path) ?? [];
  const page = first === "/pages" ? pages[Number(pageIndex)] : undefined;
  const field = page?.fields[Number(index)];
  if (field) return { key: field.id, place: `field ${JSON.stringify(field.id)}: ${rest}` };
  if (page) return { key: pageKey(page.id), place: `page ${JSON.stringify(page.id)}: ${rest}`.trimEnd() };
  return { key: first, place: `form: ${path}` };
}
