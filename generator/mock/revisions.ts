/** Counts the revisions of instances, and refuses calls that expect another one. */
import { canonical, pointerSteps } from "@toolwright/runtime/json";
import type { Revision } from "../model/behaviour.ts";
import type { Model } from "../model/model.ts";
import type { Tool } from "../model/operation.ts";
import type { IdKind } from "./id-kinds.ts";
import type { Instance } from "./instances.ts";
import { codeLike, refuse } from "./refusals.ts";
import { type Data, firstAt } from "./values.ts";

/** Refuses a call that expects another revision than the present one of an instance that it names. */
export function checkRevision(tool: Tool, input: Data, named: readonly Instance[], model: Model): void {
  const { revision } = tool.behaviour;
  const expected = revision && firstAt(input, revision.argument);
  if (revision === undefined || expected === undefined) return;
  const instance = named.find(({ kind }) => kind.entity.observedBy.includes(revision.shownBy.tool));
  if (instance === undefined || String(expected) === String(instance.revision)) return;
  refuse(
    model,
    revision.refused ?? codeLike(tool, /stale|revision|version|conflict/i),
    `${String(instance.id)} has revision ${instance.revision}, not ${JSON.stringify(expected)}.`,
  );
}

/** Raises the revisions of the instances that a change has changed. */
export function countRevisions<Made>(named: readonly Instance[], model: Model, change: () => Made): Made {
  const before = named.map((instance) => readCounted(instance, model));
  const made = change();
  for (const [index, instance] of named.entries())
    if (readCounted(instance, model) !== before[index]) instance.revision += 1;
  return made;
}

/** Returns a text that changes with everything that moves the revision of an instance. */
function readCounted({ kind, fields, states }: Instance, { tools }: Model): string {
  const except = new Set(
    tools.flatMap((tool) => (isRevised(kind, tool.behaviour.revision) ? tool.behaviour.revision.except : [])),
  );
  const counted = [...fields].filter(([place]) => !except.has(place));
  return canonical([counted, [...states].map(([name, { value }]) => [name, value])]);
}

/** Lists the tools that show a revision of a kind of instance, and the places. */
export function listRevisionPlaces(kind: IdKind, { tools }: Model): Revision["shownBy"][] {
  return tools.flatMap(({ behaviour: { revision } }) =>
    isRevised(kind, revision) ? [revision.shownBy] : [],
  );
}

/** The last step of a place is the name of the revision, also in results of other tools. */
export function nameOfRevision({ path }: Revision["shownBy"]): string {
  return pointerSteps(path).at(-1)!;
}

function isRevised({ entity }: IdKind, revision: Revision | undefined): revision is Revision {
  return revision !== undefined && entity.observedBy.includes(revision.shownBy.tool);
}
