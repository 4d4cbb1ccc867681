/** The process in which one library converts tools, calls them, and lists resources and prompts. */
import type { SchemaObject } from "@toolwright/json-schema";
import { entryName, listKey } from "../../surface/entry.ts";
import {
  type Converted,
  type ConvertedTool,
  converters,
  type Lists,
  type Load,
  readMessage,
} from "./converters.ts";

/** Arguments to call each tool with, by its name. */
export type Calls = Readonly<Record<string, readonly unknown[]>>;

/** The result of a library for one tool, resource, template or prompt. */
export interface Outcome {
  readonly name: string;
  /** Why it was not taken. */
  readonly refusal?: string;
  /** The schema for which the library refuses the whole list of tools; `refusal` has its message. */
  readonly losesList?: "inputSchema" | "outputSchema";
  readonly shown?: unknown;
  readonly note?: string;
  /** The message of each call that failed, by its index. */
  readonly errors?: Readonly<Record<number, string>>;
}

export interface Task {
  readonly name: string;
  readonly url: string;
  /** The names of the tools, in the order of the list. */
  readonly tools: readonly string[];
  readonly calls: Calls;
  /** Entries of the lists of resources, templates and prompts. */
  readonly listed: readonly SchemaObject[];
}

export default async function run(load: Load): Promise<void> {
  const task = await new Promise<Task>((resolve) => {
    process.once("message", (message) => resolve(JSON.parse(String(message))));
  });
  const converter = converters.find(({ name }) => name === task.name);
  const convert = async (url: string) => (await converter?.convert(load, url)) ?? { tools: [] };
  const { tools, lists, outcomes } = await convertList(task, convert);
  for (const tool of tools) {
    if ("refusal" in tool) outcomes.push(tool);
    else outcomes.push(await tryTool(tool, task.calls[tool.name] ?? []));
  }
  for (const [index, entry] of lists ? task.listed.entries() : []) {
    const outcome = await tryEntry(entry, lists);
    // Another entry may have cost the list, so each is listed alone, too.
    const alone = outcome.refusal === undefined ? undefined : await convert(`${task.url}?only=${index}`);
    outcomes.push(alone ? await tryEntry(entry, alone.lists) : outcome);
  }
  process.send?.(JSON.stringify(outcomes));
}

/** Converts the tools one by one if a library refuses the whole list, which shows the tool that is the reason. */
async function convertList(
  { tools: names, url }: Task,
  convert: (url: string) => Promise<Converted>,
): Promise<Converted & { readonly outcomes: Outcome[] }> {
  const refusalOf = async (query: string) => {
    try {
      return { converted: await convert(`${url}${query}`) };
    } catch (error) {
      return { refusal: readMessage(error) };
    }
  };
  const whole = await refusalOf("");
  if (whole.converted) return { ...whole.converted, outcomes: [] };
  const tools: Converted["tools"][number][] = [];
  const outcomes: Outcome[] = [];
  for (const [index, name] of names.entries()) {
    const { converted, refusal } = await refusalOf(`?tool=${index}`);
    if (converted) {
      tools.push(...converted.tools);
      continue;
    }
    const isOutput = (await refusalOf(`?tool=${index}&input`)).converted !== undefined;
    outcomes.push({ name, refusal, losesList: isOutput ? "outputSchema" : "inputSchema" });
  }
  const [first] = names;
  if (outcomes.length === 0 && first !== undefined)
    outcomes.push({ name: first, refusal: whole.refusal, losesList: "inputSchema" });
  const { converted } = await refusalOf("?tool=none");
  return { tools, outcomes, ...(converted?.lists && { lists: converted.lists }) };
}

const methods = {
  resources: "listResources",
  resourceTemplates: "listResourceTemplates",
  prompts: "listPrompts",
} as const;

async function tryEntry(entry: SchemaObject, lists?: Lists): Promise<Outcome> {
  const name = entryName(entry);
  try {
    const list = await lists?.[methods[listKey(entry)]]?.();
    if (list === undefined) return { name, note: "The client does not read this list." };
    const listed = Object.values(Object(list)).find(Array.isArray) ?? [];
    const own = listed.find((each: SchemaObject) => entryName(each) === name);
    if (!own) return { name, refusal: "it is not in the list." };
    const dropped = Object.keys(entry).filter((key) => own[key] === undefined);
    return {
      name,
      ...(dropped.length > 0 && { note: `The application is not told: ${dropped.join(", ")}.` }),
    };
  } catch (error) {
    return { name, refusal: readMessage(error) };
  }
}

async function tryTool({ call, ...tool }: ConvertedTool, calls: readonly unknown[]): Promise<Outcome> {
  try {
    JSON.stringify(tool.shown);
  } catch (error) {
    return { name: tool.name, refusal: readMessage(error) };
  }
  const errors: Record<number, string> = {};
  for (const [index, args] of calls.entries()) {
    try {
      await call?.(structuredClone(args));
    } catch (error) {
      errors[index] = readMessage(error);
    }
  }
  return { ...tool, ...(call && { errors }) };
}
