/** Applies the effects of a call to instances: creates, changes, moves and ends them. */
import { isObject, toPointer } from "@toolwright/runtime/json";
import type { Tool } from "../model/operation.ts";
import { changeLists, listChangeArguments } from "./changed-lists.ts";
import type { MockCall, MockContext } from "./context.ts";
import { hasSameSwitches } from "./examples.ts";
import { freshId } from "./fresh-id.ts";
import { type IdKind, isWriter } from "./id-kinds.ts";
import type { Instance } from "./instances.ts";
import { beginState, isCall, listTimes, type Move, makeMoves, shownState } from "./transitions.ts";
import { type Data, firstAt, withText } from "./values.ts";

/** Applies the effects of an accepted call. @returns the created instances */
export function apply(call: MockCall, moves: readonly Move[], context: MockContext): Instance[] {
  const { tool, input, named } = call;
  makeMoves(moves, context.now());
  const made = context.kinds.flatMap((kind): Instance[] => {
    const place = kind.madeAt(tool);
    return place === undefined ? [] : [make(kind, place, call, context)];
  });
  if (made.length === 0 && isWriter(tool)) for (const instance of named) giveArguments(instance, tool, input);
  changeLists(call, context);
  for (const instance of named) if (isEnd(instance, call, moves)) context.instances.remove(instance);
  return made;
}

function make(kind: IdKind, place: string, call: MockCall, context: MockContext): Instance {
  const { tool, input, caller, named, examples } = call;
  const { instances, random, fits } = context;
  const example = exampleId(kind, place, call, context);
  const id = freshId(
    example,
    (value) => fits(value, kind.type),
    (value) => instances.isTaken(kind, value),
    random,
  );
  const instance = instances.add(
    kind,
    id ?? example,
    caller.account,
    named.map((other) => other.id),
  );
  const source = tool.behaviour.copies && named.find((other) => other.kind === kind);
  if (source) copyFields(source, instance);
  else for (const name of listLeftOut(tool, input)) instance.fields.set(toPointer([name]), undefined);
  giveArguments(instance, tool, input);
  for (const place of listTimes(kind, context)) instance.fields.set(place, undefined);
  // A switch such as `publish` may lead to another state at once, as an example shows.
  const alike = examples.all.find(
    ({ output, input: shown }) =>
      output !== undefined && hasSameSwitches(shown, input) && Object.values(shown).includes(true),
  );
  for (const machine of kind.machines) {
    const state = alike && shownState(machine, tool, alike.output);
    if (state !== undefined) beginState(instance, machine, state, context.now());
  }
  return instance;
}

/** A copy is like its source. */
function copyFields(source: Instance, copy: Instance): void {
  for (const [place, value] of source.fields)
    copy.fields.set(place, withText(structuredClone(value), String(source.id), String(copy.id)));
}

function exampleId(kind: IdKind, place: string, { tool }: MockCall, { behaviour }: MockContext): unknown {
  const shown = tool.examples.map(({ output }) =>
    output === undefined ? undefined : firstAt(output, place),
  );
  return shown.find((id) => id !== undefined) ?? behaviour.sampler.one(kind.type);
}

/** The arguments that the caller left out: an example may show the property of the same name. */
function listLeftOut(tool: Tool, input: Data): string[] {
  const { properties = {} } = tool.input.schema as { properties?: object };
  return Object.keys(properties).filter((name) => !Object.hasOwn(input, name));
}

/** Results show arguments in properties of the same name; the members of an argument that is an object, too. */
function giveArguments(instance: Instance, tool: Tool, input: Data): void {
  const ids = instance.kind.findArguments(tool);
  const { idempotency, revision } = tool.behaviour;
  const unshown = [...ids, idempotency?.key, revision?.argument, ...listChangeArguments(tool)];
  for (const [name, value] of Object.entries(input)) {
    if (unshown.includes(`/${name}`)) continue;
    if (isObject(value))
      for (const [member, part] of Object.entries(value))
        if (!Object.hasOwn(input, member)) instance.fields.set(toPointer([member]), structuredClone(part));
    instance.fields.set(toPointer([name]), structuredClone(value));
  }
}

/** A call that ends an instance removes it, unless it leads to a state in which the instance is still shown. */
function isEnd(instance: Instance, { tool, input }: MockCall, moves: readonly Move[]): boolean {
  const ending = instance.kind.entity.endedBy;
  return (
    ending !== undefined && isCall(ending, tool, input) && moves.every((move) => move.instance !== instance)
  );
}
