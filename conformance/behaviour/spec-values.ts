/** Gets values for arguments of any case as the spec says: instances of its resources, and new idempotency keys. */
import type { SpecValues } from "../calls/bindings.ts";
import type { Tell } from "../calls/told.ts";
import { edited, valueAt } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";
import { valuesAt } from "../cases/places.ts";
import type { Schemas } from "../judge/schemas.ts";
import { behaviourOf } from "./engine.ts";
import { newKeyFor } from "./fill.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { PreconditionError } from "./precondition-error.ts";

export function specValuesOf(
  cases: CaseFile,
  schemas: Schemas,
  lifecycle: () => Pick<Lifecycle, "make">,
  tell: Tell,
): SpecValues {
  const { resources, idempotency } = behaviourOf(cases);
  return {
    resourcesIn: (tool, input) =>
      Object.entries(resources).flatMap(([resource, { madeBy, arguments: places }]) =>
        madeBy === undefined
          ? []
          : places
              .filter((place) => place.tool === tool)
              .flatMap(({ path }) => valuesAt(input, path))
              .map(({ pointer }) => ({ pointer, resource })),
      ),
    async make(resource) {
      try {
        return (await lifecycle().make(resource)).id;
      } catch (error) {
        if (!(error instanceof PreconditionError)) throw error;
        tell(`No ${resource} could be made for arguments: ${error.message}`);
        return undefined;
      }
    },
    newKeyIn(tool, input) {
      const pointer = idempotency[tool]?.key;
      const old = pointer === undefined ? undefined : valueAt(input, pointer);
      if (pointer === undefined || old === undefined) return undefined;
      const fits = (value: string) => schemas.fits(tool, edited(input, [{ set: pointer, to: value }]));
      return { pointer, value: newKeyFor(old, fits) };
    },
  };
}
