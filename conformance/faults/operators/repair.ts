import { baseArguments } from "../../calls/arguments.ts";
import { type Json, steps } from "../../cases/edits.ts";
import type { CaseFile } from "../../cases/format.ts";
import { validatorsOf } from "../../judge/schemas.ts";
import { isObject } from "../../wire/answer.ts";

/**
 * Makes valid arguments of invalid ones, so that the healthy server takes them as a faulty one takes the others: what does
 * not fit is replaced by what the spec's valid arguments have there.
 */
export function repairer(cases: CaseFile, tool: string): (input: Json) => Json {
  const validate = validatorsOf(cases.schemas)(cases.tools[tool]!.input);
  const bases = Object.entries(cases.bases)
    .filter(([, base]) => base.tool === tool)
    .map(([name]) => baseArguments(cases, name));
  return (input) => {
    const [plain = {}] = bases;
    if (!isObject(input) || validate(input)) return isObject(input) ? input : plain;
    const wrong = new Set((validate.errors ?? []).map(({ instancePath }) => steps(instancePath)[0]));
    const candidates = [...bases.map((base) => merge(input, base, (name) => wrong.has(name))), ...bases];
    return candidates.find((candidate) => validate(candidate)) ?? plain;
  };
}

/** Properties of a base; where they are not wrong, as they came: ids that exist stay. */
function merge(input: Json, base: Json, isWrong: (name: string) => boolean): Json {
  if (!isObject(base) || !isObject(input)) return base;
  return Object.fromEntries(
    Object.entries(base).map(([name, value]) => [
      name,
      isWrong(name) || !(name in input) ? value : input[name]!,
    ]),
  );
}
