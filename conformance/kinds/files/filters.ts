/** Judges whether an argument leaves the same items out of a file that it leaves out of a list. */
import { addressAt, readText } from "../../behaviour/calls/addresses.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { createSupply } from "../../behaviour/lists/supply.ts";
import { isTime } from "../../behaviour/observe/lost.ts";
import { addParents, readNamedEntities } from "../../behaviour/rules/address.ts";
import { baseArguments } from "../../calls/arguments.ts";
import { type Json, type JsonObject, valueAt } from "../../cases/edits.ts";
import { readFiltered } from "../../cases/filters.ts";
import { valuesAt } from "../../cases/places.ts";
import type { ResultCase } from "../../cases/result-cases.ts";
import { requireDeclared } from "../../results/precondition-error.ts";
import type { Verdict } from "../../results/verdict.ts";
import { parseRecords } from "./records.ts";

type FileCase = Extract<ResultCase, { readonly check: "file-agrees" }>;

/** The items whose place in list and file is compared. */
const madeItems = 2;
const dayMs = 86_400_000;

/** A list with new items, the same list as rows of a file, and what both are about. */
interface Compared {
  readonly each: FileCase;
  readonly engine: Engine;
  /** The place of the items in the result of the list. */
  readonly items: string;
  /** The place of the id in an item. */
  readonly id: string;
  /** The arguments of the list without the filter. */
  readonly input: JsonObject;
  readonly instances: ReturnType<typeof addParents>;
}

/** Returns the first finding. A filter that leaves nothing out, or a file without ids, is none. */
export async function findFilterProblem(each: FileCase, engine: Engine): Promise<Verdict | undefined> {
  const { items, id } = requireDeclared(engine.rules.pages[each.list]);
  const example = baseArguments(engine.context.cases, each.list);
  const supply = await createSupply(engine, { tool: each.list, input: example, items });
  await supply.add(madeItems);
  const input = supply.input as JsonObject;
  const instances = addParents(readNamedEntities(engine.rules, each.list, input));
  const compared = { each, engine, items, id: requireDeclared(id), input, instances };
  const listed = await listItems(compared, input);
  for (const argument of each.filters ?? []) {
    const problem = await judgeFilter(argument, listed, compared);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Compares list and file for each value of an argument. */
async function judgeFilter(
  argument: string,
  listed: readonly Json[],
  compared: Compared,
): Promise<Verdict | undefined> {
  const { each, engine, id, input } = compared;
  const toId = (item: Json) => String(valueAt(item, id));
  for (const value of listValues(argument, listed, compared)) {
    const left = (await listItems(compared, { ...input, [argument]: value })).map(toId);
    const { rows, called } = await readRows(argument, value, compared);
    const wrong = rows && listed.map(toId).find((item) => left.includes(item) !== rows.has(item));
    if (wrong === undefined) continue;
    const [has, lacks] = left.includes(wrong) ? [each.list, "the file"] : ["the file", each.list];
    const got = `with ${argument} ${JSON.stringify(value)}, ${has} has ${wrong}, and ${lacks} does not`;
    return engine.verdicts.failed(each.must, called, got);
  }
  return undefined;
}

async function listItems({ each, engine, items }: Compared, input: Json): Promise<readonly Json[]> {
  const result = await engine.calls.requireResult({ tool: each.list, input });
  return valuesAt(result, `${items}/*`).map(({ value }) => value);
}

/** The values of an enumerated argument, else those of the items; for a time also a day before the first, and a day after the last. */
function listValues(argument: string, items: readonly Json[], { each, engine }: Compared): readonly Json[] {
  const filter = requireDeclared(engine.rules.pages[each.list]?.filters[argument]);
  if (filter.values !== undefined) return filter.values;
  const own = items.flatMap((item) => readFiltered(filter, item));
  const times = own.filter((value): value is string => isTime(value)).sort();
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return [...new Set(own)].slice(0, madeItems);
  const shift = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();
  return [shift(first, -dayMs), shift(last, dayMs), first];
}

/** Returns the ids in the rows of the file, as texts. */
async function readRows(argument: string, value: Json, { each, engine, id, instances }: Compared) {
  const { url } = requireDeclared(engine.rules.files[each.tool]?.[each.rule]);
  const base = baseArguments(engine.context.cases, each.base);
  const filled = await engine.instances.fill(each.tool, base, { instances });
  const input = { ...(filled as JsonObject), [argument]: value };
  const called = await engine.calls.requireSuccess({ tool: each.tool, input });
  const records = parseRecords(await readText(addressAt(url, called, engine)));
  const name = id.slice(id.lastIndexOf("/") + 1);
  const isEmpty = records?.length === 0;
  const hasIds = records?.[0] !== undefined && Object.hasOwn(records[0], name);
  const rows = isEmpty || hasIds ? new Set(records?.map((record) => String(record[name]))) : undefined;
  return { rows, called };
}
