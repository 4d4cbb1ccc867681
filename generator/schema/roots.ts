/** The root schemas of a spec, and how references between them are resolved. */

import { makeResolver, memoize, type SchemaRoot } from "@toolwright/json-schema";
import type { Model } from "../model/model.ts";
import { listOperations } from "../model/operations.ts";

/** Every schema of a spec that has an address, in a fixed order: types, the input and output of each tool, resource and prompt, workflows' inputs. */
export function schemaRoots(model: Model): SchemaRoot[] {
  return [
    ...model.types.map(({ root }) => root),
    ...listOperations(model).flatMap(({ input, output }) => (output ? [input, output] : [input])),
    ...model.scenarios.flatMap(({ workflows }) =>
      workflows.flatMap(({ inputs }) => (inputs ? [inputs] : [])),
    ),
  ];
}

/** Returns the function that resolves references, over all schemas of a spec. */
export const resolver = memoize((model: Model) => makeResolver(schemaRoots(model)));
