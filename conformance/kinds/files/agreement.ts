/** Judges whether a file and a list of the same items show the same values. */
import type { Called } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { isTime } from "../../behaviour/observe/lost.ts";
import { type Json, steps, valueAt } from "../../cases/edits.ts";
import { listLeaves } from "../../cases/places.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import { held, inapplicable, unverified, type Verdict } from "../../results/verdict.ts";
import { areEqual } from "../shown-values.ts";
import { type FileCase, prepareList, readFileRecords } from "./compared.ts";
import { findFilterProblem } from "./filters.ts";
import { listNumbers } from "./records.ts";

export async function fileAgreesVerdict(each: FileCase, engine: Engine): Promise<Verdict> {
  const compared = await prepareList(each, engine);
  const { listed, id, made } = compared;
  const shown: Shown[] = listed.map((item) => ({ by: each.list, id: valueAt(item, id), value: item }));
  for (const instance of made) shown.push(...(await readInstance(instance, engine)));
  const { records, called, name } = await readFileRecords(compared);
  if (records === undefined || name === undefined) return inapplicable("the file has no rows with ids");
  const verdict = compareRecords(each, shown, { records, name }, called, engine);
  if (verdict.status !== "held" || engine.isBrief) return verdict;
  return (await ifPossible(findFilterProblem(compared))) ?? verdict;
}

/** An item of the list, and the tool that shows it. */
interface Shown {
  readonly by: string;
  readonly id: Json | undefined;
  readonly value: Json;
}

interface Rows {
  readonly records: readonly Readonly<Record<string, Json>>[];
  /** The name of the column with the id. */
  readonly name: string;
}

/** Reads an item by each tool that shows it. */
async function readInstance(instance: EntityInstance, { observer }: Engine): Promise<Shown[]> {
  const observation = await observer.observeFinished(() => observer.observe(instance));
  return observation.flatMap(({ tool, value }) =>
    value === undefined ? [] : [{ by: tool, id: instance.id, value }],
  );
}

function compareRecords(
  { list, must }: FileCase,
  shown: readonly Shown[],
  { records, name }: Rows,
  called: Called,
  engine: Engine,
): Verdict {
  let compared = 0;
  for (const { by, id, value: item } of shown) {
    const record = records.find((each) => String(each[name]) === String(id));
    if (record === undefined) continue;
    for (const { pointer, value } of listLeaves(item)) {
      const cell = readCell(record, pointer, value);
      if (cell === undefined || value === null || isInList(pointer)) continue;
      compared += 1;
      if (isSameCell(cell, value)) continue;
      const got = `the file has ${JSON.stringify(cell)}, and ${by} shows ${pointer} ${JSON.stringify(value)}`;
      return engine.verdicts.failed(must, called, got);
    }
  }
  return compared > 0 ? held : unverified("unobserved", `the file has no row of an item that ${list} shows`);
}

/** Whether a place is in one of several items, which a row does not have. */
function isInList(pointer: string): boolean {
  return steps(pointer).some((step) => /^\d+$/.test(step));
}

/** Returns the cell with the name of a place; a number may also be in a column whose name has that of the place in brackets. */
function readCell(record: Readonly<Record<string, Json>>, pointer: string, value: Json): Json | undefined {
  const name = pointer.slice(pointer.lastIndexOf("/") + 1);
  if (Object.hasOwn(record, name)) return record[name];
  if (typeof value !== "number") return undefined;
  return Object.entries(record).find(
    ([column]) => column.endsWith(`[${name}]`) || column.endsWith(`(${name})`),
  )?.[1];
}

/** Compares a cell with a value. A cell may be guarded against formulas (OWASP), and be written for people. */
function isSameCell(cell: Json, value: Json): boolean {
  if (typeof cell !== "string") return areEqual(cell, value);
  const text = cell.replace(/^['\t](?=[=+\-@])/, "");
  if (typeof value === "number") return listNumbers(text).includes(value);
  if (typeof value !== "string") return !/^(true|false)$/i.test(text) || text.toLowerCase() === String(value);
  if (isTime(value)) return !isTime(text) || areEqual(text, value);
  return areEqual(toWords(text), toWords(value));
}

function toWords(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ")
    .trim();
}
