/** Makes the calls that add entries to a list of an instance, or remove some. */
import type { Called } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import type { ListCall, ListRule } from "../../cases/change-rules.ts";
import { applyEdits, type Edit, type Json, valueAt } from "../../cases/edits.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import { hasSimilar, type InstanceList, type ShownLists } from "./shown-lists.ts";

/** A call about a list, and the entries that were not sent yet. */
export interface ListCalls extends InstanceList {
  readonly call: ListCall;
  readonly waiting: Json[];
}

/** A call that has changed the list, and the entries that it has sent. */
export interface Sent {
  readonly called: Called;
  readonly entries: readonly Json[];
}

/** Adds entries that the lists do not have. Throws a PreconditionError if the tool takes none. */
export async function addNew(adding: ListCalls, lists: ShownLists, engine: Engine, count = 1): Promise<Sent> {
  const { call, rule } = adding;
  let wanted = count;
  let refused: Called | undefined;
  for (;;) {
    const input = await fillNew(adding, lists, engine, wanted);
    if (input === undefined) break;
    const called = await engine.calls.call({ tool: call.tool, input });
    if (called.outcome.is === "success") return { called, entries: readSent(input, rule) };
    refused = called;
    wanted = 1;
    if (rule.entryEntity !== undefined) break;
  }
  if (refused !== undefined) throw engine.verdicts.setupFailed(refused);
  throw noEntryLeft(adding);
}

/** Fills in a call with entries that the lists do not have: of an entity, a new one. Undefined if none is left. */
async function fillNew(
  adding: ListCalls,
  lists: ShownLists,
  engine: Engine,
  count: number,
): Promise<Json | undefined> {
  const { rule, waiting } = adding;
  const isNew = (entry: Json) => [...lists.values()].every((list = []) => !hasSimilar(list, entry));
  if (rule.entryEntity !== undefined) return fillList(adding, engine);
  while (waiting.length > 0) {
    const entries = waiting.splice(0, rule.isList ? count : 1);
    const input = await fillList(adding, engine, { entries });
    // A binding of the target may have put another value in the place of an entry.
    if (readSent(input, rule).every(isNew)) return input;
  }
  return undefined;
}

export async function requireNew(adding: ListCalls, lists: ShownLists, engine: Engine): Promise<Json> {
  const input = await fillNew(adding, lists, engine, 1);
  if (input === undefined) throw noEntryLeft(adding);
  return input;
}

function noEntryLeft({ call, rule }: Pick<ListCalls, "call" | "rule">): PreconditionError {
  const why = `no other entry of ${rule.place} is known that ${call.tool} takes: an example of ${call.tool} with another one would show it`;
  return new PreconditionError("unobserved", why);
}

interface FilledEntries {
  readonly entries: readonly Json[];
  /** Whether they stay as they are, also where the target has a binding. */
  readonly isKept?: boolean;
}

/** Fills in a call about the instance, with entries in place of those of the example. */
export async function fillList(
  { instance, rule, call }: Omit<ListCalls, "waiting">,
  engine: Engine,
  { entries, isKept = false }: Partial<FilledEntries> = {},
): Promise<Json> {
  const { entity, id, argument, isList, entryEntity } = rule;
  const edits: Edit[] = [{ set: id, to: instance.id }];
  if (entries !== undefined) edits.push({ set: argument, to: isList ? entries : entries[0]! });
  const kept = isList ? (entries ?? []).map((_, index) => `${argument}/${index}`) : [argument];
  const input = await engine.instances.fill(
    call.tool,
    applyEdits(exampleArguments(engine.context.cases, call), edits),
    {
      about: instance,
      keep: [id, ...(isKept ? kept : [])],
      instances: entryEntity === entity ? instance.parents : { ...instance.parents, [entity]: instance },
      isChanged: true,
    },
  );
  await engine.states.bringToState(call.tool, input);
  return input;
}

export function readSent(input: Json, { argument, isList }: ListRule): readonly Json[] {
  const sent = valueAt(input, argument);
  if (sent === undefined) return [];
  return isList && Array.isArray(sent) ? sent : [sent];
}
