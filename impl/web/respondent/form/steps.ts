/** Finds the next page of a form and its fields, given the answers so far. */
import type { FormPage, FormStructure } from "../../../../generated/types.ts";
import { conditionTree } from "../../../forms/answers/expression-trees.ts";
import { remainingPredicate } from "../../../forms/answers/open-calculations.ts";
import type { CheckedAnswers } from "../../../forms/check-answers.ts";
import { addressField } from "../../../forms/structure/offered-form.ts";
import type { ShownField, Step } from "../../components/step.ts";
import { ALL, createPageOfAll } from "../public-form/one-question.ts";

/** Lists the fields that a page shows, given the answers so far. */
export function listShownFields(page: FormPage, { answers }: CheckedAnswers): ShownField[] {
  const open = new Set(page.fields.map(({ id }) => id));
  return page.fields.flatMap((field) => {
    const condition = field.visible_if
      ? remainingPredicate(conditionTree(field.visible_if), answers, open)
      : true;
    if (condition === false) return [];
    return [{ field, condition: condition === true ? undefined : condition }];
  });
}

/** Returns a step. @param pageId id of the page; undefined: the step after all pages, which asks for the address */
export function stepAt(structure: FormStructure, pageId: string | undefined, checked: CheckedAnswers): Step {
  if (pageId === ALL) return allSteps(structure, checked);
  const visible = visiblePages(structure, checked);
  const page = structure.pages.find(({ id }) => id === pageId);
  const later = page ? structure.pages.slice(structure.pages.indexOf(page)) : [];
  const before = visible.filter((other) => !later.includes(other));
  const needsAddress = addressField(structure) === undefined;
  const isLast = page === undefined || !canFollow(structure, page, checked);
  return {
    page,
    fields: page ? listShownFields(page, checked) : [],
    number: before.length + 1,
    count: Math.max(page === undefined ? visible.length + 1 : visible.length, before.length + 1),
    isFirst: before.length === 0,
    isLast,
    asksAddress: isLast && needsAddress,
    isStepped: false,
  };
}

function allSteps(structure: FormStructure, checked: CheckedAnswers): Step {
  const page = createPageOfAll(structure);
  const places = new Map(structure.pages.flatMap((one) => one.fields.map(({ id }) => [id, one])));
  const fields = listShownFields(page, checked).map((shown, at, all) => {
    const own = places.get(shown.field.id);
    return { ...shown, begins: own === places.get(all[at - 1]?.field.id ?? "") ? undefined : own };
  });
  const asksAddress = addressField(structure) === undefined;
  const count = visiblePages(structure, checked).length + Number(asksAddress);
  return { page, fields, number: 1, count, isFirst: true, isLast: true, asksAddress, isStepped: true };
}

/** Finds the next page with visible fields; undefined: there is none. */
export function findNextPage(
  structure: FormStructure,
  pageId: string | undefined,
  checked: CheckedAnswers,
): string | undefined {
  if (pageId === ALL) return undefined;
  const at = structure.pages.findIndex(({ id }) => id === pageId);
  const visible = visiblePages(structure, checked);
  return structure.pages.slice(at + 1).find((page) => visible.includes(page))?.id;
}

/** Finds the page before this one; the page itself if it is the first. */
export function findPreviousPage(
  structure: FormStructure,
  pageId: string | undefined,
  checked: CheckedAnswers,
): string | undefined {
  const at = structure.pages.findIndex(({ id }) => id === pageId);
  const visible = visiblePages(structure, checked);
  const before = at === -1 ? structure.pages : structure.pages.slice(0, at);
  return before.findLast((page) => visible.includes(page))?.id ?? pageId;
}

/** Finds the page of a field. */
export function findPageOfField(structure: FormStructure, fieldId: string): string | undefined {
  return structure.pages.find((page) => page.fields.some(({ id }) => id === fieldId))?.id;
}

/** Finds the first page with visible fields. */
export function findFirstPage(structure: FormStructure, checked: CheckedAnswers): string | undefined {
  return visiblePages(structure, checked)[0]?.id;
}

function visiblePages({ pages }: FormStructure, { visible }: CheckedAnswers): FormPage[] {
  return pages.filter((page) => page.fields.some(({ id }) => visible.has(id)));
}

/** Returns whether some answers on this page could show another page. */
function canFollow(structure: FormStructure, page: FormPage, { answers }: CheckedAnswers): boolean {
  const at = structure.pages.indexOf(page);
  const open = new Set(structure.pages.slice(at).flatMap(({ fields }) => fields.map(({ id }) => id)));
  const later = structure.pages.slice(at + 1).flatMap(({ fields }) => fields);
  return later.some(
    ({ visible_if }) => !visible_if || remainingPredicate(conditionTree(visible_if), answers, open) !== false,
  );
}
