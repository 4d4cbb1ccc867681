/** Remembers what results show of a thing, so that all tools show the same. */
import { pointerSteps } from "@toolwright/runtime/json";
import type { Tool } from "../model/model.ts";
import { baseItem, baseResult } from "./base-results.ts";
import type { MockContext } from "./context.ts";
import type { Examples } from "./examples.ts";
import { listPlaces } from "./lists.ts";
import type { Thing } from "./things.ts";
import { isData, valueIn } from "./values.ts";

/** Remembers the properties of an object that shows a thing, but for those that are known or that change by themselves. */
export function remember(thing: Thing, shown: unknown, tool: Tool): void {
  if (!isData(shown)) return;
  const isState = (name: string) => thing.kind.machines.some(({ field }) => field.path.endsWith(`/${name}`));
  const ids = new Set(thing.kind.findResults(tool).map((place) => pointerSteps(place).at(-1)));
  for (const [name, value] of Object.entries(shown))
    if (!thing.fields.has(name) && !isState(name) && !ids.has(name) && !isMoment(value))
      thing.fields.set(name, structuredClone(value));
}

/** Remembers what the result of its maker shows of a new thing, also what the maker could have been given and was not. */
export function rememberAsMade(thing: Thing, shown: unknown, tool: Tool): void {
  for (const [name, value] of thing.fields)
    if (value === undefined && isData(shown) && Object.hasOwn(shown, name)) thing.fields.delete(name);
  remember(thing, shown, tool);
}

/** Decides how a new thing looks to the tools that observe it, so that reading it in any order changes nothing. */
export function rememberAsObserved(
  thing: Thing,
  examples: ReadonlyMap<Tool, Examples>,
  context: MockContext,
): void {
  const names = thing.kind.entity?.observedBy ?? [];
  const observers = context.model.tools.filter(({ name, output }) => output && names.includes(name));
  for (const tool of observers)
    for (const { list, kind } of listPlaces(tool, context))
      if (kind === thing.kind) remember(thing, baseItem(tool, list, context), tool);
  for (const tool of observers.filter((each) => isAboutOne(each, thing))) {
    const { result } = baseResult(tool, {}, [thing], examples.get(tool)!, context);
    const [place = "/"] = thing.kind.findResults(tool);
    remember(thing, valueIn(result, place.slice(0, place.lastIndexOf("/"))), tool);
  }
}

/** Whether a tool shows the thing itself, and not a list of what belongs to it, or the progress of work on it. */
function isAboutOne(tool: Tool, { kind }: Thing): boolean {
  const inLists = kind.findResults(tool).some((place) => place.includes("*"));
  const isProgress = kind.machines.some(({ field }) => field.tool === tool.name && field.poll !== undefined);
  return kind.findArguments(tool).length > 0 && tool.behaviour.pages === undefined && !inLists && !isProgress;
}

/** Times are set by what happens, and are not remembered. */
function isMoment(value: unknown): boolean {
  if (typeof value === "string") return /^\d{4}-\d{2}-\d{2}T/.test(value);
  return isData(value) && Object.values(value).some(isMoment);
}
