/** Resolves the behaviour that a spec declares: entities, state machines, and the keys of a tool. */
import type { SpecLocation } from "../diagnostics/diagnostic.ts";
import type {
  Entity,
  EntityChange,
  Repeat,
  Revision,
  Sum,
  TaskRule,
  ToolBehaviour,
} from "../model/behaviour.ts";
import { withoutUndefined } from "../model/members.ts";
import { pascalCase } from "../model/names.ts";
import type { StateMachine } from "../model/states.ts";
import type { Tree } from "../model/tree.ts";
import { toUri } from "../schema/reference.ts";
import type { ServiceFile, TaskShape, ToolFile } from "../structure/shape.ts";
import { inService, type LimitSubstituter, locationBelow } from "./limits.ts";
import { toListChanges, toListing } from "./lists.ts";
import { toOverlap } from "./overlaps.ts";
import { toFilteredList, toPages } from "./pages.ts";
import { showPlace } from "./places.ts";
import { toRoundTrip } from "./round-trip.ts";

type Shapes<Key extends "entities" | "states"> = NonNullable<ServiceFile[Key]>[string];

/** Reads the arguments of a call that a declaration names. */
export type ReadCall = (
  call: { readonly tool: string; readonly input?: Readonly<Record<string, unknown>> },
  at: SpecLocation,
) => Readonly<Record<string, unknown>>;

export function toEntity(name: string, entity: Shapes<"entities">, read: ReadCall): Entity {
  const { id, made_by, ended_by, observed_by = [], shared_by } = entity;
  const inputOf = (call: Parameters<ReadCall>[0], key: string) =>
    read(call, inService(["entities", name, key, "input"]));
  return {
    name,
    id: toUri(id),
    ...(made_by && { madeBy: { ...made_by, input: inputOf(made_by, "made_by") } }),
    ...(ended_by && { endedBy: { ...ended_by, input: inputOf(ended_by, "ended_by") } }),
    ...(entity.private !== undefined && { private: entity.private }),
    observedBy: observed_by,
    ...(shared_by && {
      sharedBy: {
        tool: shared_by.tool,
        account: showPlace(shared_by.account),
        input: inputOf(shared_by, "shared_by"),
        differs: shared_by.differs ?? [],
        ...(shared_by.roles && {
          roles: { sees: {}, ...shared_by.roles, argument: showPlace(shared_by.roles.argument) },
        }),
      },
    }),
    at: inService(["entities", name]),
  };
}

export function toStateMachine(
  name: string,
  machine: Shapes<"states">,
  read: ReadCall,
  substituter: LimitSubstituter,
): StateMachine {
  const at = inService(["states", name]);
  const { field, initial, refused, exclusive, transitions } = machine;
  return {
    name,
    typeName: pascalCase(name),
    ...withoutUndefined({ field, initial, refused, exclusive }),
    transitions: Object.entries(transitions).map(([transition, rule]) =>
      toTransition(
        { transition, rule, refused, at: locationBelow(at, ["transitions", transition]) },
        read,
        substituter,
      ),
    ),
    at,
  };
}

interface DeclaredTransition {
  readonly transition: string;
  readonly rule: Shapes<"states">["transitions"][string];
  /** The code of transitions without their own. */
  readonly refused: string | undefined;
  readonly at: SpecLocation;
}

function toTransition(
  { transition: name, rule, refused, at }: DeclaredTransition,
  read: ReadCall,
  substituter: LimitSubstituter,
): StateMachine["transitions"][number] {
  const { changes, ...rest } = rule;
  const common = {
    name,
    ...(changes && { changes: toChanges(changes, locationBelow(at, ["changes"]), substituter) }),
    at,
  };
  if (rest.by === "server") return { ...common, ...rest, by: "server" };
  const by = { ...rest.by, input: read(rest.by, locationBelow(at, ["by", "input"])) };
  return { ...common, ...withoutUndefined({ refused }), ...rest, by };
}

function toChanges(
  changes: NonNullable<ToolFile["changes"]>,
  at: SpecLocation,
  { substituteText }: LimitSubstituter,
): EntityChange[] {
  return changes.map(({ to, by, ...each }, index) => {
    const place = locationBelow(at, [index]);
    const resolve = <Value>(value: Value, key: string) =>
      typeof value === "string" ? substituteText(value, locationBelow(place, [key])) : value;
    return { ...each, ...withoutUndefined({ to: resolve(to, "to"), by: resolve(by, "by") }), at: place };
  });
}

function toTree(tree: ToolFile["tree"], at: SpecLocation): Tree | undefined {
  if (tree === undefined) return undefined;
  return { id: showPlace(tree.id), parent: showPlace(tree.parent), refused: tree.refused, at };
}

export function toToolBehaviour(tool: ToolFile, file: string, substituter: LimitSubstituter): ToolBehaviour {
  const {
    idempotency,
    pages,
    filters,
    draws,
    revision,
    copies,
    takes,
    tree,
    sums = [],
    repeats = [],
    invariants = [],
    files = [],
    changes = [],
    requires = [],
    overlaps = [],
  } = tool;
  return {
    ...(idempotency && { idempotency: { ...idempotency, key: showPlace(idempotency.key) } }),
    ...(pages && { pages: toPages(pages) }),
    ...(filters && { filters: toFilteredList(filters) }),
    ...(draws && {
      draws: {
        limit: draws.limit,
        ...(draws.with !== undefined && { with: showPlace(draws.with) }),
        returnedOn: draws.returned_on ?? [],
        ...withoutUndefined({ returnedIn: draws.returned_in }),
      },
    }),
    ...(copies && {
      copies: { ...copies, source: showPlace(copies.source), except: copies.except ?? [] },
    }),
    ...(takes && {
      takes: {
        amount: showPlace(takes.amount),
        within: takes.within.map(showPlace),
        putBy: { tool: takes.put_by.tool, amount: showPlace(takes.put_by.amount) },
        refused: takes.refused,
        at: { file, path: ["takes"] },
      },
    }),
    ...withoutUndefined({
      spends: typeof tool.spends === "string" ? { name: tool.spends } : tool.spends,
      revision: toRevision(revision),
      task: toTaskRule(tool.task),
      deadlineSeconds: tool.deadline_seconds,
      lists: toListing(tool.lists, { file, path: ["lists"] }),
      tree: toTree(tree, { file, path: ["tree"] }),
      roundTrip: toRoundTrip(tool.round_trip, { file, path: ["round_trip"] }),
    }),
    sums: sums.map((sum, index) => ({ ...toSum(sum), at: { file, path: ["sums", index] } })),
    repeats: toRepeats(repeats, file),
    invariants: invariants.map((text, index) => {
      const at = { file, path: ["invariants", index] };
      return { text: substituter.substituteText(text, at), at };
    }),
    files: files.map((each, index) => ({ ...each, at: { file, path: ["files", index] } })),
    changes: toChanges(changes, { file, path: ["changes"] }, substituter),
    requires: requires.map(({ id, ...each }, index) => ({
      ...each,
      id: showPlace(id),
      at: { file, path: ["requires", index] },
    })),
    overlaps: overlaps.map((each, index) => ({
      ...toOverlap(each),
      at: { file, path: ["overlaps", index] },
    })),
    adds: toListChanges(tool.adds, { file, path: ["adds"] }),
    removes: toListChanges(tool.removes, { file, path: ["removes"] }),
  };
}

function toSum({
  parts = [],
  total,
  items,
  list,
  where,
}: NonNullable<ToolFile["sums"]>[number]): Omit<Sum, "at"> {
  if (items === undefined && list === undefined && where === undefined) return { parts, total };
  const chosen = Object.entries(where ?? {}).map(([place, is]) => [place, Array.isArray(is) ? is : [is]]);
  const called = list && { tool: list.tool, input: list.input ?? {} };
  return {
    parts,
    total,
    items: {
      ...withoutUndefined({ path: items, list: called }),
      where: Object.fromEntries(chosen),
    },
  };
}

function toRevision(revision: ToolFile["revision"]): Revision | undefined {
  if (revision === undefined) return undefined;
  const { argument, shown_by: shownBy, refused, except = [] } = revision;
  return {
    argument: showPlace(argument),
    shownBy,
    ...withoutUndefined({ refused }),
    except: except.map(showPlace),
  };
}

/** Returns undefined for a tool without tasks. */
function toTaskRule(task: ToolFile["task"] = "never"): TaskRule | undefined {
  const {
    when,
    after_seconds,
    keep_seconds = 86_400,
    poll_seconds,
  }: TaskShape = typeof task === "string" ? { when: task } : task;
  if (when === "never") return undefined;
  return {
    when,
    afterSeconds: when === "always" ? 0 : (after_seconds ?? 2),
    keepSeconds: keep_seconds,
    ...withoutUndefined({ pollSeconds: poll_seconds }),
  };
}

function toRepeats(repeats: NonNullable<ToolFile["repeats"]>, file: string): Repeat[] {
  const entries: readonly (readonly [name: string, path: string, step: string | number])[] = Array.isArray(
    repeats,
  )
    ? repeats.map((name: string, index) => [name, showPlace(name), index])
    : Object.entries(repeats as Readonly<Record<string, string>>).map(([name, path]) => [name, path, name]);
  return entries.map(([name, path, step]) => ({
    argument: showPlace(name),
    path,
    at: { file, path: ["repeats", step] },
  }));
}
