/** Judges the keys `adds` and `removes`: calls change the entries of a list that they name, and leave the others there. */
import { withArticle } from "@toolwright/runtime/problems";
import { callAtOnce } from "../../behaviour/calls/at-once.ts";
import type { Called } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import type { ListCall, ListCase } from "../../cases/change-rules.ts";
import { applyEdits, type Json } from "../../cases/edits.ts";
import { ifPossible, PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import { addNew, fillList, type ListCalls, readSent, requireNew, type Sent } from "./list-calls.ts";
import {
  findDuplicate,
  findWrongAddition,
  findWrongRemoval,
  hasEntry,
  readLists,
  readOwnList,
  type ShownLists,
} from "./shown-lists.ts";

/** The most looks at a list: it may be updated after the answer. */
const mostLooks = 4;
/** The entries of a list from which one is removed. */
const enoughEntries = 3;

interface Trial extends ListCalls {
  readonly each: ListCase;
  readonly engine: Engine;
}

/** Says what is wrong with a list, compared with what the same tool has shown before. */
type FindWrong = (before: readonly Json[], after: readonly Json[]) => string | undefined;

export async function listVerdict(each: ListCase, engine: Engine): Promise<Verdict> {
  const { adds, removes } = engine.rules;
  const rules = each.check === "list-removes" ? removes : adds;
  const rule = requireDeclared(rules[each.tool]?.[each.rule]);
  const instance = await engine.instances.make(rule.entity);
  const trial: Trial = { each, engine, rule, instance, call: each, waiting: [...each.entries] };
  if (each.check === "list-removes") return removesVerdict(trial, each.adder);
  if (each.check === "list-adds-once") return onceVerdict(trial);
  return each.check === "list-adds-at-once" ? atOnceVerdict(trial) : addsVerdict(trial);
}

/** Adds an entry, and others after it. */
async function addsVerdict(trial: Trial): Promise<Verdict> {
  const { engine } = trial;
  const atFirst = await readLists(trial, engine);
  const first = await addNew(trial, atFirst, engine);
  const wrong = await judge(trial, first.called, atFirst, wrongAddition(trial, first));
  if (wrong !== undefined) return wrong;
  const before = await readLists(trial, engine);
  const second = await addNew(trial, before, engine, 2);
  return (await judge(trial, second.called, before, wrongAddition(trial, second))) ?? held;
}

/** Adds an entry twice. A refusal of the second call is right, too. */
async function onceVerdict(trial: Trial): Promise<Verdict> {
  const { engine, each } = trial;
  const first = await addNew(trial, await readLists(trial, engine), engine);
  const before = await readLists(trial, engine);
  const input = await fillList(trial, engine, { entries: first.entries, isKept: true });
  const called = await engine.calls.call({ tool: each.tool, input });
  if (called.outcome.is === "refusal") return held;
  if (called.outcome.is !== "success") throw engine.verdicts.setupFailed(called);
  const findWrong: FindWrong = (was, is) =>
    findDuplicate(is) ?? wrongAddition(trial, { entries: [] })(was, is);
  return (await judge(trial, called, before, findWrong)) ?? held;
}

/** Adds different entries at once, after one that shows that the tool takes some. */
async function atOnceVerdict(trial: Trial): Promise<Verdict> {
  const { engine, each, rule } = trial;
  await addNew(trial, await readLists(trial, engine), engine);
  const before = await readLists(trial, engine);
  const inputs = [await requireNew(trial, before, engine), await requireNew(trial, before, engine)];
  const entries = inputs.flatMap((input) => readSent(input, rule));
  const calls = await callAtOnce(engine, inputs.length, () =>
    engine.calls.call({ tool: each.tool, input: inputs.shift()! }),
  );
  const refused = calls.find(({ outcome }) => outcome.is !== "success");
  if (refused !== undefined) throw engine.verdicts.setupFailed(refused);
  const [called] = calls;
  const findWrong = wrongAddition(trial, { entries });
  return (await judge(trial, called!, before, findWrong, { withOwn: false })) ?? held;
}

async function removesVerdict(trial: Trial, adder: ListCall | undefined): Promise<Verdict> {
  const { engine, each, rule } = trial;
  const added = adder && (await fillUp(trial, adder));
  const before = await readLists(trial, engine);
  const [list = []] = [...before.values()].filter((each) => each !== undefined);
  const known = added === undefined ? list : added.filter((entry) => hasEntry(list, entry));
  const entries = chooseRemoved(trial, known);
  if (entries.length === 0)
    throw new PreconditionError(
      "unobserved",
      `no entry of ${rule.place} is known that ${each.tool} removes: name the tool that adds some (adds), or make ${withArticle(rule.entity)} that has some`,
    );
  const input = await fillList(trial, engine, { entries, isKept: true });
  const called = await engine.calls.call({ tool: each.tool, input });
  if (called.outcome.is !== "success") throw engine.verdicts.setupFailed(called);
  const wrong = await judge(trial, called, before, (was, is) => findWrongRemoval(was, is, entries));
  if (wrong !== undefined) return wrong;
  if (list.some((entry) => !hasEntry(entries, entry))) return held;
  throw new PreconditionError(
    "unobserved",
    `${rule.place} had no other entry: an example of ${adder?.tool ?? each.tool} with another one would show whether it stays`,
  );
}

/** Chooses the entries that are removed: of a longer list two, if the tool takes a list of them. */
function chooseRemoved({ each, engine, rule }: Trial, known: readonly Json[]): readonly Json[] {
  const example = exampleArguments(engine.context.cases, each);
  const fits = (entries: readonly Json[]) => {
    const to = rule.isList ? entries : entries[0]!;
    return engine.context.schemas.fits(each.tool, applyEdits(example, [{ set: rule.argument, to }]));
  };
  const single = known.filter((entry) => fits([entry]));
  const two = single.slice(0, 2);
  return rule.isList && single.length >= enoughEntries && fits(two) ? two : single.slice(0, 1);
}

/** Adds entries until the list has enough, as far as the tool takes them. */
async function fillUp(trial: Trial, call: ListCall): Promise<readonly Json[]> {
  const { engine, instance } = trial;
  const rule = requireDeclared(engine.rules.adds[call.tool]?.[call.rule]);
  const adding: ListCalls = { call, rule, instance, waiting: [...call.entries] };
  const first = await addNew(adding, await readLists(adding, engine), engine);
  const added = [...first.entries];
  while (added.length < enoughEntries) {
    const next = await ifPossible(addNew(adding, await readLists(adding, engine), engine));
    if (next === undefined) break;
    added.push(...next.entries);
  }
  return added;
}

function wrongAddition({ rule }: Trial, { entries }: Pick<Sent, "entries">): FindWrong {
  return (before, after) => findWrongAddition(before, after, entries, rule);
}

/** Looks at the list after a call, in its result and with each tool that shows the list. */
async function judge(
  trial: Trial,
  called: Called,
  before: ShownLists,
  findWrong: FindWrong,
  { withOwn = true } = {},
): Promise<Verdict | undefined> {
  const { each, engine, rule } = trial;
  const own = withOwn ? readOwnList(trial, called) : undefined;
  const [shown] = [...before.values()].filter((list) => list !== undefined);
  const wrongResult = own && findWrong(shown ?? [], own);
  if (wrongResult !== undefined)
    return engine.verdicts.failed(each.must, called, `its result ${wrongResult}`);
  let wrong: string | undefined;
  for (let looks = 1; looks <= mostLooks; looks++) {
    const lists = listPairs(before, await readLists(trial, engine));
    if (lists.length === 0 && own === undefined)
      throw new PreconditionError("unobserved", `no tool shows ${rule.place} of this ${rule.entity}`);
    [wrong] = lists.flatMap(({ tool, was, is }) => {
      const problem = findWrong(was, is);
      return problem === undefined ? [] : [`${each.tool} answered with success, and ${tool} ${problem}`];
    });
    if (wrong === undefined) return undefined;
    await engine.observer.waitForClockTick();
  }
  return engine.verdicts.failed(each.must, called, wrong);
}

/** Pairs the lists that a tool has shown before and shows now. A list that is left out now is empty, if it was shown before. */
function listPairs(before: ShownLists, after: ShownLists) {
  return [...after].flatMap(([tool, list]) => {
    const was = before.get(tool) ?? [];
    const is = list ?? (was.length > 0 ? [] : undefined);
    return is === undefined ? [] : [{ tool, was, is }];
  });
}
