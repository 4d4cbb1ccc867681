/**
 * Jumps: "if this answer, go to that page". A form has only conditions, and a jump is a way to write and to read them: every question
 * on the pages between has the opposite of the test as one of the conditions that must all hold. Questions that are hidden have no
 * answer, and opposites hold without one, so several jumps act together as if each were taken at the end of its page. A question that
 * is moved keeps its conditions, and a new last page has none: where the shape is lost, the editor lists the questions in place of a jump.
 */
import type { Condition, FieldCondition, FormField, FormStructure } from "../../../../generated/types.ts";
import { fieldsIn, hasOpposite, negatedTest } from "../../../forms/answers/expression.ts";
import { isSame } from "../../../forms/edits/merge.ts";
import { isRetired } from "../../../forms/structure/retirement.ts";
import { allFields, mapPages, setProperty } from "./edits.ts";

/** A test of the answer to a question, and where the form goes on if it holds. */
export interface Jump {
  readonly test: FieldCondition;
  /** The index of the page; the number of pages is the end of the form. */
  readonly to: number;
}

export function pageIndexOf({ pages }: FormStructure, fieldId: string): number {
  return pages.findIndex((page) => page.fields.some(({ id }) => id === fieldId));
}

/** The tests that must all hold for a question to be shown. */
function neededTests(condition: Condition | undefined): readonly FieldCondition[] {
  if (condition === undefined || typeof condition === "string") return [];
  if ("field" in condition) return [condition];
  return "all" in condition ? condition.all.filter((part) => "field" in part) : [];
}

function needs(field: FormField, test: FieldCondition): boolean {
  return neededTests(field.visible_if).some((one) => isSame(one, test));
}

/** Reads the jumps of a question from the conditions of the questions after its page. */
export function listJumps(structure: FormStructure, fieldId: string): Jump[] {
  const pages = structure.pages.map(
    (page) => page.fields.filter((field) => !isRetired(field)) as FormField[],
  );
  const next = pageIndexOf(structure, fieldId) + 1;
  const [first] = pages[next] ?? [];
  return neededTests(first?.visible_if)
    .filter(({ field, op }) => field === fieldId && hasOpposite(op))
    .flatMap((test) => {
      const isSkipped = pages.map((fields) => fields.every((field) => needs(field, test)));
      const end = isSkipped.findIndex((skipped, at) => at >= next && !skipped);
      const to = end === -1 ? pages.length : end;
      return to > next ? { test: negatedTest(test)!, to } : [];
    });
}

/** Lists the questions that a jump skips. */
export function skippedFields(structure: FormStructure, { test, to }: Jump): FormField[] {
  const between = structure.pages.slice(pageIndexOf(structure, test.field) + 1, to);
  return between.flatMap((page) => page.fields as FormField[]).filter((field) => !isRetired(field));
}

/** Lists the questions whose conditions test a question other than by one of its jumps. */
export function otherDependents(structure: FormStructure, fieldId: string): FormField[] {
  const jumps = listJumps(structure, fieldId);
  const without = jumps.reduce((form, jump) => changeJump(form, jump, undefined).structure, structure);
  return allFields(without).filter((field) => fieldsIn(field.visible_if).includes(fieldId));
}

/** The structure after a change of a jump, and the questions whose conditions cannot take another test. */
export interface Changed {
  readonly structure: FormStructure;
  readonly stuck: readonly FormField[];
}

/** Replaces a jump; adds one if there is none before, and removes it if there is none after. */
export function changeJump(
  structure: FormStructure,
  before: Jump | undefined,
  after: Jump | undefined,
): Changed {
  const from = pageIndexOf(structure, (after ?? before)!.test.field);
  const covers = (jump: Jump | undefined, page: number) => jump && page > from && page < jump.to;
  const stuck: FormField[] = [];
  const pages = structure.pages.map((page, at) => {
    const [old, fresh] = [covers(before, at) && before, covers(after, at) && after];
    if (!old && !fresh) return page;
    const fields = page.fields.map((field) => {
      const condition = exchange(
        field.visible_if,
        old && negatedTest(old.test),
        fresh && negatedTest(fresh.test),
      );
      if (condition === false) stuck.push(field);
      return condition === false ? field : setProperty(field, "visible_if", condition);
    });
    return { ...page, fields: fields as typeof page.fields };
  });
  return { structure: { ...structure, pages: pages as FormStructure["pages"] }, stuck };
}

/** Replaces one of the tests that must all hold. @returns the condition; false: it cannot take the test */
function exchange(
  condition: Condition | undefined,
  old: FieldCondition | undefined | false,
  fresh: FieldCondition | undefined | false,
): Condition | undefined | false {
  const tests = neededTests(condition);
  const isThere = (test: FieldCondition | undefined | false) =>
    !!test && tests.some((one) => isSame(one, test));
  const added = isThere(fresh) ? undefined : fresh || undefined;
  if (old && isThere(old) && !isSame(old, fresh)) return replaced(condition, old, added);
  return added === undefined ? condition : withTest(condition, added);
}

function replaced(
  condition: Condition | undefined,
  old: FieldCondition,
  fresh: FieldCondition | undefined,
): Condition | undefined {
  if (typeof condition !== "object" || !("all" in condition)) return fresh;
  const all = condition.all.flatMap((part) => (isSame(part, old) ? (fresh ?? []) : part));
  const [only] = all;
  return all.length > 1 ? { all } : only;
}

/** The most parts that a group of conditions has in the contract. */
const MAX_PARTS = 50;

function withTest(condition: Condition | undefined, test: FieldCondition): Condition | false {
  if (condition === undefined) return test;
  if (typeof condition === "string") return false;
  if ("field" in condition) return { all: [condition, test] };
  if ("all" in condition) return condition.all.length < MAX_PARTS && { all: [...condition.all, test] };
  // Conditions have two levels, so a group that has groups itself cannot become a part of another one.
  const any = condition.any.filter((part) => "field" in part);
  return any.length === condition.any.length && { all: [{ any }, test] };
}

/** Gives new questions the tests that all other questions of their page need, so a page that is skipped as a whole stays so. */
export function withTestsOfPage(structure: FormStructure, newIds: readonly string[]): FormStructure {
  return mapPages(structure, (page) => {
    const [fresh, others] = [true, false].map((isNew) =>
      (page.fields as FormField[]).filter((field) => newIds.includes(field.id) === isNew),
    ) as [FormField[], FormField[]];
    const offered = others.filter((field) => !isRetired(field));
    if (fresh.length === 0 || offered.length === 0) return page;
    const shared = neededTests(offered[0]!.visible_if).filter((test) =>
      offered.every((field) => needs(field, test)),
    );
    const complete = (field: FormField) =>
      shared.reduce((one, test) => {
        const condition = needs(one, test) ? false : withTest(one.visible_if, test);
        return condition === false ? one : setProperty(one, "visible_if", condition);
      }, field);
    const fields = page.fields.map((field) => (newIds.includes(field.id) ? complete(field) : field));
    return { ...page, fields: fields as typeof page.fields };
  });
}
