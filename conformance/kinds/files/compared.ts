/** A list with new items, and the file that has the same items as rows. */
import { addressAt, readText } from "../../behaviour/calls/addresses.ts";
import type { Called } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { createSupply } from "../../behaviour/lists/supply.ts";
import { addParents, readNamedEntities } from "../../behaviour/rules/address.ts";
import { baseArguments } from "../../calls/arguments.ts";
import type { NamedEntities } from "../../calls/named-entity.ts";
import type { JsonObject } from "../../cases/edits.ts";
import type { ResultCase } from "../../cases/result-cases.ts";
import { requireDeclared } from "../../results/precondition-error.ts";
import { parseRecords } from "./records.ts";

export type FileCase = Extract<ResultCase, { readonly check: "file-agrees" }>;

export interface Compared {
  readonly each: FileCase;
  readonly engine: Engine;
  /** The place of the items in the result of the list. */
  readonly items: string;
  /** The place of the id in an item. */
  readonly id: string;
  /** The arguments of the list. */
  readonly input: JsonObject;
  /** The entities that the list and the file are about. */
  readonly instances: NamedEntities;
}

/** The records of a file; undefined where it has none that can be read. */
export interface FileRecords {
  readonly records: readonly JsonObject[] | undefined;
  readonly called: Called;
  /** The name of the column with the id. */
  readonly name: string;
}

/** The number of items that are made to be compared. */
const madeItems = 2;

/** Adds items to the list. */
export async function prepareList(each: FileCase, engine: Engine): Promise<Compared> {
  const { items, id } = requireDeclared(engine.rules.pages[each.list]);
  const example = baseArguments(engine.context.cases, each.list);
  const supply = await createSupply(engine, { tool: each.list, input: example, items });
  await supply.add(madeItems);
  const input = supply.input as JsonObject;
  const instances = addParents(readNamedEntities(engine.rules, each.list, input));
  return { each, engine, items, id: requireDeclared(id), input, instances };
}

/** Calls the tool about the same entities with these further arguments, and reads its file. */
export async function readFileRecords(
  { each, engine, id, instances }: Compared,
  further: JsonObject = {},
): Promise<FileRecords> {
  const { url } = requireDeclared(engine.rules.files[each.tool]?.[each.rule]);
  const base = baseArguments(engine.context.cases, each.base);
  const filled = await engine.instances.fill(each.tool, base, { instances });
  const input = { ...(filled as JsonObject), ...further };
  const called = await engine.calls.requireSuccess({ tool: each.tool, input });
  const records = parseRecords(await readText(addressAt(url, called, engine)));
  return { records, called, name: id.slice(id.lastIndexOf("/") + 1) };
}
