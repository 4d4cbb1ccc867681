/** Checks what conditions and formulas name. */
import { limits } from "../../../generated/limits.ts";
import type { Condition, FieldCondition, FormStructure } from "../../../generated/types.ts";
import type { Sentence, SentenceKey } from "../../texts/sentences/sentence.ts";
import { scoredFields } from "../answers/answer-key.ts";
import type { FieldValue, Operation } from "../answers/expression.ts";
import { suggestName } from "../answers/formula/cursor.ts";
import { type Formula, parseCondition, parseFormula, type Read } from "../answers/formula/parse.ts";
import { writtenOp } from "../answers/formula/print.ts";
import type { AnswerKind } from "../fields/client/client-kind.ts";
import { answerKind } from "../fields/client/client-kinds.ts";
import { testProblems } from "./field-test.ts";
import { placedFields } from "./places.ts";
import { problemAt, type StructureProblem } from "./problem.ts";
import { twoLevels } from "./two-levels.ts";

/** The ids that a condition or a formula may refer to. */
type Scope = ReadonlyMap<string, AnswerKind>;

interface Context {
  readonly scope: Scope;
  /** All ids of the form, to distinguish a reference to a later field from one to nothing. */
  readonly all: Scope;
  /** A description of `scope`. */
  readonly allowed: SentenceKey;
  /** Texts that the form has already: conditions as texts, and formulas beyond the limits, are only kept. */
  readonly kept: ReadonlySet<string>;
}

/**
 * Checks that conditions and calculations refer to fields that are answered before, with operators that fit the answer.
 * @param stored the structure that this one replaces
 */
export function referenceProblems(structure: FormStructure, stored?: FormStructure): StructureProblem[] {
  const { hidden_fields = [], calculations = [], endings = [] } = structure;
  const fields = placedFields(structure);
  const hidden = hidden_fields.map(({ id }) => [id, { kind: "text" }] as const);
  const all = new Map<string, AnswerKind>([
    ...hidden,
    ...fields.map(({ value }) => [value.id, answerKind(value)] as const),
    ...calculations.map(({ id }) => [id, { kind: "number" }] as const),
  ]);
  const scope = new Map<string, AnswerKind>(hidden);
  const known = { scope, all, kept: stored ? collectFormulas(stored) : new Set<string>() };
  const problems: StructureProblem[] = [];
  for (const { value, path } of fields) {
    const context = { ...known, allowed: "allowed_earlier" } as const;
    if (value.visible_if)
      problems.push(...conditionProblems(value.visible_if, `${path}/visible_if`, context));
    scope.set(value.id, answerKind(value));
  }
  calculations.forEach(({ id, formula }, index) => {
    const context = { ...known, allowed: "allowed_before" } as const;
    problems.push(...formulaProblems(formula, `/calculations/${index}/formula`, context));
    scope.set(id, { kind: "number" });
  });
  endings.forEach(({ when }, index) => {
    const context = { ...known, allowed: "allowed_all" } as const;
    if (when) problems.push(...conditionProblems(when, `/endings/${index}/when`, context));
    else if (index < endings.length - 1) problems.push(problemAt(`/endings/${index}`, "ending_always"));
  });
  return problems.length > 0 ? problems : keyProblems(structure, all);
}

/** Checks the answer key after the formulas: a mistake in its formula would be reported twice. */
function keyProblems(structure: FormStructure, all: Scope): StructureProblem[] {
  const field = structure.settings?.answer_key;
  if (field === undefined || scoredFields(structure, field).size > 0) return [];
  const path = "/settings/answer_key";
  if (all.has(field))
    return [problemAt(path, "wrong_operand", { field, expected: { key: "operand_scores" } })];
  const known = (structure.calculations ?? []).map(({ id }) => id);
  const allowed = { key: "operand_scores" } as const;
  return [problemAt(path, "reference_unknown", { field, allowed, ...suggestName(field, known) })];
}

function collectFormulas(stored: FormStructure): Set<string> {
  const conditions = [
    ...placedFields(stored).map(({ value }) => value.visible_if),
    ...(stored.endings ?? []).map(({ when }) => when),
  ];
  const formulas = (stored.calculations ?? []).map(({ formula }) => formula);
  return new Set([...conditions, ...formulas].filter((one) => typeof one === "string"));
}

function conditionProblems(
  condition: Exclude<Condition, string> | string,
  path: string,
  context: Context,
): StructureProblem[] {
  if (typeof condition === "string") return textProblems(condition, path, context);
  if ("all" in condition) return each(condition.all, `${path}/all`, context);
  if ("any" in condition) return each(condition.any, `${path}/any`, context);
  const target = find(condition.field, path, context);
  return "problem" in target ? [target] : testProblems(condition, target.found, path);
}

function each(
  parts: readonly Exclude<Condition, string>[],
  path: string,
  context: Context,
): StructureProblem[] {
  return parts.flatMap((part, index) => conditionProblems(part, `${path}/${index}`, context));
}

/** Checks a condition written as text. Such a condition can only be kept; for a new one, the problem shows the form to send. */
function textProblems(text: string, path: string, context: Context): StructureProblem[] {
  const read = parseCondition(text);
  if (context.kept.has(text)) return namedProblems(read, path, context);
  const instead = "tree" in read && !hasComparison(read.tree) ? twoLevels(read.tree) : undefined;
  if (instead === undefined) return [problemAt(path, "condition_text")];
  return [problemAt(path, "condition_text_instead", { instead: JSON.stringify(instead) })];
}

const hasComparison = (tree: object): boolean => JSON.stringify(tree).includes('"left":');

function formulaProblems(formula: string, path: string, context: Context): StructureProblem[] {
  const isKept = context.kept.has(formula);
  const { formula_length: length, formula_depth: depth } = limits;
  if (formula.length > length.max && !isKept)
    return [problemAt(path, "formula_too_long", { most: length.max })];
  const read = parseFormula(formula);
  if ("tree" in read && read.depth > depth.max && !isKept)
    return [problemAt(path, "formula_too_deep", { most: depth.max })];
  return namedProblems(read, path, context);
}

/** A reference to a field in a formula. */
type Naming = FieldValue | FieldCondition | Extract<Operation, { field: string }>;

function namedProblems(read: Read<object | number>, path: string, context: Context): StructureProblem[] {
  if ("mistake" in read) {
    const { key, values } = read.mistake.sentence;
    return [problemAt(path, key, values)];
  }
  return namingsIn(read.tree).flatMap((naming) =>
    namingProblems(naming, context).flatMap(({ sentence }) =>
      sentence ? [inFormula(sentence, naming, path, read)] : [],
    ),
  );
}

function inFormula(
  mistake: Sentence,
  naming: Naming,
  path: string,
  { places }: Formula<unknown>,
): StructureProblem {
  const place = (places.get(naming) ?? 0) + 1;
  return problemAt(path, "formula_reference", { place, mistake, field: naming.field });
}

function namingsIn(part: unknown): Naming[] {
  if (typeof part !== "object" || part === null) return [];
  if ("field" in part && typeof part.field === "string") return [part as Naming];
  return Object.values(part).flatMap(namingsIn);
}

function namingProblems(naming: Naming, context: Context): StructureProblem[] {
  const target = find(naming.field, "", context);
  if ("problem" in target) return [target];
  const { found } = target;
  if (!("op" in naming)) return wrongKind(naming.field, found, ["number"], "operand_number");
  if (naming.op === "count")
    return wrongKind(naming.field, found, ["choice", "choices", "rows", "files"], "operand_countable");
  return naming.op === "score" ? scoreProblems(naming, found) : testProblems(naming, found, "", writtenOp);
}

function scoreProblems(
  { field, points }: { readonly field: string; readonly points: Readonly<Record<string, number>> },
  found: AnswerKind,
): StructureProblem[] {
  if (!("choices" in found)) return wrongKind(field, found, [], "operand_choices");
  const known = found.choices.map(({ id }) => id);
  return Object.keys(points)
    .filter((id) => !known.includes(id))
    .map((choice) => problemAt("", "score_choice", { field, choice, choices: list(known) }));
}

function wrongKind(
  field: string,
  { kind }: AnswerKind,
  kinds: readonly AnswerKind["kind"][],
  expected: SentenceKey,
): StructureProblem[] {
  return kinds.includes(kind) ? [] : [problemAt("", "wrong_operand", { field, expected: { key: expected } })];
}

function find(
  field: string,
  path: string,
  { scope, all, allowed }: Context,
): { readonly found: AnswerKind } | StructureProblem {
  const found = scope.get(field);
  if (found) return { found };
  const values = { field, allowed: { key: allowed } };
  if (all.has(field)) return problemAt(`${path}/field`, "reference_late", values);
  return problemAt(`${path}/field`, "reference_unknown", {
    ...values,
    ...suggestName(field, [...scope.keys()]),
  });
}

function list(ids: readonly string[]): string | Sentence {
  if (ids.length <= 20) return ids.join(", ");
  return { key: "ids_and_more", values: { ids: ids.slice(0, 20).join(", "), more: ids.length - 20 } };
}
