/** Adds what calls say to the lists of an instance, and removes it (`adds`, `removes`). */
import { canonical, isObject, pointerSteps, toPointer } from "@toolwright/runtime/json";
import { type ListChange, listEntries } from "../model/list-change.ts";
import type { Model } from "../model/model.ts";
import type { Tool } from "../model/operation.ts";
import type { MockCall, MockContext } from "./context.ts";
import type { IdKind } from "./id-kinds.ts";
import type { Instance } from "./instances.ts";
import { firstAt, setAt, valueIn } from "./values.ts";

/** The arguments with the entries of lists: no property shows them as they are. */
export function listChangeArguments({ behaviour }: Tool): string[] {
  return [...behaviour.adds, ...behaviour.removes].map(({ argument }) => argument);
}

/** The places of the lists that calls change. */
export function listChangedPlaces({ tools }: Model): string[] {
  const changes = tools.flatMap(({ behaviour }) => [...behaviour.adds, ...behaviour.removes]);
  return changes.map(({ place }) => place.split("/*")[0]!);
}

export function changeLists(call: MockCall, context: MockContext): void {
  const { adds, removes } = call.tool.behaviour;
  for (const change of adds) changeList(call, change, addTo, context);
  for (const change of removes) changeList(call, change, removeFrom, context);
}

type ChangeItems = (
  items: readonly unknown[],
  entries: readonly unknown[],
  change: ListChange,
  makeItem: (entry: unknown) => unknown,
) => unknown[];

const addTo: ChangeItems = (items, entries, change, makeItem) => {
  const added = entries.filter((entry) => !items.some((item) => isEntry(item, entry, change)));
  return [...items, ...added.map(makeItem)];
};

const removeFrom: ChangeItems = (items, entries, change) =>
  items.filter((item) => !entries.some((entry) => isEntry(item, entry, change)));

function changeList(
  call: MockCall,
  change: ListChange,
  changeItems: ChangeItems,
  context: MockContext,
): void {
  const sent = firstAt(call.input, change.argument);
  const list = sent === undefined ? undefined : findList(call, change, context);
  if (list === undefined) return;
  const { instance, field, shown } = list;
  const items = instance.fields.get(field) ?? shown;
  const entries = Array.isArray(sent) ? sent : [sent];
  const makeOne = (entry: unknown) => makeItem(entry, change, list, context);
  if (Array.isArray(items)) instance.fields.set(field, changeItems(items, entries, change, makeOne));
}

/** A list of an instance. */
interface InstanceList {
  readonly instance: Instance;
  /** The place of the list in an object that shows the instance. */
  readonly field: string;
  /** The list that an example shows. */
  readonly shown: unknown;
  readonly observer: Tool;
}

/** Finds the instance that a call names beside the entries, and a tool that shows its list. */
function findList(
  { tool, input, named }: MockCall,
  change: ListChange,
  context: MockContext,
): InstanceList | undefined {
  for (const kind of context.kinds) {
    const ids = kind
      .findArguments(tool)
      .filter((id) => id !== change.argument && !id.startsWith(`${change.argument}/`))
      .map((id) => firstAt(input, id));
    const instance = named.find((each) => each.kind === kind && ids.includes(each.id));
    const list = instance && findShown(kind, change, context);
    if (list !== undefined) return { instance: instance!, ...list };
  }
  return undefined;
}

function findShown(
  kind: IdKind,
  { place }: ListChange,
  context: MockContext,
): Omit<InstanceList, "instance"> | undefined {
  const list = place.split("/*")[0]!;
  for (const name of kind.entity.observedBy) {
    const observer = context.behaviour.tool(name);
    if (observer === undefined || context.resultSchemas(observer, list).length === 0) continue;
    const steps = pointerSteps(list);
    const holders = kind.findResults(observer).map((id) => pointerSteps(id).slice(0, -1));
    const holder = holders.find((path) => path.every((step, index) => step === steps[index])) ?? [];
    const shown = observer.examples.map(({ output }) => valueIn(output, list)).find(Array.isArray) ?? [];
    return { field: toPointer(steps.slice(holder.length)), shown, observer };
  }
  return undefined;
}

function isEntry(item: unknown, entry: unknown, { place }: ListChange): boolean {
  const inItem = place.split("/*")[1] ?? "";
  return canonical(valueIn(item, inItem)) === canonical(entry);
}

/** An item of the list: the entry, or an object that has it. */
function makeItem(
  entry: unknown,
  change: ListChange,
  { observer, shown }: InstanceList,
  context: MockContext,
): unknown {
  const inItem = change.place.split("/*")[1] ?? "";
  if (inItem === "") return entry;
  const [example] = shown as readonly unknown[];
  const pattern = listEntries(change).slice(0, -inItem.length);
  const item = structuredClone(
    example ?? context.behaviour.sampler.one(...context.resultSchemas(observer, pattern)),
  );
  if (isObject(item)) setAt(item, pointerSteps(inItem), entry);
  return item;
}
