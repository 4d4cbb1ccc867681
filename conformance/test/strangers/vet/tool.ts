/** A tool is its texts, its zod schemas, and what it does for a practice. */
import type { z } from "zod";
import type { Records } from "./records.ts";
import type { Requests } from "./requests.ts";

export interface Practice {
  readonly name: string;
  readonly records: Records;
  readonly requests: Requests;
}

export interface Caller {
  readonly practice: Practice;
  readonly scopes: readonly string[];
}

const annotations = {
  read: { readOnlyHint: true, openWorldHint: false },
  add: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  change: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
};

interface Texts {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mode: keyof typeof annotations;
  readonly scope: "records:read" | "desk:write" | "medical:write";
}

interface Definition<Input extends z.ZodObject, Output extends z.ZodObject> extends Texts {
  readonly input: Input;
  readonly output: Output;
  run(input: z.output<Input>, caller: Caller): z.output<Output>;
}

export interface Tool extends Omit<Texts, "mode"> {
  readonly annotations: (typeof annotations)[keyof typeof annotations];
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  run(input: unknown, caller: Caller): object;
}

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>({
  mode,
  run,
  ...tool
}: Definition<Input, Output>): Tool {
  return {
    ...tool,
    annotations: annotations[mode],
    run: (input, caller) => run(input as z.output<Input>, caller),
  };
}
