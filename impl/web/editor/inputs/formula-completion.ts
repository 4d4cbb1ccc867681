/** Completes formulas, and finds mistakes in them. */
import { functionNames, parseFormula } from "../../../forms/answers/formula/parse.ts";
import { quoteName } from "../../../forms/answers/formula/print.ts";
import { tokenize, writeName } from "../../../forms/answers/formula/tokens.ts";
import type { Source } from "../model/sources.ts";
import { type Completion, matchOptions } from "./completion.ts";

/** Offers names of fields and functions; between quotes, it offers the choices of the preceding field. */
export function completeFormula(
  formula: string,
  caret: number,
  isAsked: boolean,
  sources: readonly Source[],
): Completion | undefined {
  const before = tokenize(formula.slice(0, caret)).slice(0, -1);
  const quote = before.find(({ kind, value }) => kind === "wrong" && (value === "'" || value === '"'));
  if (quote) return completeChoice(formula, caret, quote.from, sources);
  const last = before.at(-1);
  const isTyped = last !== undefined && last.to === caret && (last.kind === "id" || last.kind === "word");
  if (!isTyped && !isAsked) return undefined;
  const from = isTyped ? last.from : caret;
  const call = formula.startsWith("(", caret) ? "" : "()";
  return matchOptions(from, caret, formula.slice(from, caret), [
    ...sources.map(({ id, label }) => ({ text: writeName(id), label })),
    ...functionNames.map((name) => ({ text: name + call, label: "" })),
  ]);
}

function completeChoice(formula: string, caret: number, from: number, sources: readonly Source[]) {
  const names = tokenize(formula.slice(0, from)).flatMap(({ kind, value }) => (kind === "id" ? value : []));
  const source = sources.find(({ id }) => id === names.findLast((name) => !functionNames.includes(name)));
  if (source === undefined || !("choices" in source.answer)) return undefined;
  const { choices } = source.answer;
  const options = choices.map(({ id, label }) => ({
    text: quoteName(id),
    label: Object.values(label)[0] ?? "",
  }));
  const to = formula[caret] === formula[from] ? caret + 1 : caret;
  return matchOptions(from, to, formula.slice(from + 1, caret), options);
}

/** Finds the first part that cannot be parsed, or that names a field which is not available there. */
export function findMistake(
  formula: string,
  sources: readonly Source[],
): { readonly from: number; readonly to: number } | undefined {
  const tokens = tokenize(formula);
  const read = parseFormula(formula);
  if ("mistake" in read) return tokens.find(({ from }) => from >= read.mistake.at);
  const names = new Set(sources.map(({ id }) => id));
  return tokens.find(
    ({ kind, value }, at) => kind === "id" && !names.has(value) && tokens[at + 1]?.value !== "(",
  );
}
