/** Checks structures by their schema where no gate has done so: from generators, and from service_create_form. */
import type { ValidationError } from "@toolwright/runtime";
import { explainErrors } from "@toolwright/runtime/problems";
import { service } from "../../../generated/tools.ts";
import type { FormStructure } from "../../../generated/types.ts";
import { validate as validateStructure } from "../../../generated/validators/types/FormStructure.ts";
import { readSchemaSentence } from "../../texts/sentences/read-schema-sentence.ts";
import { earlierParts, isAt } from "./earlier-parts.ts";
import { problemAt, type StructureProblem } from "./problem.ts";

/** Whether a value is a structure, or what keeps it from being one: the sentences of the gate. */
export function readStructure(
  value: unknown,
): { readonly structure: FormStructure } | { readonly problems: StructureProblem[] } {
  if (validate(value, { instancePath: PROPERTY })) return { structure: value as FormStructure };
  const earlier = earlierParts(value);
  const others = argumentProblems(validate.errors ?? [], { structure: value })
    .map(({ path, problem }) => ({
      path: path.slice(PROPERTY.length),
      problem,
      sentence: readSchemaSentence(problem),
    }))
    .filter(({ path }) => !earlier.some((part) => isAt(path, part)));
  return {
    problems: [
      ...earlier.map(({ path, sentence }) => problemAt(path, sentence.key, sentence.values)),
      ...others,
    ],
  };
}

/** Ajv's code, which is not typed: the errors of a call are a property of the function. */
const validate = validateStructure as {
  (value: unknown, place: { readonly instancePath: string }): boolean;
  readonly errors?: readonly ValidationError[] | null;
};

/** The place of the structure in the arguments of service_update_form. */
const PROPERTY = "/structure";

/** Sentences about arguments of service_update_form, whose schema has the only full description of structures and operations. */
export function argumentProblems(errors: readonly ValidationError[], input: object) {
  const { manifest } = service.tools.find(({ method }) => method === "updateForm")!;
  const { inputSchema } = JSON.parse(manifest) as { readonly inputSchema: unknown };
  return explainErrors(errors, input, inputSchema);
}
