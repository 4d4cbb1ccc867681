/** Checks operations of models by their schema, since they pass no other check. */
import type { ValidationError } from "@toolwright/runtime";
import type { FormOperation } from "../../../generated/types.ts";
import { validate as validateOperation } from "../../../generated/validators/types/FormOperation.ts";
import { argumentProblems } from "../structure/fits-schema.ts";

/** The operations, or sentences about what keeps values from being operations. */
export function readOperations(
  values: readonly unknown[],
): { readonly operations: readonly FormOperation[] } | { readonly problems: readonly string[] } {
  const operations: FormOperation[] = [];
  const errors: ValidationError[] = [];
  for (const [index, value] of values.entries()) {
    if (validate(value, { instancePath: `/operations/${index}` })) operations.push(value);
    else errors.push(...(validate.errors ?? []));
  }
  if (errors.length === 0) return { operations };
  const problems = argumentProblems(errors, { operations: values });
  return { problems: problems.map(({ path, problem }) => `${path} ${problem}`) };
}

/** Ajv's code, which is not typed: the errors of a call are a property of the function. */
const validate = validateOperation as {
  (value: unknown, place: { readonly instancePath: string }): value is FormOperation;
  readonly errors?: readonly ValidationError[] | null;
};
