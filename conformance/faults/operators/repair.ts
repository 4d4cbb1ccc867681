import { type CaseFile, isObject, type Json, steps } from "@toolwright/conformance/cases";
import { baseArguments } from "../../calls/arguments.ts";
import { compileValidators } from "../../judge/schemas.ts";

/**
 * Makes a function that turns invalid arguments into valid ones, so that the healthy server accepts a call that the
 * faulty server would accept. Invalid properties get the values of the valid arguments of the spec.
 */
export function makeRepair(cases: CaseFile, tool: string): (input: Json) => Json {
  const validate = compileValidators(cases.schemas)(cases.tools[tool]!.input);
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

/** Copies a base and takes over the valid values of the input, for example ids of instances. */
function merge(input: Json, base: Json, isWrong: (name: string) => boolean): Json {
  if (!isObject(base) || !isObject(input)) return base;
  return Object.fromEntries(
    Object.entries(base).map(([name, value]) => [
      name,
      isWrong(name) || !(name in input) ? value : input[name]!,
    ]),
  );
}
