/** Judges whether an argument leaves the same items out of a file that it leaves out of a list. */
import { isTime } from "../../behaviour/observe/lost.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import { readFiltered } from "../../cases/filters.ts";
import { requireDeclared } from "../../results/precondition-error.ts";
import type { Verdict } from "../../results/verdict.ts";
import { type Compared, listItems, readFileRecords } from "./compared.ts";

/** How many values of the items are tried. */
const triedValues = 2;
const dayMs = 86_400_000;

/** Returns the first finding. A filter that leaves nothing out, or a file without ids, is none. */
export async function findFilterProblem(compared: Compared): Promise<Verdict | undefined> {
  if (compared.listed.length === 0) return undefined;
  for (const argument of compared.each.filters ?? []) {
    const problem = await judgeFilter(argument, compared);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Compares list and file for each value of an argument. */
async function judgeFilter(argument: string, compared: Compared): Promise<Verdict | undefined> {
  const { each, engine, id, input, listed } = compared;
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

/** The values of an enumerated argument, else those of the items; for a time also a day before the first, and a day after the last. */
function listValues(argument: string, items: readonly Json[], { each, engine }: Compared): readonly Json[] {
  const filter = requireDeclared(engine.rules.pages[each.list]?.filters[argument]);
  if (filter.values !== undefined) return filter.values;
  const own = items.flatMap((item) => readFiltered(filter, item));
  const times = own.filter((value): value is string => isTime(value)).sort();
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return [...new Set(own)].slice(0, triedValues);
  const shift = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();
  return [shift(first, -dayMs), shift(last, dayMs), first];
}

/** Returns the ids in the rows of the file, as texts. */
async function readRows(argument: string, value: Json, compared: Compared) {
  const { records, called, name } = await readFileRecords(compared, { [argument]: value });
  const isEmpty = records?.length === 0;
  const rows =
    isEmpty || name !== undefined ? new Set(records?.map((record) => String(record[name ?? ""]))) : undefined;
  return { rows, called };
}
