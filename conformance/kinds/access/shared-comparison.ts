/** Compares what an account sees of a shared entity with what its owner sees. */
import { type Difference, differences } from "@toolwright/runtime/json";
import { refusalCode } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { Snapshot } from "../../behaviour/observe/observation.ts";
import type { Json } from "../../cases/edits.ts";
import { findCalled } from "../../cases/format.ts";
import { toPattern, valuesAt } from "../../cases/places.ts";
import { describeDifference } from "../../judge/difference.ts";
import { requireDeclared } from "../../results/precondition-error.ts";

/** The values that a tool or a resource showed the owner, then the other account, and then the owner again. */
export interface View {
  readonly owner: Snapshot;
  readonly other: Snapshot;
  readonly ownerAgain: Snapshot;
  /** The role of the other account; undefined if the spec does not tell roles apart. */
  readonly role: string | undefined;
}

/** `hidden`: the owner sees nothing. `closed`: a declared refusal says that the account may not call the tool. */
export type Compared =
  | { readonly is: "equal" | "hidden" | "closed" }
  | { readonly is: "different"; readonly problem: string };

export function compareView({ owner, other, ownerAgain }: View, entity: string, engine: Engine): Compared {
  if (owner.value === undefined || ownerAgain.value === undefined || other.unknown) return { is: "hidden" };
  const { tool } = owner;
  if (other.value === undefined) {
    if (isClosed(other, entity, engine)) return { is: "closed" };
    return { is: "different", problem: `the account with access gets ${other.absent}` };
  }
  const passed = [
    ...listDiffering(entity, tool, engine),
    ...listDifferences(owner.value, ownerAgain.value).map(({ at }) => toPattern(at)),
  ];
  const found = listDifferences(owner.value, other.value).find(({ at }) => {
    const isPassed = passed.some((place) => isWithin(at, place));
    return !isPassed && !engine.observer.isVolatile(tool, at);
  });
  return found === undefined ? { is: "equal" } : toProblem(found);
}

/** Compares what both see at a place that some roles see: `equal` for a role that does not see it if there is nothing. */
export function comparePlace(
  { owner, other, role = "" }: View,
  place: string,
  entity: string,
  engine: Engine,
): Compared {
  if (other.value === undefined) return { is: "hidden" };
  const [shown] = listShown(owner.value ?? null, place);
  const { sees = {} } = requireDeclared(engine.rules.entities[entity]?.sharedBy?.roles);
  if (!sees[place]?.includes(role)) {
    const [leaked] = listShown(other.value, place);
    // That is wrong whatever the owner sees.
    if (leaked !== undefined)
      return { is: "different", problem: `${leaked.pointer} is ${JSON.stringify(leaked.value)}` };
    return { is: shown === undefined ? "hidden" : "equal" };
  }
  if (shown === undefined) return { is: "hidden" };
  const found = listDifferences(owner.value!, other.value).find(
    ({ at }) => isWithin(at, place) && !engine.observer.isVolatile(owner.tool, at),
  );
  return found === undefined ? { is: "equal" } : toProblem(found);
}

function toProblem(found: Difference): Compared {
  return { is: "different", problem: `${describeDifference(found)}, which its owner sees` };
}

/** Whether a pointer is at a place, or below it. */
function isWithin(at: string, place: string): boolean {
  return `${toPattern(at)}/`.startsWith(`${place}/`);
}

/** Lists the values at a place that tell something. */
function listShown(value: Json, place: string) {
  return valuesAt(value, place).filter((each) => !isNothing(each.value));
}

/** Whether a value tells nothing, such as the empty list in place of one that an account may not see. */
function isNothing(value: Json): boolean {
  return value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
}

/** Lists the places that depend on who looks: those of the entity, and in the items of a list those of what they show. */
function listDiffering(entity: string, tool: string, { rules: { entities } }: Engine): string[] {
  const inItems = Object.values(entities).flatMap(({ sharedBy, observedBy }) =>
    observedBy
      .filter((each) => each.tool === tool)
      .flatMap(({ list }) => (list === undefined ? [] : [list.slice(0, list.lastIndexOf("*") + 1)]))
      .flatMap((item) =>
        [...(sharedBy?.differs ?? []), ...Object.keys(sharedBy?.roles?.sees ?? {})].map(
          (place) => item + place,
        ),
      ),
  );
  const { differs, roles } = entities[entity]!.sharedBy!;
  return [...differs, ...Object.keys(roles?.sees ?? {}), ...inItems];
}

/** Whether a refusal is one that a tool may give an account with less than all access: a declared code, other than that of no access. */
function isClosed(
  { tool, called: { outcome } }: Snapshot,
  entity: string,
  { rules, context: { cases } }: Engine,
): boolean {
  const { observedBy, private: hidden } = rules.entities[entity]!;
  if (observedBy.some((observer) => observer.tool === tool)) return false;
  const code = refusalCode({ outcome });
  const { failures } = findCalled(cases, tool);
  return code !== undefined && code !== hidden && failures.includes(code);
}

function listDifferences(one: Json, two: Json): Difference[] {
  return differences(one, two, Number.POSITIVE_INFINITY);
}
