/** Compares a copy with its source. */
import { differences } from "@toolwright/runtime/json";
import { isWithin } from "../behaviour/observe/declared-changes.ts";
import { isTime } from "../behaviour/observe/lost.ts";
import type { Change, Observation, Snapshot } from "../behaviour/observe/observation.ts";
import { listIdArguments } from "../behaviour/rules/rule-calls.ts";
import { findMachine } from "../behaviour/states/in-state.ts";
import type { Behaviour } from "../cases/behaviour.ts";
import type { CopyRule } from "../cases/change-rules.ts";
import { type Json, valueAt } from "../cases/edits.ts";
import { listLeafValues, toPattern, valuesAt } from "../cases/places.ts";
import { parseTime } from "../cases/times.ts";
import type { Shown, Spec } from "../engine/law.ts";

/** The times and the ids that the calls which made a source have sent. */
interface Sent {
  readonly times: ReadonlySet<number>;
  readonly ids: ReadonlySet<Json>;
}

/** Finds a place of the source (`things.source`) that its copy (`things.copy`) does not show. */
export function findLost(shown: Shown, rule: CopyRule, spec: Spec): Change | undefined {
  const { things, before, after, isVolatile } = shown;
  const [source, copy] = [things.source!, things.copy!];
  const now = after.filter(({ of }) => of === copy);
  const sent = listSent(shown, spec);
  for (const was of before.filter(({ of }) => of === source)) {
    const is = now.find(({ tool }) => tool === was.tool);
    if (was.value === undefined || is === undefined || is.unknown) continue;
    if (is.value === undefined)
      return { tool: is.tool, of: copy, at: "", before: was.value, after: is.absent, called: is.called };
    const idPlaces = listIdPlaces(spec.rules, rule.entity, was.tool);
    const rename = renameIds(was.value, is.value, [source.id, copy.id], idPlaces);
    const lost = differences(rename(was.value), is.value, Number.POSITIVE_INFINITY)
      .map(({ at, expected, actual }) =>
        toChange(is, at, expected as Json | undefined, actual as Json | undefined),
      )
      .find(
        (change) =>
          !isWithin(change.at, rule.except) &&
          !isVolatile(change) &&
          !isOfCopyItself(change, idPlaces, source.id, sent),
      );
    if (lost !== undefined) return lost;
  }
  return findWrongState(rule, now, spec);
}

function listSent({ things, first }: Shown, { rules }: Spec): Sent {
  const { entity, input } = things.source!;
  const calls = [{ tool: rules.entities[entity]!.madeBy!.tool, input }, ...first];
  const times = calls.flatMap((call) => [...listLeafValues(call.input)].filter(isTime).map(toMoment));
  const ids = calls.flatMap((call) =>
    listIdArguments(rules, call.tool).flatMap(({ path }) =>
      valuesAt(call.input, path).map(({ value }) => value),
    ),
  );
  return { times: new Set(times), ids: new Set(ids) };
}

/** Returns the change if a copy may have another state than its source, and does not begin in the first one. */
function findWrongState(rule: CopyRule, now: Observation, { rules }: Spec): Change | undefined {
  const [, machine] = findMachine(rule.entity, rules) ?? [];
  if (machine === undefined || !isWithin(machine.field.path, rule.except)) return undefined;
  const { tool, path } = machine.field;
  const shown = now.find((snapshot) => snapshot.tool === tool);
  const state = shown?.value === undefined ? undefined : valueAt(shown.value, path);
  if (shown === undefined || state === undefined || state === machine.initial) return undefined;
  return toChange(shown, path, machine.initial, state);
}

function toChange({ tool, of, called }: Snapshot, at: string, before?: Json, after?: Json): Change {
  return { tool, of, at, before, after, called };
}

/** Whether a place has a time or an id that the server has given, not the caller: that of a copy is another one. */
function isOfCopyItself(
  { at, before, after }: Change,
  idPlaces: readonly string[],
  sourceId: Json,
  { times, ids }: Sent,
): boolean {
  if (isTime(before)) return !times.has(toMoment(before));
  if (before === undefined) return isTime(after);
  if (after === undefined || !idPlaces.includes(toPattern(at))) return false;
  return before === sourceId || !ids.has(before);
}

function toMoment(time: Json | undefined): number {
  return parseTime(String(time));
}

/** Lists the places of ids in what a tool shows of an entity: in its result, or in an item of its list. */
function listIdPlaces({ entities }: Behaviour, entity: string, tool: string): string[] {
  const observer = entities[entity]!.observedBy.find((each) => each.tool === tool);
  const list = observer?.id === undefined ? (observer?.list ?? "") : "";
  const item = list.slice(0, list.lastIndexOf("*") + 1);
  return Object.values(entities).flatMap(({ results }) =>
    results
      .filter(({ tool: shownBy, path }) => shownBy === tool && path.startsWith(item))
      .map(({ path }) => path.slice(item.length)),
  );
}

/** A shorter id may be part of another word. */
const enoughCharacters = 6;

/** Returns a function that replaces ids in texts, such as those of URLs, by the ids which the copy shows in their place. */
function renameIds(
  was: Json,
  is: Json,
  own: readonly [Json, Json],
  idPlaces: readonly string[],
): (value: Json) => Json {
  const shown = idPlaces
    .flatMap((place) => valuesAt(was, place))
    .map(({ pointer, value }) => [value, valueAt(is, pointer)] as const);
  const pairs = [own, ...shown].filter(
    (pair): pair is readonly [string, string] =>
      typeof pair[0] === "string" && typeof pair[1] === "string" && pair[0].length >= enoughCharacters,
  );
  const rename = (text: string) => pairs.reduce((done, [from, to]) => done.replaceAll(from, to), text);
  return (value) =>
    JSON.parse(JSON.stringify(value), (_, part) => (typeof part === "string" ? rename(part) : part));
}
