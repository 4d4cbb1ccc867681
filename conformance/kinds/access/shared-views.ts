/** Looks at shared entities, by their owner and by the account to which they are shared. */
import { type Called, readStructured, showAnswer } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { makeChanged } from "../../behaviour/instances/changed-instances.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { Sharing } from "../../behaviour/instances/sharing.ts";
import { findMaker, listOwners } from "../../behaviour/lists/list-rule.ts";
import type { Snapshot } from "../../behaviour/observe/observation.ts";
import { whileInstancesLast } from "../../behaviour/once-per-run.ts";
import { listIdArguments } from "../../behaviour/rules/rule-calls.ts";
import { findMachine, listLastingStates } from "../../behaviour/states/in-state.ts";
import { baseArguments } from "../../calls/arguments.ts";
import type { Input } from "../../cases/call-rules.ts";
import { applyEdits, type Json } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import type { PagesRule } from "../../cases/rules/lists.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import { comparePlace, compareView, type View } from "./shared-comparison.ts";

/** A difference counts if it lasts: lists may be updated later. */
const mostLooks = 4;
/** The number of things that others add to an instance which has a list of them. */
const addedByOthers = 3;

const looks = whileInstancesLast<Promise<readonly View[]>>();

/** Returns the looks of the whole run at an entity. */
export function viewsOf(entity: string, engine: Engine): Promise<readonly View[]> {
  return looks(engine, entity, () => lookShared(entity, engine));
}

/** Shares instances in each way and in each lasting state, and looks at them by both accounts. */
async function lookShared(entity: string, engine: Engine): Promise<readonly View[]> {
  const sharing = await Sharing.find(engine, entity);
  const states = listLastingStates(entity, engine.rules);
  const { calls } = sharing.rule;
  const count = Math.max(states.length, calls.length);
  const inStates = Array.from({ length: count }, async (_, index) => {
    const [state, call] = [states[index % states.length], calls[index % calls.length]!];
    const instance = await engine.instances.make(entity);
    await addByOthers(instance, engine);
    const [machine] = findMachine(entity, engine.rules) ?? [];
    if (machine !== undefined && state !== undefined) await engine.states.bring(instance, machine, state);
    return lookAt(instance, sharing, call, engine);
  });
  const changed = makeChanged(entity, engine).then((instance) =>
    lookAt(instance, sharing, calls[0]!, engine),
  );
  return (await Promise.all([...inStates, ifPossible(changed)])).flatMap((views) => views ?? []);
}

/** Adds what no tool adds to a list of the instance, such as answers. */
async function addByOthers({ entity, id }: EntityInstance, { rules, hooks }: Engine): Promise<void> {
  const isOfOthers = ([tool, { first, items }]: [string, PagesRule]) =>
    listOwners(rules, { tool, input: first.input }).includes(entity) &&
    findMaker(rules, { tool, input: first.input, items }) === undefined;
  if (hooks.has("respond") && Object.entries(rules.pages).some(isOfOthers))
    await hooks.run("respond", { entity, id, count: addedByOthers, values: {} });
}

/** Shares an instance, and looks until both accounts see the same, or a difference lasts. */
async function lookAt(
  instance: EntityInstance,
  sharing: Sharing,
  call: Input,
  engine: Engine,
): Promise<readonly View[]> {
  await sharing.share(instance, call);
  const role = sharing.findRole(call);
  const look = async () =>
    (await lookByBoth(instance, sharing, engine)).map((seen): View => ({ ...seen, role }));
  let views = await look();
  for (let looks = 1; looks < mostLooks && views.some(isDifferent); looks++) {
    await engine.observer.waitForClockTick();
    views = await look();
  }
  return views;

  function isDifferent(view: View): boolean {
    const places = Object.keys(sharing.rule.roles?.sees ?? {});
    return [
      compareView(view, instance.entity, engine),
      ...places.map((place) => comparePlace(view, place, instance.entity, engine)),
    ].some(({ is }) => is === "different");
  }
}

async function lookByBoth(
  instance: EntityInstance,
  sharing: Sharing,
  engine: Engine,
): Promise<Omit<View, "role">[]> {
  const readers = listOtherReaders(instance.entity, engine);
  const inputs = new Map<string, Json>();
  for (const tool of readers) {
    const about = { about: instance, instances: { [instance.entity]: instance } };
    inputs.set(tool, await engine.instances.fill(tool, argumentsAbout(instance, tool, engine), about));
  }
  const lookBy = async (account: string | undefined): Promise<Snapshot[]> => {
    const others = [...inputs].map(async ([tool, input]) =>
      toSnapshot(await engine.calls.call({ tool, input }, { account })),
    );
    // All are awaited from the beginning: one that fails first, such as at the end of a run, ends this case and not the program.
    const own = engine.observer.observe({ ...instance, account });
    const [ofInstance, ofOthers] = await Promise.all([own, Promise.all(others)]);
    return [...ofInstance, ...ofOthers];
  };
  const owner = await lookBy(undefined);
  const other = await lookBy(sharing.account);
  const again = await lookBy(undefined);
  const find = (seen: Snapshot, snapshots: readonly Snapshot[]) =>
    snapshots.find(({ tool }) => tool === seen.tool)!;
  return owner.map((seen) => ({ owner: seen, other: find(seen, other), ownerAgain: find(seen, again) }));
}

/** The arguments of a reader, with the id of the instance where that is optional: each account has other things, and a list without it shows them, too. */
function argumentsAbout({ entity, id }: EntityInstance, tool: string, { context, rules }: Engine): Json {
  const base = baseArguments(context.cases, tool);
  const places = listIdArguments(rules, tool).filter(
    (place) => place.entity === entity && !place.path.includes("*"),
  );
  if (places.some(({ path }) => valuesAt(base, path).length > 0)) return base;
  return (
    places
      .map(({ path }) => applyEdits(base, [{ set: path, to: id }]))
      .find((input) => context.schemas.fits(tool, input)) ?? base
  );
}

/** Lists the tools and resources that cases ask for, beside those that show the entity. */
function listOtherReaders(entity: string, { context: { cases }, rules }: Engine): string[] {
  const observers = rules.entities[entity]!.observedBy.map(({ tool }) => tool);
  return cases.cases
    .filter((each) => each.kind === "access" && "check" in each)
    .filter((each) => each.check === "shared" && each.entity === entity)
    .map(({ tool }) => tool)
    .filter((tool) => !observers.includes(tool));
}

function toSnapshot(called: Called): Snapshot {
  const { tool, outcome } = called;
  if (outcome.is !== "success") return { tool, absent: showAnswer(called), called };
  const { structuredContent, content = null } = outcome.result;
  return { tool, value: structuredContent === undefined ? content : readStructured(called), called };
}
