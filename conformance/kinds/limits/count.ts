/** Judges the limits of kind count: no result has more, and a result can have this many. */
import { type Called, readStructured } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { findMaker, isOwnList, type ListRule } from "../../behaviour/lists/list-rule.ts";
import { createSupply } from "../../behaviour/lists/supply.ts";
import { measureSize } from "../../behaviour/observe/watched-results.ts";
import { baseArguments } from "../../calls/arguments.ts";
import { applyEdits, type Json } from "../../cases/edits.ts";
import type { CountRule, LimitCase } from "../../cases/limits.ts";
import { valuesAt } from "../../cases/places.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import { filledListVerdict, findAdder } from "./filled-lists.ts";
import { readFull } from "./full-list.ts";
import { findListSender, sentListVerdict } from "./sent-lists.ts";

/** The most items that a tool creates for one case, and if requests or a quota are limited. A hook can create more at once. */
const mostByTool = 40;
export const briefByTool = 20;
const mostByHook = 10_000;
/** The most entries of one list that are sent. */
const mostSent = 1_000;

/** Creates items until there is one more than the limit allows. The result must then have exactly the limit. */
export async function atLimitVerdict(each: LimitCase, rule: CountRule, engine: Engine): Promise<Verdict> {
  const tool = each.tool!;
  const example = baseArguments(engine.context.cases, tool);
  const list = { tool, input: example, items: rule.field };
  const byTool = countByTool(list, engine);
  const adder = rule.max > byTool ? undefined : findAdder(each, rule, engine);
  if (adder !== undefined) return filledListVerdict(each, rule, adder, engine);
  const sender = rule.max > mostSent ? undefined : findListSender(each, rule, engine);
  const sent = sender && (await sentListVerdict(each, rule, sender, engine));
  if (sent !== undefined) return sent;
  // Use another account if a search of another case could also find these items.
  const account = isOwnList(engine.rules, list) ? undefined : await engine.accounts.findDedicated("reader");
  const supply = await createSupply(engine, list, account);
  const most = supply.isByHook ? mostByHook : byTool;
  if (rule.max > most)
    throw new PreconditionError("large", `the limit is ${rule.max}, but a run creates at most ${most}`);
  const input = withLargestPage(tool, rule, supply.input, engine);
  const read = () => engine.calls.call({ tool, input }, { account: supply.account });
  const measure = (called: Called) =>
    valuesAt(readStructured(called), rule.field).map(({ value }) => measureSize(value));
  // A list that another case may have filled has items already. One that is full may have more than it shows.
  const atFirst = await engine.calls.requireSuccess({ tool, input }, { account: supply.account });
  const [present = 0] = supply.isOwn ? [] : measure(atFirst);
  await supply.add(Math.max(1, rule.max + 1 - present), namesFor(example));
  const called = await readFull(read, each, engine);
  const sizes = measure(called);
  if (sizes.some((size) => size > rule.max))
    return engine.verdicts.failed(each.must, called, `${Math.max(...sizes)} at ${rule.field}`);
  if (sizes.includes(rule.max)) return held;
  throw new PreconditionError(
    "unobserved",
    `there are ${rule.max + 1} items, but the result has ${sizes[0] ?? "none"}`,
  );
}

/** The most items that a tool makes: few where each draws from a quota that other cases need, too. */
function countByTool(list: ListRule, { isBrief, rules }: Engine): number {
  const maker = rules.entities[findMaker(rules, list) ?? ""]?.madeBy?.tool;
  const isDrawn = maker !== undefined && rules.draws[maker] !== undefined;
  return isBrief || isDrawn ? briefByTool : mostByTool;
}

/** Asks for as many items of a page as the limit allows. */
function withLargestPage(tool: string, { max }: CountRule, input: Json, { rules, context }: Engine): Json {
  const limit = rules.pages[tool]?.limit;
  const larger = limit && applyEdits(input, [{ set: limit.argument, to: max }]);
  return larger !== undefined && context.schemas.fits(tool, larger) ? larger : input;
}

/** Returns values for items that a search by the text of the example finds: their title, name or other text is that text. */
function namesFor(example: Json): { readonly [name: string]: Json } {
  const [text] = Object.values(example as object).filter((value) => typeof value === "string");
  return text === undefined
    ? {}
    : Object.fromEntries(["title", "name", "subject", "text"].map((name) => [name, text]));
}
