/** The id of an entity in the result of the call that made it. */
import type { EntityRule } from "../../cases/behaviour.ts";
import type { Json } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import { PreconditionError } from "../../results/precondition-error.ts";

type Maker = NonNullable<EntityRule["madeBy"]>;

/** Returns the id; the first one, if the call makes several. */
export function readMadeId({ path }: Pick<Maker, "path">, result: Json): Json | undefined {
  return valuesAt(result, path)[0]?.value;
}

/** Returns the id, and throws a PreconditionError if there is none. */
export function requireMadeId({ tool, path }: Maker, result: Json): Json {
  const id = readMadeId({ path }, result);
  if (id === undefined) throw new PreconditionError("setup", `the result of ${tool} has no id at ${path}`);
  return id;
}
