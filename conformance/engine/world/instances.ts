/** Makes the things of attempts, and the arguments of calls about them. */
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { newKeyFor } from "../../behaviour/instances/fill.ts";
import { applyEdits, type Json, valueAt } from "../../cases/edits.ts";
import { withValuesAt } from "../../cases/places.ts";
import type { Act, LiveEdit } from "../law.ts";
import type { WorldInstances } from "../world.ts";
import { accountOf } from "./callers.ts";

export function openInstances(engine: Engine): WorldInstances {
  const { instances, context } = engine;
  const fits = (tool: string, input: Json) => context.schemas.fits(tool, input);
  return {
    async make(given) {
      const things: Record<string, EntityInstance> = {};
      for (const { thing, entity } of given) things[thing] = await instances.make(entity);
      return things;
    },
    async prepare({ tool, like = {}, asMade, about = {}, keep = [], by }, things) {
      if (asMade !== undefined) return things[asMade]!.input;
      const named = Object.entries(about).map(([entity, name]) => [entity, things[name]!] as const);
      return instances.fill(tool, like, {
        instances: Object.fromEntries(named),
        keep,
        account: accountOf(by),
      });
    },
    edit({ tool, but = [] }, prepared) {
      let input = prepared;
      for (const edit of but) {
        if ("newKey" in edit)
          input = withValuesAt(input, edit.newKey, (old) =>
            newKeyFor(old, (to) => fits(tool, applyEdits(input, [{ set: edit.newKey, to }]))),
          );
        else if ("unknownLike" in edit || "other" in edit) {
          const to = findValue(edit, tool, input);
          if (to !== undefined) input = applyEdits(input, [{ set: edit.set, to }]);
        } else input = applyEdits(input, [edit]);
      }
      return input;
    },
  };

  function findValue(
    edit: Exclude<LiveEdit, { readonly newKey: string }>,
    tool: Act["tool"],
    input: Json,
  ): Json | undefined {
    if ("unknownLike" in edit) return instances.unknownId(tool, edit.set, input);
    const now = valueAt(input, edit.set);
    if (now === undefined) return undefined;
    return edit.other.find((to) => to !== now && fits(tool, applyEdits(input, [{ set: edit.set, to }])));
  }
}
