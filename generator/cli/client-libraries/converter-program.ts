/** The process in which one library converts tools and calls them. */
import { type ConvertedTool, converters, type Load, readMessage } from "./converters.ts";

/** Arguments to call each tool with, by its name. */
export type Calls = Readonly<Record<string, readonly unknown[]>>;

/** What a library made of one tool. */
export interface Outcome {
  readonly name: string;
  /** Why it was not converted. */
  readonly refusal?: string;
  readonly shown?: unknown;
  readonly note?: string;
  /** The message of each call that failed, by its index. */
  readonly errors?: Readonly<Record<number, string>>;
}

interface Task {
  readonly name: string;
  readonly url: string;
  readonly calls: Calls;
}

export default async function run(load: Load): Promise<void> {
  const task = await new Promise<Task>((resolve) => {
    process.once("message", (message) => resolve(JSON.parse(String(message))));
  });
  const converter = converters.find(({ name }) => name === task.name);
  const tools = (await converter?.convert(load, task.url)) ?? [];
  const outcomes: Outcome[] = [];
  for (const tool of tools) {
    if ("refusal" in tool) outcomes.push(tool);
    else outcomes.push(await tryTool(tool, task.calls[tool.name] ?? []));
  }
  process.send?.(JSON.stringify(outcomes));
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
