/** The changes that make a part of a result show a thing: its id, its fields, its states and times. */
import { pointerOf, pointerSteps, valueAt } from "@toolwright/runtime/json";
import type { Tool } from "../model/model.ts";
import type { MockContext } from "./context.ts";
import { countedBy, isOwnership, optionalParts, timeOf } from "./conventions.ts";
import type { Change } from "./fitted.ts";
import { isWriter } from "./id-kinds.ts";
import type { Thing } from "./things.ts";
import { type Data, isData, type Path, removeAt, setAt, withText } from "./values.ts";

/** An object in a result of a tool that shows a thing. */
export interface Holder {
  readonly tool: Tool;
  readonly path: Path;
  /** The arguments of the call. */
  readonly input: Data;
}

/** @param place the path of the id in the result; absent where the result does not repeat it */
export function thingChanges(
  holder: Holder,
  place: Path | undefined,
  thing: Thing,
  context: MockContext,
): Change[] {
  return [
    ...(place ? [idChange(holder, place, thing)] : []),
    ...fieldChanges(holder, thing, context),
    ...stateChanges(holder, thing, context),
    (result) => setTimes(valueAt(result, holder.path), thing),
    (result) => setOwnership(valueAt(result, holder.path), thing),
    (result) => removeTimesToCome(valueAt(result, holder.path), thing),
    ...partChanges(holder, thing, context),
  ];
}

/** The id, and every text with the id of the example in it, such as a URL. */
function idChange({ path }: Holder, place: Path, { id }: Thing): Change {
  return (result) => {
    const shown = valueAt(result, place);
    const part = valueAt(result, path);
    if (typeof shown === "string" && shown.length > 5 && typeof id === "string" && isData(part))
      Object.assign(part, withText(part, shown, id));
    setAt(result, place, id);
  };
}

function fieldChanges({ tool, path }: Holder, thing: Thing, context: MockContext): Change[] {
  const entries = [...thing.fields].filter(
    ([name, value]) => thing.given.has(name) || !(isWriter(tool) && Array.isArray(value)),
  );
  return entries
    .filter(([name]) => isDeclared(tool, [...path, name], context))
    .map(([name, value]): Change => {
      if (value === undefined) return (result) => removeAt(result, [...path, name]);
      return (result) => setAt(result, [...path, name], structuredClone(value));
    })
    .concat(countChanges({ tool, path }, thing));
}

/** `comment_count` is the length of `comments`. */
function countChanges({ path }: Pick<Holder, "tool" | "path">, { fields }: Thing): Change[] {
  return [
    (result) => {
      const part = valueAt(result, path);
      if (!isData(part)) return;
      for (const [name, value] of Object.entries(part)) {
        const list = countedBy(name)
          .map((counted) => fields.get(counted) ?? part[counted])
          .find(Array.isArray);
        if (typeof value === "number" && list !== undefined) part[name] = list.length;
      }
    },
  ];
}

function stateChanges({ tool, path }: Holder, thing: Thing, context: MockContext): Change[] {
  return thing.kind.machines.flatMap((machine) => {
    const { value } = thing.states.get(machine.name)!;
    const { field } = machine;
    const isShown = field.tool === tool.name;
    const place = isShown ? pointerSteps(field.path) : [...path, pointerSteps(field.path).at(-1)!];
    const poll = isShown && field.poll !== undefined ? pointerSteps(field.poll) : undefined;
    return [
      ...(isDeclared(tool, place, context) ? [(result: unknown) => setAt(result, place, value)] : []),
      ...(poll
        ? [(result: unknown) => setAt(result, poll, context.things.secondsOfWork(thing, machine))]
        : []),
    ];
  });
}

/** Sets the times below an object whose names say what they are; lists have things of their own. */
function setTimes(part: unknown, thing: Thing): void {
  if (!isData(part)) return;
  for (const [name, value] of Object.entries(part)) {
    if (isData(value)) setTimes(value, thing);
    if (typeof value !== "string" || !isTime(value)) continue;
    const time = timeOf(name, thing);
    if (typeof time === "number") part[name] = timeLike(value, time);
  }
}

/** Only the owner sees what is private. */
function setOwnership(part: unknown, thing: Thing): void {
  if (!isData(part) || thing.kind.resource?.private === undefined) return;
  for (const [name, value] of Object.entries(part)) {
    if (isData(value)) setOwnership(value, thing);
    if (typeof value === "boolean" && isOwnership(name)) part[name] = true;
  }
}

/** `published_at` of something that is a draft. */
function removeTimesToCome(part: unknown, thing: Thing): void {
  if (!isData(part)) return;
  for (const [name, value] of Object.entries(part)) {
    if (isData(value)) removeTimesToCome(value, thing);
    if (timeOf(name, thing) === "never") delete part[name];
  }
}

function isTime(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text);
}

/** A time in the form of an example: with milliseconds, or in whole seconds. */
export function timeLike(example: string, time: number): string {
  const text = new Date(time).toISOString();
  return example.includes(".") ? text : `${text.slice(0, 19)}Z`;
}

/** Leaves out `comments` unless `include_comments` is true. */
function partChanges({ tool, path, input }: Holder, { fields }: Thing, context: MockContext): Change[] {
  return [...optionalParts(tool)].map(([part, argument]): Change => {
    const place = [...path, part];
    if (input[argument] !== true) return (result) => removeAt(result, place);
    const value = fields.get(part);
    return (result) => {
      const shown = value ?? valueAt(result, place) ?? partOf(tool, place, context);
      if (shown !== undefined) setAt(result, place, structuredClone(shown));
    };
  });
}

/** A part that an example shows, else a sample. */
function partOf(tool: Tool, place: Path, context: MockContext): unknown {
  const shown = tool.examples
    .map(({ output }) => valueAt(output, place))
    .find((value) => value !== undefined);
  const schemas = context.resultSchemas(tool, pointerOf(place));
  return shown ?? (schemas.length > 0 ? context.behaviour.sampler.one(...schemas) : undefined);
}

function isDeclared(tool: Tool, path: Path, context: MockContext): boolean {
  const pattern = path.map((step) => (/^\d+$/.test(step) ? "*" : step));
  return context.resultSchemas(tool, pointerOf(pattern)).length > 0;
}
