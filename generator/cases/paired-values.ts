/** Gives the parameters of a resource or of a prompt suggested values together, so that requests are few. */
import { applyEdits, type Edit, type Json, steps } from "@toolwright/conformance/cases";
import { suggestedValues } from "@toolwright/json-schema";
import { toPointer } from "@toolwright/runtime/json";
import type { Prompt, Resource } from "../model/operation.ts";
import type { CaseContext } from "./case-context.ts";

type Operation = Pick<Resource | Prompt, "parameters" | "input">;

/** Parameter -> its suggested values. */
export type Listed = ReadonlyMap<string, readonly Json[]>;

export function listSuggested({ parameters, input }: Operation, { resolve }: CaseContext): Listed {
  return new Map(parameters.map(({ name, schema }) => [name, suggestedValues(schema, input, resolve)]));
}

/** Gives the other parameters other suggested values with each one, so that one request shows that a value of each is accepted. */
export function pairListed(values: Json, edits: readonly Edit[], listed: Listed): Json {
  const [edit] = edits;
  if (edits.length !== 1 || edit === undefined || !("to" in edit)) return values;
  const [name = ""] = steps(edit.set);
  const index = listed.get(name)?.indexOf(edit.to) ?? -1;
  const others = [...listed].filter(([other, all]) => other !== name && all.length > 0);
  return index < 0
    ? values
    : applyEdits(
        values,
        others.map(([other, all]) => ({ set: toPointer([other]), to: all[index % all.length]! })),
      );
}
