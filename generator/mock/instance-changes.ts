/** The changes that make a part of a result show an instance: its id, its fields and its states. */
import { describing } from "@toolwright/json-schema/graph";
import { isObject, pointerSteps, toPointer, valueAt } from "@toolwright/runtime/json";
import type { Tool } from "../model/operation.ts";
import type { MockContext } from "./context.ts";
import type { Instance } from "./instances.ts";
import { listRevisionPlaces, nameOfRevision } from "./revisions.ts";
import { type Path, removeAt, setAt, withText } from "./values.ts";

/** An object in a result of a tool that shows an instance. */
export interface Holder {
  readonly tool: Tool;
  readonly path: Path;
}

/** @param place the path of the id in the result; absent where the result does not repeat it */
export function instanceChanges(
  holder: Holder,
  place: Path | undefined,
  instance: Instance,
  context: MockContext,
): Change[] {
  return [
    ...(place ? [idChange(holder, place, instance)] : []),
    ...fieldChanges(holder, instance, context),
    ...stateChanges(holder, instance, context),
    ...revisionChanges(holder, instance, context),
  ];
}

/** The id, and every text with the id of the example in it, such as a URL. */
function idChange({ path }: Holder, place: Path, { id }: Instance): Change {
  return (result) => {
    const shown = valueAt(result, place);
    const part = valueAt(result, path);
    if (typeof shown === "string" && shown.length > 5 && typeof id === "string" && isObject(part))
      Object.assign(part, withText(part, shown, id));
    setAt(result, place, id);
  };
}

function fieldChanges({ tool, path }: Holder, instance: Instance, context: MockContext): Change[] {
  return [...instance.fields]
    .map(([place, value]) => ({ steps: pointerSteps(place), value }))
    .filter(({ steps }) => isDeclared(tool, [...path, ...steps], context))
    .toSorted((one, other) => one.steps.length - other.steps.length)
    .map(({ steps, value }): Change => {
      if (value === undefined) return (result) => removeAt(result, [...path, ...steps]);
      return (result) => setAt(result, [...path, ...steps], structuredClone(value));
    });
}

function stateChanges({ tool, path }: Holder, instance: Instance, context: MockContext): Change[] {
  return instance.kind.machines.flatMap((machine) => {
    const { value } = instance.states.get(machine.name)!;
    const { field } = machine;
    const isShown = field.tool === tool.name;
    const place = isShown ? pointerSteps(field.path) : [...path, pointerSteps(field.path).at(-1)!];
    const poll = isShown && field.poll !== undefined ? pointerSteps(field.poll) : undefined;
    return [
      ...(isDeclared(tool, place, context) ? [(result: unknown) => setAt(result, place, value)] : []),
      ...(poll
        ? [(result: unknown) => setAt(result, poll, context.instances.secondsOfWork(instance, machine))]
        : []),
    ];
  });
}

function revisionChanges(
  { tool, path }: Holder,
  { kind, revision }: Instance,
  context: MockContext,
): Change[] {
  return listRevisionPlaces(kind, context.model).flatMap((shownBy) => {
    const isShown = shownBy.tool === tool.name && !path.includes("*");
    const place = isShown ? pointerSteps(shownBy.path) : [...path, nameOfRevision(shownBy)];
    const types = context
      .resultSchemas(tool, toPointer(place.map((step) => (/^\d+$/.test(step) ? "*" : step))))
      .flatMap(describing)
      .flatMap((node) => node.types ?? []);
    if (!isDeclared(tool, place, context)) return [];
    const value = types.includes("string") ? String(revision) : revision;
    return [(result: unknown) => setAt(result, place, value)];
  });
}

function isDeclared(tool: Tool, path: Path, context: MockContext): boolean {
  const pattern = path.map((step) => (/^\d+$/.test(step) ? "*" : step));
  return context.resultSchemas(tool, toPointer(pattern)).length > 0;
}

/** Changes a result in place. */
export type Change = (result: unknown) => void;

/**
 * Applies all changes to the base; if the result does not fit, applies only the changes that fit, one after the other. The base
 * itself must fit.
 */
export function applyFitting<T>(base: T, changes: readonly Change[], fits: (result: unknown) => boolean): T {
  const all = structuredClone(base);
  for (const change of changes) change(all);
  if (fits(all)) return all;
  return changes.reduce<T>((result, change) => {
    const next = structuredClone(result);
    change(next);
    return fits(next) ? next : result;
  }, structuredClone(base));
}
