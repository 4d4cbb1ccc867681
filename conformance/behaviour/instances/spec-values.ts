/** Provides values for arguments from the spec: instances of its entities, and new idempotency keys. */
import type { SpecValues } from "../../calls/bindings.ts";
import type { LiveValues } from "../../calls/live-values.ts";
import type { NamedEntities } from "../../calls/named-entity.ts";
import type { Notes } from "../../calls/notes.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import { applyEdits, valueAt } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import type { Schemas } from "../../judge/schemas.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import { collectParents, listAncestors, sortParentsFirst } from "../rules/address.ts";
import { listIdArguments } from "../rules/rule-calls.ts";
import type { Shapes } from "../rules/workflow-calls.ts";
import type { EntityInstance } from "./entity-instance.ts";
import { newKeyFor, withoutAll } from "./fill.ts";

export interface SpecValuesOptions {
  readonly rules: Behaviour;
  readonly schemas: Schemas;
  readonly live: LiveValues;
  /** Receives a note if an instance could not be created. */
  readonly notes: Notes;
  /** Whether a tool is known to accept an entity only with another parent than its own. */
  isApart(tool: string): boolean;
  /** Returns how the entities for calls of a tool are made, as far as that was tried out. */
  shapesOf(tool: string): Shapes | undefined;
  /** Creates an instance. Throws a PreconditionError if that fails. */
  make(
    entity: string,
    options: { readonly instances: NamedEntities; readonly shapes: Shapes | undefined },
  ): Promise<EntityInstance>;
}

export function specValues({
  rules,
  schemas,
  live,
  notes,
  make,
  isApart,
  shapesOf,
}: SpecValuesOptions): SpecValues {
  return {
    live,
    entitiesIn(tool, input) {
      const places = listIdArguments(rules, tool)
        .filter(({ madeBy }) => madeBy !== undefined)
        .flatMap(({ entity, path }) =>
          valuesAt(input, path).map(({ pointer }) => ({ pointer, entity, path })),
        );
      const named = sortParentsFirst(
        rules,
        places.map(({ entity }) => entity),
      );
      const isOptional = (path: string) => {
        const same = places.filter((place) => place.path === path).map(({ pointer }) => pointer);
        return schemas.fits(tool, withoutAll(input, same));
      };
      const found = places.map(({ pointer, entity, path }) => {
        const ids = places
          .filter((place) => place.entity === entity)
          .map((place) => valueAt(input, place.pointer));
        const number = [...new Set(ids)].indexOf(valueAt(input, pointer));
        const child = named.findLast((each) => listAncestors(rules, each).has(entity));
        return {
          pointer,
          entity,
          number,
          parentOf:
            child === undefined || number > 0 || isApart(tool) || isOptional(path) ? undefined : child,
          isOwn: shapesOf(tool)?.has(entity) === true,
        };
      });
      if (!isApart(tool)) return found;
      // Another parent is made after the child, which is made in its own one.
      const depth = (name: string) => listAncestors(rules, name).size;
      return found.toSorted((a, b) => depth(b.entity) - depth(a.entity));
    },
    async make(entity, siblings, tool) {
      const shapes = tool === undefined ? undefined : shapesOf(tool);
      try {
        return await make(entity, { instances: collectParents(entity, siblings), shapes });
      } catch (error) {
        if (!(error instanceof PreconditionError)) throw error;
        notes.add(`No ${entity} could be created for arguments: ${error.message}`);
        return undefined;
      }
    },
    newKeyIn(tool, input) {
      const pointer = rules.idempotency[tool]?.key;
      const old = pointer === undefined ? undefined : valueAt(input, pointer);
      if (pointer === undefined || old === undefined) return undefined;
      const fits = (value: string) => schemas.fits(tool, applyEdits(input, [{ set: pointer, to: value }]));
      return { pointer, value: newKeyFor(old, fits) };
    },
  };
}
