import type { Listing } from "@toolwright/check/surface";
import { isObject, type SchemaObject, walk } from "@toolwright/json-schema";
import type { SeenOutput, SeenOutputs } from "../imported-tools.ts";
import type { Samples } from "./sample.ts";
import { schemaOf } from "./schema.ts";

/** Makes schemas of the results of tools that publish none. A result that is no text has none either: a spec cannot describe it. */
export function describeOutputs({ tools }: Pick<Listing, "tools">, samples: Samples): SeenOutputs {
  return new Map(
    tools.flatMap(({ name, outputSchema }): [string, SeenOutput][] => {
      const own = samples.get(name) ?? [];
      if (outputSchema !== undefined || own.length === 0 || !own.every(({ isText }) => isText)) return [];
      const schema = schemaOf(own.map(({ value }) => value));
      return hasMembers(schema) ? [[name, { schema, isGuess: false }]] : [];
    }),
  );
}

/** A schema without members says nothing. */
function hasMembers(schema: SchemaObject): boolean {
  let members = 0;
  walk(schema, ({ properties }) => {
    members += isObject(properties) ? Object.keys(properties).length : 0;
  });
  return members > 0;
}
