/** Fills a list of an instance by the calls that add to it (`adds`), until it has as many entries as the limit allows. */
import { type Called, readStructured } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import type { ListCase, ListRule } from "../../cases/change-rules.ts";
import { applyEdits, type Json } from "../../cases/edits.ts";
import type { CountRule, LimitCase } from "../../cases/limits.ts";
import { valuesAt } from "../../cases/places.ts";
import { ifPossible, PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import { addNew, type ListCalls } from "../entities/list-calls.ts";
import { hasSimilar, readLists } from "../entities/shown-lists.ts";
import { readFull } from "./full-list.ts";

/** A tool that adds to a list, and the case with its arguments. */
export interface Adder {
  readonly rule: ListRule;
  readonly call: ListCase;
}

/** Finds a tool that adds to the list which a tool shows. */
export function findAdder({ tool }: LimitCase, { field }: CountRule, engine: Engine): Adder | undefined {
  const { rules, context } = engine;
  const shown = Object.values(rules.entities).flatMap(({ observedBy }) => observedBy);
  if (tool === undefined || !shown.some((each) => each.tool === tool && each.id !== undefined))
    return undefined;
  return context.cases.cases
    .flatMap((each) => ("check" in each && each.check === "list-adds" ? [each as ListCase] : []))
    .map((call) => ({ call, rule: requireDeclared(rules.adds[call.tool]?.[call.rule]) }))
    .find(({ rule }) => rule.shownBy.includes(tool) && rule.entries === `${field}/*${inItem(rule)}`);
}

/** The part of the place that is in an entry. */
function inItem({ entries }: ListRule): string {
  return entries.slice(entries.indexOf("/*") + "/*".length);
}

/** Adds one entry more than the limit allows. The last call may be refused; the list must then have exactly the limit. */
export async function filledListVerdict(
  each: LimitCase,
  { max, field }: CountRule,
  { call, rule }: Adder,
  engine: Engine,
): Promise<Verdict> {
  const instance = await engine.instances.make(rule.entity);
  const list = { instance, rule };
  const lists = await readLists(list, engine);
  const there = lists.get(each.tool!) ?? [];
  const missing = max + 1 - there.length;
  const isNew = (entry: Json) => !hasSimilar(there, entry);
  const waiting = listEntries(call, rule, max + 1, engine)
    .filter(isNew)
    .slice(0, Math.max(0, missing));
  const adding: ListCalls = { ...list, call, waiting };
  for (let count = 0; count < missing; count += 1) {
    const added = await ifPossible(addNew(adding, lists, engine));
    if (added === undefined) break;
  }
  if (!lists.has(each.tool!))
    throw new PreconditionError("unobserved", `${each.tool} did not show the new ${rule.entity}`);
  const called = await readFull(() => readBack(each.tool!, adding, engine), each, engine);
  const [size = 0] = valuesAt(readStructured(called), field).map(({ value }) =>
    Array.isArray(value) ? value.length : 0,
  );
  if (size > max) return engine.verdicts.failed(each.must, called, `${size} at ${field}`);
  if (size === max) return held;
  throw new PreconditionError(
    "unobserved",
    `${call.tool} was called until it took no more, at most for ${max + 1} entries, but ${field} has ${size}`,
  );
}

/** Lists the entries of the case, and this many with a number. */
function listEntries(call: ListCase, rule: ListRule, count: number, { context }: Engine): Json[] {
  const example = exampleArguments(context.cases, call);
  const fits = (entry: Json) =>
    context.schemas.fits(
      call.tool,
      applyEdits(example, [{ set: rule.argument, to: rule.isList ? [entry] : entry }]),
    );
  const [word = ""] = call.entries.filter((entry) => typeof entry === "string");
  const numbered = Array.from({ length: count }, (_, index) => `${word}${index + 1}`);
  return [...new Set([...call.entries, ...numbered])].filter(fits);
}

function readBack(tool: string, { instance, rule }: ListCalls, engine: Engine): Promise<Called> {
  const { observedBy } = engine.rules.entities[rule.entity]!;
  const observer = requireDeclared(observedBy.find((each) => each.tool === tool));
  return engine.instances.callAbout(instance, observer, { unprepared: true });
}
