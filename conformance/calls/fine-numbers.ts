/** Numbers with all the digits that a schema allows: sums of rounded ones may be right by chance. */

import { applyEdits, isObject, type Json, valueAt } from "../cases/edits.ts";
import type { CaseFile, CaseTool } from "../cases/format.ts";

/** The schemas of a case file, and the addresses of those of its tools' inputs. */
interface Inputs extends Pick<CaseFile, "schemas"> {
  readonly tools: Readonly<Record<string, Pick<CaseTool, "input">>>;
}

/**
 * Adds the smallest step to the numbers of arguments whose schema has a `multipleOf` with a fraction: 3.25 becomes 3.26. Returns
 * undefined if there are none.
 */
export function withFineNumbers({ schemas, tools }: Inputs, tool: string, input: Json): Json | undefined {
  const properties = valueAt(schemas[tools[tool]!.input] ?? null, "/properties");
  const edits = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, schema]) => {
    const step = isObject(schema) ? schema.multipleOf : undefined;
    const value = valueAt(input, `/${name}`);
    if (typeof step !== "number" || typeof value !== "number" || Number.isInteger(step)) return [];
    const digits = String(step).split(".")[1]?.length ?? 0;
    return [{ set: `/${name}`, to: Number((value + step).toFixed(digits)) }];
  });
  return edits.length > 0 ? applyEdits(input, edits) : undefined;
}
