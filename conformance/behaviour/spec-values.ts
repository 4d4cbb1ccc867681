/** Gets values for arguments of any case as the spec says: instances of its entities, and new idempotency keys. */
import type { SpecValues } from "../calls/bindings.ts";
import type { Notes } from "../calls/notes.ts";
import { edited, valueAt } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";
import { valuesAt } from "../cases/places.ts";
import type { Schemas } from "../judge/schemas.ts";
import { PreconditionError } from "../results/precondition-error.ts";
import { listAncestors, parentsFirst } from "./address.ts";
import { readBehaviour } from "./engine.ts";
import { newKeyFor } from "./fill.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { listIdArguments } from "./rule-calls.ts";

export function listSpecValues(
  cases: CaseFile,
  schemas: Schemas,
  lifecycle: () => Pick<Lifecycle, "make">,
  notes: Notes,
): SpecValues {
  const rules = readBehaviour(cases);
  return {
    entitiesIn(tool, input) {
      const places = listIdArguments(rules, tool)
        .filter(({ madeBy }) => madeBy !== undefined)
        .flatMap(({ entity, path }) => valuesAt(input, path).map(({ pointer }) => ({ pointer, entity })));
      const named = parentsFirst(
        rules,
        places.map(({ entity }) => entity),
      );
      return places.map(({ pointer, entity }) => {
        const isOptional = schemas.fits(tool, edited(input, [{ remove: pointer }]));
        const child = named.findLast((each) => listAncestors(rules, each).has(entity));
        return { pointer, entity, parentOf: isOptional ? undefined : child };
      });
    },
    async make(entity) {
      try {
        return await lifecycle().make(entity);
      } catch (error) {
        if (!(error instanceof PreconditionError)) throw error;
        notes.add(`No ${entity} could be made for arguments: ${error.message}`);
        return undefined;
      }
    },
    newKeyIn(tool, input) {
      const pointer = rules.idempotency[tool]?.key;
      const old = pointer === undefined ? undefined : valueAt(input, pointer);
      if (pointer === undefined || old === undefined) return undefined;
      const fits = (value: string) => schemas.fits(tool, edited(input, [{ set: pointer, to: value }]));
      return { pointer, value: newKeyFor(old, fits) };
    },
  };
}
