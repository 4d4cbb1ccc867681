/** Finds states that a key `while` names, and that an entity never has. */
import { withCapitalArticle } from "@toolwright/runtime/problems";
import type { SpecLocation, Violation } from "../../diagnostics/diagnostic.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import { listStates } from "../../model/behaviour.ts";
import type { Model } from "../../model/model.ts";
import { locationBelow } from "../../resolve/limits.ts";
import { idsIn } from "./named-places.ts";

/** The states in which an entity counts, or has its interval. */
interface NamedStates {
  readonly entity: string;
  readonly states: readonly string[];
  /** The place of the key `while`, without the key. */
  readonly at: SpecLocation;
}

export function strangeStates({ entity: name, states, at }: NamedStates, model: Model): Violation[] {
  const entity = model.entities.find((each) => each.name === name);
  if (entity === undefined) return [];
  const machines = model.states.filter((machine) => {
    const shower = model.tools.find((tool) => tool.name === machine.field.tool);
    if (shower === undefined) return false;
    const isShown = idsIn(entity, shower, "input", model).length > 0;
    return isShown || (machine.name === name && idsIn(entity, shower, "output", model).length > 0);
  });
  const declared = machines.flatMap(listStates);
  return states.flatMap((state, index) =>
    declared.includes(state)
      ? []
      : [
          {
            at: locationBelow(at, ["while", index]),
            detail: `${withCapitalArticle(name)} is never ${JSON.stringify(state)}.`,
            hint: didYouMean(state, declared),
          },
        ],
  );
}
