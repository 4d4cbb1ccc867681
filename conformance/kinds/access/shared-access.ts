/** Judges that an account to which an entity is shared sees what its owner sees. */
import { type Difference, differences } from "@toolwright/runtime/json";
import { type Called, readStructured, refusalCode, showAnswer } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { makeChanged } from "../../behaviour/instances/changed-instances.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { Sharing } from "../../behaviour/instances/sharing.ts";
import { findMaker, listOwners } from "../../behaviour/lists/list-rule.ts";
import type { Snapshot } from "../../behaviour/observe/observation.ts";
import { oncePerRun } from "../../behaviour/once-per-run.ts";
import { listIdArguments } from "../../behaviour/rules/rule-calls.ts";
import { findMachine, listLastingStates } from "../../behaviour/states/in-state.ts";
import { baseArguments } from "../../calls/arguments.ts";
import type { PagesRule } from "../../cases/behaviour.ts";
import type { AccessCase } from "../../cases/behaviour-cases.ts";
import { applyEdits, type Json } from "../../cases/edits.ts";
import { findCalled } from "../../cases/format.ts";
import { toPattern, valuesAt } from "../../cases/places.ts";
import { describeDifference } from "../../judge/difference.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import { held, inapplicable, unverified, type Verdict } from "../../results/verdict.ts";

type SharedCase = Extract<AccessCase, { readonly check: "shared" }>;

/** The values that a tool or a resource showed the owner, then the other account, and then the owner again. */
interface View {
  readonly owner: Snapshot;
  readonly other: Snapshot;
  readonly ownerAgain: Snapshot;
}

/** A difference counts if it lasts: lists may be updated later. */
const mostLooks = 4;
/** The number of things that others add to an instance which has a list of them. */
const addedByOthers = 3;

const viewsOf = oncePerRun<Promise<readonly View[]>>();

export async function sharedVerdict(each: SharedCase, engine: Engine): Promise<Verdict> {
  const all = await viewsOf(engine, each.entity, () => lookShared(each.entity, engine));
  const views = all.filter(({ owner }) => owner.tool === each.tool);
  let last: Compared["is"] = "hidden";
  for (const view of views) {
    const compared = compareView(view, each.entity, engine);
    if (compared.is === "different")
      return engine.verdicts.failed(each.must, view.other.called, compared.problem);
    if (last !== "equal" && compared.is !== "hidden") last = compared.is;
  }
  if (last === "equal") return held;
  return last === "closed"
    ? inapplicable("accounts with access may not call it")
    : unverified("unobserved", `${each.tool} shows no ${each.entity} to its owner`);
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
    await sharing.share(instance, call);
    return lookAt(instance, sharing, engine);
  });
  const changed = makeChanged(entity, engine).then(async (instance) => {
    await sharing.share(instance);
    return lookAt(instance, sharing, engine);
  });
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

async function lookAt(instance: EntityInstance, sharing: Sharing, engine: Engine): Promise<readonly View[]> {
  const look = () => lookByBoth(instance, sharing, engine);
  let views = await look();
  for (let looks = 1; looks < mostLooks && views.some(isDifferent); looks++) {
    await engine.observer.waitForClockTick();
    views = await look();
  }
  return views;

  function isDifferent(view: View): boolean {
    return compareView(view, instance.entity, engine).is === "different";
  }
}

async function lookByBoth(instance: EntityInstance, sharing: Sharing, engine: Engine): Promise<View[]> {
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
  return cases.cases.flatMap((each) =>
    each.kind === "access" && "check" in each && each.check === "shared" && each.entity === entity
      ? observers.includes(each.tool)
        ? []
        : [each.tool]
      : [],
  );
}

function toSnapshot(called: Called): Snapshot {
  const { tool, outcome } = called;
  if (outcome.is !== "success") return { tool, absent: showAnswer(called), called };
  const { structuredContent, content = null } = outcome.result;
  return { tool, value: structuredContent === undefined ? content : readStructured(called), called };
}

/** `hidden`: the owner sees nothing. `closed`: a declared refusal says that the account may not call the tool. */
type Compared =
  | { readonly is: "equal" | "hidden" | "closed" }
  | { readonly is: "different"; readonly problem: string };

function compareView({ owner, other, ownerAgain }: View, entity: string, engine: Engine): Compared {
  if (owner.value === undefined || ownerAgain.value === undefined || other.unknown) return { is: "hidden" };
  const { tool } = owner;
  if (other.value === undefined) {
    if (isClosed(other, entity, engine)) return { is: "closed" };
    return { is: "different", problem: `the account with access gets ${other.absent}` };
  }
  const passed = [
    ...listDiffering(entity, tool, engine),
    ...listDifferences(owner.value, ownerAgain.value).map(({ at }) => toPattern(at)),
  ];
  const found = listDifferences(owner.value, other.value).find(({ at }) => {
    const isPassed = passed.some((place) => `${toPattern(at)}/`.startsWith(`${place}/`));
    return !isPassed && !engine.observer.isVolatile(tool, at);
  });
  return found === undefined
    ? { is: "equal" }
    : { is: "different", problem: `${describeDifference(found)}, which its owner sees` };
}

/** Lists the places that depend on who looks: those of the entity, and in the items of a list those of what they show. */
function listDiffering(entity: string, tool: string, { rules: { entities } }: Engine): string[] {
  const inItems = Object.values(entities).flatMap(({ sharedBy, observedBy }) =>
    observedBy
      .filter((each) => each.tool === tool)
      .flatMap(({ list }) => (list === undefined ? [] : [list.slice(0, list.lastIndexOf("*") + 1)]))
      .flatMap((item) => (sharedBy?.differs ?? []).map((place) => item + place)),
  );
  return [...entities[entity]!.sharedBy!.differs, ...inItems];
}

/** Whether a refusal is one that a tool may give an account with less than all access: a declared code, other than that of no access. */
function isClosed(
  { tool, called: { outcome } }: Snapshot,
  entity: string,
  { rules, context: { cases } }: Engine,
): boolean {
  const { observedBy, private: hidden } = rules.entities[entity]!;
  if (observedBy.some((observer) => observer.tool === tool)) return false;
  const code = refusalCode({ outcome });
  const { failures } = findCalled(cases, tool);
  return code !== undefined && code !== hidden && failures.includes(code);
}

function listDifferences(one: Json, two: Json): Difference[] {
  return differences(one, two, Number.POSITIVE_INFINITY);
}
